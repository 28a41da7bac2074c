"""Top faces are squares that lie level: what is none, though it may be a die, is looked at again from nearby."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.dice.find_dice import Candidate, Floats, each_once
from vision.dice.leaning import LEAST_DICE, seen_levels
from vision.dice.look_again import further_quads
from vision.dice.plumb_line import Array
from vision.pyramid import Pyramid
from vision.table.mounting import Mounting

LIKELY = -1.0  # log odds of being a die from which it helps to tell where up is, and is worth another look
UNSURE = 0.04  # error the looker foretells, as a share of the side, from which corners may be quite wrong
CROOKED, BETTER = 0.22, 0.6  # how far from a level square, and how much less another look must be


def square_tops(picture: Pyramid, seen: Sequence[Candidate], table: Mounting | None) -> list[Candidate]:
    """The same, but corners that make no level square are taken from the look that makes the best one."""
    likely = [one for one in seen if one.word > LIKELY]
    if not any(one.error > UNSURE for one in likely):
        return list(seen)
    dice = each_once(likely)
    if table is None and len(dice) < LEAST_DICE:
        return list(seen)
    found: dict[int, Candidate] = {}
    for die, level in zip(dice, seen_levels(picture, dice, table), strict=True):
        off = crooked(die.quad, level)
        if die.error > UNSURE and off > CROOKED:
            best = min(further_quads(picture, die), key=lambda quad: crooked(quad, level))
            if crooked(best, level) < BETTER * off:
                found[id(die)] = replace(die, quad=best)
    return [found.get(id(one), one) for one in seen]


def crooked(quad: Floats, level: Array) -> float:
    """How far a face is from a square that lies level, if up is seen there as ``level`` says; 0 is not at all."""
    a, b, c, d = quad.astype(np.float64)
    towards = -math.sqrt(max(1 - float(level @ level), 1e-6))

    def lifted(edge: Array) -> Array:
        return np.array([*edge, -float(edge @ level) / towards])

    across, down, bent = (lifted(edge) for edge in ((b - a + c - d) / 2, (d - a + c - b) / 2, a + c - b - d))
    wide, high = (max(float(np.linalg.norm(edge)), 1e-6) for edge in (across, down))
    return (
        abs(math.log(wide / high))
        + abs(float(across @ down)) / (wide * high)
        + float(np.linalg.norm(bent)) / (wide + high)
    )
