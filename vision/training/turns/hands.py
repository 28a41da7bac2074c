"""Hands and arms as solids, from the same limbs the painter has."""

import math
from functools import lru_cache
from itertools import pairwise

import numpy as np

from vision.render.hands import SKINS, SLEEVES, Limb, limbs
from vision.training.strangers.art import Look
from vision.training.strangers.shapes import Solid, bands

SIDES = 10
RISE = 0.1  # how fast a forearm rises from the table


@lru_cache(maxsize=32)
def ink(colour: tuple[int, int, int]) -> np.ndarray:
    """One picture for all hands of a colour, so that they share a material."""
    return bands(colour)


def hand_solids(
    at: tuple[float, float], arm_from: float, pose: str, skin: int, sleeve: int, height: float
) -> list[Solid]:
    """A hand over a spot and the arm it hangs on."""
    way = math.radians(arm_from + 180)
    ahead, right = np.array([math.cos(way), math.sin(way)]), np.array([math.sin(way), -math.cos(way)])
    bare, cuff = limbs(pose)
    made = []
    for parts, colour, rough in ((bare, SKINS[skin % len(SKINS)], 0.5), ((cuff,), SLEEVES[sleeve % len(SLEEVES)], 0.9)):
        points, faces = swept(parts)
        x, y, z = points.T
        there = np.column_stack([x[:, None] * right + y[:, None] * ahead + np.array(at), z + height + RISE * (60 - y)])
        there[:, 2] = np.maximum(there[:, 2], 0.3)
        places = np.full((sum(map(len, faces)), 2), 0.5)
        made.append(Solid("hand", there, faces, places, ink(colour), Look(rough)))
    return made


@lru_cache(maxsize=16)
def swept(parts: tuple[Limb, ...]) -> tuple[np.ndarray, list[list[int]]]:
    """Balls swept along limbs, each stretch a closed body; remeshing melts them into one."""
    points: list[np.ndarray] = []
    faces: list[list[int]] = []
    for limb in parts:
        for one, two in pairwise(limb):
            body, quads = capsule(np.array(one), np.array(two))
            faces += [[n + sum(map(len, points)) for n in quad] for quad in quads]
            points.append(body)
    return np.concatenate(points), faces


def capsule(one: np.ndarray, two: np.ndarray) -> tuple[np.ndarray, list[list[int]]]:
    """A body about the way from one ball to another; each is x, y, radius, height."""
    start, end = one[[0, 1, 3]], two[[0, 1, 3]]
    along = (end - start) / max(1e-6, float(np.linalg.norm(end - start)))
    side = np.cross(along, [0.0, 0.0, 1.0] if abs(along[2]) < 0.9 else [1.0, 0, 0])
    side /= np.linalg.norm(side)
    other = np.cross(along, side)
    rims = []
    for middle, radius, turns in ((start, one[2], (-1.45, -0.9, -0.4, 0.0)), (end, two[2], (0.0, 0.4, 0.9, 1.45))):
        for turn in turns:
            rims.append((middle + along * radius * math.sin(turn), radius * math.cos(turn)))
    round_ = np.arange(SIDES) * 2 * math.pi / SIDES
    points = np.concatenate(
        [mid + wide * (np.cos(round_)[:, None] * side + np.sin(round_)[:, None] * other) for mid, wide in rims]
    )
    quads = [
        [k * SIDES + n, k * SIDES + (n + 1) % SIDES, (k + 1) * SIDES + (n + 1) % SIDES, (k + 1) * SIDES + n]
        for k in range(len(rims) - 1)
        for n in range(SIDES)
    ]
    return points, [*quads, list(range(SIDES))[::-1], [(len(rims) - 1) * SIDES + n for n in range(SIDES)]]
