"""Ten Thousand at the table, turn by turn."""

from typing import Any

import pytest
from at_table import Sitting, roll

from companion.games.grill.deeds import TakeLower
from companion.games.ten_thousand.events import (
    AllDiceCount,
    Bust,
    DiceLaidAside,
    LastRoundBegun,
    PointsWritten,
    ThirdBust,
)
from companion.games.ten_thousand.refusals import CountsNothing, NothingLaidAside, TooFewToOpen
from companion.games.ten_thousand.rules import GAME, game
from companion.rules.actions import AddPlayer, LayAside, LetGo, Roll, SkipTurn, Stop
from companion.rules.box import Box
from companion.rules.events import DiceRolled, GameWon, PlayerJoined, PlayerLeft, TurnBegun
from companion.rules.refusals import GameOver, LieLikeThat, NotInThisGame, RollFirst, WrongNumberOfDice


def table(**setup: Any) -> Sitting:
    return Sitting(GAME, **setup)


def lay(faces: str) -> LayAside:
    return LayAside(tuple(faces.split()))


def test_a_turn_is_told_step_by_step() -> None:
    ana = table(scores={"A": 1000}).does(roll("1 1 1 5 2 3"), lay("1 1 1"))
    assert ana.events == (
        DiceRolled("A", ("1", "1", "1", "2", "3", "5"), ("1", "1", "1", "2", "3", "5")),
        DiceLaidAside("A", ("1", "1", "1"), 1000, 1000),
    )
    ana.does(roll("5 2 4"), lay("5"), Stop())
    told = [DiceLaidAside("A", ("5",), 50, 1050), PointsWritten("A", 1050, 2050), TurnBegun("B")]
    assert list(ana.events[1:]) == told


def test_a_bust_says_what_is_lost() -> None:
    ana = table().does(roll("1 1 1 5 2 3"), lay("1 1 1"), roll("2 3 3"))
    assert ana.events[-3:] == (DiceRolled("A", ("2", "3", "3"), ()), Bust("A", 1000), TurnBegun("B"))


def test_hot_dice_are_announced() -> None:
    ana = table().does(roll("1 2 3 4 5 6"), lay("1 2 3 4 5 6"))
    assert ana.events[-1] == AllDiceCount("A", 1500)
    assert GAME.layout(ana.state) == {"tray": (), "aside": ()}
    assert ana["dice_left"] == 6


def test_a_third_bust_costs_what_the_house_says() -> None:
    ana = table(variant={"three_busts": 500}, scores={"A": 3000})
    for _ in range(2):
        ana.does(roll("2 3 3 4 6 6"), SkipTurn())
    assert ana.does(roll("2 3 3 4 6 6")).events[1:3] == (Bust("A", None), ThirdBust("A", 500, 2500))


def test_the_last_round_is_announced_once() -> None:
    ana = table(scores={"A": 9900, "B": 9900}).does(roll("1 2 3 4 6 6"), lay("1"), Stop())
    assert LastRoundBegun("A", 10000) in ana.events
    ben = ana.does(roll("1 1 3 4 6 6"), lay("1 1"), Stop())
    assert ben.events[-2:] == (PointsWritten("B", 200, 10100), GameWon(("B",), {"A": 10000, "B": 10100}))


def test_the_die_that_counts_nothing_is_named() -> None:
    ana = table().does(roll("1 1 2 3 3 6"))
    assert ana.is_refused(lay("1 2"), CountsNothing).face == "2"
    assert ana.is_refused(lay("3 3"), CountsNothing).face == "3"
    assert str(ana.is_refused(lay("1 1 6"), CountsNothing)).startswith("The 6 counts nothing here.")
    pairs = table(variant={"three_pairs": 0}).does(roll("1 1 5 5 6 6"))
    assert pairs.is_refused(lay("1 1 5 5 6 6"), CountsNothing).face == "6"


def test_what_is_refused_says_why() -> None:
    ana = table()
    ana.is_refused(lay("1"), RollFirst)
    ana.is_refused(Stop(), RollFirst)
    ana.does(roll("1 1 2 3 3 6"))
    ana.is_refused(Stop(), NothingLaidAside)
    ana.is_refused(lay(""), NothingLaidAside)
    ana.is_refused(TakeLower(), NotInThisGame)
    ana.does(lay("1"))
    ana.is_refused(lay("1"), LieLikeThat)
    ana.is_refused(Roll(("1", "2", "3", "4", "5"), "1"), WrongNumberOfDice)
    assert (
        str(ana.is_refused(Stop(), TooFewToOpen)) == "A needs 500 points at once to begin with, and has 100. Roll on."
    )


def test_the_table_shows_the_dice_of_this_roll_and_of_those_before() -> None:
    ana = table().does(roll("1 1 5 3 4 6"), lay("1"), roll("5 2 3 4 6"), lay("5"))
    assert GAME.layout(ana.state) == {"tray": ("2", "3", "4", "6"), "aside": ("1", "5")}
    assert GAME.dice_after(ana.state, lay("")) == {"tray": ("2", "3", "4", "5", "6"), "aside": ("1",)}
    assert GAME.dice_after(ana.state, Stop()) is None


def test_hands_can_lay_aside_whatever_they_like() -> None:
    ana = table().does(roll("1 1 1 1 1 2"))
    assert len(GAME.possible_actions(ana.state)) == 2 * 6 - 1  # up to five 1s, with the 2 or without it; not nothing
    assert list(GAME.legal_actions(ana.state)) == [LayAside(("1",) * count) for count in range(1, 6)]
    assert Stop() in GAME.possible_actions(ana.does(lay("1")).state)
    after, events = GAME.carry_out(ana.state, lay("2"))  # it is not allowed, but hands may do it
    assert events == (DiceLaidAside("A", ("2",), 0, 0),)
    assert GAME.layout(after)["aside"] == ("2",)


def test_who_comes_and_goes_is_told() -> None:
    ana = table(players=["A", "B", "C"]).does(LetGo("A"))
    assert ana.events == (PlayerLeft("A"), TurnBegun("B"))
    assert ana.does(AddPlayer("D")).events == (PlayerJoined("D"),)
    assert ana("next", "scores") == ("B", {"B": 0, "C": 0, "D": 0})


def test_after_the_end_nothing_moves() -> None:
    over = table(scores={"A": 9900}, variant={"last_round": False}).does(roll("1 2 3 4 6 6"), lay("1"), Stop())
    over.is_refused(roll("1 2 3 4 5 6"), GameOver)
    assert (GAME.turn_of(over.state), GAME.dice_due(over.state), GAME.possible_actions(over.state)) == ((), 0, ())
    assert (over["to_open"], GAME.winners(over.state)) == (0, ("A",))


def test_it_is_played_with_ordinary_dice() -> None:
    with pytest.raises(ValueError, match="six faces out of 1, 2, 3, 4, 5, 6"):
        game(Box(die=("1", "2", "3", "4", "5", "worm")))
