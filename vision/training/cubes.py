"""Cubes with rounded edges: how they lie, and where their art is."""

import math

import cv2
import numpy as np

CELLS = 10  # of each face of the rounded cube
# Right-hand axes of each side's art: where its x runs, where its y (downwards) runs; their product points inwards.
SIDES = [
    ((1, 0, 0), (0, -1, 0)), ((1, 0, 0), (0, 1, 0)), ((1, 0, 0), (0, 0, -1)),
    ((-1, 0, 0), (0, 0, -1)), ((0, 1, 0), (0, 0, -1)), ((0, -1, 0), (0, 0, -1)),
]  # fmt: skip
Rng = np.random.Generator


def outward(n: int) -> np.ndarray:
    across, down = SIDES[n]
    return -np.cross(across, down)


def about(axis: np.ndarray, angle: float) -> np.ndarray:
    return np.asarray(cv2.Rodrigues(axis / np.linalg.norm(axis) * angle)[0])


def lowest(turn: np.ndarray, side: float, round_: float) -> float:
    """How high the middle of a rounded cube is when it rests on the table."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * (side / 2 - round_)
    return float(-(corners @ turn.T)[:, 2].min() + round_)


def upward(rng: Rng) -> np.ndarray:
    """One of the 24 ways a cube can lie."""
    columns = [np.eye(3)[n] * rng.choice([-1, 1]) for n in rng.permutation(3)]
    turn = np.stack(columns, 1)
    if np.linalg.det(turn) < 0:
        turn[:, 0] *= -1
    return turn


def rounded(round_: float, ball: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points, quads and texture coordinates of a unit cube; the texture is a strip of six faces.

    Its edges are rounded, and what sticks out of a ball around it is cut off, as on many cheap dice.
    """
    steps = (1 - np.cos(np.linspace(0, math.pi, CELLS + 1))) / 2  # finer towards the edges
    u, v = (grid.ravel() for grid in np.meshgrid(steps, steps))
    first = (np.arange(CELLS)[:, None] * (CELLS + 1) + np.arange(CELLS)).ravel()
    cells = np.stack([first, first + CELLS + 1, first + CELLS + 2, first + 1], 1)
    points, quads, places = [], [], []
    for n, (across, down) in enumerate(SIDES):
        raw = outward(n) / 2 + np.outer(u - 0.5, across) + np.outer(v - 0.5, down)
        inner = np.clip(raw, -0.5 + round_, 0.5 - round_)
        away = raw - inner
        point = inner + away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9) * round_
        points.append(point * np.minimum(1.0, ball / np.linalg.norm(point, axis=1, keepdims=True)))
        places.append(np.stack([(n + 0.01 + 0.98 * u) / 6, 1 - (0.01 + 0.98 * v)], 1))
        quads.append(cells + n * len(raw))
    return np.concatenate(points), np.concatenate(quads), np.concatenate(places)
