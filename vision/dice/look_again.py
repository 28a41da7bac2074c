"""What further looks at a die tell: shifted, turned, nearer, mirrored. Mistakes seldom repeat."""

import cmath
import math
from dataclasses import dataclass, replace

import numpy as np

from hardware.frame import Pixels
from vision.dice.find_dice import CUT, DIE, REACH, Candidate, Floats, chosen
from vision.network import network, planes
from vision.pyramid import Pyramid


@dataclass(frozen=True)
class Look:
    """One further look at a die."""

    aside: tuple[float, float]  # in face sides
    wider: float
    degrees: float
    mirrored: bool

    @property
    def way(self) -> complex:
        return cmath.rect(1.0, math.radians(self.degrees))

    def cut(self, picture: Pyramid, die: Candidate) -> Pixels:
        pixels = picture.cut(self._centre(die), die.side * self.wider * REACH, CUT, self.way)
        return np.asarray(pixels[:, ::-1]) if self.mirrored else pixels

    def quad(self, corners: Floats, die: Candidate) -> Floats:
        """The top face in the picture, by where the looker saw its corners in the cut."""
        across, down = corners.T
        seen = -across + 1j * down if self.mirrored else across + 1j * down
        there = seen * self.way * (die.side * self.wider * REACH / 2)
        quad = np.stack([there.real, there.imag], axis=1) + self._centre(die)
        return np.asarray(quad[::-1] if self.mirrored else quad, np.float32)

    def _centre(self, die: Candidate) -> Floats:
        return np.asarray(die.centre + np.array(self.aside) * die.side, np.float32)


LOOKS = (
    Look((0.0, 0.0), 1.0, 0.0, mirrored=True),
    Look((0.12, 0.0), 1.1, 15.0, mirrored=False),
    Look((-0.12, 0.0), 0.9, -15.0, mirrored=True),
    Look((0.0, 0.12), 1.0, -15.0, mirrored=False),
    Look((0.0, -0.12), 1.15, 15.0, mirrored=True),
    Look((0.0, 0.0), 0.85, 0.0, mirrored=False),
)


def further_quads(picture: Pyramid, die: Candidate) -> list[Floats]:
    """The corners of its top face at every look."""
    return [look.quad(corners, die) for look, corners in zip(LOOKS, chosen(looked(picture, die)), strict=True)]


def looked_again(picture: Pyramid, die: Candidate) -> Candidate:
    """The same, but whether it is a die is told by all looks together."""
    words = looked(picture, die)[:, DIE]
    return replace(die, die=(die.die + float(words.sum())) / (1 + len(words)))


def looked(picture: Pyramid, die: Candidate) -> Floats:
    """What the looker says at every look."""
    return network("looker")(planes([look.cut(picture, die) for look in LOOKS]))
