"""A camera that looks at a painted table and gives each shot of the play when it is due."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from companion.rehearsal.play import Play
from companion.rehearsal.stage import Shot
from hardware.frame import Frame, Pixels
from vision.render.paint import Painter

REST_SECONDS = 1 / 15
NOBODY = np.broadcast_to(np.uint8(128), (720, 1280, 3))  # an empty table, until somebody sits down at it


class PaintedCamera:
    """Paints the play as it goes on; when it is over, the table lies still."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._painter = Painter()
        self._shots: Iterator[Shot] = iter(())
        self._last: Shot | None = None
        self._number = 0
        self._due = clock()

    def show(self, play: Play) -> int:
        """Look at this play from now on; the number of its first frame."""
        self._last = Shot(play.shown, REST_SECONDS)
        self._shots = play.shots()
        return self._number + 1

    def read(self) -> Frame | None:
        self._number += 1
        shot = next(self._shots, None)
        if shot is None and self._last is None:
            return self._frame(NOBODY.copy(), REST_SECONDS)
        if shot is None:
            assert self._last is not None
            shot = replace(self._last, scene=replace(self._last.scene, hands=(), frame=self._number))
        self._last = shot
        return self._frame(self._painter.paint(shot.scene), shot.seconds)

    def _frame(self, pixels: Pixels, seconds: float) -> Frame:
        # A slow machine paints late, but the table's own clock goes on evenly.
        self._due = max(self._due + seconds, self._clock() - 0.5)
        self._sleep(max(0.0, self._due - self._clock()))
        return Frame(pixels, self._number, self._due, "painted")

    def read_after(self, moment: float) -> Frame | None:
        while (frame := self.read()) is not None and frame.taken_at <= moment:
            pass
        return frame

    def close(self) -> None:
        self._shots = iter(())
