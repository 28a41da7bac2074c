"""Yacht at the table, throw by throw."""

from typing import Any

import pytest
from at_table import Sitting, roll

from companion.games.grill.deeds import TakeLower
from companion.games.yacht.deeds import BonusWon, BoxFilled, DiceHeld, Enter, FurtherYacht
from companion.games.yacht.refusals import BoxIsFull, NothingToRoll, ThreeThrows
from companion.games.yacht.rules import GAME, game
from companion.rules.actions import AddPlayer, LayAside, LetGo, Roll
from companion.rules.box import Box
from companion.rules.events import DiceRolled, GameWon, PlayerJoined, PlayerLeft, TurnBegun
from companion.rules.refusals import GameOver, NotInThisGame, WrongNumberOfDice


def table(**setup: Any) -> Sitting:
    return Sitting(GAME, **setup)


def hold(faces: str) -> LayAside:
    return LayAside(tuple(faces.split()))


def test_a_turn_is_told_throw_by_throw() -> None:
    ana = table().does(roll("1 4 4 2 6"), hold("4 4"), roll("4 1 1"), Enter("full house"))
    assert list(ana.events) == [
        DiceRolled("A", ("1", "2", "4", "4", "6"), ("1", "2", "4", "4", "6")),
        DiceHeld("A", ("4", "4"), 2),
        DiceRolled("A", ("1", "1", "4"), ("1", "1", "4", "4", "4")),
        BoxFilled("A", "full house", 14, 14),
        TurnBegun("B"),
    ]


def test_the_bonus_and_a_further_yacht_are_told() -> None:
    upper = {"ones": 5, "twos": 8, "threes": 9, "fours": 12, "fives": 15}
    house = {"thirteen": True, "upper_bonus": True, "jokers": True}
    ana = table(variant=house, sheets={"A": {**upper, "yacht": 50}}).does(roll("6 6 6 6 6"), Enter("sixes"))
    assert list(ana.events[1:4]) == [BoxFilled("A", "sixes", 30, 264), FurtherYacht("A", 100), BonusWon("A", 35, 264)]


def test_what_is_refused_says_why() -> None:
    ana = table(sheets={"A": {"choice": 5}}).does(roll("1 4 4 2 6"))
    assert str(ana.is_refused(Enter("choice"), BoxIsFull)) == "The box choice is already filled. Choose another one."
    ana.is_refused(Roll(("1", "2", "3", "4", "5"), "6"), WrongNumberOfDice)
    ana.is_refused(TakeLower(), NotInThisGame)
    ana.does(hold("1 2 4 4 6")).is_refused(roll("1"), NothingToRoll)
    ana.does(hold(""), roll("1 1 1 1 1"), roll("1 1 1 1 1")).is_refused(roll("1 1 1 1 1"), ThreeThrows)


def test_the_table_shows_what_is_held() -> None:
    ana = table().does(roll("1 4 4 2 6"), hold("4 4"))
    assert GAME.layout(ana.state) == {"tray": ("1", "2", "6"), "aside": ("4", "4")}
    assert GAME.dice_after(ana.state, hold("4")) == {"tray": ("1", "2", "4", "6"), "aside": ("4",)}
    assert GAME.dice_after(ana.state, Enter("choice")) is None
    assert GAME.layout(ana.does(Enter("choice")).state) == {"tray": (), "aside": ()}


def test_the_best_box_comes_first() -> None:
    """So that the green button proposes what most would choose."""
    ana = table().does(roll("2 2 2 5 5"))
    assert list(GAME.possible_actions(ana.state)[:2]) == [Enter("full house"), Enter("choice")]
    assert GAME.possible_actions(table().state) == ()


def test_who_comes_and_goes_is_told() -> None:
    ana = table(players=["A", "B", "C"]).does(LetGo("A"))
    assert list(ana.events) == [PlayerLeft("A"), TurnBegun("B")]
    assert list(ana.does(AddPlayer("D")).events) == [PlayerJoined("D")]


def test_when_all_boxes_are_filled_nothing_moves() -> None:
    sheet = dict.fromkeys(GAME.report(GAME.setup(["A"], {}))["boxes"], 0)
    over = table(players=["A"], sheets={"A": sheet})
    over.is_refused(roll("1 2 3 4 5"), GameOver)
    assert (GAME.turn_of(over.state), GAME.dice_due(over.state), GAME.winners(over.state)) == ((), 0, ("A",))
    last = table(players=["A"], sheets={"A": {box: 0 for box in sheet if box != "choice"}})
    assert last.does(roll("6 6 6 6 6"), Enter("choice")).events[-1] == GameWon(("A",), {"A": 30})


def test_it_is_played_with_ordinary_dice() -> None:
    with pytest.raises(ValueError, match="six faces out of 1, 2, 3, 4, 5, 6"):
        game(Box(die=("1", "2", "3", "4", "5", "worm")))
