"""Tells dice that nobody touched from dice that were moved or thrown, though the eye never measures quite the same."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.referee.belief import SAME_SPOT_SHARE, DieBelieved, apart
from vision.observation import Quad

RESTS = 3  # of a die left lying that are remembered
SAME_SPOT_MM = 7.0  # a die lying still is found again this close in the next reading


@dataclass(frozen=True)
class Close:
    """How alike two readings must be to be of one die that was not touched."""

    reach: float  # of the same spot
    turned_deg: float = 90.0
    same_face: bool = True  # or so close that it is the same die, whatever the eye makes of its face


NEARBY = Close(1.0)  # pushed at most
STILL = Close(0.36, 8.0, same_face=False)  # no throw ends so close, whatever the eye makes of its face
SURELY_STILL = Close(0.08, 3.0)  # close enough to tell somebody that he left it lying


def moved(before: Sequence[DieBelieved], now: Sequence[DieBelieved], close: Close = NEARBY) -> bool:
    """Whether these dice were thrown or carried: hardly any lies where one lay."""
    return bool(now) and len(stayed(before, now, close)) * 3 <= len(now)


def stayed(
    before: Sequence[DieBelieved], now: Sequence[DieBelieved], close: Close = NEARBY
) -> tuple[tuple[DieBelieved, DieBelieved], ...]:
    """The dice that lie where they lay, each with what it was."""
    left = list(before)
    pairs = []
    for die in now:
        near = [other for other in left if _same(die, other, close)]
        if near:
            left.remove(near[0])
            pairs.append((die, near[0]))
    return tuple(pairs)


def _same(die: DieBelieved, other: DieBelieved, close: Close) -> bool:
    reach = SAME_SPOT_MM if die.zone is not None else SAME_SPOT_SHARE * max(die.box[2], die.box[3])
    lies = apart(other.at, die.at) <= close.reach * reach and _turned(other, die) <= close.turned_deg
    return lies and (other.face == die.face or not close.same_face or _same(die, other, STILL))


def remember(before: Sequence[DieBelieved], now: Sequence[DieBelieved]) -> tuple[DieBelieved, ...]:
    """What was read of a die that nobody touched still tells what it shows."""
    same = dict(stayed(before, now, STILL))
    return tuple(replace(die, rests=(*same[die].rests[1 - RESTS :], *die.rests)) if die in same else die for die in now)


def one_golden(before: Sequence[DieBelieved], now: Sequence[DieBelieved], in_play: bool) -> tuple[DieBelieved, ...]:
    """A box has one golden die: in some light others seem golden too, even while nobody plays with it."""
    golden = [die for die in now if die.golden] if in_play else []
    if len(golden) > 1:
        same = dict(stayed(before, golden, STILL))
        golden = [die for die in golden if die not in same or same[die].golden] or golden
    right = max(golden, key=lambda die: die.sureness, default=None)
    return tuple(replace(die, golden=False) if die.golden and die is not right else die for die in now)


def _turned(one: DieBelieved, other: DieBelieved) -> float:
    """Degrees between two dice's edges; a quarter turn cannot be told from none.

    Seen askew a square's edges do not stand upright on each other, so each is compared with its like.
    """
    if one.quad is None or other.quad is None:
        return 0.0
    mine, theirs = _edges(one.quad), _edges(other.quad)
    return min(
        abs(sum((a - b + 180) % 360 - 180 for a, b in zip(mine, theirs[turn:] + theirs[:turn], strict=True))) / 4
        for turn in range(4)
    )


def _edges(quad: Quad) -> list[float]:
    """The directions of its edges in degrees, one after the other."""
    ends = zip(quad, (*quad[1:], quad[0]), strict=True)
    return [math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) for a, b in ends]
