"""Draws the printed mat and the loose markers as they lie on the table, flat and to scale."""

from functools import lru_cache

import cv2
import numpy as np

from vision.render import pictures
from vision.render.canvas import Art, Canvas, Colour, Point, arc
from vision.zones import EDGE_MM, MARKER_MM, Mat, Zone

PX_PER_MM = 4.5  # a marker's module is then a whole number of pixels
QUIET_MM = 6.0  # white around a loose marker
_IVORY: Colour = (228, 241, 248)
_LINE: Colour = (120, 138, 150)
_EMBER: Colour = (110, 150, 205)


@lru_cache(maxsize=16)
def marker_art(number: int, quiet_mm: float = QUIET_MM) -> Art:
    """A marker with its white border."""
    side, quiet = round(MARKER_MM * PX_PER_MM), round(quiet_mm * PX_PER_MM)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    black = cv2.aruco.generateImageMarker(book, number, side)
    framed = cv2.copyMakeBorder(black, quiet, quiet, quiet, quiet, cv2.BORDER_CONSTANT, value=255)
    # Ink is not black hole nor paper mirror.
    return np.asarray(cv2.cvtColor(np.clip(framed, 22, 247).astype(np.uint8), cv2.COLOR_GRAY2BGR), np.uint8)


@lru_cache(maxsize=4)
def sheet_art(mat: Mat) -> Art:
    """The whole mat; its first pixel is the top left corner of the sheet."""
    board = Canvas(round(mat.width * PX_PER_MM), round(mat.height * PX_PER_MM), _IVORY, finer=2)
    for zone in mat.zones:
        _draw_zone(board, mat, zone)
    rooster_at = _on(mat, *_free_corner(mat))
    pictures.chicken(board, (214, 230, 240), rooster_at, 22 / mat.width, rooster=True)
    art = board.finished()
    for number, (x, y) in enumerate(mat.markers):
        marker = marker_art(number)
        half = marker.shape[0] // 2
        left, top = round((x + EDGE_MM) * PX_PER_MM), round((mat.height - EDGE_MM - y) * PX_PER_MM)
        art[top - half : top + half, left - half : left + half] = marker
    return art


def _on(mat: Mat, x: float, y: float) -> Point:
    return (x + EDGE_MM) / mat.width, (mat.height - EDGE_MM - y) / mat.width


def _free_corner(mat: Mat) -> Point:
    """The rooster stands beside the lower right marker, where no mat has a zone."""
    x, _ = mat.markers[2]
    return x, 34.0 if mat.game == "rooster-run" else 172.0


def _draw_zone(board: Canvas, mat: Mat, zone: Zone) -> None:
    kind, _, name = zone.name.partition(":")
    line = 0.35 / mat.width
    board.stroke(_rounded(mat, zone, 4.0 if kind in ("tray", "aside", "pond") else 2.0), line, _LINE, closed=True)
    if kind == "grill":
        board.text(name, _on(mat, zone.x + zone.width / 2, zone.y + 3.2), 3.4 / mat.width, _LINE, 0.12)
    elif kind in ("place", "front", "card"):
        board.text(name, _on(mat, zone.x + 3.5, zone.y + 4.0), 3.6 / mat.width, _EMBER, 0.14)
    elif kind == "tray":
        pictures.worm(board, _EMBER, 2, _on(mat, zone.x + 9, zone.y + 7), 11 / mat.width, "plain", thick=0.14)


def _rounded(mat: Mat, zone: Zone, radius: float) -> list[Point]:
    points: list[Point] = []
    right, top = zone.x + zone.width - radius, zone.y + zone.height - radius
    for x, y, start in (
        (right, top, 270),
        (right, zone.y + radius, 0),
        (zone.x + radius, zone.y + radius, 90),
        (zone.x + radius, top, 180),
    ):
        r = radius / mat.width
        points += arc(_on(mat, x, y), r, r, start, start + 90)
    return points
