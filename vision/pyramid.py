"""One picture at halved sizes, so that a large die is cut as cleanly as a small one."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels

Floats = NDArray[np.float32]


class Pyramid:
    """Halves are made when first asked for."""

    def __init__(self, pixels: Pixels) -> None:
        self.levels = [pixels]

    @property
    def width(self) -> int:
        return int(self.levels[0].shape[1])

    @property
    def height(self) -> int:
        return int(self.levels[0].shape[0])

    def level(self, factor: float) -> int:
        """Which halving to cut from when the cut shrinks by ``factor``."""
        return self.halved(factor / 2**0.2)

    def halved(self, factor: float) -> int:
        """The last halving that is no smaller than the picture shrunk by ``factor``."""
        wanted = max(0, math.floor(math.log2(1 / max(factor, 1e-6)) + 1e-9))
        while len(self.levels) <= wanted and min(self.levels[-1].shape[:2]) >= 4:
            height, width = self.levels[-1].shape[:2]
            half = cv2.resize(self.levels[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
            self.levels.append(np.asarray(half, np.uint8))
        return min(wanted, len(self.levels) - 1)

    def cut(self, centre: Floats, side: float, size: int, level_with: complex = 1) -> Pixels:
        """A square of ``side`` pixels around a centre, as ``size`` x ``size``, turned so that a direction is level."""
        level = self.level(size / side)
        turn = size / side * 2**level * level_with.conjugate()
        middle = complex(*((float(v) + 0.5) / 2**level - 0.5 for v in centre))
        shift = complex((size - 1) / 2, (size - 1) / 2) - turn * middle
        matrix = np.array([[turn.real, -turn.imag, shift.real], [turn.imag, turn.real, shift.imag]], np.float32)
        out = cv2.warpAffine(
            self.levels[level], matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(out, np.uint8)

    def flatten(self, quad: Floats, target: Floats, size: int) -> Pixels:
        """The picture under a quad, its corners coming to lie at ``target``."""
        return self.unroll(quad, target, (size, size), size / math.sqrt(max(float(cv2.contourArea(quad)), 1.0)))

    def unroll(self, quad: Floats, target: Floats, size: tuple[int, int], factor: float | None = None) -> Pixels:
        """The same in a picture of any size, ``factor`` smaller than the quad is."""
        if factor is None:
            factor = math.sqrt(float(cv2.contourArea(target)) / max(float(cv2.contourArea(quad)), 1.0))
        level = self.level(factor)
        there = ((quad + 0.5) / 2**level - 0.5).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(there, target)
        out = cv2.warpPerspective(
            self.levels[level], matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(out, np.uint8)
