"""Solves turns in which dice are thrown, some are kept and the others thrown again, for every hand of dice at once.

A hand is dice as they lie, their order forgotten; all hands from none to ``dice`` dice are numbered, few dice first.
Worths are arrays with a row for each hand; their columns are as many positions as one likes to solve together.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]
Whole = NDArray[np.intp]
NEVER = -np.inf  # what is worth a hand that cannot be had


class Hands:
    """All hands of so many dice and fewer."""

    def __init__(self, faces: tuple[str, ...], dice: int) -> None:
        self.faces = faces
        self.every = [hand for count in range(dice + 1) for hand in combinations_with_replacement(faces, count)]
        self.number = {hand: place for place, hand in enumerate(self.every)}
        sizes = np.array([len(hand) for hand in self.every])
        self.of_size = [slice(*np.flatnonzero(sizes == count)[[0, -1]] + (0, 1)) for count in range(dice + 1)]
        nothing = len(self.every)  # a row of its own: the hand that a die not there would be taken from
        more = [[self._with(hand, face) for face in faces] for hand in self.every[: self.of_size[-1].start]]
        self._more: Whole = np.array(more, dtype=np.intp)
        fewer = [[self._without(hand, face, nothing) for face in faces] for hand in self.every]
        self._fewer: Whole = np.array(fewer, dtype=np.intp)

    @property
    def whole(self) -> slice:
        """The hands of all dice."""
        return self.of_size[-1]

    def thrown(self, worth: Reals, dice: int | None = None) -> Reals:
        """What each hand is worth when dice are thrown to make it up to ``dice`` (or all) dice.

        Of ``worth`` only the rows of hands of so many dice are read; the rows of larger hands mean nothing after it.
        """
        rows, size = worth.copy(), len(self.of_size) - 1 if dice is None else dice
        for count in range(size - 1, -1, -1):
            here = self.of_size[count]
            rows[here] = rows[self._more[here]].mean(axis=1)
        return rows

    def chances(self, dice: int) -> Reals:
        """How likely each hand of so many dice is when they are thrown."""
        orders = [factorial(dice) / prod(map(factorial, Counter(hand).values())) for hand in self.every]
        chances: Reals = np.array(orders)[self.of_size[dice]] / len(self.faces) ** dice
        return chances

    def best_part(self, worth: Reals) -> Reals:
        """What each hand is worth when any part of it may be kept, nothing and all of it included."""
        rows = np.concatenate([worth, np.full((1, *worth.shape[1:]), NEVER)])
        for here in self.of_size[1:]:
            np.maximum(rows[here], rows[self._fewer[here]].max(axis=1), out=rows[here])
        return rows[:-1]

    def _with(self, hand: tuple[str, ...], face: str) -> int:
        return self.number[tuple(sorted((*hand, face), key=self.faces.index))]

    def _without(self, hand: tuple[str, ...], face: str, nothing: int) -> int:
        if face not in hand:
            return nothing
        place = hand.index(face)
        return self.number[hand[:place] + hand[place + 1 :]]


@cache
def hands(faces: tuple[str, ...], dice: int) -> Hands:
    return Hands(faces, dice)
