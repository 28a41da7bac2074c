"""Draws the printed mat and the loose markers as they lie on the table, flat and to scale."""

from functools import lru_cache

import cv2
import numpy as np

from vision.render.canvas import Art, Canvas, Colour, Point, arc
from vision.render.rooster import rooster, small_worm
from vision.table.zones import EDGE_MM, MARKER_MM, TOKEN_MM, Mat, Zone

PX_PER_MM = 4.5  # a marker's module is then a whole number of pixels
QUIET_MM = 6.0  # white around a marker
CAPITAL = 0.71  # how high a capital is, of its letters' size
_IVORY: Colour = (234, 245, 251)
_FELT: Colour = (216, 234, 228)
_LINE: Colour = (143, 168, 185)
_GHOST: Colour = (173, 200, 216)
_BARS: Colour = (203, 223, 234)
_PINK: Colour = (169, 170, 211)
_LABEL: Colour = (85, 106, 122)


@lru_cache(maxsize=8)
def marker_art(number: int) -> Art:
    """A marker with its white border."""
    side, quiet = round(MARKER_MM * PX_PER_MM), round(QUIET_MM * PX_PER_MM)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    black = cv2.aruco.generateImageMarker(book, number, side)
    framed = cv2.copyMakeBorder(black, quiet, quiet, quiet, quiet, cv2.BORDER_CONSTANT, value=255)
    # Ink is no black hole and paper no mirror.
    return np.asarray(cv2.cvtColor(np.clip(framed, 22, 240).astype(np.uint8), cv2.COLOR_GRAY2BGR), np.uint8)


@lru_cache(maxsize=4)
def sheet_art(mat: Mat) -> Art:
    """The whole mat; its first pixel is the top left corner of the sheet."""
    board = Canvas(round(mat.width * PX_PER_MM), round(mat.height * PX_PER_MM), _IVORY, finer=2)
    for zone in mat.zones:
        _draw_zone(board, mat, zone)
    if (corner := _free_corner(mat)) is not None:
        rooster(board, _on(mat, *corner), 28 / mat.width)
    # Paper gives back nine tenths of the light.
    art = np.asarray(cv2.convertScaleAbs(board.finished(), alpha=0.95), np.uint8)
    for number, (x, y) in enumerate(mat.markers):
        marker = marker_art(number)
        half = marker.shape[0] // 2
        left, top = round((x + EDGE_MM) * PX_PER_MM), round((mat.height - EDGE_MM - y) * PX_PER_MM)
        art[top - half : top + half, left - half : left + half] = marker
    return art


def _on(mat: Mat, x: float, y: float) -> Point:
    return (x + EDGE_MM) / mat.width, (mat.height - EDGE_MM - y) / mat.width


def _free_corner(mat: Mat) -> Point | None:
    """The rooster stands above the lower right marker, where there is room for him."""
    x, _ = mat.markers[2]
    taken = any(z.x - 14 < x < z.x + z.width + 14 and z.y < 28 + 28 and z.y + z.height > 28 for z in mat.zones)
    return None if taken else (x, 28.0)


def _draw_zone(board: Canvas, mat: Mat, zone: Zone) -> None:
    printed, unit = zone.printed, 1 / mat.width
    frame = _rounded(mat, zone, 4.0 if printed.felt else 2.0)
    if printed.felt:
        board.fill(frame, _FELT)
    board.stroke(frame, 0.3 * unit, _LINE, closed=True)
    if printed.bars:
        _draw_bars(board, mat, zone)
    x, y = zone.centre
    for part in printed.rings:
        spot, radius = _on(mat, zone.x + part * zone.width, y + 2), (TOKEN_MM / 2 + 1) * unit
        board.stroke(arc(spot, radius, radius, 0, 360), 0.25 * unit, _LINE)
    if printed.text:
        at = _on(mat, x, y + (5 if printed.bars else 0))
        board.text(printed.text, at, CAPITAL * printed.text_mm * unit, _GHOST, 0.2)
    for n in range(printed.marks):
        row = min(2, printed.marks - n // 2 * 2)
        spot = _on(mat, x + (n % 2 - (row - 1) / 2) * 8.5, y - 8 - n // 2 * 6)
        small_worm(board, spot, 7 * unit, _PINK)
    if printed.label:
        corner = (4.0, zone.height - 4.5) if printed.felt else (2.5, 2.0)
        label = printed.label.format(name=zone.own)
        board.label(label, _on(mat, zone.x + corner[0], zone.y + corner[1]), 2.7 * unit, _LABEL)


def _draw_bars(board: Canvas, mat: Mat, zone: Zone) -> None:
    bars = int(zone.width // 4)
    for bar in range(1, bars):
        x = zone.x + bar * zone.width / bars
        board.stroke([_on(mat, x, zone.y + 2), _on(mat, x, zone.y + zone.height - 2)], 0.6 / mat.width, _BARS)


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
