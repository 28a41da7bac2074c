"""Finds cards and tiles anywhere on a table of known slant: by what all have printed, or by their plain material."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.flat.designs import Designs
from vision.flat.find_discs import seen_from_above
from vision.flat.table_plane import Array, TablePlane

Floats = NDArray[np.float32]
_HALF = 13  # pixels of half the height of a piece, seen from above
_ALIKE = np.radians(5)  # pieces of a row lie turned alike
_LIKE = 0.3  # how much of the common print there must be
_TINT, _LIGHT = 0.06, 0.25  # how far colour and light of one material stray on one table, as logarithms
_OTHER_TINT, _OTHER_LIGHT = 0.12, 0.5  # and how far with all their print, and half in a shadow
_NEAR, _REACH = 6.0, 2.0  # how far light is followed beyond the pieces that show it: lengths, and how many of them
_FULL = 0.9  # how much of a piece must be of its material
_AROUND = 1.35  # as much larger is the field around a piece in which its material ends


@dataclass(frozen=True)
class _View:
    """The table seen from above, turned so that pieces lie upright in it or on one side."""

    flat: Floats
    back: Array  # from this view to the picture

    def place(self, x: float, y: float, quarter: int, aspect: float) -> Array:
        """From the square of a piece that lies here to the picture."""
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
        wide, high = _HALF * aspect, _HALF
        place = self.back @ np.array([[c * wide, -s * high, x], [s * wide, c * high, y], [0, 0, 1.0]])
        return np.asarray(place / place[2, 2])


def find_print(
    picture: Pixels, plane: TablePlane, designs: Designs, turns: Sequence[float], light: Array | None = None
) -> list[Array]:
    """Where pieces may lie, the likeliest first; ``turns`` is how others of their kind lie on the table.

    Pieces are laid along the table's edge or across it, so each turn is tried in all four quarters. Where the
    ``light`` on others is known, what has another colour is left out: the grain of wood can look like any print.
    """
    colour = None if light is None else np.log(_colour(designs).clip(0.02)) + light
    size = round(2 * _HALF * designs.aspect), 2 * _HALF
    common = np.asarray(cv2.resize(designs.common, size, interpolation=cv2.INTER_AREA), np.float32)
    found: list[tuple[float, Array]] = []
    for view in _views(picture, plane, turns):
        for quarter in range(4):
            art = np.ascontiguousarray(np.rot90(common, -quarter))
            high, wide = art.shape[:2]
            like = np.asarray(cv2.matchTemplate(view.flat, art, cv2.TM_CCOEFF_NORMED), np.float32)
            if colour is not None:
                seen = np.asarray(cv2.boxFilter(view.flat, -1, (wide, high), anchor=(0, 0)))
                tint, change = _strays(np.asarray(seen[: like.shape[0], : like.shape[1]], np.float32), colour)
                like[(tint > _OTHER_TINT) | (change > _OTHER_LIGHT)] = 0
            for y, x in _peaks(like, _LIKE):
                place = view.place(x + (wide - 1) / 2, y + (high - 1) / 2, quarter, designs.aspect)
                found.append((float(like[y, x]), place))
    return _best(found)


def find_plain(
    picture: Pixels,
    plane: TablePlane,
    designs: Designs,
    turns: Sequence[float],
    grounds: Array,
    known: Sequence[Floats],
) -> list[Array]:
    """Where pieces may lie face down: as large as one, of their material in this light, and no larger.

    What lies within the corners of ``known`` pieces is theirs, though it is of the same material; ``grounds`` is
    the colour that material has on each of them, as logarithms.
    """
    found: list[tuple[float, Array]] = []
    for view in _views(picture, plane, turns):
        there = cv2.perspectiveTransform(np.stack(known), np.linalg.inv(view.back))
        tint, change = _strays(view.flat, _spread(grounds, there.mean(1), view.flat.shape[:2]))
        alike = ((change < _LIGHT) & (tint < _TINT)).astype(np.uint8)
        for corners in there:
            cv2.fillConvexPoly(alike, corners.round().astype(np.int32), 0)
        for quarter in range(2):
            wide, high = (2 * _HALF * side for side in ((designs.aspect, 1.0), (1.0, designs.aspect))[quarter])
            inner, outer = (_share(alike, wide * part, high * part) for part in (0.85, _AROUND))
            alone = np.where(inner > _FULL, inner + _AROUND**2 / (_AROUND**2 - 1) * (1 - outer), 0.0)
            centred = np.asarray(cv2.GaussianBlur(alone, (0, 0), 1.5), np.float32)  # the middle of where it could lie
            for y, x in _peaks(centred, _FULL / 2):
                found.append((float(centred[y, x]), view.place(x, y, quarter, designs.aspect)))
    return _best(found)


def _colour(designs: Designs) -> Array:
    return np.asarray(designs.common.reshape(-1, 3).mean(0), np.float64)


def _spread(colours: Array, spots: Array, shape: tuple[int, ...]) -> Array:
    """What colours at some spots tell of all others: light falls off evenly over a table."""
    middle = spots.mean(0)
    away = (spots - middle) / (_HALF * _NEAR)
    usual = np.median(colours, axis=0)
    hold = away.T @ away + np.eye(2)  # a few pieces beside each other tell little of the far end of the table
    slope = np.linalg.solve(hold, away.T @ (colours - usual))
    y, x = np.mgrid[: shape[0], : shape[1]]
    far = np.stack([x - middle[0], y - middle[1]], 2) / (_HALF * _NEAR)
    return np.asarray(usual + far.clip(-_REACH, _REACH) @ slope)


def _strays(seen: Floats, expected: Array) -> tuple[Floats, Floats]:
    """How far each point is from a colour and from its light, as logarithms; both are given as logarithms.

    In a channel that hardly gives light noise is large against it: each counts by what it gives.
    """
    gives = np.exp(expected)
    share = (3 * gives / gives.sum(-1, keepdims=True)).clip(0, 1).astype(np.float32)
    off = np.log(seen + np.float32(0.001)) - expected.astype(np.float32)
    mean = (off * share).sum(2) / share.sum(-1)
    tint = np.linalg.norm((off - mean[..., None]) * share, axis=2)
    return np.asarray(tint, np.float32), np.asarray(np.abs(mean), np.float32)


def _views(picture: Pixels, plane: TablePlane, turns: Sequence[float]) -> Iterator[_View]:
    factor = max(1, int(plane.size(plane.middle) / _HALF))  # many pixels are seen as one: their noise does not count
    size = max(1, picture.shape[1] // factor), max(1, picture.shape[0] // factor)
    small = picture if factor == 1 else cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    x, y = picture.shape[1] / size[0], picture.shape[0] / size[1]
    grown = np.array([[x, 0, (x - 1) / 2], [0, y, (y - 1) / 2], [0, 0, 1.0]])
    for turn in _distinct(turns):
        spin = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
        view = seen_from_above(picture, spin @ plane.flat(), _HALF)
        if view is not None:
            to_view, size = view
            flat = cv2.warpPerspective(
                small, to_view @ grown, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            yield _View(np.asarray(flat, np.float32) / np.float32(255), np.asarray(np.linalg.inv(to_view), np.float64))


def _distinct(turns: Sequence[float]) -> list[float]:
    """Turns that differ, a quarter being none."""
    kept: list[float] = []
    for turn in turns:
        if not any(abs((turn - other + np.pi / 4) % (np.pi / 2) - np.pi / 4) < _ALIKE for other in kept):
            kept.append(turn)
    return kept


def _share(alike: NDArray[np.uint8], wide: float, high: float) -> Floats:
    """How much of a field of this size is so, around each point."""
    size = 2 * round((wide - 1) / 2) + 1, 2 * round((high - 1) / 2) + 1
    return np.asarray(cv2.blur(alike.astype(np.float32), size, borderType=cv2.BORDER_CONSTANT))


def _peaks(height: Floats, least: float) -> NDArray[np.intp]:
    tops = cv2.dilate(height, np.ones((_HALF, _HALF), np.uint8))
    return np.argwhere((height == np.asarray(tops)) & (height > least))


def _best(found: list[tuple[float, Array]]) -> list[Array]:
    return [place for _, place in sorted(found, key=lambda pair: -pair[0])]
