"""Draws announcements on a lamp display of any size, at their own pace."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from companion.announcements.announcement import Announcement
from companion.announcements.lamps.animation import Animation, Shot, animation, drawn
from companion.announcements.lamps.drawing import blank
from hardware.ports import Display, Picture
from hardware.trouble import Trouble

log = logging.getLogger(__name__)

WAITING = 3  # more news than this and the lamps would tell what nobody remembers
RESTING = ("prompt", "question", "refusal", "trouble")  # stays until something else is so
STATES = {"MOVING": ":eyes:", "HAND": ":eyes:", "UNSURE": "?"}


class Programme:
    """What to show at which moment: news once and in order, then what rests; the state of the machine in between.

    Knows no clock and no display, so that what it does can be written down.
    """

    def __init__(self, width: int) -> None:
        self._width = width
        self._waiting: deque[Animation] = deque(maxlen=WAITING)  # the oldest goes when it is too much
        self._now: Animation = ()
        self._began = 0.0
        self._rest: Animation = (Shot(blank(width), 60.0),)
        self._rest_began = 0.0
        self._state: Animation = ()
        self._clock: Animation = ()

    def tell(self, announcement: Announcement, now: float) -> None:
        shots = animation(announcement, self._width)
        if not shots:
            return
        self._advance(now)  # what has ended meanwhile is over, so that the news begins now
        if announcement.urgency >= 2:
            self._waiting.clear()
            self._now = ()
        if announcement.kind in RESTING:
            self._rest, self._rest_began = shots, now
        else:
            self._waiting.append(shots)
        self._advance(now)

    def watch(self, state: str, now: float, clock: int | None = None) -> None:
        """How the table looks to the machine: eyes while things move, a question mark while it is unsure.

        A running clock is shown instead: there things move all the time.
        """
        running = clock is not None and clock >= 0
        self._clock = drawn(f"{clock // 60}:{clock % 60:02}", self._width) if running and clock is not None else ()
        shots = drawn(STATES[state], self._width) if state in STATES else ()
        if bool(shots) != bool(self._state):
            self._rest_began = now
        self._state = shots

    def picture(self, now: float) -> tuple[Picture, float]:
        """What to show now, and when it changes next."""
        self._advance(now)
        if self._now:
            return _at(self._now, self._began, now)
        shots = self._clock or self._state or self._rest
        turn = sum(shot.seconds for shot in shots)
        return _at(shots, now - (now - self._rest_began) % turn, now)

    def _advance(self, now: float) -> None:
        free = now
        while not self._now or now >= (free := self._began + sum(shot.seconds for shot in self._now)):
            if not self._waiting:
                if self._now:
                    self._now, self._rest_began = (), free
                return
            self._now, self._began = self._waiting.popleft(), free


def _at(shots: Animation, began: float, now: float) -> tuple[Picture, float]:
    due = began
    for shot in shots:
        due += shot.seconds
        if now < due:
            return shot.picture, due
    return shots[-1].picture, due + shots[-1].seconds


class MatrixChannel:
    """Lamps as a channel of the herald; drawing goes on in a thread of its own, so telling never waits."""

    def __init__(
        self,
        display: Display,
        clock: Callable[[], float] = time.monotonic,
        report: Callable[[Trouble], None] = lambda trouble: None,
    ) -> None:
        self._display = display
        self._report = report
        self._clock = clock
        self._programme = Programme(display.width)
        self._bell = threading.Condition()
        self._news = False  # something was told while the last picture was being drawn
        self._closed = False
        self._thread = threading.Thread(target=self._draw, name="matrix", daemon=True)  # begins with the first news

    @property
    def lives(self) -> bool:
        return self._closed or self._thread.ident is None or self._thread.is_alive()

    def revive(self) -> None:
        self._thread = threading.Thread(target=self._draw, name="matrix", daemon=True)
        self._thread.start()

    def tell(self, announcement: Announcement) -> None:
        with self._bell:
            self._programme.tell(announcement, self._clock())
            self._ring()

    def publish(self, snapshot: Mapping[str, Any]) -> None:
        """The state of the machine, out of the referee's newest snapshot."""
        with self._bell:
            clock = None if snapshot.get("question") or snapshot.get("refusal") else snapshot.get("clock")
            self._programme.watch(str(snapshot.get("machine", {}).get("state", "")), self._clock(), clock)
            self._ring()

    def close(self) -> None:
        with self._bell:
            self._closed = True
            self._ring()
        self._thread.join(2.0)

    def _ring(self) -> None:
        self._news = True
        self._bell.notify()
        if self._thread.ident is None:
            self._thread.start()

    def _draw(self) -> None:
        try:
            while True:
                with self._bell:
                    if self._closed:
                        break
                    self._news = False
                    picture, due = self._programme.picture(self._clock())
                self._display.show(picture)
                with self._bell:
                    if not self._news:
                        self._bell.wait(max(0.0, due - self._clock()))
            self._display.show(blank(self._display.width))
            self._display.close()
        except Trouble as trouble:  # dark lamps spoil no game
            log.error("matrix trouble say=%s fix=%s", trouble.say, trouble.fix)
            self._report(trouble)
