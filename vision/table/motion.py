"""Measures how much has moved since the last frame, and whether a hand reaches in."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Frame

SMALL = (160, 90)  # a die is still five pixels wide, and the sensor's noise is averaged away
CHANGED = 14  # grey levels between two frames
STRAYED = 22  # grey levels against the table at rest; slow light changes stay below
A_DIE = 4  # pixels: less is flicker
A_HAND = 0.02  # of the picture, and reaching in from its border
THE_CAMERA = 0.5  # of the picture: it is the camera or the lamp that moved


@dataclass(frozen=True)
class Glance:
    """What can be said of a frame in a millisecond, before anything is read."""

    frame: int
    seen_at: float
    moved: float  # share of the picture that changed since the frame before
    hand: bool  # something large reaches in from the border
    loose: bool  # something moves that no hand touches: dice are rolling
    light: float  # mean brightness, 0 to 255
    same: bool = False  # not one pixel differs from the frame before: no sensor does that

    @property
    def quiet(self) -> bool:
        return self.moved == 0


class Motion:
    """Compares each frame with the one before and with the table as it last lay at rest."""

    def __init__(self) -> None:
        self._before: NDArray[np.float32] | None = None
        self._exact: bytes = b""
        self._rest: NDArray[np.float32] | None = None  # the table as it last lay at rest, with an arm that rests on it
        self._bare: NDArray[np.float32] | None = None  # the same as it lay before that arm came
        self._arm: NDArray[np.uint8] = np.zeros(SMALL[::-1], np.uint8)  # where it rested

    def look(self, frame: Frame) -> Glance:
        small = cv2.resize(frame.pixels if frame.small is None else frame.small, SMALL, interpolation=cv2.INTER_AREA)
        grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
        now = grey.astype(np.float32)
        light = float(now.mean())
        now *= 100.0 / max(light, 1.0)  # a lamp dimmed is not a hand
        exact = frame.pixels[::16].tobytes()
        same, self._exact = exact == self._exact, exact
        moving = _mask(now, self._before, CHANGED)
        strayed = _mask(now, self._bare, STRAYED)
        resting = _reaching(strayed)  # what has come since, though it may lie still
        reaching = _reaching(strayed & _mask(now, self._rest, STRAYED))
        touched = cv2.dilate(reaching | resting | self._arm, np.ones((9, 9), np.uint8)) > 0
        area = int(np.count_nonzero(moving))
        loose = int(np.count_nonzero((moving > 0) & ~touched)) >= A_DIE
        self._before = now
        if self._rest is None:
            self._rest = self._bare = now
        return Glance(
            frame.number,
            frame.taken_at,
            area / moving.size if area >= A_DIE else 0.0,
            bool(reaching.any()),
            loose,
            light,
            same,
        )

    def settle(self) -> None:
        """Remember the last frame as the table at rest: whatever comes next is compared with it.

        Under an arm that rests on the table it is remembered as it was without: when the arm goes, nobody reaches in.
        """
        if self._before is not None:
            self._arm = _reaching(_mask(self._before, self._bare, STRAYED))
            bare = self._before if self._bare is None else self._bare
            self._rest, self._bare = self._before, np.where(self._arm > 0, bare, self._before)


def _reaching(strayed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The part of the picture that a hand covers: one large thing that reaches in from the border."""
    if np.count_nonzero(strayed) > THE_CAMERA * strayed.size:
        return np.zeros_like(strayed)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(strayed, connectivity=8)
    height, width = strayed.shape
    found = np.zeros_like(strayed)
    for label, (x, y, w, h, area) in enumerate(stats):
        border = x == 0 or y == 0 or x + w == width or y + h == height
        if label > 0 and border and area >= A_HAND * strayed.size:
            found[labels == label] = 1
    return found


def _mask(now: NDArray[np.float32], other: NDArray[np.float32] | None, level: float) -> NDArray[np.uint8]:
    if other is None:
        return np.zeros(now.shape, np.uint8)
    return np.asarray(np.abs(now - other) > level, np.uint8)
