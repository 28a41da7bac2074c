"""What the teaching wizards need from the eye: the dice in a frame, each with its upper face and its likeness."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from calibration.ground import Ground
from calibration.wording import Line, line
from hardware.frame import Pixels
from vision.dice.find_dice import Candidate
from vision.observation import Box, Point
from vision.piece_set import Patch, PieceSet
from vision.table.zones import Mat

Floats = NDArray[np.float32]
APART = 0.05  # of two boxes may be common to both


@dataclass(frozen=True, eq=False)
class Sight:
    """One die as seen: its flattened upper face, and what that looks like in four rotations."""

    patch: Patch
    looks: Floats  # 4 x n, unit vectors
    box: Box
    quad: Floats  # corners of the upper face
    cocked: bool = False
    sharp: bool = True

    @property
    def side(self) -> float:
        return float(np.linalg.norm(self.quad - np.roll(self.quad, 1, axis=0), axis=1).mean())


class Eye(Protocol):
    def look(self, pixels: Pixels) -> list[Sight]:
        """Every die in the picture."""
        ...

    def describe(self, patch: Patch) -> Floats:
        """What a patch looks like, in four rotations."""
        ...

    def tell_apart(self, made: PieceSet) -> tuple[Line, tuple[str, str]]:
        """How well the faces of a set can be told apart, and the weakest pair; a Trouble if two of them cannot."""
        ...


class RealEye:
    """The eye that plays, asked for its single steps."""

    def __init__(self, mats: Sequence[Mat] = ()) -> None:
        from calibration import learn  # loads the networks
        from vision import pyramid
        from vision.dice import find_dice, leaning, read_dice, read_faces

        self._learn, self._find, self._pyramid, self._read = learn, find_dice, pyramid, read_faces
        self._leaning, self._read_dice = leaning, read_dice
        self._ground = Ground(mats)

    def look(self, pixels: Pixels) -> list[Sight]:
        picture = self._pyramid.Pyramid(pixels)
        self._ground.look(pixels)
        seen = self._find.likely_dice(picture)
        found: list[Candidate] = []
        for one in seen:  # the likeliest first; what lies half under it is its shadow, for dice are shown apart
            if self._ground.holds(_middle(one.quad)) and all(self._find.shared(one.box, o.box) < APART for o in found):
                found.append(one)
        if not found:
            return []
        patches = self._read.patches_of(picture, [one.quad for one in found])
        looks = self._read.describe_turned(patches)[..., :-7]
        leaning = self._leaning.chances_of_leaning(picture, found, None)
        return [
            Sight(
                patch,
                look,
                one.box,
                one.quad,
                cocked=leans >= self._read_dice.LEANS,
                sharp=self._learn.edges_lost(picture, one) >= self._learn.SOFT,
            )
            for one, patch, look, leans in zip(found, patches, looks, leaning, strict=True)
        ]

    def describe(self, patch: Patch) -> Floats:
        return np.asarray(self._read.describe_turned([patch])[0, :, :-7], dtype=np.float32)

    def tell_apart(self, made: PieceSet) -> tuple[Line, tuple[str, str]]:
        views = [line("a view of {face}", face=example.name) for example in made.examples]
        report = self._learn.examine(made, views)
        return report.verdict(), report.weakest


def _middle(quad: Floats) -> Point:
    x, y = quad.mean(axis=0)
    return float(x), float(y)


def likeness(one: Floats, other: Floats) -> float:
    """How alike two faces are, however they lie: 1 for the same picture."""
    return float((one @ other[0]).max())
