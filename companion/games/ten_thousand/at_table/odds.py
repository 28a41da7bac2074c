"""The points a turn of Ten Thousand brings on average, exactly, for whoever plays for the most of them."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from companion.games.ten_thousand.points import DICE, FACES, House, points
from companion.odds.hands import NEVER, Reals, hands

STEP = 50  # all that counts is a multiple of it
MOST = 30_000  # at stake: with more nobody rolls on, whatever the house
HANDS = hands(FACES, DICE)
LOST = 0.0


@dataclass(frozen=True, eq=False)
class Stakes:
    """A turn before a throw: what it brings to throw, and to do the better of throwing and stopping."""

    throw: Reals  # [dice to throw, points at stake / STEP]
    best: Reals
    bust: Reals  # [dice to throw]: the chance that nothing counts

    def worth_of(self, dice: int, stake: int) -> float:
        """The better of the two, with these dice to throw and these points at stake."""
        return float(stake if stake >= MOST else self.best[dice, stake // STEP])

    def worth_of_throw(self, dice: int, stake: int) -> float:
        return float((1 - self.bust[dice]) * stake if stake >= MOST else self.throw[dice, stake // STEP])


@cache
def stakes(house: House, opened: bool, loss: int = 0) -> Stakes:
    """Every moment of a turn, the richest first; ``loss`` is what a bust costs besides the points at stake."""
    count = np.array([points(hand, house) or 0 for hand in HANDS.every])
    scores = count > 0
    size = np.array([len(hand) for hand in HANDS.every])
    left = np.arange(DICE + 1) - size[:, None]  # [hand kept, dice thrown] -> dice then
    after = np.where(left == 0, DICE if house.hot_dice else 0, left)
    possible = scores[:, None] & (left >= 0)
    chance = np.zeros((len(HANDS.every), DICE + 1))
    for dice in range(1, DICE + 1):
        rows = HANDS.of_size[dice]
        chance[rows, dice] = HANDS.chances(dice)

    most = MOST // STEP
    richest = int(count.max()) // STEP
    stop = np.arange(most + richest + 1) * float(STEP)
    if not opened:
        stop[: -(-house.opening // STEP)] = NEVER
    best = np.tile(stop, (DICE + 1, 1))
    best[0] = np.maximum(stop, -loss)  # without hot dice the last die laid aside ends the turn, well or not
    throw = np.full((DICE + 1, most), NEVER)
    bust = np.zeros(DICE + 1)
    for stake in range(most - 1, -1, -1):
        kept = np.where(possible, best[np.maximum(after, 0), (stake + count // STEP)[:, None]], NEVER)
        rolled = HANDS.best_part(kept)
        dead = rolled == NEVER
        bust = (chance * dead).sum(axis=0)
        throw[:, stake] = (chance * np.where(dead, -loss, rolled)).sum(axis=0)
        best[1:, stake] = np.maximum(best[1:, stake], throw[1:, stake])
    return Stakes(throw, best, bust)
