"""The shadows solid pieces throw on the table: hard where they stand, soft where they end."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.lamp import GAMMA
from vision.render.lens import Doubles, Lens
from vision.render.scene import Light
from vision.render.solids import Solid, window

_AROUND = np.linspace(0, 2 * np.pi, 6, endpoint=False)
# Points of the lamp's disc a shadow is averaged over: one in the middle, six on a ring, five further out.
_LAMP_POINTS: Doubles = np.concatenate(
    [
        [[0.0, 0.0]],
        0.55 * np.stack([np.cos(_AROUND), np.sin(_AROUND)], -1),
        np.stack([np.cos(_AROUND[:5] * 1.2 + 0.5), np.sin(_AROUND[:5] * 1.2 + 0.5)], -1),
    ]
)


@dataclass(frozen=True, eq=False)
class Shade:
    """How much light is kept from each pixel of a box, 0 to 255."""

    x: int
    y: int
    dark: NDArray[np.uint8]


def shade_of(solid: Solid, lens: Lens, light: Light, on_z: float = 0.0) -> Shade | None:
    corners = solid.corners(solid.round_mm * 0.35)
    lamps = np.array(light.lamp) + np.c_[_LAMP_POINTS * light.lamp_mm, np.zeros(len(_LAMP_POINTS))]
    down = lamps[:, None, 2] - corners[None, :, 2]
    reach = (lamps[:, None, 2] - on_z) / np.maximum(down, 1.0)
    fallen = lamps[:, None] + (corners[None] - lamps[:, None]) * reach[..., None]
    foot = corners[corners[:, 2] < corners[:, 2].min() + solid.half[2]].copy()
    lifted = float(foot[:, 2].min()) - on_z
    foot[:, 2] = on_z
    fallen[..., 2] = on_z
    count = corners.shape[0]
    pixels = lens.project(np.concatenate([fallen.reshape(-1, 3), foot]))
    near = max(2.0, 2.2 * lens.px_per_mm(solid.centre))  # how far the dark of the nook under the piece reaches
    box = window(pixels, lens.size, margin=int(near * 2) + 2)
    if box is None:
        return None
    x, y, w, h = box
    local = pixels - (x, y)
    dark = np.zeros((h, w), np.uint16)
    one = np.zeros((h, w), np.uint8)
    for index in range(len(lamps)):
        one[:] = 0
        _polygon(one, local[index * count : (index + 1) * count])
        dark += one
    cast = cv2.GaussianBlur((dark / np.float32(len(lamps))).astype(np.float32), (0, 0), max(0.8, near * 0.25))
    one[:] = 0
    _polygon(one, local[len(lamps) * count :])
    nook = cv2.GaussianBlur(one, (0, 0), near) * np.float32(0.55 * np.exp(-lifted / 6.0))
    together = 255 - (255 - cast * np.float32(1 - light.room)) * (255 - nook) / np.float32(255)
    return Shade(x, y, together.astype(np.uint8))


def _polygon(board: NDArray[np.uint8], points: Doubles) -> None:
    hull = cv2.convexHull(points.astype(np.float32))
    cv2.fillConvexPoly(board, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


# What is left of a grey level when so much of the light is kept away.
_LEFT = np.array([255 * max(0.0, 1 - dark / 255) ** GAMMA for dark in range(256)])


def darken(picture: NDArray[np.uint8], shades: list[Shade]) -> None:
    """Take the light away; where shadows overlap the deeper one counts, for a lamp is hidden only once."""
    if not shades:
        return
    left, top = min(s.x for s in shades), min(s.y for s in shades)
    right = max(s.x + s.dark.shape[1] for s in shades)
    low = max(s.y + s.dark.shape[0] for s in shades)
    dark = np.zeros((low - top, right - left), np.uint8)
    for shade in shades:
        rows, columns = shade.dark.shape
        part = dark[shade.y - top : shade.y - top + rows, shade.x - left : shade.x - left + columns]
        np.maximum(part, shade.dark, out=part)
    kept = cv2.LUT(dark, _LEFT.astype(np.uint8))
    part = picture[top:low, left:right]
    cv2.multiply(part, cv2.merge([kept, kept, kept]), dst=part, scale=1 / 255)
