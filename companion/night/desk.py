"""Where all letters of the tables come together: what the night knows, and what it still has to write down."""

import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.night.evening import Played, begun
from companion.night.gate import Gate
from companion.night.ledger import Ledger
from companion.night.letters import Letter, Odd
from companion.night.topics import Topics

log = logging.getLogger(__name__)
NEWS_KEPT = 12


@dataclass
class Seat:
    """What the night knows of one table now."""

    name: str
    online: bool = False
    info: Mapping[str, Any] = field(default_factory=dict)
    state: Mapping[str, Any] = field(default_factory=dict)
    asks_since: float | None = None  # since when it has asked something
    orders: dict[int, str] = field(default_factory=dict)  # number -> what it answered; not there: no answer yet


class Desk:
    """Takes letters in one thread; pure but for its ledger and the clock it is given."""

    def __init__(self, ledger: Ledger, topics: Topics, clock: Callable[[], float] = time.monotonic) -> None:
        self._ledger, self._clock = ledger, clock
        known = ledger.tables()
        self.gate = Gate(topics, {table: key for table, (_, key, _) in known.items()}, clock)
        self.seats = {table: Seat(name) for table, (name, _, _) in known.items()}
        self.matches: dict[tuple[str, int], Played] = ledger.matches()
        self.news: deque[dict[str, Any]] = deque(maxlen=NEWS_KEPT)
        self.crows: list[dict[str, Any]] = []  # heard since somebody last looked
        # Games of two tables, and what one of them says to the other; the newest of each only, for it says all.
        self.shares = {
            word["share"]: (word["owner"], word["guest"]) for kind, word in ledger.words() if kind == "share"
        }
        self.whispers: dict[tuple[str, str], Mapping[str, Any]] = {}
        self.again = 0  # events that came a second time
        self._cursors = {table: cursors for table, (_, _, cursors) in known.items()}
        self._dirty: set[tuple[str, int]] = set()
        self.missed: set[str] = set()  # tables whose events have a gap: they send from there again
        self._unsaid: set[str] = set()  # tables that wait to hear that their events are written down
        self.outcomes = 0  # grows with every match begun or over
        self.version = 0  # grows with everything a page could show

    def invite(self, table: str, name: str) -> str:
        code = self._ledger.invite(table, name)
        self.gate.keys[table] = self._ledger.tables()[table][1]
        self.seats.setdefault(table, Seat(name)).name = name
        self._cursors.setdefault(table, {})
        self.version += 1
        return code

    def take(self, topic: str, payload: bytes) -> None:
        """One letter; what is odd about it is counted, and it changes nothing."""
        if (come := self.gate.let_in(topic, payload)) is None:
            self.version += 1
            return
        kind, letter = come
        try:
            if kind == "event":
                self._event(letter)
            else:
                self._now(kind, letter)
        except Odd as odd:
            self.gate.refuse(letter.table, odd.why)
        self.version += 1

    def heard(self, table: str) -> int:
        """The last event of this table that is written down, once ``write`` has been called."""
        return self._cursors[table].get("event", 0)

    def write(self) -> set[str]:
        """Put all that is new on the disk; returns the tables that should hear of it."""
        said, self._unsaid = self._unsaid, set()
        if said:
            matches = [self.matches[one] for one in self._dirty]
            self._ledger.write(matches, {table: self._cursors[table] for table in said})
            self._dirty.clear()
        return said

    def _now(self, kind: str, letter: Letter) -> None:
        """How things are: only the newest counts, and a broker may show us the same one again."""
        table, cursors = letter.table, self._cursors[letter.table]
        seat, last = self.seats[table], cursors.get(kind, 0)
        known = {"state": bool(seat.state), "info": bool(seat.info), "online": seat.online}.get(kind, True)
        if letter.seq < last or (letter.seq == last and known):
            if letter.seq < last:
                raise Odd("sent again")
            return
        cursors[kind] = letter.seq
        self._unsaid.add(table)
        match kind:
            case "online":
                seat.online = letter.body.get("online") is True
            case "info":
                seat.info = letter.body
            case "state":
                seat.state = letter.body
                asks = bool(letter.body.get("asks"))
                seat.asks_since = (seat.asks_since or self._clock()) if asks else None
            case "far":
                self._whisper(table, letter.body)
            case "ack" if type(letter.body.get("order")) is int:
                seat.orders[letter.body["order"]] = str(letter.body.get("why", ""))[:200]

    def _whisper(self, table: str, body: Mapping[str, Any]) -> None:
        share = body.get("share")
        both = self.shares.get(share) if isinstance(share, str) else None
        if both is None or table not in both or not isinstance(body.get("say"), dict):
            raise Odd("of no match")
        self.whispers[both[table == both[0]], str(share)] = {"from": table, "share": share, "say": body["say"]}

    def _event(self, letter: Letter) -> None:
        table, cursors = letter.table, self._cursors[letter.table]
        last = cursors.get("event", 0)
        if letter.seq <= last:
            self.again += 1
            self._unsaid.add(table)  # it has not heard that we have it
            return
        if letter.seq != last + 1 and letter.body.get("oldest") != letter.seq:
            self.missed.add(table)  # one before it was lost on its way
            self._unsaid.add(table)
            return
        try:
            self._tell(table, letter.body)
        finally:  # what we cannot use is not asked for again
            cursors["event"] = letter.seq
            self._unsaid.add(table)

    def _tell(self, table: str, event: Mapping[str, Any]) -> None:
        match = event.get("match")
        if type(match) is not int:
            raise Odd("malformed")
        if event.get("what") == "begun":
            if (table, match) in self.matches:
                raise Odd("sent again")
            self.matches[table, match] = begun(table, event)
        elif event.get("what") in ("deed", "ended"):
            if (table, match) not in self.matches:
                raise Odd("of no match")
            self.matches[table, match] = self.matches[table, match].after(event)
            self._news(table, event)
        else:
            raise Odd("malformed")
        self._dirty.add((table, match))
        self.outcomes += event["what"] != "deed"

    def _news(self, table: str, event: Mapping[str, Any]) -> None:
        told = event.get("told")
        for one in told if isinstance(told, list) else ():
            if isinstance(one, dict) and one.get("mood") in ("proud", "call"):
                news = {"table": table, "line": str(one.get("line"))[:120], "mood": one["mood"]}
                self.news.append(news)
                if one["mood"] == "call":
                    self.crows.append(news)
