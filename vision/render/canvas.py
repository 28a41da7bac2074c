"""A small drawing board: curves, discs and digits in units of its side, drawn large and made fine."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = tuple[float, float, float]  # blue, green, red
Point = tuple[float, float]  # 0 to 1, x right, y down
Art = NDArray[np.uint8]

_SHIFT = 4


@dataclass
class Canvas:
    """A board ``width`` x ``height`` pixels; lengths are in units of its width."""

    width: int
    height: int
    ground: Colour = (255.0, 255.0, 255.0)
    finer: int = 4  # drawn so many times larger
    _board: Art = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._board = np.empty((self.height * self.finer, self.width * self.finer, 3), np.uint8)
        cv2.rectangle(self._board, (0, 0), self._board.shape[1::-1], self.ground, cv2.FILLED)

    def stroke(self, points: Sequence[Point], width: float, colour: Colour, closed: bool = False) -> None:
        thick = max(1, round(width * self.width * self.finer))
        cv2.polylines(self._board, [self._fixed(points)], closed, colour, thick, cv2.LINE_AA, _SHIFT)

    def fill(self, points: Sequence[Point], colour: Colour) -> None:
        cv2.fillPoly(self._board, [self._fixed(points)], colour, cv2.LINE_AA, _SHIFT)

    def disc(self, at: Point, radius: float, colour: Colour) -> None:
        self.fill(arc(at, radius, radius, 0, 360), colour)

    def text(self, words: str, at: Point, height: float, colour: Colour, weight: float = 0.15) -> None:
        """Digits centred on a point, drawn with our own strokes so that no font is needed."""
        left = at[0] - height * (0.72 * len(words) - 0.12) / 2
        for index, sign in enumerate(words):
            for line in _GLYPHS[sign]:
                where = [(left + height * (0.72 * index + x), at[1] + height * (y - 0.5)) for x, y in line]
                self.stroke(where, height * weight, colour)

    def label(self, words: str, at: Point, height: float, colour: Colour) -> None:
        """Small print from its lower left; too small for a camera to read, so any plain font will do."""
        (x, y), tall = self._fixed([at])[0] >> _SHIFT, height * self.width * self.finer
        thick = max(1, round(tall / 16))
        cv2.putText(
            self._board, words, (int(x), int(y)), cv2.FONT_HERSHEY_SIMPLEX, tall / 30, colour, thick, cv2.LINE_AA
        )

    def finished(self) -> Art:
        return np.asarray(cv2.resize(self._board, (self.width, self.height), interpolation=cv2.INTER_AREA), np.uint8)

    def _fixed(self, points: Sequence[Point]) -> NDArray[np.int32]:
        # The centre of the first of the finer pixels is at (0.5, 0.5) of its own side.
        fine = np.asarray(points, np.float64) * self.width * self.finer - 0.5
        return np.round(fine * (1 << _SHIFT)).astype(np.int32)


def arc(at: Point, rx: float, ry: float, start: float, end: float) -> list[Point]:
    """Points on an ellipse, degrees clockwise from the right as the page is seen."""
    steps = max(6, int(abs(end - start) / 8))
    turns = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(at[0] + rx * math.cos(t), at[1] + ry * math.sin(t)) for t in turns]


def curve(points: Sequence[Point], closed: bool = False) -> list[Point]:
    """A smooth line through all the points."""
    knots = [points[-1], *points, points[0], points[1]] if closed else [points[0], *points, points[-1]]
    line: list[Point] = []
    for p, q, r, s in zip(knots, knots[1:], knots[2:], knots[3:], strict=False):
        for t in (i / 12 for i in range(12)):
            line.append(
                (
                    _between(p[0], q[0], r[0], s[0], t),
                    _between(p[1], q[1], r[1], s[1], t),
                )
            )
    return line if closed else [*line, points[-1]]


def turned(points: Sequence[Point], degrees: float, about: Point = (0.5, 0.5)) -> list[Point]:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    away = [(x - about[0], y - about[1]) for x, y in points]
    return [(about[0] + cos * x - sin * y, about[1] + sin * x + cos * y) for x, y in away]


def shade(colour: Colour, by: float) -> Colour:
    """Darker below 1, lighter above."""
    if by <= 1:
        return colour[0] * by, colour[1] * by, colour[2] * by
    blue, green, red = (c + (255 - c) * (by - 1) for c in colour)
    return blue, green, red


def _between(p: float, q: float, r: float, s: float, t: float) -> float:
    return 0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t**2 + (3 * q - p - 3 * r + s) * t**3)


_SIX = [arc((0.3, 0.68), 0.25, 0.27, 0, 360), curve([(0.05, 0.68), (0.1, 0.38), (0.24, 0.16), (0.46, 0.05)])]
_GLYPHS: dict[str, list[list[Point]]] = {
    "0": [arc((0.3, 0.5), 0.25, 0.45, 0, 360)],
    "1": [[(0.1, 0.24), (0.36, 0.05), (0.36, 0.95)]],
    "2": [[*arc((0.3, 0.3), 0.24, 0.25, 185, 400), (0.06, 0.95), (0.56, 0.95)]],
    "3": [arc((0.27, 0.28), 0.22, 0.23, 205, 450), arc((0.27, 0.72), 0.26, 0.23, 270, 515)],
    "4": [[(0.42, 0.95), (0.42, 0.05), (0.04, 0.68), (0.57, 0.68)]],
    "5": [[(0.52, 0.05), (0.13, 0.05), (0.1, 0.43), *arc((0.28, 0.66), 0.26, 0.29, 232, 505)]],
    "6": _SIX,
    "7": [[(0.05, 0.05), (0.55, 0.05), (0.22, 0.95)]],
    "8": [arc((0.3, 0.27), 0.2, 0.22, 0, 360), arc((0.3, 0.72), 0.25, 0.23, 0, 360)],
    "9": [[(0.6 - x, 1 - y) for x, y in line] for line in _SIX],
}
