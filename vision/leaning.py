"""Which dice lean: those that point upwards another way than the table does."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.find_dice import REACH, Candidate, face_side
from vision.mounting import Mounting
from vision.network import network, planes
from vision.pyramid import Pyramid
from vision.sureness import leaning

Array = NDArray[np.float64]
CUT = 96  # pixels of the cut the plumb line is held to
FOCALS = (0.8, 1.0, 1.3, 1.7, 2.2, 3.0)  # in picture lengths, of a camera nothing is known about
BESIDE, LEAST_LOOK = 1.75, -1.0  # face sides to a die it can lean on; the looker's log odds that count without one
LEAST_DICE = 3  # two that disagree do not tell which of them leans
LOOKERS_SHARE = 0.2  # the looker's word on where up is counts beside the plumb line's
LEAST_SPREAD = 0.06  # no upright is known better than that
OVER = 0.75  # the sine of an angle no die leans by: then a side was taken for the top
ODD = 4.5  # likely errors after which more say no more
ROUNDS, SOFT = 12, 0.05


def chances_of_leaning(picture: Pyramid, dice: Sequence[Candidate], table: Mounting | None) -> list[float]:
    """How likely each die is cocked, by all that tells."""
    words = leans_by(picture, dice, table)
    return [leaning(one, word, beside(one, dice)) for one, word in zip(dice, words, strict=True)]


def leans_by(picture: Pyramid, dice: Sequence[Candidate], table: Mounting | None) -> list[float | None]:
    """Whether each die points off the table's upright, as log odds; none where nothing tells.

    Without markers the dice tell together where up is: most of them lie flat.
    """
    if table is None:
        return words_on(picture, dice, None) if len(dice) >= LEAST_DICE else [None] * len(dice)
    asked = [one for one in dice if may_lean(one, dice)]
    words = dict(zip(map(id, asked), words_on(picture, asked, table) if asked else (), strict=True))
    return [words.get(id(one)) for one in dice]


def may_lean(one: Candidate, dice: Sequence[Candidate]) -> bool:
    """Whether there is another to lean on, or the looker saw something."""
    return beside(one, dice) or sum(one.leans) / 2 > LEAST_LOOK


def beside(one: Candidate, dice: Sequence[Candidate]) -> bool:
    """Whether another die is near enough to lean on."""
    return any(other is not one and math.dist(one.centre, other.centre) < BESIDE * one.side for other in dice)


def words_on(picture: Pyramid, dice: Sequence[Candidate], table: Mounting | None) -> list[float | None]:
    """The plumb line's word on each of these; none where a side was taken for the top."""
    told = network("plumb")(planes([marked(picture, one.quad) for one in dice]))
    looked = np.array([one.up / longest_edge(one.quad) for one in dice])
    shown = (1 - LOOKERS_SHARE) * told[:, :2] + LOOKERS_SHARE * looked
    spread = np.exp(told[:, 2].astype(np.float64)) + LEAST_SPREAD
    places, size = np.array([one.quad.mean(axis=0) for one in dice]), (picture.width, picture.height)
    level = levels(places, table) if table is not None else agreed_levels(places, shown, spread, size)
    off = np.linalg.norm(level - shown, axis=1)
    words = network("lean")(np.hstack([told, told[:, :2] - level, level]).astype(np.float32))
    return [float(word) if o < OVER else None for o, word in zip(off, words[:, 0], strict=True)]


def marked(picture: Pyramid, quad: NDArray[np.float32]) -> Pixels:
    """A cut around a top face, with a fourth plane in which that face is white."""
    middle, reach = quad.mean(axis=0), face_side(quad) * REACH
    return with_face(picture.cut(middle, reach, CUT), (quad - middle) * (CUT / reach) + (CUT - 1) / 2)


def with_face(cut: Pixels, quad: NDArray[np.float32]) -> Pixels:
    face = np.zeros(cut.shape[:2], np.uint8)
    cv2.fillConvexPoly(face, np.round(quad * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return np.dstack([cut, face])


def levels(places: Array, table: Mounting) -> Array:
    """How the table's upright looks at each place."""
    return np.asarray(sights(places, table.lens.focal, table.lens.centre)[:, :2] @ table.upright)


def agreed_levels(places: Array, shown: Array, spread: Array, size: tuple[int, int]) -> Array:
    """The same where nothing is known but the dice: by the camera in which they agree best."""
    guesses = [levels_through(places, shown, spread, focal * max(size), size) for focal in FOCALS]
    return min(guesses, key=lambda level: misfit(np.linalg.norm(level - shown, axis=1), spread))


def levels_through(places: Array, shown: Array, spread: Array, focal: float, size: tuple[int, int]) -> Array:
    """By the upright most of them agree on, if the camera's focal length were this."""
    ways = sights(places, (focal, focal), ((size[0] - 1) / 2, (size[1] - 1) / 2))
    return np.asarray(ways[:, :2] @ commonest(upright(ways, shown), 1 / spread))


def misfit(off: Array, spread: Array) -> float:
    """How badly dice agree; the odd one out counts only so much."""
    return float(np.minimum(off / spread, ODD).sum())


def sights(places: Array, focal: tuple[float, float], centre: tuple[float, float]) -> Array:
    """For each place in the picture: right, down and away as the camera there has them."""
    away = np.hstack([(places - np.array(centre)) / np.array(focal), np.ones((len(places), 1))])
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    right = np.cross([0.0, 1.0, 0.0], away)
    right /= np.linalg.norm(right, axis=1, keepdims=True)
    return np.stack([right, np.cross(away, right), away], axis=1)


def longest_edge(quad: NDArray[np.float32]) -> float:
    """How long an edge of this die looks that is seen straight across."""
    a, b, c, d = quad.astype(np.float64)
    across, down = (b - a + c - d) / 2, (d - a + c - b) / 2
    return float(np.sqrt(max(np.linalg.eigvalsh(np.outer(across, across) + np.outer(down, down))[1], 1.0)))


def upright(ways: Array, shown: Array) -> Array:
    """Each die's upright in the camera's space: what is seen across, and the rest towards the camera."""
    rest = np.sqrt(np.clip(1 - (shown**2).sum(axis=1), 0.0, None))
    across = np.einsum("nij,ni->nj", ways[:, :2], shown)
    return np.asarray(across - rest[:, None] * ways[:, 2])


def commonest(directions: Array, trust: Array) -> Array:
    """The direction most agree on; a few that point elsewhere hardly count."""
    up = np.median(directions, axis=0)
    for _ in range(ROUNDS):
        weight = trust / (np.linalg.norm(directions - up, axis=1) + SOFT)
        up = (directions * weight[:, None]).sum(axis=0) / weight.sum()
    return np.asarray(up / np.linalg.norm(up))
