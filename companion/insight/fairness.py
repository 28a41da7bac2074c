"""Are the dice fair? Counts of each face, how likely fair dice are as uneven, and how many more rolls would tell."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import erfc, exp, lgamma, log, sqrt
from typing import Literal

import numpy as np

Verdict = Literal["too few", "fair", "odd", "unfair"]

EACH_AT_LEAST = 5.0  # below this expected count of a face the chi-square distribution is no good guide
ODD, UNFAIR = 0.05, 0.01  # how seldom fair dice are as uneven
LOADED = 0.25  # a face that comes up once in four: what we promise to find
POWER = 0.9  # as surely as this
TRIES = 4000


@dataclass(frozen=True)
class Fairness:
    counts: Mapping[str, int]
    expected: Mapping[str, float]
    p_value: float  # how likely fair dice are at least as uneven
    verdict: Verdict
    rolls_needed: int  # of one die, to find a face that comes up once in four; 0 if there are enough

    @property
    def rolls(self) -> int:
        return sum(self.counts.values())


def judge(faces: Iterable[str], sides: Mapping[str, int]) -> Fairness:
    """Weigh what the dice showed against what is printed on them: face -> on how many sides."""
    seen, all_sides = Counter(faces), sum(sides.values())
    counts = {face: seen[face] for face in sides}
    rolls = sum(counts.values())
    expected = {face: rolls * number / all_sides for face, number in sides.items()}
    needed = max(0, rolls_to_find(LOADED, tuple(sides.values())) - rolls)
    if not rolls or min(expected.values()) < EACH_AT_LEAST:
        return Fairness(counts, expected, 1.0, "too few", needed)
    uneven = sum((counts[face] - expected[face]) ** 2 / expected[face] for face in sides)
    chance = chi_square_above(uneven, len(sides) - 1)
    verdict: Verdict = "unfair" if chance < UNFAIR else "odd" if chance < ODD else "too few" if needed else "fair"
    return Fairness(counts, expected, chance, verdict, needed)


@cache
def rolls_to_find(share: float, sides: tuple[int, ...]) -> int:
    """How many rolls it takes until a face with this share is found out, as surely as POWER, at UNFAIR.

    By trying: the textbook's approximation is a tenth too hopeful.
    """
    printed = np.array(sides) / sum(sides)
    loaded = printed * (1 - share) / (1 - printed[0])
    loaded[0] = share
    chance = np.random.default_rng(1)

    def found(rolls: int) -> float:
        counts = chance.multinomial(rolls, loaded, size=TRIES)
        uneven = ((counts - rolls * printed) ** 2 / (rolls * printed)).sum(axis=1)
        return float(np.mean([chi_square_above(value, len(sides) - 1) < UNFAIR for value in uneven.tolist()]))

    low, high = 10, 20_000
    while high - low > 5:
        middle = (low + high) // 2
        low, high = (low, middle) if found(middle) >= POWER else (middle, high)
    return high


def chi_square_above(value: float, freedom: int) -> float:
    """The chance that a chi-square variable exceeds this: exact, by its recurrence in steps of two."""
    if value <= 0:
        return 1.0
    half = value / 2
    chance, start = (erfc(sqrt(half)), 0.5) if freedom % 2 else (exp(-half), 1.0)
    for step in range((freedom - 1) // 2):
        at = start + step
        chance += exp(at * log(half) - half - lgamma(at + 1))
    return min(1.0, chance)
