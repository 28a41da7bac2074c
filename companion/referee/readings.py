"""The ways a table can be read, the likeliest first."""

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.referee.belief import DICE_ZONES, LEAST, DieBelieved, lay_out
from companion.referee.priors import BESIDE, FAR, READINGS
from companion.rules.pieces import Layout, golden
from vision.observation import COCKED, UNKNOWN

Option = tuple[float, str | None]  # how likely, and which piece lies there; none: nothing does


@dataclass(frozen=True)
class Reading:
    """One way to read all pieces of a kind."""

    weight: float  # logarithm of how likely it is
    lie: tuple[tuple[str | None, str], ...]  # zone and piece; "?" leans
    picks: tuple[str | None, ...]  # what each of them is taken for; none: nothing

    def layout(self, zones: frozenset[str]) -> Layout:
        return lay_out(zones, self.lie)


def dice_readings(dice: Sequence[DieBelieved]) -> Iterator[Reading]:
    return _readings([die.zone for die in dice], [_die_options(die) for die in dice])


def _die_options(die: DieBelieved) -> list[Option]:
    away = 1 - die.there
    if die.zone not in DICE_ZONES:
        away = max(away, math.exp(BESIDE))
    options = [_option(chance * die.there, _name(name, die.golden)) for name, chance in die.known]
    return sorted([*options, _option(away, None)], key=lambda option: -option[0])


def _name(name: str, gilded: bool) -> str:
    shown = UNKNOWN if name == COCKED else name
    return golden(shown) if gilded else shown


def _option(chance: float, piece: str | None) -> Option:
    return math.log(max(chance, LEAST)), piece


def _readings(zones: Sequence[str | None], options: Sequence[Sequence[Option]]) -> Iterator[Reading]:
    for weight, picks in likeliest(options, READINGS):
        lie = tuple((zone, pick) for zone, pick in zip(zones, picks, strict=True) if pick is not None)
        yield Reading(weight, lie, picks)


def likeliest(options: Sequence[Sequence[Option]], most: int) -> Iterator[tuple[float, tuple[str | None, ...]]]:
    """All combinations, the likeliest first: each differs from a likelier one in a single piece."""
    weight = sum(ranked[0][0] for ranked in options)
    open_ = [n for n, ranked in enumerate(options) if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < FAR]
    waiting: list[tuple[float, tuple[int, ...], int]] = [(-weight, (0,) * len(open_), 0)]
    for _ in range(most):
        if not waiting:
            return
        minus, steps, first = heapq.heappop(waiting)
        picks = [ranked[0][1] for ranked in options]
        for n, step in zip(open_, steps, strict=True):
            picks[n] = options[n][step][1]
        yield -minus, tuple(picks)
        for place in range(first, len(open_)):
            ranked, step = options[open_[place]], steps[place]
            if step + 1 < len(ranked):
                less = minus + ranked[step][0] - ranked[step + 1][0]
                heapq.heappush(waiting, (less, (*steps[:place], step + 1, *steps[place + 1 :]), place))
