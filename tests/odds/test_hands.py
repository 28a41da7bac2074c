"""Turns solved for all hands of dice at once: Ten Thousand by what is at stake, Yacht to the end of its sheet."""

from functools import cache
from itertools import product

import pytest

from companion.games import GAMES
from companion.games.ten_thousand.at_table.odds import stakes
from companion.games.ten_thousand.points import FACES, House, points
from companion.games.yacht.at_table.odds import choices, solve
from companion.games.yacht.deeds import Enter
from companion.games.yacht.sheet import House as Sheet
from companion.odds.hands import hands
from companion.rules.actions import LayAside, Roll
from companion.rules.hands import parts

YACHT = GAMES["yacht"]


def test_hands_are_as_likely_as_the_dice_that_make_them() -> None:
    three = hands(FACES, 3)
    assert three.chances(3).sum() == pytest.approx(1)
    assert three.chances(3)[three.number["1", "1", "1"] - three.of_size[3].start] == pytest.approx(1 / 216)
    assert three.chances(3)[three.number["1", "2", "3"] - three.of_size[3].start] == pytest.approx(6 / 216)


def test_the_chance_of_a_bust_is_counted_roll_by_roll() -> None:
    house = House()
    for dice in (1, 2, 3):
        rolls = list(product(FACES, repeat=dice))
        dead = sum(not any(points(part, house) for part in parts(tuple(sorted(roll)))) for roll in rolls)
        assert stakes(house, True).bust[dice] == pytest.approx(dead / len(rolls))


def test_a_turn_without_hot_dice_is_worth_what_plain_counting_says() -> None:
    """Another way to the same number: from two dice on, by recursion over every single roll."""
    house = House(hot_dice=False)

    @cache
    def worth(dice: int, stake: int) -> float:
        return max(stake, throw(dice, stake)) if dice else stake

    @cache
    def throw(dice: int, stake: int) -> float:
        total: float = 0.0
        for roll in product(FACES, repeat=dice):
            gains = [
                worth(dice - len(part), stake + got)
                for part in parts(tuple(sorted(roll)))
                if (got := points(part, house))
            ]
            total += max(gains, default=0.0)
        return total / float(6**dice)

    for dice, stake in ((1, 0), (2, 150), (3, 250), (3, 1000)):
        assert stakes(house, True).worth_of_throw(dice, stake) == pytest.approx(throw(dice, stake))


def test_who_has_not_opened_goes_on_below_the_minimum() -> None:
    assert stakes(House(), True).worth_of(1, 400) == 400
    assert stakes(House(), False).worth_of(1, 400) == stakes(House(), False).worth_of_throw(1, 400) < 400


def test_the_last_box_of_a_sheet_is_worth_its_best_chance() -> None:
    """With the yacht alone left, three throws make one in 4.6 % of all turns, as is well known."""
    filled = [box for box in YACHT.report(YACHT.setup(["A"], {}))["boxes"] if box != "yacht"]
    sheets = solve(Sheet(), filled)
    assert sheets.worth[sheets.mask(filled)][0, 0] == pytest.approx(50 * 0.046029, abs=1e-3)


def test_choices_are_rated_by_what_they_bring_in_the_end() -> None:
    filled = {box: 0 for box in YACHT.report(YACHT.setup(["A"], {}))["boxes"] if box not in ("yacht", "sixes")}
    state = YACHT.state_from({"players": ["A"], "sheets": {"A": filled}})
    state, _ = YACHT.apply(state, Roll(("6", "6", "6", "6", "2")))
    rated = choices(solve(Sheet(), filled), state)
    assert max(rated, key=lambda deed: rated[deed]) == LayAside(("6", "6", "6", "6"))
    assert rated[Enter("sixes")] == pytest.approx(24 + 50 * 0.046029, abs=1e-3)
    assert rated[None] < rated[LayAside(("6",))] < rated[LayAside(("6", "6"))]


@pytest.mark.slow
def test_the_sheet_of_thirteen_is_worth_what_the_literature_says() -> None:
    """Five dice, thirteen boxes, 35 from 63, jokers and 100 for each further five of a kind: 254.5896."""
    plain, jokers = (solve(Sheet(thirteen=True, upper_bonus=True, jokers=jokers)) for jokers in (False, True))
    assert plain.worth[0][0, 0] == pytest.approx(245.8708, abs=5e-5)
    assert jokers.worth[0][0, 0] == pytest.approx(254.5896, abs=5e-5)
