"""Says where in a picture flat pieces may lie, about how large they are and how they are slanted."""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.network import network, planes
from vision.pyramid import Pyramid

Floats = NDArray[np.float32]
STRIDE, BLOCK = 4, 32  # the spotter's cells, and what its picture's sides are multiples of, in its pixels
LONG_SIDE = 640  # of the picture it is shown
FINER = 1.5  # how much larger it is shown once more, for small pieces and busy cloths
CLOSER = 4  # how much smaller it is shown once more, for pieces that fill it
LARGE = 40.0  # half a side in the pixels it is shown in first from which it is seen better so
SMALL = 30.0  # and up to which where it is shown larger
LEAST = -2.0  # log odds of a piece from which a spot is looked at closely


@dataclass(frozen=True, eq=False)
class Spot:
    """Something like a flat piece."""

    round: bool
    heat: float  # the spotter's word, as log odds
    middle: Floats
    axes: Floats = field(repr=False)  # columns lead from the middle to those of two edges; which ones nobody knows

    @property
    def half(self) -> float:
        """Half the side of a square as large as the piece."""
        return float(np.sqrt(abs(np.linalg.det(self.axes))))

    def quad(self, aspect: float) -> Floats:
        """Its corners, clockwise, from one so that it is as wide and high as such a piece, and rather upright."""
        turns = [self.axes @ np.array([[c, -s], [s, c]]) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))]
        across, down = max(turns, key=lambda axes: _fits(axes, aspect)).T
        middle = self.middle
        return np.array(
            [middle - across - down, middle + across - down, middle + across + down, middle - across + down], np.float32
        )


def _fits(axes: Floats, aspect: float) -> tuple[bool, float]:
    wide, high = np.linalg.norm(axes, axis=0)
    return bool(aspect > _SQUARE or wide < high), float(axes[0, 0] / wide)


_SQUARE = 0.8  # pieces less slender than this may seem wide when slanted


def spots(picture: Pyramid) -> list[Spot]:
    """All there may be, the likeliest first."""
    usual = LONG_SIDE / max(picture.width, picture.height)
    large = [spot for spot in spots_at(picture, usual / CLOSER) if spot.half * usual > LARGE]
    small = [spot for spot in spots_at(picture, usual * FINER) if spot.half * usual * FINER < SMALL]
    return apart([*spots_at(picture, usual), *small, *large])


def spots_at(picture: Pyramid, factor: float) -> list[Spot]:
    """Those found in the picture shown so much smaller."""
    width, height = (max(BLOCK, round(side * factor)) for side in (picture.width, picture.height))
    source = picture.levels[picture.halved(factor)]
    shown = np.asarray(cv2.resize(source, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    scale = np.array([picture.width / width, picture.height / height], np.float32)
    return [
        replace(spot, middle=(spot.middle + 0.5) * scale - 0.5, axes=scale[:, None] * spot.axes)
        for spot in spots_shown(shown)
    ]


def spots_shown(shown: Pixels) -> list[Spot]:
    """Those found in just this picture."""
    high, wide = shown.shape[:2]
    whole = cv2.copyMakeBorder(shown, 0, -high % BLOCK, 0, -wide % BLOCK, cv2.BORDER_REPLICATE)
    told = network("spotter")(planes([np.asarray(whole, np.uint8)]))[0]
    found = []
    for n, heat in enumerate(told[:2]):
        peaks = (heat == cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > LEAST)
        for row, column in np.argwhere(peaks):
            right, down, *rough = told[2:, row, column]
            middle = (np.array([column + right, row + down], np.float32) + 0.5) * STRIDE - 0.5
            found.append(Spot(n == 0, float(heat[row, column]), middle, axes_from(np.array(rough), n == 0)))
    return found


def apart(found: list[Spot]) -> list[Spot]:
    """Of spots of one kind that are about the same the hottest."""
    kept: list[Spot] = []
    for one in sorted(found, key=lambda spot: -spot.heat):
        if not any(
            one.round == other.round and np.linalg.norm(one.middle - other.middle) < other.half / 2 for other in kept
        ):
            kept.append(one)
    return kept


def rough_of(quad: Floats) -> Floats:
    """Five numbers of a parallelogram that do not jump as it turns: three of its ellipse, two of where its edges lie.

    The former are the logarithm of the matrix that makes it of a circle; the latter tell the turn but for quarters.
    """
    a, b, c, d = quad.astype(np.float64)
    axes = np.stack([(b + c - a - d) / 4, (c + d - a - b) / 4], 1)
    if np.linalg.det(axes) < 0:  # seen in a mirror
        axes = axes[:, ::-1]
    lengths, ways = np.linalg.eigh(axes @ axes.T)
    stretch = ways @ np.diag(np.log(lengths) / 2) @ ways.T
    spin = ways @ np.diag(lengths**-0.5) @ ways.T @ axes
    turn = 4 * np.arctan2(spin[1, 0], spin[0, 0])
    return np.array([stretch[0, 0], stretch[0, 1], stretch[1, 1], np.cos(turn), np.sin(turn)], np.float32)


def axes_from(rough: Floats, disc: bool) -> Floats:
    """And back."""
    xx, xy, yy, c, s = rough.astype(np.float64)
    lengths, ways = np.linalg.eigh(np.array([[xx, xy], [xy, yy]]))
    ellipse = ways @ np.diag(np.exp(np.clip(lengths, -2, 8))) @ ways.T
    turn = 0.0 if disc else np.arctan2(s, c) / 4
    return np.asarray(ellipse @ [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]], np.float32)
