"""Which dice lean: those that point upwards another way than the table does."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.find_dice import Candidate
from vision.mounting import Mounting

Array = NDArray[np.float64]
FOCAL = 0.95  # in picture lengths, of a camera nothing is known about
LEAST_DICE = 3  # two that disagree do not tell which of them leans
ROUNDS, SOFT = 12, 0.05


def leans_by(dice: Sequence[Candidate], size: tuple[int, int], table: Mounting | None) -> list[float | None]:
    """How far each die points off the table's upright, as the sine of that angle; none where nothing tells.

    Without markers the dice tell together where up is: most of them lie flat.
    """
    if not dice or (table is None and len(dice) < LEAST_DICE):
        return [None] * len(dice)
    ways = sights(np.array([one.quad.mean(axis=0) for one in dice]), size, table)
    shown = np.array([one.up / longest_edge(one) for one in dice])  # as it appears, of length 1 where seen across
    up = commonest(upright(ways, shown)) if table is None else table.upright
    return [float(off) for off in np.linalg.norm(ways[:, :2] @ up - shown, axis=1)]


def sights(places: Array, size: tuple[int, int], table: Mounting | None) -> Array:
    """For each place in the picture: right, down and away as the camera there has them."""
    if table is not None:
        focal, centre = np.array(table.lens.focal), np.array(table.lens.centre)
    else:
        focal, centre = np.full(2, FOCAL * max(size)), (np.array(size) - 1) / 2
    away = np.hstack([(places - centre) / focal, np.ones((len(places), 1))])
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    right = np.cross([0.0, 1.0, 0.0], away)
    right /= np.linalg.norm(right, axis=1, keepdims=True)
    return np.stack([right, np.cross(away, right), away], axis=1)


def longest_edge(one: Candidate) -> float:
    """How long an edge of this die looks that is seen straight across."""
    a, b, c, d = one.quad.astype(np.float64)
    across, down = (b - a + c - d) / 2, (d - a + c - b) / 2
    return float(np.sqrt(max(np.linalg.eigvalsh(np.outer(across, across) + np.outer(down, down))[1], 1.0)))


def upright(ways: Array, shown: Array) -> Array:
    """Each die's upright in the camera's space: what is seen across, and the rest towards the camera."""
    rest = np.sqrt(np.clip(1 - (shown**2).sum(axis=1), 0.0, None))
    across = np.einsum("nij,ni->nj", ways[:, :2], shown)
    return np.asarray(across - rest[:, None] * ways[:, 2])


def commonest(directions: Array) -> Array:
    """The direction most agree on; a few that point elsewhere hardly count."""
    up = np.median(directions, axis=0)
    for _ in range(ROUNDS):
        weight = 1 / (np.linalg.norm(directions - up, axis=1) + SOFT)
        up = (directions * weight[:, None]).sum(axis=0) / weight.sum()
    return np.asarray(up / np.linalg.norm(up))
