"""Walks a turn backwards from its ends, so that every state knows the most it is worth and the chance to fail."""

from dataclasses import dataclass
from functools import reduce

import numpy as np

from companion.games.grill.at_table.odds.falls import Falls, Level, Reals

NEVER = -np.inf  # what a choice is worth that nobody has
ALIKE = 1e-12  # choices closer than this are worth the same: only the order of additions told them apart


@dataclass(frozen=True)
class Worth:
    """What it is worth in each state to stop, to roll on, and to take the better of the two.

    One entry per state, and a last one for the state that a face not rolled would lead to.
    """

    stop: Reals
    roll: Reals
    best: Reals


def most(falls: Falls, stop: Reals, dead: Reals, after_weasel: Worth | None = None, *, double: float = 0.0) -> Worth:
    """The most that can be had from each state, given what stopping there and a roll of repeats are worth.

    ``after_weasel``: the same once the weasel is used. With it, each roll may be exchanged for one more.
    ``double``: what it brings besides to lay aside two of the first face.
    """
    roll, best = np.full_like(stop, NEVER), stop.copy()
    for level in falls.levels:
        here = level.rolling
        got = best[level.keeps[0]]
        got[level.doubles] += double
        for keep in level.keeps[1:]:
            np.maximum(got, best[keep], out=got)
        lost = dead[here]
        if after_weasel:
            got = np.maximum(got, after_weasel.roll[here][level.of_state])
            lost = np.maximum(lost, after_weasel.roll[here])
        roll[here] = _average(level, got) + falls.dead[here] * lost
        best[here] = np.maximum(stop[here], roll[here])
    return Worth(stop, roll, best)


def chance_to_fail(
    falls: Falls,
    worth: Worth,
    stop: Reals,
    dead: Reals,
    after_weasel: tuple[Worth, Worth] | None = None,
    *,
    double: float = 0.0,
) -> Worth:
    """How likely a player fails who always takes the choice worth most and, of choices alike, the safest.

    ``stop`` and ``dead``: the chance to fail by stopping here or rolling repeats; ``after_weasel``: the worth and
    the chance to fail once the weasel is used.
    """
    roll, best = np.ones_like(stop), stop.copy()
    for level in falls.levels:
        here = level.rolling
        choices = [(worth.best[keep], best[keep]) for keep in level.keeps]
        choices[0][0][level.doubles] += double
        lost = dead[here]
        if after_weasel:
            again, fails = (each.roll[here] for each in after_weasel)
            choices.append((again[level.of_state], fails[level.of_state]))
            lost = np.minimum(lost, fails)
        roll[here] = _average(level, _safest(choices)) + falls.dead[here] * lost
        best[here] = _safest([(worth.stop[here], stop[here]), (worth.roll[here], roll[here])])
    return Worth(stop, roll, best)


def _safest(choices: list[tuple[Reals, Reals]]) -> Reals:
    """The chance to fail of the choice worth most; of those worth alike, the smallest."""
    most_worth = reduce(np.maximum, (worth for worth, _ in choices)) - ALIKE
    return reduce(np.minimum, (np.where(worth >= most_worth, fails, 1.0) for worth, fails in choices))


def _average(level: Level, got: Reals) -> Reals:
    """What the rolls of each state come to, each weighed by its chance."""
    states = level.rolling.stop - level.rolling.start
    return np.bincount(level.of_state, got * level.chance, minlength=states).astype(np.float64, copy=False)
