"""Remembers flat pieces while nothing changes around the dice: tiles lie still for long, and reading them is slow."""

from collections.abc import Sequence

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.observation import CardSeen, DieSeen, TileSeen, TokenSeen

Flat = tuple[tuple[TokenSeen, ...], tuple[CardSeen, ...], tuple[TileSeen, ...]]
Box = tuple[float, float, float, float]
BLOCK = 8  # pixels compared as one, so that noise does not count
CHANGED = 7.0  # grey levels a block differs by when something moved there
AROUND = 0.8  # of a die's box on each side: its shadow is its own


class Unchanged:
    """What the last look at the flat pieces said, and the picture it was said of."""

    def __init__(self) -> None:
        self._seen: Flat | None = None
        self._picture = np.zeros((0, 0), np.uint8)
        self._dice: list[Box] = []

    def still(self, grey: Pixels, dice: Sequence[DieSeen]) -> Flat | None:
        """The last reading, if the table looks as it did then but for where dice lie or lay."""
        now = _coarse(grey)
        if self._seen is None or now.shape != self._picture.shape:
            return None
        differs = np.asarray(cv2.absdiff(now, self._picture)) > CHANGED
        for x, y, w, h in [*self._dice, *(die.box for die in dice)]:
            left, top = (int(max(0.0, v) / BLOCK) for v in (x - AROUND * w, y - AROUND * h))
            right, down = (int(v / BLOCK) + 1 for v in (x + (1 + AROUND) * w, y + (1 + AROUND) * h))
            differs[top : max(down, 0), left : max(right, 0)] = False
        return None if differs.any() else self._seen

    def keep(self, grey: Pixels, dice: Sequence[DieSeen], seen: Flat) -> None:
        self._seen, self._picture, self._dice = seen, _coarse(grey), [die.box for die in dice]


def _coarse(grey: Pixels) -> Pixels:
    size = (max(1, grey.shape[1] // BLOCK), max(1, grey.shape[0] // BLOCK))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
