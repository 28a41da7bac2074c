"""The published odds, to the last printed digit."""

from dataclasses import replace

import pytest

from companion.games import GAMES
from companion.games.grill.at_table.odds.boxes import DiceGame, dice_game
from companion.games.grill.at_table.odds.falls import Dice
from companion.games.grill.at_table.odds.hint import Moment, Odds

HECKMECK = dice_game(GAMES["heckmeck"])
JUNIOR = dice_game(GAMES["heckmeck-junior"])
GOLDEN = (3, 0, 0, 0, 0, 3)

# tile: at least and exactly with 8 dice, with 9 ordinary dice, with 8 and the golden die
EIGHT_NINE_GOLDEN = """
    21 0.89303 0.43960 0.95983 0.51169 0.97735 0.53419
    22 0.85560 0.41331 0.94365 0.48813 0.96632 0.51453
    23 0.80774 0.41608 0.92251 0.50257 0.95150 0.53359
    24 0.74837 0.37506 0.89292 0.46687 0.92998 0.50306
    25 0.68033 0.33648 0.85691 0.44458 0.89982 0.48559
    26 0.60699 0.28414 0.81433 0.39453 0.86245 0.42531
    27 0.52476 0.24776 0.75902 0.36187 0.81312 0.39596
    28 0.43542 0.22148 0.69302 0.34911 0.75149 0.38824
    29 0.34629 0.17679 0.61594 0.30211 0.67686 0.34121
    30 0.26379 0.13564 0.53440 0.26400 0.59398 0.30007
    31 0.19401 0.09791 0.45215 0.21917 0.50975 0.24838
    32 0.13581 0.07234 0.37013 0.18195 0.42266 0.20806
    33 0.08678 0.05081 0.28881 0.15197 0.33621 0.17888
    34 0.05262 0.03118 0.21575 0.11228 0.25498 0.13417
    35 0.02891 0.01699 0.15427 0.08204 0.18535 0.09892
    36 0.01568 0.00924 0.10731 0.05714 0.13090 0.06903
"""
HANDS = {"eight": Moment(left=8), "nine": Moment(left=9), "golden": Moment(left=8, golden=True)}


def fresh(game: DiceGame) -> Odds:
    return Odds(game, game.spoils(game.worms))


def faces(words: str) -> tuple[str, ...]:
    return tuple("worm" if word == "W" else word for word in words.split())


@pytest.mark.parametrize(("hand", "column"), [("eight", 1), ("nine", 3), ("golden", 5)])
def test_each_tile_is_as_likely_as_published(hand: str, column: int) -> None:
    answer = fresh(replace(HECKMECK, golden=GOLDEN)).hint(HANDS[hand])
    for row in EIGHT_NINE_GOLDEN.strip().splitlines():
        tile, *printed = row.split()
        found = answer["p_at_least"][tile], answer["p_exactly"][tile]
        assert [f"{chance:.5f}" for chance in found] == printed[column - 1 : column + 1], tile


def test_deluxe_has_its_eleven_and_thirteen() -> None:
    answer = fresh(dice_game(GAMES["heckmeck-deluxe"])).hint(HANDS["eight"])
    assert (round(answer["p_exactly"]["11"], 5), round(answer["p_exactly"]["13"], 5)) == (0.51831, 0.56676)


def test_a_fresh_turn_is_worth_what_two_public_solvers_say() -> None:
    answer = fresh(HECKMECK).hint(HANDS["eight"])
    assert answer["expected_worms"] == pytest.approx(1.6447296740, abs=1e-9)
    assert answer["p_at_least"]["21"] == pytest.approx(0.8930267371507452, abs=1e-13)
    assert answer["p_at_least"]["25"] == pytest.approx(0.6803307111795133, abs=1e-13)


@pytest.mark.parametrize(
    ("hand", "split", "worms"),
    [
        ("nine", GOLDEN, 2.2652),
        ("golden", GOLDEN, 2.4487),
        ("golden", (2, 0, 0, 0, 0, 4), 2.5990),
        ("golden", (4, 0, 0, 0, 0, 2), 2.3069),
    ],
)
def test_a_ninth_die_is_worth_its_printed_worms(hand: str, split: tuple[int, ...], worms: float) -> None:
    answer = fresh(replace(HECKMECK, golden=split)).hint(HANDS[hand])
    assert round(answer["expected_worms"], 4) == worms


@pytest.mark.parametrize(
    ("roll", "worths", "likely"),
    [
        ("W W W 5 5 1 2 3", {"worm": 2.1280, "5": 1.5149, "3": 1.2002, "2": 1.1686, "1": 1.0539}, 0.9921),
        ("5 5 5 5 W 1 2 3", {"5": 2.2564, "3": 1.2002, "worm": 1.1742, "2": 1.1686, "1": 1.0539}, 0.8137),
    ],
)
def test_each_keep_of_a_first_roll_is_worth_its_printed_worms(
    roll: str, worths: dict[str, float], likely: float
) -> None:
    answer = fresh(HECKMECK).hint(Moment(left=8, roll=faces(roll)))
    assert {choice["keep"]: round(choice["expected_worms"], 4) for choice in answer["choices"]} == worths
    assert answer["best"] == {"keep": next(iter(worths))}
    assert round(answer["p_at_least"]["21"], 4) == likely


def test_the_aim_decides_the_keep() -> None:
    """Four 5s are worth most, but whoever only wants a tile, any tile, keeps the worm."""
    kept_fives = fresh(HECKMECK).hint(Moment({"5": 4}, left=4))
    kept_worm = fresh(HECKMECK).hint(Moment({"worm": 1}, left=7))
    assert (round(kept_fives["p_at_least"]["21"], 4), round(kept_worm["p_at_least"]["21"], 4)) == (0.7896, 0.8137)
    assert kept_fives["expected_worms"] > kept_worm["expected_worms"]


@pytest.mark.parametrize(
    ("doubled", "at_least", "worms", "if_it_bust"),
    [
        ("worm", "0.9618 0.8844 0.7020 0.4020 0.1901 0.0432", 1.7895, 1.4968),
        ("bun", "0.9325 0.8856 0.7625 0.5509 0.3304 0.1555", 2.0316, 1.7481),
        ("cucumber", "0.9313 0.8700 0.6768 0.3985 0.1731 0.0387", 1.7274, 1.4596),
        ("cheese", "0.9313 0.8700 0.6768 0.3985 0.1731 0.0387", 1.7274, 1.4596),
        ("ketchup", "0.9313 0.8700 0.6768 0.3985 0.1731 0.0387", 1.7274, 1.4596),
    ],
)
def test_junior_whichever_face_is_doubled(doubled: str, at_least: str, worms: float, if_it_bust: float) -> None:
    dice = replace(JUNIOR.dice, sides=tuple(1 + (face == doubled) for face in JUNIOR.dice.faces))
    junior = replace(JUNIOR, dice=dice)
    answer = fresh(junior).hint(Moment(left=6))
    assert " ".join(f"{chance:.4f}" for chance in answer["p_at_least"].values()) == at_least
    assert round(answer["expected_worms"], 4) == worms
    harsher = fresh(replace(junior, repeats_fail=True)).hint(Moment(left=6))
    assert round(harsher["expected_worms"], 4) == if_it_bust


def test_the_default_boxes_are_those_of_the_published_odds() -> None:
    assert dice_game(GAMES["heckmeck-deluxe"]).golden == GOLDEN
    assert JUNIOR.dice == Dice(("cucumber", "bun", "cheese", "ketchup", "worm"), (1, 2, 1, 1, 1), (1, 1, 1, 1, 2), 6)
