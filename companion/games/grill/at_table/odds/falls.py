"""Every way a turn's dice can fall and be laid aside, as arrays: what no grill changes, built once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, groupby
from math import factorial

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]
Whole = NDArray[np.intp]


@dataclass(frozen=True)
class Dice:
    """The dice of a turn: what each face counts and on how many of its six sides an ordinary die shows it."""

    faces: tuple[str, ...]
    values: tuple[int, ...]
    sides: tuple[int, ...]
    ordinary: int
    golden: tuple[int, ...] = ()  # the sides of the golden die, face by face; () where it is not played

    @property
    def worm(self) -> int:
        """The bit of the worm in a mask of faces."""
        return 1 << self.faces.index("worm")

    def mask(self, kept: Mapping[str, int]) -> int:
        return sum(1 << self.faces.index(face) for face, count in kept.items() if count)

    def total(self, kept: Mapping[str, int]) -> int:
        return sum(self.values[self.faces.index(face)] * count for face, count in kept.items())


@dataclass(frozen=True)
class Level:
    """The states with equally many faces kept: to solve them, only the level with one face more is needed.

    A row is one roll in one state; its columns in ``keeps`` are the states that keeping each open face leads to
    (a face that was not rolled leads to the worthless state past the end). Rolls of repeats have no row, but ``dead``.
    """

    rolling: slice  # the states of this level with dice to roll, in the order of their rows
    of_state: Whole  # row -> its place within ``rolling``
    keeps: tuple[Whole, ...]  # one column per open face
    doubles: Whole  # the rows whose first column keeps two or more of the first face: in Deluxe, of 1s
    chance: Reals


@dataclass(frozen=True)
class Falls:
    """The states of a turn before a roll, numbered, and the levels in the order in which they can be solved."""

    dice: Dice
    number: Whole  # [mask of kept faces, ordinary dice left, golden die left, sum] -> state; past the end: none
    mask: Whole
    sum: Whole
    dead: Reals  # the chance that the next roll shows kept faces only
    levels: tuple[Level, ...]


@lru_cache
def falls(dice: Dice) -> Falls:
    """All that can happen in a turn with these dice."""
    hands = list(_hands(dice))
    largest = (dice.ordinary + bool(dice.golden)) * max(dice.values)
    states = sum(len(sums) for *_, sums in hands)
    number = np.full((1 << len(dice.faces), dice.ordinary + 1, 2, largest + 1), states, dtype=np.intp)
    masks, totals = np.empty(states, dtype=np.intp), np.empty(states, dtype=np.intp)
    end = 0
    for mask, left, golden, sums in hands:
        here = slice(end, end := end + len(sums))
        number[mask, left, golden, sums], masks[here], totals[here] = np.arange(here.start, end), mask, sums
    dead = np.zeros(states)
    rolling = [hand for hand in hands if _can_roll(dice, hand)]
    by_level = [list(level) for _, level in groupby(rolling, key=lambda hand: hand[0].bit_count())]
    levels = tuple(_level(dice, number, dead, level) for level in reversed(by_level))
    return Falls(dice, number, masks, totals, dead, levels)


Hand = tuple[int, int, int, list[int]]  # mask of kept faces, ordinary dice left, golden die left, possible sums


def _can_roll(dice: Dice, hand: Hand) -> bool:
    mask, left, golden, _ = hand
    return left + golden > 0 and mask.bit_count() < len(dice.faces)


def _hands(dice: Dice) -> Iterator[Hand]:
    """Everything a player can hold, sorted so that the hands of one level that can roll lie together."""
    hands = [
        (mask, left, golden, sums)
        for mask in range(1 << len(dice.faces))
        for left in range(dice.ordinary + 1)
        for golden in ((0, 1) if dice.golden else (0,))
        if (sums := _sums(dice.values, mask, dice.ordinary - left + (bool(dice.golden) and not golden)))
    ]
    yield from sorted(hands, key=lambda hand: (hand[0].bit_count(), _can_roll(dice, hand)))


def _sums(values: tuple[int, ...], mask: int, count: int) -> list[int]:
    """What this many dice add up to when they show the faces of the mask, each at least once, and no other."""
    kept = [value for bit, value in enumerate(values) if mask >> bit & 1]
    if count < len(kept) or (count and not kept):
        return []
    return sorted({sum(kept) + sum(more) for more in combinations_with_replacement(kept, count - len(kept))})


@lru_cache
def _orders(dice: int, kinds: int) -> tuple[Whole, Reals]:
    """All rolls as the count of each kind, and in how many orders each can fall."""
    rolls = [[roll.count(kind) for kind in range(kinds)] for roll in combinations_with_replacement(range(kinds), dice)]
    counts = np.array(rolls, dtype=np.intp).reshape(-1, kinds)
    factorials = np.array([factorial(n) for n in range(dice + 1)], dtype=float)
    return counts, factorials[dice] / factorials[counts].prod(axis=1)


def _rolls(dice: Dice, left: int, golden: int, open_faces: Whole) -> tuple[Whole, Whole, Reals]:
    """All rolls of a hand: ordinary dice on each open face, golden die on each (0 or 1), and how likely it is."""
    counts, orders = _orders(left, len(open_faces) + 1)  # the last kind: any face kept before
    chance = orders * (_odds(dice.sides, open_faces) ** counts).prod(axis=1)
    counts = counts[:, :-1]
    if not golden:
        return counts, np.zeros_like(counts), chance
    shows = np.eye(len(open_faces) + 1, len(open_faces), dtype=np.intp)  # one open face each, and none of them
    every_roll, every_show = np.divmod(np.arange(len(counts) * len(shows)), len(shows))
    return counts[every_roll], shows[every_show], chance[every_roll] * _odds(dice.golden, open_faces)[every_show]


def _odds(sides: tuple[int, ...], open_faces: Whole) -> Reals:
    """How likely a die is to show each open face, and last, any other."""
    shown = np.array(sides)[open_faces]
    return np.append(shown, sum(sides) - shown.sum()) / sum(sides)


def _level(dice: Dice, number: Whole, dead: Reals, hands: list[Hand]) -> Level:
    """Lay out the rolls of these hands row by row, and note how likely each hand is to roll nothing new."""
    blocks: list[Whole] = []  # per hand: open face, row -> state
    chances: list[Reals] = []
    doubles: list[NDArray[np.bool_]] = []
    rolls_of_state: list[Whole] = []
    for mask, left, golden, sums in hands:
        open_faces = np.array([face for face in range(len(dice.faces)) if not mask >> face & 1])
        counts, golden_counts, chance = _rolls(dice, left, golden, open_faces)
        taken = counts + golden_counts
        new = taken.any(axis=1)
        dead[number[mask, left, golden, sums]] = chance[~new].sum()
        live = new & (chance > 0)
        counts, golden_counts, taken = counts[live].T, golden_counts[live].T, taken[live].T
        values = np.array(dice.values)[open_faces]
        leads_to = number[
            (mask | 1 << open_faces)[:, None, None],
            (left - counts)[:, None, :],
            (golden - golden_counts)[:, None, :],
            np.array(sums)[:, None] + (values[:, None] * taken)[:, None, :],
        ]
        blocks.append(np.where(taken[:, None, :], leads_to, len(dead)).reshape(len(open_faces), -1))
        chances.append(np.tile(chance[live], len(sums)))
        doubles.append(np.tile((taken[0] >= 2) & (open_faces[0] == 0), len(sums)))
        rolls_of_state.append(np.full(len(sums), live.sum()))
    rolls = np.concatenate(rolls_of_state)
    first = int(number[hands[0][0], hands[0][1], hands[0][2], hands[0][3][0]])
    return Level(
        rolling=slice(first, first + len(rolls)),
        of_state=np.repeat(np.arange(len(rolls)), rolls),
        keeps=tuple(np.ascontiguousarray(column) for column in np.concatenate(blocks, axis=1)),
        doubles=np.flatnonzero(np.concatenate(doubles)),
        chance=np.concatenate(chances),
    )
