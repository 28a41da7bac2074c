"""Names a piece by its likeness to what was taught: each taught design, turned as it may lie."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.flat.places import named
from vision.network import network, planes
from vision.piece_set import PieceSet
from vision.pyramid import Pyramid

Floats = NDArray[np.float32]
TURNS = {"tiles": 2, "cards": 4, "tokens": 16}  # as a piece may lie in its place
_CHUNK = 64  # squares described at once


@dataclass(frozen=True)
class Likeness:
    """How a piece was named."""

    alike: tuple[tuple[str, float], ...]  # each design and how like it the piece is, -1 to 1; the likest first
    quarters: int  # turns from the upper left of its place to that of its art


class Album:
    """The designs of all sets of one kind."""

    def __init__(self, sets: Sequence[PieceSet]) -> None:
        self.kind = sets[0].kind
        self.points = {name: worth for one in sets for name, worth in one.points.items()}
        taught = [example for one in sets for example in one.examples]
        high, wide = taught[0].patch.shape[:2]
        self.aspect = wide / high
        self.names = tuple(dict.fromkeys(example.name for example in taught))
        turns = TURNS[self.kind]
        looks = [square for one in taught for turn in range(turns) for square in _squares(one.patch, self.kind, turn)]
        self._vectors = described(looks).reshape(len(taught), turns, -1)
        self._owner = np.array([self.names.index(example.name) for example in taught])

    def name(self, vectors: Floats) -> Likeness:
        """``vectors``: what the squares of one piece look like."""
        near = self._vectors @ vectors.ravel() * (len(vectors) ** -0.5)
        best = np.full(len(self.names), -1.0, np.float32)
        np.maximum.at(best, self._owner, near.max(1))
        turn = int(near.max(0).argmax())
        order = best.argsort()[::-1]
        alike = tuple((self.names[n], float(best[n])) for n in order)
        return Likeness(alike, round(turn * 4 / TURNS[self.kind]) % 4)


def described(squares: Sequence[Pixels]) -> Floats:
    """What each square looks like, as a unit vector; those of one piece count as one."""
    parts = [squares[n : n + _CHUNK] for n in range(0, len(squares), _CHUNK)]
    return np.concatenate([network("print")(planes(list(part))) for part in parts])


def _squares(patch: Pixels, kind: str, turn: int) -> list[Pixels]:
    """A taught piece lying so many turns further clockwise."""
    if kind == "tokens":
        high, wide = patch.shape[:2]
        way = cv2.getRotationMatrix2D(((wide - 1) / 2, (high - 1) / 2), -360 * turn / TURNS[kind], 1.0)
        patch = np.asarray(cv2.warpAffine(patch, way, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    else:
        patch = np.ascontiguousarray(np.rot90(patch, -turn * 4 // TURNS[kind]))
    high, wide = patch.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    return named(Pyramid(patch), corners, kind)
