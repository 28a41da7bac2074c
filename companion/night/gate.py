"""Lets only true letters of invited tables in, each once; counts the others by what is wrong with them."""

import time
from collections import Counter
from collections.abc import Callable, Mapping

from companion.night.letters import Letter, Odd, opened
from companion.night.topics import FROM_TABLE, Topics

BURST, A_SECOND = 1000.0, 400.0  # letters of one table; a busy one writes three a second, one that comes back more
STRANGERS = "?"


class Gate:
    """Cheap checks first, so that a flood costs little."""

    def __init__(self, topics: Topics, keys: Mapping[str, bytes], clock: Callable[[], float] = time.monotonic) -> None:
        self.keys = dict(keys)
        self.refused: Counter[tuple[str, str]] = Counter()  # (table, why) -> how often
        self._topics, self._clock = topics, clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def let_in(self, topic: str, payload: bytes) -> tuple[str, Letter] | None:
        """Kind and letter; none for what is refused."""
        table, kind = self._topics.read(topic) or (STRANGERS, "")
        try:
            if kind not in FROM_TABLE:
                raise Odd("no topic of a table")
            if table not in self.keys:
                table = STRANGERS
                raise Odd("not invited")
            if not self._has_room(table):
                raise Odd("too many")
            return kind, opened(self.keys[table], topic, table, payload)
        except Odd as odd:
            self.refuse(table, odd.why)
            return None

    def refuse(self, table: str, why: str) -> None:
        self.refused[table, why] += 1

    def _has_room(self, table: str) -> bool:
        now = self._clock()
        left, at = self._buckets.get(table, (BURST, now))
        left = min(BURST, left + (now - at) * A_SECOND)
        self._buckets[table] = (max(0.0, left - 1), now)
        return left >= 1
