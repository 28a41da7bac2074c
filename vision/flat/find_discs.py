"""Finds discs of a known size on a table of known slant, on the busiest cloth: by votes of the edges around them."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.flat.find_flat import Found, gradients
from vision.flat.table_plane import Array, TablePlane

Bytes = NDArray[np.uint8]
RADIUS = 11  # of a disc in the flattened picture, in pixels
_MOST = 900  # pixels of the flattened picture's sides
_FAR = 0.3  # how small pieces are looked for, against the largest
_WAYS = 16  # directions an edge can have
_ASKEW = 1  # and by how many of them it may be off
_EDGE, _GRAIN = 3.5, 20  # how far an edge must stand out from the grain of the picture's smoothest part, in percent
_VOTES = 0.62  # how much of its rim a disc must show


def find_discs(picture: Pixels, plane: TablePlane, larger: float = 1.0) -> list[Found]:
    """The best seen first; ``larger`` is how large they are against the pieces the plane was fitted to."""
    view = seen_from_above(picture, plane.flat(), RADIUS / larger)
    if view is None:
        return []
    to_view, size = view
    flat = cv2.warpPerspective(picture, to_view, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    back = np.linalg.inv(to_view)
    found = []
    for x, y, share in discs_in(np.asarray(flat, np.uint8), _VOTES):
        place = back @ np.array([[RADIUS, 0, x], [0, RADIUS, y], [0, 0, 1.0]])
        place /= place[2, 2]
        centre = place[:2, 2]
        if (centre >= 0).all() and (centre < picture.shape[1::-1]).all():
            axes = place[:2, :2] - np.outer(centre, place[2, :2])
            found.append(Found(True, centre, axes, share))
    return sorted(found, key=lambda one: -one.clean)


def discs_in(flat: Pixels, least: float) -> list[tuple[int, int, float]]:
    """The middles of discs of RADIUS in a flattened picture, and how much of its rim each shows; at least so much."""
    votes = _votes(flat)
    peaks = (votes == cv2.dilate(votes, np.ones((RADIUS, RADIUS), np.uint8))) & (votes > least)
    return [(int(x), int(y), float(votes[y, x])) for y, x in np.argwhere(peaks)]


def seen_from_above(picture: Pixels, plane: Array, scale: float) -> tuple[Array, tuple[int, int]] | None:
    """From the picture to the table as seen from above, and how large that is; none where there is hardly any."""
    high, wide = picture.shape[:2]
    flat = np.diag([scale, scale, 1.0]) @ plane
    border = np.array([[x, y, 1.0] for x in np.linspace(0, wide - 1, 9) for y in np.linspace(0, high - 1, 33)])
    there = border @ flat.T
    there = there[there[:, 2] > _FAR * there[:, 2].max()]
    there = there[:, :2] / there[:, 2:]
    low = np.floor(there.min(0))
    size = np.minimum(np.ceil(there.max(0)) - low, _MOST).astype(int) + 1
    if size.min() < 4 * scale:
        return None
    return np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]]) @ flat, (int(size[0]), int(size[1]))


def _votes(flat: Pixels) -> NDArray[np.float32]:
    """How much of a disc's rim there is around each point: 1 all of it, 0 none."""
    across, down, _ = gradients(flat, 0.8)
    strength, angle = cv2.cartToPolar(across.astype(np.float32), down.astype(np.float32))
    ways = (angle * (_WAYS / np.pi) + 0.5).astype(np.uint8) % _WAYS
    grain = max(6.0, float(np.percentile(strength[::4, ::4], _GRAIN)))
    ways[strength < _EDGE * grain] = _WAYS
    high, wide = ways.shape
    votes = np.zeros((high + 2 * RADIUS, wide + 2 * RADIUS), np.uint8)
    for way in range(_WAYS):
        rim = cv2.dilate(cv2.LUT(ways, _table(way)), np.ones((3, 3), np.uint8))
        turn = way * np.pi / _WAYS
        x, y = round(RADIUS * np.cos(turn)), round(RADIUS * np.sin(turn))
        for dx, dy in ((x, y), (-x, -y)):
            votes[RADIUS + dy : RADIUS + dy + high, RADIUS + dx : RADIUS + dx + wide] += rim
    inner = votes[RADIUS:-RADIUS, RADIUS:-RADIUS].astype(np.float32) / (2 * _WAYS)
    return np.asarray(cv2.GaussianBlur(inner, (0, 0), 1.0), np.float32)


@cache
def _table(way: int) -> Bytes:
    """1 for the directions that count as this one."""
    near = [(way + off) % _WAYS for off in range(-_ASKEW, _ASKEW + 1)]
    return np.isin(np.arange(256), near).astype(np.uint8)
