"""Looks over the whole table for cards and tiles whose outlines were not found: printed ones, and those face down."""

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.flat.compare_flat import Array, Comparer, Fit
from vision.flat.designs import PLAIN
from vision.flat.find_print import find_plain, find_print
from vision.flat.flat_reading import SURE, Reading, Sets, covered, seen_rims
from vision.flat.table_plane import Lying, TablePlane

_SIZES = [0.025 * 1.15**n for n in range(10)]  # half a piece's height, as a part of the picture's length
_FEW = 6  # of each size
_MOST, _MOST_PLAIN = 60, 20  # places that are worth a closer look
_PLAIN_LEFT = 0.06  # how much grain or dirt a plain side may show
_ALL_EDGES = 0.85  # how much of the outline of a plain piece shows that lies by itself
_BESIDE = 2.4  # from the middle of a piece to that of its neighbour, in halves of a piece
_OVERLAP = 0.15  # how much of one outline another may seem to take in
_SHIFTS = np.array(
    [[[1, 0, x], [0, 1, y], [0, 0, 1.0]] for x in np.linspace(-0.2, 0.2, 5) for y in np.linspace(-0.1, 0.1, 5)]
)
_SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


def anywhere(sets: Sets, readings: list[Reading], plane: TablePlane, picture: Pixels) -> list[Reading]:
    """The same and what else shows the print that all have in common, wherever on the table it lies."""
    found = list(readings)
    for taught, comparer in sets:
        sure = [one for one in readings if one.taught is taught and one.glance > SURE]
        if not sure:
            continue
        turns = [plane.turn(one.place) for one in sure]
        places = _free(find_print(picture, plane, comparer.designs, turns, light_on(sure)), sure)
        found += [Reading(fits, taught, comparer.designs) for fits in comparer.at(places) if fits]
    return found


def at_any_size(sets: Sets, picture: Pixels) -> list[Reading]:
    """Where no outline could be read: as if the camera hung straight above, pieces of any size, along its edges."""
    size = picture.shape[1], picture.shape[0]
    middle = (np.array(size) - 1) / 2
    found: list[Reading] = []
    for taught, comparer in sets:
        places: list[Array] = []
        for part in _SIZES:
            plane = TablePlane([Lying(middle, part * max(size) * np.eye(2))], size)
            places += find_print(picture, plane, comparer.designs, [0.0])[:_FEW]
        found += [Reading(fits, taught, comparer.designs) for fits in comparer.at(places) if fits]
    return found


def face_down(sets: Sets, readings: list[Reading], plane: TablePlane, picture: Pixels) -> list[Reading]:
    """What has the colour of the other tiles and no print, and ends where a tile would."""
    found: list[Reading] = []
    for taught, comparer in sets:
        lit = [one for one in readings if one.taught is taught and one.printed and one.glance > SURE]
        if not lit:
            continue
        turns = [plane.turn(one.place) for one in lit]
        known = [corners(one) for one in lit]
        grounds = np.log(comparer.ground_colours([one.fits[0] for one in lit]).clip(0.02))
        places = _free(find_plain(picture, plane, comparer.designs, turns, grounds, known), lit)[:_MOST_PLAIN]
        plain = [Reading([_fitted(comparer, place)], taught, comparer.designs) for place in places]
        whole = [one for one in plain if one.left < _PLAIN_LEFT and _within(corners(one), comparer.view.size)]
        found += _of_the_plain(whole, lit, comparer)
    return found


def _within(outline: NDArray[np.float32], size: tuple[int, int]) -> bool:
    return bool((outline > -1).all() and (outline < size).all())


def _of_the_plain(plain: list[Reading], lit: list[Reading], comparer: Comparer) -> list[Reading]:
    """Those beside another tile, and of the others only what shows all edges: a pale check of a cloth has three."""
    if not plain:
        return []
    rims = seen_rims(comparer.view, np.stack([one.place for one in plain]), comparer.designs)
    kept = [one for one, rim in zip(plain, rims, strict=True) if rim > _ALL_EDGES]
    while True:
        beside = covered([one.centre for one in plain], [*lit, *kept], _BESIDE)
        more = [one for one, near in zip(plain, beside, strict=True) if near and one not in kept]
        if not more:
            return kept
        kept += more


def light_on(readings: list[Reading]) -> Array:
    """As logarithms, for each channel."""
    return np.asarray(np.median([one.fits[0].gains for one in readings], axis=0))


def _free(places: list[Array], known: list[Reading]) -> list[Array]:
    """The likeliest places where no known piece lies."""
    taken = covered([place[:2, 2] for place in places], known)
    return [place for place, on_it in zip(places, taken, strict=True) if not on_it][:_MOST]


def beside_each_other(readings: list[Reading]) -> list[Reading]:
    """One reading for each place: what seems to lie across others is made of their parts."""
    kept: list[Reading] = []
    for one in sorted(readings, key=lambda one: (one.name == PLAIN, one.left)):
        outline = corners(one)
        most = _OVERLAP * cv2.contourArea(outline)
        if all(cv2.intersectConvexConvex(outline, corners(other))[0] < most for other in kept):
            kept.append(one)
    return kept


def _fitted(comparer: Comparer, place: Array) -> Fit:
    """A plain piece, moved a little to where its rim shows best and nothing but itself lies inside."""
    tried = place @ _SHIFTS
    rims = seen_rims(comparer.view, tried, comparer.designs)
    fits = comparer.plain(tried)
    return max(zip(rims, fits, strict=True), key=lambda pair: float(pair[0]) - 4 * pair[1].left)[1]


def corners(one: Reading) -> NDArray[np.float32]:
    """Of a piece, in the picture as it is read."""
    return np.asarray(cv2.perspectiveTransform(_SQUARE[None], one.place)[0], np.float32)
