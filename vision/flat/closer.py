"""Lays taught art over pieces whose look leaves doubt: slower, but it sees a stroke, or a colour against its ground."""

from collections.abc import Sequence

import numpy as np

from vision.flat.compare_flat import Comparer, View
from vision.flat.designs import Designs
from vision.flat.find_flat import Found
from vision.flat.places import Floats
from vision.pyramid import Pyramid

Left = dict[str, float]  # what each design leaves over of a piece, as a part of its brightness
_MOST = 4  # designs that are laid exactly


def overlaid(picture: Pyramid, designs: Sequence[Designs], quads: Sequence[Floats]) -> list[Left]:
    """For each piece what the likeliest designs of its kind leave over."""
    view, found = View(picture.levels[0]), [_outlined(quad, designs[0].disc) for quad in quads]
    told: list[Left] = [{} for _ in quads]
    for one in designs:
        comparer = Comparer(view, one)
        trials = (comparer.discs if one.disc else comparer.quads)(found, most=_MOST)
        for left, fits in zip(told, trials, strict=True):
            for fit in fits:
                name = one.names[fit.design]
                left[name] = min(fit.left, left.get(name, 1.0))
    return told


def _outlined(quad: Floats, disc: bool) -> Found:
    a, b, c, d = quad.astype(np.float64)
    centre = (a + b + c + d) / 4
    return Found(disc, centre, np.stack([(b + c) / 2 - centre, (c + d) / 2 - centre], 1), 1.0)
