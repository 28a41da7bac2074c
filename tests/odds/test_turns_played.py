"""Turns played through the rules bring, on average, what the odds promise."""

from collections.abc import Mapping
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from companion.games import GAMES
from companion.odds.advise import advise, best_deed
from companion.odds.robots import cautious
from companion.rehearsal.luck import luck
from companion.rules.contract import Game

SETUPS: dict[str, tuple[str, Mapping[str, Any]]] = {
    "a fresh grill": ("heckmeck", {}),
    "tiles to lose and to snatch": (
        "heckmeck",
        {"grill": {"up": [22, 25, 29, 30, 34]}, "stacks": {"A": [21, 33], "B": [24]}},
    ),
    "in the middle of a turn": (
        "heckmeck",
        {"grill": {"up": [21, 23, 28, 31]}, "stacks": {"A": [25]}, "turn": {"kept": [["5", 2], ["3", 1]]}},
    ),
    "junior": (
        "heckmeck-junior",
        {"grill": {"up": [4, 6, 6, 9]}, "stacks": {"A": [4], "B": [7]}},
    ),
    "the golden die and Bratworms": (
        "heckmeck-deluxe",
        {"grill": {"up": [11, 13, 24, 27, 33]}, "holders": {"A": "golden"}, "stacks": {"A": [26], "B": [25]}},
    ),
    "the weasel": (
        "heckmeck-deluxe",
        {"grill": {"up": [21, 24, 27, 30, 33]}, "holders": {"A": "weasel"}, "stacks": {"A": [29]}},
    ),
    "the canned worm and the raven": (
        "heckmeck-deluxe",
        {"grill": {"up": [11, 24, 27, 28, 33]}, "holders": {"A": "canned"}, "on_grill": {"raven": 27}},
    ),
    "the apple on the grill": (
        "heckmeck-deluxe",
        {"grill": {"up": [24, 27, 29, 33]}, "on_grill": {"apple": 29}, "stacks": {"A": [36]}},
    ),
    "the apple in one's own hands": (
        "heckmeck-deluxe",
        {"grill": {"up": [24, 27, 33]}, "holders": {"A": "apple"}, "stacks": {"A": [21]}},
    ),
    "the apple at a rival": (
        "heckmeck-deluxe",
        {"grill": {"up": [24, 27, 33]}, "holders": {"B": "apple"}, "stacks": {"B": [25]}},
    ),
    "the hen": (
        "heckmeck-deluxe",
        {"grill": {"up": [24, 27, 28]}, "holders": {"A": "hen"}, "stacks": {"A": [36], "B": [26]}, "supply": 0},
    ),
}


def one_turn(game: Game[Any], setup: Mapping[str, Any], dice: Random) -> tuple[int, bool]:
    """Follow the advice to the end of a turn: the worms it brought, and whether it failed."""
    state = start = game.state_from(setup)
    otherwise = cautious(dice)
    while state.last is None:
        best = best_deed(game, state)
        if best is None:
            action = otherwise(game, state, "A") or luck(game, state, dice)
        else:
            action = luck(game, state, dice) if "roll" in best else game.action_from(best)
        state, _ = game.apply(state, action)
    return game.scores(state)["A"] - game.scores(start)["A"], state.last.outcome == "fail"


def check(name: str, turns: int) -> None:
    game, setup = GAMES[SETUPS[name][0]], SETUPS[name][1]
    promised = advise(game, game.state_from(setup))
    assert promised
    dice = Random(name)
    worms, failed = zip(*(one_turn(game, setup, dice) for _ in range(turns)), strict=True)
    for seen, expected in ((worms, promised["expected_worms"]), (failed, promised["p_fail"])):
        assert abs(fmean(seen) - expected) < 3.5 * stdev(seen) / sqrt(turns), (fmean(seen), expected)


@pytest.mark.parametrize("name", SETUPS)
def test_a_few_turns(name: str) -> None:
    check(name, 300)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETUPS)
def test_many_turns(name: str) -> None:
    check(name, 10_000)
