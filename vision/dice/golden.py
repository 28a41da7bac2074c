"""Which dice are golden: lamp light gilds them all, but a golden one is more golden than the others around it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.read_faces import Reading
from vision.dice.real_dice import Thing

Array = NDArray[np.float64]
HALF_WAY = 0.4  # of the way from an ordinary die's colour to a golden one's: neither
COLOURS_WORTH = 0.2  # what all of that way counts beside likeness, which goes from -1 to 1
LEAST_WAY = 8.0  # between two colours that most people tell apart at a glance


def gilded(dice: Sequence[Thing], ways: Mapping[str, Array]) -> list[Thing]:
    """The same, each golden or not by its likeness and by the colour of the others.

    ``ways`` lead from the colour of each ordinary face to that of the golden one.
    """
    return [replace(one, reading=_gilded(one, dice, ways)) for one in dice]


def _gilded(one: Thing, dice: Sequence[Thing], ways: Mapping[str, Array]) -> Reading:
    own, twin = one.reading, one.reading.twin
    others = [other.surface.colour for other in dice if other is not one and _sets(other.reading) == _sets(own)]
    if twin is None or own.face is None or not others:
        return own
    way = ways[own.face]
    if np.linalg.norm(way) < LEAST_WAY:
        return own
    further = float((np.array(one.surface.colour) - np.median(others, axis=0)) @ way / (way @ way))
    likeness = own.near - twin.near if own.golden else twin.near - own.near
    golden = likeness + COLOURS_WORTH * (further - HALF_WAY) > 0
    return own if golden == own.golden else twin


def _sets(reading: Reading) -> set[str]:
    return {reading.set_name, reading.twin.set_name if reading.twin else ""}
