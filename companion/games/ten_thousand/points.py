"""What dice of one roll count in Ten Thousand, by the rules of the house."""

from collections import Counter
from dataclasses import dataclass
from functools import cache

from companion.rules.hands import parts, without
from companion.rules.pieces import Face

DICE = 6
FACES = ("1", "2", "3", "4", "5", "6")
SINGLES = {"1": 100, "5": 50}
TRIPLES = {"1": 1000, "2": 200, "3": 300, "4": 400, "5": 500, "6": 600}


@dataclass(frozen=True)
class House:
    """What every house plays in its own way."""

    target: int = 10_000
    opening: int = 500  # a player's first points are no fewer at once
    straight: int = 1500  # all six faces in one roll; 0: they count nothing together
    three_pairs: int = 1500
    doubling: bool = True  # each die beyond three of a kind doubles them
    hot_dice: bool = True  # who has laid all six aside may roll them all again
    last_round: bool = True  # when somebody reaches the target, everybody else has one more turn
    three_busts: int = 0  # what three turns in a row without points cost


@cache
def points(dice: tuple[Face, ...], house: House) -> int | None:
    """The most these dice count where every one of them has to count; none where one does not."""
    counted = Counter(dice)
    ways = [_alike(counted, house)]
    if len(dice) == DICE:
        ways.append(house.straight if len(counted) == DICE else None)
        ways.append(house.three_pairs if all(count % 2 == 0 for count in counted.values()) else None)
    return max((way for way in ways if way), default=None)


def _alike(counted: "Counter[Face]", house: House) -> int | None:
    """Three and more of a kind, and the 1s and 5s that count alone."""
    total = 0
    for face, count in counted.items():
        if house.doubling and count >= 3:
            total += TRIPLES[face] << (count - 3)
            continue
        triples, singles = divmod(count, 3)
        if singles and face not in SINGLES:
            return None
        total += triples * TRIPLES[face] + singles * SINGLES.get(face, 0)
    return total


@cache
def idle(dice: tuple[Face, ...], house: House) -> Face:
    """The die without which the others count, or the first that never counts alone."""
    counting = (face for face in dice if points(without(dice, (face,)), house))
    return next(counting, next((face for face in dice if face not in SINGLES), dice[0]))


@cache
def anything_counts(dice: tuple[Face, ...], house: House) -> bool:
    return any(points(part, house) for part in parts(dice))
