"""The Heckmeck Junior rulebook, example by example and sentence by sentence."""

from typing import Any

import pytest
from at_table import Sitting, aside, roll

from companion.games.grill.deeds import Keep, Stop, TakeFrom, TakeLower, TakeTile
from companion.games.grill.events import AttemptFailed, TileTaken, TileTurned
from companion.games.grill.refusals import CannotTakeFrom, TileNotYours
from companion.games.heckmeck_junior.rules import GAME
from companion.rules.actions import CountNow
from companion.rules.events import GameWon, TurnBegun
from companion.rules.refusals import DiceLeftBehind, KeepFirst, UnknownFace, WrongNumberOfDice

SEVEN = aside("cucumber cucumber bun bun worm")


def table(**setup: Any) -> Sitting:
    return Sitting(GAME, **setup)


def test_a_bun_counts_twice() -> None:
    """Three cucumbers, a worm and a bun are 6 points and not 5."""
    assert table(turn=aside("cucumber cucumber cucumber worm bun"))["sum"] == 6


def test_example_a() -> None:
    """Two cucumbers and two buns are 6, but no worm is among them; the next roll brings one: 7."""
    child = table().does(roll("cucumber cucumber bun ketchup worm cheese"), Keep("cucumber"))
    child.does(roll("bun bun ketchup worm"), Keep("bun"))
    assert child["sum"] == 6
    child.does(roll("worm cucumber"), Keep("worm"))
    assert child("sum", "open_symbols") == (7, ["cheese", "ketchup"])
    child.does(Stop())
    assert child("outcome", "tile", "next") == ("take", 7, "B")


def test_example_a_without_a_worm() -> None:
    child = table(turn=aside("cucumber cucumber bun bun")).does(Stop())
    assert child("outcome", "reason", "result", "flipped") == ("fail", "no_worm", 6, 9)
    assert child.events == (AttemptFailed("A", "no_worm", 6), TileTurned(9), TurnBegun("B"))


def test_example_a_rolling_on_for_an_8() -> None:
    assert table(turn=SEVEN).does(roll("cheese"), Keep("cheese"))("outcome", "tile") == ("take", 8)
    assert table(turn=SEVEN).does(roll("bun"))("outcome", "tile") == ("take", 7)


def test_example_b() -> None:
    """Three cucumbers and three ketchup bottles: no dice left, and no worm."""
    child = table(turn=aside("cucumber cucumber cucumber")).does(roll("ketchup ketchup ketchup"))
    child.is_refused(Stop(), KeepFirst)
    child.does(Keep("ketchup"))
    assert child("outcome", "reason", "flipped", "grill_down") == ("fail", "no_worm", 9, [9])


def test_example_c() -> None:
    """All five delicacies: one die is left, but it cannot bring anything new. 6 points."""
    child = table(turn=aside("worm cheese ketchup cucumber")).does(roll("bun worm"), Keep("bun"))
    assert child("outcome", "tile") == ("take", 6)


def test_example_d() -> None:
    """Two buns and a worm, and then only worms and buns: the turn ends and its 5 points count."""
    child = table(turn=aside("bun bun worm")).does(roll("worm bun worm"))
    assert child("outcome", "tile", "result") == ("take", 5, 5)
    assert child.events[1:] == (TileTaken("A", 5, 1, 5), TurnBegun("B"))


def test_example_d_without_a_worm() -> None:
    child = table(turn=aside("bun bun bun")).does(roll("bun bun bun"))
    assert child("outcome", "reason", "result") == ("fail", "no_worm", 6)


def test_all_dice_of_a_delicacy() -> None:
    child = table().does(roll("cucumber cucumber cucumber worm bun bun"))
    child.is_refused(Keep("cucumber", 2), DiceLeftBehind)
    child.is_refused(Keep("5"), UnknownFace)


def test_all_six_dice() -> None:
    table().is_refused(roll("cucumber cucumber cucumber worm bun"), WrongNumberOfDice)


def test_a_tile_of_the_grill_comes_before_pinching() -> None:
    child = table(grill={"up": [5, 7, 9]}, stacks={"B": [7]}, turn=SEVEN).does(Stop())
    assert child("outcome", "tile", "grill_up") == ("take", 7, [5, 9])


def test_pinching_is_a_choice() -> None:
    child = table(grill={"up": [5, 6, 9]}, stacks={"B": [4, 7]}, turn=SEVEN).does(Stop())
    assert child["options"] == ["B", "lower"]
    assert child.does(TakeLower())["tile"] == 6


def test_two_players_show_the_same_number() -> None:
    children = ["A", "B", "C", "D"]
    stacks = {"B": [7], "C": [4], "D": [4, 7]}
    child = table(players=children, grill={"up": [5, 9]}, stacks=stacks, turn=SEVEN).does(Stop())
    assert child["options"] == ["B", "D", "lower"]
    child.is_refused(TakeFrom("C"), CannotTakeFrom)
    child.does(TakeFrom("D"))
    assert child["stacks"] == {"A": [7], "B": [7], "C": [4], "D": [4]}


def test_a_tile_that_lies_on_the_grill_is_not_pinched() -> None:
    child = table(grill={"up": [7, 9]}, stacks={"B": [7]}, turn=SEVEN)
    assert TakeFrom("B") in GAME.possible_actions(child.state)
    said = "Tile 7 lies on the grill. Take it there, not from B."
    assert str(child.is_refused(TakeFrom("B"), CannotTakeFrom)) == said


def test_nothing_to_pinch_and_nothing_lower() -> None:
    child = table(grill={"up": [8, 9]}, stacks={"A": [7], "B": [7, 4]}, turn=SEVEN).does(Stop())
    assert child("outcome", "reason", "flipped", "stacks") == ("fail", "no_tile", 9, {"A": [7], "B": [7, 4]})


def test_declining_a_pinch_with_nothing_lower() -> None:
    child = table(grill={"up": [8, 9]}, stacks={"B": [7]}, turn=SEVEN).does(Stop(), TakeLower())
    assert child("outcome", "reason", "flipped") == ("fail", "no_tile", 9)


def test_eleven_points_are_worth_a_9() -> None:
    child = table(turn={**aside("bun bun bun bun bun worm"), "dice_left": 0}).does(Stop())
    assert child("tile", "result") == (9, 11)


def test_free_lower() -> None:
    child = table(variant={"free_lower": True}, grill={"up": [4, 4, 5, 5, 9]}, turn=SEVEN).does(Stop())
    assert child("pending", "options") == ("choose", ["lower"])
    child.is_refused(TakeTile(9), TileNotYours)
    assert child.does(TakeTile(4))("tile", "grill_up") == (4, [4, 5, 5, 9])


def test_free_lower_between_two_equal_tiles_is_no_choice() -> None:
    child = table(variant={"free_lower": True}, grill={"up": [5, 5, 9]}, turn=SEVEN).does(Stop())
    assert child("outcome", "tile") == ("take", 5)


def test_the_last_tile_turned_over_ends_the_game() -> None:
    child = table(grill={"up": [9]}, stacks={"B": [4]}, turn=aside("bun")).does(Stop())
    assert child("outcome", "game_over", "winners") == ("fail", True, ["B"])
    assert child.events[-1] == GameWon(("B",), {"A": 0, "B": 1})


def test_there_may_be_several_winners() -> None:
    """Three 1-worm tiles against a 2 and a 1: no tile breaks the tie."""
    end = table(players=["A", "B", "C"], grill={"up": []}, stacks={"A": [4, 4, 5], "B": [6, 5], "C": [7]})
    assert end.does(CountNow())("scores", "winners") == ({"A": 3, "B": 3, "C": 2}, ["A", "B"])


def test_each_tile_is_there_twice() -> None:
    assert table()["grill_up"] == [4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9]
    assert table(grill={"down": [9, 4]})["grill_up"] == [4, 5, 5, 6, 6, 7, 7, 8, 8, 9]


def test_on_an_empty_grill_nothing_can_be_turned() -> None:
    assert table(grill={"up": []}, turn=aside("bun")).does(Stop())("outcome", "flipped") == ("fail", None)


@pytest.mark.parametrize("face", GAME.faces)
def test_the_die_has_every_delicacy(face: str) -> None:
    assert face in GAME.box.die
