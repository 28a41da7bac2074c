"""Where a top face is by further looks at it: shifted, turned, nearer, mirrored. Wrong corners seldom agree."""

import cmath
import math
from dataclasses import dataclass

import numpy as np

from hardware.frame import Pixels
from vision.find_dice import CUT, REACH, Candidate, Floats, chosen
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
    out = network("looker")(planes([look.cut(picture, die) for look in LOOKS]))
    return [look.quad(corners, die) for look, corners in zip(LOOKS, chosen(out), strict=True)]
