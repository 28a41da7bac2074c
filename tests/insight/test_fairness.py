"""Whether dice are fair, said only when there is enough to say."""

from random import Random

import pytest

from companion.insight.fairness import chi_square_above, judge, rolls_to_find

SIX = dict.fromkeys(("1", "2", "3", "4", "5", "worm"), 1)


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (9.488, 4, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01), (23.209, 10, 0.01)],
)
def test_the_chances_are_those_of_the_printed_tables(value: float, freedom: int, chance: float) -> None:
    assert chi_square_above(value, freedom) == pytest.approx(chance, rel=1e-3)


def test_nothing_is_said_of_a_handful_of_rolls() -> None:
    told = judge(["1", "1", "1", "worm"], SIX)
    assert told.verdict == "too few"
    assert told.rolls_needed > 300


def test_a_loaded_die_is_found_as_often_as_promised() -> None:
    """A face that comes up once in four, in as many rolls as we say it takes."""
    chance, rolls = Random(7), rolls_to_find(0.25, tuple(SIX.values()))
    assert 450 < rolls < 510
    found = [judge(chance.choices([*SIX], [1, 1, 1, 1, 1, 5 / 3], k=rolls), SIX).verdict for _ in range(400)]
    assert 0.85 < found.count("unfair") / 400 < 0.95


def test_fair_dice_are_seldom_called_unfair() -> None:
    chance = Random(8)
    called = [judge(chance.choices([*SIX], k=600), SIX).verdict for _ in range(400)]
    assert called.count("unfair") <= 12
    assert called.count("fair") > 340


def test_dice_with_a_doubled_face_are_held_to_what_is_printed_on_them() -> None:
    """Junior's dice show the worm on two of six sides."""
    sides = {"cucumber": 1, "bun": 1, "cheese": 1, "ketchup": 1, "worm": 2}
    chance = Random(9)
    assert judge(chance.choices([*sides], [*sides.values()], k=900), sides).verdict == "fair"
    assert judge(chance.choices([*sides], k=900), sides).verdict == "unfair"
