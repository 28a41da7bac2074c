"""Cards and tiles lie in rows: beside each of them there may be another, whose outline was not found."""

import numpy as np

from vision.flat.compare_flat import Array, Comparer, axes_of, placed
from vision.flat.designs import PLAIN
from vision.flat.flat_reading import LIKELY, Reading, Sets, covered
from vision.flat.table_plane import TablePlane

# From card to card, in half widths: touching or a little apart in a row; rows may be shifted against each other.
_STEPS = [[(side * step, 0.0) for step in (2.0, 2.12, 2.25)] for side in (1, -1)] + [
    [(shift / 3, side * step) for shift in range(-3, 4) for step in (2.05, 2.25, 2.45)] for side in (1, -1)
]
_WAYS = [np.array([[[1, 0, x], [0, 1, y], [0, 0, 1.0]] for x, y in steps]) for steps in _STEPS]
_LIKE = 0.4  # what a neighbour must have in common with the others' print


def with_neighbours(sets: Sets, readings: list[Reading], plane: TablePlane) -> list[Reading]:
    """One card leads to the next."""
    known, waiting = list(readings), list(readings)
    while waiting:
        new: list[Reading] = []
        for taught, comparer in sets:
            tried = [spots for one in waiting if one.taught is taught for spots in _beside(one, comparer, known, plane)]
            if not tried:
                continue
            likeness = comparer.likeness(np.concatenate(tried))
            parts = np.split(likeness, np.cumsum([len(spots) for spots in tried])[:-1])
            likely = sorted(
                ((float(like.max()), spots[int(like.argmax())]) for like, spots in zip(parts, tried, strict=True)),
                key=lambda pair: -pair[0],
            )
            places = _apart([place for like, place in likely if like >= _LIKE])
            new += [Reading(fits, taught, comparer.designs) for fits in comparer.at(places) if fits]
        waiting = []
        for one in sorted(new, key=lambda one: one.left):
            if one.name != PLAIN and one.glance > LIKELY and not covered([one.centre], known)[0]:
                known.append(one)
                waiting.append(one)
    return known


def _beside(one: Reading, comparer: Comparer, known: list[Reading], plane: TablePlane) -> list[Array]:
    """On each of its four sides, where the next one could lie."""
    # How the piece leans is known better from the whole table than from its own print.
    flat = plane.flat() @ one.place
    flat /= flat[2, 2]
    here = np.linalg.inv(plane.flat()) @ placed(flat[:2, 2], axes_of(flat[None])[0])
    spots = []
    for ways in _WAYS:
        places = here @ ways
        places /= places[:, 2:, 2:]
        at = places[:, :2, 2]
        inside = ((at >= 0) & (at < comparer.view.size)).all(1)
        places = places[inside & ~covered(list(at), known)]
        if len(places):
            spots.append(places)
    return spots


def _apart(places: list[Array]) -> list[Array]:
    kept: list[Array] = []
    for place in places:
        if not any(np.abs(np.linalg.solve(other, place[:, 2])[:2]).max() < 0.7 for other in kept):
            kept.append(place)
    return kept
