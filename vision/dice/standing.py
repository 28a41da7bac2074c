"""Dice that seem to lean though they stand: a side was taken for the top, or corners of both were mixed up."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.dice.find_dice import Candidate, Floats, Proposal, face_side, look, look_closely, propose_near, same_die
from vision.dice.leaning import chances_of_leaning, looked_up, seen_levels
from vision.dice.plumb_line import Array
from vision.pyramid import Pyramid
from vision.table.mounting import Mounting

LOW = 0.5  # how far up must be seen across, of 1, for a side to be taken for a top
ELSEWHERE = 0.3  # face sides from where it was seen that are another face, not another look at it
AS_LARGE = 0.5  # how much smaller or larger than the others' tops, as a logarithm, one may be seen
STANDS = 0.02  # chance of leaning below which it stands plainly
THERE, ALIKE, UPRIGHT = 0.15, 0.2, 0.15  # how far the top may be off the place, the size, the upright expected of it


def stand_up(
    picture: Pyramid, dice: Sequence[Candidate], leaning: Sequence[float], cocked: float, table: Mounting | None
) -> dict[int, tuple[Candidate, float]]:
    """Of those called cocked, the true top face and its chance of leaning, if one is seen elsewhere on the die."""
    if max(leaning, default=0.0) < cocked or (len(dice) < 2 and table is None):
        return {}
    found: dict[int, tuple[Candidate, float]] = {}
    for n, (die, level) in enumerate(zip(dice, seen_levels(picture, dice, table), strict=True)):
        if leaning[n] < cocked:
            continue
        rest = [other for other in dice if other is not die]
        for top in (*top_above(picture, die, level), *tops_on(picture, die, rest)):
            leans = chances_of_leaning(picture, [top if other is die else other for other in dice], table)[n]
            if leans < STANDS:
                found[n] = replace(top, box=die.box), leans
                break
    return found


def top_above(picture: Pyramid, die: Candidate, level: Array) -> list[Candidate]:
    """The face seen where a side taken for the top ends above, if a low camera may have taken it so."""
    if math.hypot(*level) < LOW:
        return []
    quad = above(die.quad, level)
    wanted = Proposal(np.asarray(quad.mean(axis=0), np.float32), face_side(quad), 1 / (1 + math.exp(-die.heat)))
    top = look(picture, [wanted])[0]
    return [top] if as_expected(top, wanted, level) else []


def tops_on(picture: Pyramid, die: Candidate, others: Sequence[Candidate]) -> list[Candidate]:
    """Faces of the die that a larger picture shows elsewhere on it: its corners may be those of top and side mixed."""
    x, y, width, height = die.box
    usual = statistics.median(other.side for other in others or [die])
    return [
        top
        for top in look_closely(picture, propose_near(picture, die))
        if x < top.centre[0] < x + width
        and y < top.centre[1] < y + height
        and abs(math.log(top.side / usual)) < AS_LARGE
        and math.dist(top.centre, die.centre) > ELSEWHERE * die.side
        and not any(same_die(top, other) for other in others)
    ]


def above(side: Floats, level: Array) -> Floats:
    """The top face of an upright die one of whose sides is seen here; ``level`` is how its upright is seen."""
    corners = side.astype(np.float64)
    edges = np.roll(corners, -1, axis=0) - corners
    along = np.abs(edges @ level) / np.maximum(np.linalg.norm(edges, axis=1), 1e-6)
    first = 0 if along[0] + along[2] < along[1] + along[3] else 1  # an edge that runs across
    one, other = corners[[first, first + 1]], corners[[first + 2, (first + 3) % 4]]
    start, end = one if one.mean(axis=0) @ level > other.mean(axis=0) @ level else other
    up = np.array([*level, -math.sqrt(max(1 - float(level @ level), 1e-6))])
    across = np.array([*(end - start), -float((end - start) @ level) / up[2]])
    inward = np.cross(up, across)
    inward *= 1 if inward[2] > 0 else -1  # away from the camera
    return np.array([start, end, end + inward[:2], start + inward[:2]], np.float32)


def as_expected(top: Candidate, wanted: Proposal, level: Array) -> bool:
    """Whether a top face is seen there that points upwards as the table does."""
    near = math.dist(top.centre, wanted.centre) < THERE * wanted.side
    return near and abs(math.log(top.side / wanted.side)) < ALIKE and math.dist(looked_up(top), level) < UPRIGHT
