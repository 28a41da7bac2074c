"""Knows where on a mat pieces lie, and cuts those places, and squares of pieces, out of a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.pyramid import Pyramid
from vision.table.mounting import Mounting
from vision.table.zones import CARD_MM, TILE_MM, TOKEN_MM, Mat, Zone

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
SEEN = 64  # pixels of a place as it is looked at first
NAMED = 48  # and of a square of the piece in it, as it is named
WIDER = 1.6  # how much more than the piece is looked at around its place, across and down
MARGIN = 1.1  # and around a square of it once it is known where it lies
SIZES = {"tiles": TILE_MM, "cards": CARD_MM, "tokens": (TOKEN_MM, TOKEN_MM)}
PILE_MM = 15.0  # half-way up the tiles a player may have won
Part = tuple[float, float, float, float]  # of a piece: left, top, width and height
PARTS: dict[str, tuple[Part, ...]] = {  # small print needs a square of its own
    "tokens": ((0, 0, 1, 1),),
    "tiles": ((0, 0, 1, 0.5), (0, 0.5, 1, 0.5)),
    "cards": ((0, 0, 0.5, 0.5), (0.5, 0, 0.5, 0.5), (0, 0.5, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)),
}
CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)  # of a place, clockwise from its upper left


@dataclass(frozen=True)
class Place:
    """Where one piece may lie."""

    kind: str  # of piece set
    at_mm: tuple[float, float]
    size_mm: tuple[float, float]
    sideways: bool = False  # what is up on the piece points along x
    up_mm: float = 0.0  # how far above the table its upper side may be

    def window(self) -> Doubles:
        """What is looked at around it: corners in the marker frame."""
        half = CORNERS * np.array(self.size_mm) * WIDER / 2 * [1, -1]
        if self.sideways:
            half = half[:, ::-1] * [1, -1]
        return np.column_stack([half + self.at_mm, np.full(4, self.up_mm)])


def places_of(mat: Mat, kind: str, aspect: float) -> list[Place]:
    """Where pieces of a kind lie one by one; a field where they lie anywhere has none."""
    wide, high = SIZES[kind][1] * aspect, SIZES[kind][1]
    found: list[Place] = []
    for zone in mat.holding(kind.removesuffix("s")):
        x, y = zone.centre
        if zone.printed.felt:
            continue
        if zone.printed.rings:
            spots = [(zone.x + part * zone.width, y) for part in zone.printed.rings]
        else:
            rows = max(1, round(zone.height / high)) if not _sideways(zone, kind) else 1
            spots = [(x, zone.y + (row + 0.5) * zone.height / rows) for row in range(rows)]
        for spot in spots:
            found.append(Place(kind, spot, (wide, high), _sideways(zone, kind)))
            if zone.seat is not None and kind == "tiles":
                found.append(Place(kind, spot, (wide, high), _sideways(zone, kind), PILE_MM))
    return found


def _sideways(zone: Zone, kind: str) -> bool:
    return kind == "tiles" and zone.width > zone.height


def windows(places: Sequence[Place], table: Mounting) -> Floats:
    """Where each place is seen: the corners of its window in the picture."""
    corners = np.concatenate([place.window() for place in places])
    return table.to_pixels(corners).reshape(-1, 4, 2).astype(np.float32)


def around(quad: Floats) -> Floats:
    """The window of a piece that lies about there."""
    middle = quad.mean(0)
    return np.asarray(middle + (quad - middle) * WIDER, np.float32)


def glance(picture: Pyramid, window: Floats) -> Pixels:
    """A place as it is looked at first."""
    return picture.flatten(window, (CORNERS + 1) * (SEEN / 2) - 0.5, SEEN)


def found(window: Floats, told: Floats) -> Floats:
    """From what the first look tells, corners from -1 to 1 in the window, to the picture."""
    way = cv2.getPerspectiveTransform(CORNERS, window)
    return np.asarray(cv2.perspectiveTransform(told.reshape(1, 4, 2), way)[0], np.float32)


def named(picture: Pyramid, quad: Floats, kind: str) -> list[Pixels]:
    """The squares a piece is named by."""
    return [picture.flatten(quad, target(part), NAMED) for part in PARTS[kind]]


def target(part: Part) -> Floats:
    """Where the corners of a whole piece come to lie in a square of that part of it, some beyond its edges."""
    x, y, wide, high = part
    inner = NAMED / MARGIN
    return np.asarray(((CORNERS + 1) / 2 - [x, y]) / [wide, high] * inner + (NAMED - inner) / 2 - 0.5, np.float32)
