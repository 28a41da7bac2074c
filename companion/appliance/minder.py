"""Looks after the parts beside the referee: one that stops is said, started again, and at last given up."""

import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from hardware.trouble import Trouble
from hardware.wording import line

log = logging.getLogger(__name__)
LOOK_SECONDS = 1.0
MOST = 5  # times within ...
WITHIN_SECONDS = 600.0  # ... that a part is started again
Health = Literal["good", "restarted", "given up"]


@dataclass
class Part:
    """A thread, or several: how to tell that it lives, and how to start it again."""

    name: str
    lives: Callable[[], bool]
    revive: Callable[[], None]
    vital: bool = False  # without it the whole program is better started anew
    health: Health = "good"
    revived: deque[float] = field(default_factory=deque)


class Minder:
    """``mind`` belongs into the main loop."""

    def __init__(self, tell: Callable[[Trouble], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._tell = tell
        self._clock = clock
        self._looked_at = clock()
        self._parts: list[Part] = []

    def look_after(self, part: Part) -> None:
        self._parts.append(part)

    def mind(self) -> None:
        now = self._clock()
        if now - self._looked_at >= LOOK_SECONDS:
            self._looked_at = now
            for part in self._parts:
                if part.health != "given up" and not part.lives():
                    self._start_again(part, now)

    @property
    def health(self) -> Mapping[str, Health]:
        return {part.name: part.health for part in self._parts}

    @property
    def well(self) -> bool:
        """Whether all that the table cannot do without is there: only then systemd is told that we live."""
        return not any(part.vital and part.health == "given up" for part in self._parts)

    def _start_again(self, part: Part, now: float) -> None:
        while part.revived and now - part.revived[0] > WITHIN_SECONDS:
            part.revived.popleft()
        if len(part.revived) < MOST:
            part.revived.append(now)
            part.health = "restarted"
            log.error("part=%s stopped, starting it again", part.name)
            try:
                part.revive()
            except Exception:  # it is tried again with the next look, and at last given up
                log.exception("part=%s does not start", part.name)
            stopped = line("A part has stopped: {part}.", part=part.name)
            self._tell(Trouble(stopped, line("I have started it again.")))
        else:
            part.health = "given up"
            log.error("part=%s given up", part.name)
            stops = line("A part keeps stopping: {part}. I go on without it.", part=part.name)
            self._tell(Trouble(stops, line("Start me again; companion doctor says more.")))
