"""The boxes of the sheet, and what five dice count in each: the old sheet of twelve, or the one of thirteen."""

from collections import Counter
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass

from companion.rules.pieces import Face

FACES = ("1", "2", "3", "4", "5", "6")
DICE = 5
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
YACHT = "yacht"
BONUS_FROM, BONUS = 63, 35
EXTRA = 100  # for each further five of a kind, where jokers are played and the first one counted

Dice = tuple[Face, ...]
Count = Callable[[Dice], int]


@dataclass(frozen=True)
class House:
    """What every house plays in its own way."""

    thirteen: bool = False  # the sheet of thirteen boxes
    upper_bonus: bool = False  # 35 points for 63 in the upper boxes
    jokers: bool = False  # thirteen boxes: a further five of a kind counts 100 more and may stand for anything


def boxes(house: House) -> tuple[str, ...]:
    return tuple(THIRTEEN if house.thirteen else TWELVE)


def count(box: str, dice: Dice, house: House, joker: bool = False) -> int:
    """What the dice count in this box."""
    if joker and box in FIXED:
        return FIXED[box]
    return (THIRTEEN if house.thirteen else TWELVE)[box](dice)


def total(sheet: Mapping[str, int], house: House) -> int:
    bonus = BONUS if house.upper_bonus and upper(sheet) >= BONUS_FROM else 0
    return sum(sheet.values()) + bonus


def upper(sheet: Mapping[str, int]) -> int:
    return sum(sheet.get(box, 0) for box in UPPER)


def five_alike(dice: Dice) -> bool:
    return len(dice) == DICE and len(set(dice)) == 1


def further(dice: Dice, sheet: Container[str], house: House) -> bool:
    """Whether this is one more five of a kind after the box for it was filled, where jokers are played."""
    return house.thirteen and house.jokers and five_alike(dice) and YACHT in sheet


def joker(dice: Dice, sheet: Container[str], house: House) -> bool:
    """Whether it stands for anything: its own upper box has to be filled, too."""
    return further(dice, sheet, house) and UPPER[FACES.index(dice[0])] in sheet


def _sum(dice: Dice) -> int:
    return sum(map(int, dice))


def _of(face: Face) -> Count:
    return lambda dice: int(face) * dice.count(face)


def _alike(least: int) -> Count:
    """All five dice, where so many are alike."""
    return lambda dice: _sum(dice) if max(Counter(dice).values()) >= least else 0


def _four_of_them(dice: Dice) -> int:
    """Only the four that are alike."""
    face, most = Counter(dice).most_common(1)[0]
    return 4 * int(face) if most >= 4 else 0


def _full_house(dice: Dice) -> bool:
    return sorted(Counter(dice).values()) == [2, 3]


def _row(length: int, dice: Dice) -> bool:
    starts = range(1, len(FACES) - length + 2)
    return any({str(start + step) for step in range(length)} <= set(dice) for start in starts)


FIXED = {"full house": 25, "small straight": 30, "large straight": 40}
_SIX: dict[str, Count] = {box: _of(face) for box, face in zip(UPPER, FACES, strict=True)}
_YACHT: dict[str, Count] = {YACHT: lambda dice: 50 if five_alike(dice) else 0}

TWELVE: Mapping[str, Count] = {
    **_SIX,
    "full house": lambda dice: _sum(dice) if _full_house(dice) else 0,
    "four alike": _four_of_them,
    "little straight": lambda dice: 30 if sorted(dice) == ["1", "2", "3", "4", "5"] else 0,
    "big straight": lambda dice: 30 if sorted(dice) == ["2", "3", "4", "5", "6"] else 0,
    "choice": _sum,
    **_YACHT,
}
THIRTEEN: Mapping[str, Count] = {
    **_SIX,
    "three alike": _alike(3),
    "four alike": _alike(4),
    "full house": lambda dice: FIXED["full house"] if _full_house(dice) else 0,
    "small straight": lambda dice: FIXED["small straight"] if _row(4, dice) else 0,
    "large straight": lambda dice: FIXED["large straight"] if _row(5, dice) else 0,
    "choice": _sum,
    **_YACHT,
}
