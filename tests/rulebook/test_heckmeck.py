"""The Heckmeck rulebook, example by example and sentence by sentence."""

from typing import Any

import pytest
from at_table import Sitting, aside, roll

from companion.games.grill.deeds import Keep, Stop, TakeFrom, TakeLower, TakeTile, UseWeasel
from companion.games.grill.events import AttemptFailed, TileReturned, TileSnatched, TileTaken, TileTurned
from companion.games.grill.refusals import CannotTakeFrom, ChooseTileFirst, NoGoldenDie, TileNotYours
from companion.games.heckmeck.rules import GAME
from companion.rules.actions import CountNow
from companion.rules.events import DiceKept, DiceRolled, GameWon, TurnBegun
from companion.rules.refusals import (
    DiceLeftBehind,
    FaceAlreadyKept,
    FaceNotRolled,
    GameOver,
    KeepFirst,
    NotAtTheTable,
    NothingToChoose,
    NotInThisGame,
    RollFirst,
    UnknownFace,
    WrongNumberOfDice,
)

FIVE = ["Jonathan", "Steven", "Nicole", "Tom", "Heather"]


def table(**setup: Any) -> Sitting:
    return Sitting(GAME, **setup)


def test_figure_3_jonathan_collects_23() -> None:
    """Two worms, then two 4s, then the 5 he has no choice but to take. To go on he would need a 1, 2 or 3."""
    jonathan = table(players=FIVE).does(roll("2 worm 3 1 5 worm 1 4"), Keep("worm"))
    assert jonathan("sum", "dice_left", "pending") == (10, 6, "roll_or_stop")

    jonathan.does(roll("5 worm worm 4 worm 4"))
    refusal = jonathan.is_refused(Keep("worm"), FaceAlreadyKept)
    assert str(refusal) == "The worms are already laid aside. Choose another face."
    jonathan.does(Keep("4"))
    assert jonathan["sum"] == 18

    jonathan.does(roll("4 4 5 worm"))
    assert jonathan["legal_keeps"] == ["5"]
    jonathan.does(Keep("5"))
    assert jonathan("sum", "open_symbols") == (23, ["1", "2", "3"])


def test_figure_4a_an_exact_tile_comes_from_the_grill() -> None:
    """Jonathan must take the three 2s, for he has the 4s already: 24, and tile 24 lies there."""
    jonathan = table(players=FIVE, grill={"up": [21, 23, 24, 26]}, turn=aside("4 4 worm worm"))
    jonathan.does(roll("2 2 2 4")).is_refused(Keep("4"), FaceAlreadyKept)
    jonathan.does(Keep("2"), Stop())
    assert jonathan("outcome", "tile", "grill_up", "next") == ("take", 24, [21, 23, 26], "Steven")
    assert jonathan.events == (
        DiceKept("Jonathan", "2", 3, 24, 1),
        TileTaken("Jonathan", 24, 1, 24),
        TurnBegun("Steven"),
    )


def test_figure_4b_an_exact_tile_is_snatched() -> None:
    """Steven has 21, and the 21 lies visibly in front of Heather."""
    steven = table(
        players=FIVE,
        current="Steven",
        grill={"up": [23, 24, 26, 28, 29]},
        stacks={"Heather": [21]},
        turn=aside("worm 5 5 2 2"),
    )
    steven.does(roll("1 1 5"), Keep("1"), Stop(), TakeFrom("Heather"))
    assert steven("outcome", "tile", "from") == ("steal", 21, "Heather")
    assert steven["stacks"] == {"Jonathan": [], "Steven": [21], "Nicole": [], "Tom": [], "Heather": []}
    assert TileSnatched("Steven", 21, 1, "Heather") in steven.events


def test_figure_4c_ones_own_tile_is_no_prize() -> None:
    """Nicole has 23 in front of herself and 22 is safe at Tom's: she takes the next lower one, 21."""
    nicole = table(
        players=FIVE,
        current="Nicole",
        grill={"up": [21, 24, 25, 27]},
        stacks={"Nicole": [23], "Tom": [22, 30]},
        turn=aside("5 5 worm 3 3"),
    )
    nicole.does(roll("2 3 worm"), Keep("2"), Stop())
    assert nicole("outcome", "tile", "result") == ("take", 21, 23)
    assert nicole["stacks"]["Nicole"] == [23, 21]


def test_figure_4d_the_next_lower_tile_that_lies_face_up() -> None:
    """Tom has 31. The 31, 30 and 29 are out of sight or face down, so he takes 28."""
    tom = table(
        players=FIVE,
        current="Tom",
        grill={"up": [27, 28, 33], "down": [29, 30, 31]},
        turn=aside("worm worm worm 5 5 3 3"),
    )
    tom.does(Stop())
    assert tom("outcome", "tile", "result") == ("take", 28, 31)


def heather_with_26() -> Sitting:
    return table(
        players=FIVE,
        current="Heather",
        grill={"up": [25, 27, 29, 30, 31]},
        stacks={"Heather": [21], "Jonathan": [26]},
        turn=aside("4 4 worm worm worm 2"),
    ).does(roll("1 worm"), Keep("1"), Stop())


def test_figure_4e_heather_overlooks_the_26() -> None:
    heather = heather_with_26()
    assert heather("pending", "options", "next") == ("choose", ["Jonathan", "lower"], "Heather")
    heather.does(TakeLower())
    assert heather("outcome", "tile", "result") == ("take", 25, 26)
    assert heather["stacks"]["Jonathan"] == [26]


def test_figure_4e_had_she_looked() -> None:
    heather = heather_with_26()
    heather.is_refused(TakeFrom("Tom"), CannotTakeFrom)
    heather.is_refused(TakeFrom("Otto"), NotAtTheTable)
    heather.is_refused(TakeTile(25), TileNotYours)
    heather.does(TakeFrom("Jonathan"))
    assert heather["stacks"]["Heather"] == [21, 26]


def test_figure_5_a_new_tile_covers_the_others() -> None:
    nicole = table(
        players=FIVE,
        current="Nicole",
        grill={"up": [21, 28]},
        stacks={"Nicole": [31, 22]},
        turn=aside("worm worm 5 5 4 4"),
    ).does(Stop())
    assert nicole["stacks"]["Nicole"] == [31, 22, 28]
    assert nicole["visible"]["Nicole"] == 28


def test_figure_6a_only_collected_symbols() -> None:
    """Nicole had 28 points, but her fourth roll shows nothing new."""
    nicole = table(
        players=FIVE,
        current="Nicole",
        grill={"up": [21, 22, 23, 36]},
        stacks={"Nicole": [24]},
        turn=aside("5 5 worm worm worm 3"),
    ).does(roll("5 worm"))
    assert nicole("outcome", "reason", "sum", "result") == ("fail", "nothing_new", 28, None)
    assert nicole("returned", "flipped", "next") == (24, 36, "Tom")
    assert nicole.events == (
        DiceRolled("Nicole", ("5", "worm"), ()),
        AttemptFailed("Nicole", "nothing_new", 28),
        TileReturned("Nicole", 24),
        TileTurned(36),
        TurnBegun("Tom"),
    )


def test_figure_6b_no_worm_no_tile() -> None:
    """Heather reaches 31 with all eight dice, and none of them shows a worm."""
    heather = table(players=FIVE, current="Heather", turn=aside("4 4 4 3 3 3")).does(roll("5 5"), Keep("5"))
    assert heather("outcome", "reason", "result") == ("fail", "no_worm", 31)


def test_figure_6c_nothing_left_for_25() -> None:
    """Tom's own tile is the 25 and nothing lower lies on the grill. He gives it back and 30 is turned over."""
    tom = table(
        players=FIVE,
        current="Tom",
        grill={"up": [26, 28, 30]},
        stacks={"Tom": [25]},
        turn=aside("5 5 3 3 worm 2"),
    ).does(roll("1 1"), Keep("1"))
    assert tom("outcome", "reason", "returned", "flipped") == ("fail", "no_tile", 25, 30)
    assert tom("grill_up", "grill_down") == ([25, 26, 28], [30])


def failed(stack: list[int], up: list[int], down: list[int], alternative: object = False) -> Sitting:
    """Whoever this is rolled nothing new."""
    return table(
        variant={"alternative": alternative},
        grill={"up": up, "down": down},
        stacks={"A": stack},
        turn=aside("worm 5 5 5"),
    ).does(roll("5 worm worm 5"))


def test_figure_7a_the_highest_tile_is_turned_over() -> None:
    tom = failed([27], [31, 33, 34], [35, 36])
    assert tom("returned", "flipped", "grill_up", "grill_down") == (27, 34, [27, 31, 33], [34, 35, 36])


def test_figure_7b_unless_it_is_the_one_returned() -> None:
    heather = failed([30], [28, 29], [32, 33, 34, 35])
    assert heather("returned", "flipped", "grill_up") == (30, None, [28, 29, 30])


@pytest.mark.parametrize(
    ("alternative", "stack", "flipped", "up", "down"),
    [
        (True, [26], 34, [25, 26], [34]),  # as ever: another tile is the highest
        (True, [36], 36, [25, 34], [36]),  # the returned tile is the highest, and is turned over all the same
        ("all", [26], 34, [25], [26, 34]),  # the other reading: the returned tile goes face down whichever it is
        ("all", [36], 36, [25, 34], [36]),
    ],
)
def test_the_alternative_for_a_shorter_game(
    alternative: object, stack: list[int], flipped: int, up: list[int], down: list[int]
) -> None:
    player = failed(stack, [25, 34], [], alternative)
    assert player("returned", "flipped", "grill_up", "grill_down") == (stack[-1], flipped, up, down)


def test_the_other_reading_can_end_the_game() -> None:
    """Every returned tile face down: the last two go at once."""
    player = failed([26], [34], [], "all")
    assert player("grill_up", "grill_down", "game_over") == ([], [26, 34], True)


def test_with_no_tile_nothing_is_returned_and_nothing_turned() -> None:
    player = failed([], [31, 33], [])
    assert player("returned", "flipped", "grill_up", "grill_down") == (None, None, [31, 33], [])


def test_a_turn_begins_with_all_dice() -> None:
    start = table()
    start.is_refused(Stop(), RollFirst)
    start.is_refused(Keep("worm"), RollFirst)
    assert str(start.is_refused(roll("1 1 1 1 1 1 1 1 1"), WrongNumberOfDice)) == (
        "8 dice are to be rolled, and I count 9. Roll all that are not laid aside."
    )
    start.is_refused(roll("1 2 3 4 5 6 1 1"), UnknownFace)
    start.is_refused(roll("1 2 3 4 5 5 1 1", golden="1"), NoGoldenDie)
    start.is_refused(roll(""), WrongNumberOfDice)


def test_after_a_roll_dice_are_laid_aside() -> None:
    rolled = table().does(roll("1 1 2 3 5 5 5 worm"))
    rolled.is_refused(roll("1 1 2 3 5 5 5 worm"), KeepFirst)
    rolled.is_refused(Stop(), KeepFirst)
    rolled.is_refused(Keep("4"), FaceNotRolled)
    rolled.is_refused(Keep("6"), UnknownFace)
    rolled.is_refused(TakeFrom("B"), NothingToChoose)
    rolled.is_refused(TakeLower(), NothingToChoose)
    rolled.is_refused(TakeTile(21), NothingToChoose)


def test_all_dice_of_a_face_or_none() -> None:
    ben = table().does(roll("1 1 2 3 5 5 5 worm"))
    refusal = ben.is_refused(Keep("5", 2), DiceLeftBehind)
    assert str(refusal) == "Of a face all dice go aside or none: 3 show 5."
    ben.does(Keep("5", 3))
    assert ben["sum"] == 15


def test_a_worm_is_a_symbol_of_its_own_though_worth_five() -> None:
    assert table(turn=aside("5 5 5")).does(roll("worm 5 5 1 2"), Keep("worm"))["sum"] == 20
    assert table(turn=aside("worm worm")).does(roll("5 worm 1 2 3 4"), Keep("5"))["sum"] == 15


def test_all_six_symbols_end_the_turn() -> None:
    """One die is left, but whatever it showed would be nothing new."""
    player = table(turn=aside("1 2 3 4 worm")).does(roll("5 5 1"), Keep("5"))
    assert player("outcome", "tile", "result") == ("take", 25, 25)


def test_stopping_with_too_little_fails() -> None:
    player = table(stacks={"A": [36]}, grill={"up": [21, 22]}, turn=aside("worm 1")).does(Stop())
    assert player("outcome", "reason", "result", "returned") == ("fail", "no_tile", 6, 36)


def test_more_than_36_takes_the_36_but_never_snatches_it() -> None:
    dice = aside("worm worm worm worm 5 5 5 5")
    assert table(turn={**dice, "dice_left": 0}).does(Stop())["tile"] == 36
    player = table(turn={**dice, "dice_left": 0}, grill={"up": [21]}, stacks={"B": [36]}).does(Stop())
    assert player("outcome", "tile") == ("take", 21)


def test_covered_tiles_are_safe() -> None:
    player = table(grill={"up": [22, 23]}, stacks={"B": [24, 21]}, turn=aside("worm worm 4 4 2 2 2")).does(Stop())
    assert player("outcome", "tile") == ("take", 23)


def test_declining_the_only_tile_in_reach_is_a_failed_attempt() -> None:
    player = table(grill={"up": [25, 30]}, stacks={"A": [33], "B": [22]}, turn=aside("worm worm 4 4 4")).does(Stop())
    assert player["options"] == ["B", "lower"]
    player.does(TakeLower())
    assert player("outcome", "reason", "returned", "flipped") == ("fail", "no_tile", 33, None)


def test_free_lower_lets_the_player_choose() -> None:
    player = table(variant={"free_lower": True}, grill={"up": [21, 22, 25, 30]}, turn=aside("worm worm worm 4 4 4"))
    player.does(Stop())
    assert player("pending", "options") == ("choose", ["lower"])
    player.is_refused(TakeTile(30), TileNotYours)
    player.is_refused(TakeTile(23), TileNotYours)
    player.is_refused(roll("1 1"), ChooseTileFirst)
    player.does(TakeTile(21))
    assert player("tile", "result") == (21, 27)


def test_free_lower_with_one_lower_tile_leaves_no_choice() -> None:
    player = table(variant={"free_lower": True}, grill={"up": [21, 30]}, turn=aside("worm worm worm 4 4 4"))
    assert player.does(Stop())("outcome", "tile") == ("take", 21)


@pytest.mark.parametrize(
    ("kept", "deed", "said"),
    [
        ("5 5 5 5 5", TakeTile(25), "No worm yet: without one there is no tile. Put tile 25 back."),
        ("5 5 5 5", TakeFrom("B"), "No worm yet: without one there is no tile. Put tile 24 back."),
        ("worm worm worm worm", TakeTile(25), "20 is too little for tile 25. Put it back."),
        ("worm worm worm worm worm worm", TakeTile(29), "Your 30 takes tile 30, not 29. Put it back."),
        ("worm worm worm worm worm 2", TakeTile(25), "Your 27 takes tile 26, not 25. Put it back."),
        ("worm worm worm worm worm", TakeFrom("B"), "For B's tile 24 it takes exactly 24, not 25. Put it back."),
    ],
)
def test_the_nearest_reason_is_told(kept: str, deed: TakeTile | TakeFrom, said: str) -> None:
    player = table(grill={"up": [21, 25, 26, 29, 30]}, stacks={"B": [24]}, turn=aside(kept))
    refused = GAME.refusal(player.state, deed)
    assert str(refused) == said


def test_a_tile_before_a_player_who_has_not_won_it() -> None:
    """What hands laid there although no deed could: told where the reason is known."""
    player = table(grill={"up": [21, 25, 30]}, stacks={"B": [24]}).does(roll("1 2 3 4 5 5 worm worm"))
    assert str(GAME.not_yours(player.state, "A", "25")) == "Tile 25 is not won yet. Put it back, the dice come first."
    assert GAME.not_yours(player.state, "B", "25") is None
    player.does(Keep("worm"))
    assert str(GAME.not_yours(player.state, "A", "25")) == "10 is too little for tile 25. Put it back."
    assert GAME.not_yours(player.state, "A", "24") is None, "where it came from is told elsewhere"
    assert GAME.not_yours(player.state, "A", "down") is None


def test_reaching_for_the_wrong_tile() -> None:
    """The dice are worth the 25; a hand can reach for any other."""
    player = table(grill={"up": [21, 25, 30]}, stacks={"B": [24]}, turn=aside("worm worm worm 5 5"))
    wrong = [deed for deed in GAME.possible_actions(player.state) if deed != Stop()]
    assert wrong == [TakeTile(21), TakeTile(30), TakeFrom("B")]
    player.is_refused(TakeTile(30), TileNotYours)
    player.is_refused(TakeFrom("B"), CannotTakeFrom)


def test_a_snatch_comes_after_stopping() -> None:
    table(grill={"up": [21]}, stacks={"B": [25]}, turn=aside("worm worm worm 5 5")).is_refused(
        TakeFrom("B"), NothingToChoose
    )


def test_the_last_tile_ends_the_game() -> None:
    player = table(grill={"up": [25], "down": [36]}, stacks={"B": [28]}, turn=aside("worm worm worm 5 5")).does(Stop())
    assert player("game_over", "pending", "scores", "winners") == (True, "over", {"A": 2, "B": 2}, ["B"])
    assert player.events[-1] == GameWon(("B",), {"A": 2, "B": 2})
    player.is_refused(roll("1 1 1 1 1 1 1 1"), GameOver)


@pytest.mark.parametrize(("up", "stack"), [([21], [30]), ([30], [25])])
def test_a_failed_attempt_never_ends_the_game(up: list[int], stack: list[int]) -> None:
    assert failed(stack, up, [])["game_over"] is False


def test_a_snatch_never_ends_the_game() -> None:
    player = table(grill={"up": [36]}, stacks={"B": [22]}, turn=aside("worm worm 4 4 4")).does(Stop(), TakeFrom("B"))
    assert player("outcome", "game_over") == ("steal", False)


@pytest.mark.parametrize(
    ("stacks", "winners"),
    [
        ({"A": [36, 21], "B": [35, 22]}, ["A"]),  # the highest tile decides, covered or not
        ({"A": [29, 21], "B": [33], "C": [26, 27]}, ["B"]),
        ({"A": [33], "C": [26]}, ["A"]),
        ({}, ["A", "B", "C"]),  # nobody has anything
    ],
)
def test_the_most_worms_win(stacks: dict[str, list[int]], winners: list[str]) -> None:
    players = ["A", "B", "C"]
    assert table(players=players, grill={"up": []}, stacks=stacks).does(CountNow())["winners"] == winners


def test_worms_on_the_tiles() -> None:
    worms = {tile: 1 + (tile - 21) // 4 for tile in range(21, 37)}
    assert GAME.box.tiles == worms
    assert sum(worms.values()) == 40


def test_the_lamps_show_a_dot_for_each_worm_of_a_tile_that_is_won() -> None:
    assert TileTaken("Ana", 26, 2, 26).dots == 2
    assert TileSnatched("Ana", 33, 4, "Ben").dots == 4


def test_heckmeck_knows_no_weasel() -> None:
    table().is_refused(UseWeasel(), NotInThisGame)


def test_the_table_ends_the_game_where_it_likes() -> None:
    assert table(stacks={"A": [36]}, grill={"up": [21]}).does(CountNow(), CountNow())["winners"] == ["A"]


def test_who_may_do_what() -> None:
    start = table()
    assert (GAME.turn_of(start.state), GAME.dice_due(start.state), GAME.possible_actions(start.state)) == (
        ("A",),
        8,
        (),
    )
    start.does(roll("1 1 2 2 2 2 2 2"))
    assert GAME.dice_due(start.state) == 0
    assert GAME.legal_actions(start.state) == (Keep("1", 2), Keep("2", 6))
    assert GAME.possible_actions(start.state)[:3] == (Keep("1", 1), Keep("1", 2), Keep("2", 1))
    assert GAME.turn_of(start.does(CountNow()).state) == ()


def test_how_the_table_should_look() -> None:
    player = table(grill={"up": [21, 25], "down": [36]}, stacks={"B": [30, 24]}, turn=aside("worm 5 5"))
    looks = GAME.layout(player.does(roll("4 1 2 3 3")).state)
    assert (looks["tray"], looks["aside"]) == (("1", "2", "3", "3", "4"), ("5", "5", "worm"))
    assert (looks["home:21"], looks["home:22"], looks["home:36"]) == (("21",), (), ("down",))
    assert (looks["place:A"], looks["place:B"]) == ((), ("24",))


def test_dice_laid_aside_lie_there_even_when_the_turn_is_over() -> None:
    """Ana's last two dice end her turn; on the table they lie beside the others all the same."""
    ana = table(turn=aside("worm worm worm 5 5 5")).does(roll("4 4")).state
    lies = {"tray": (), "aside": ("4", "4", "5", "5", "5", "worm", "worm", "worm")}
    assert GAME.dice_after(ana, Keep("4")) == GAME.dice_after(ana, Keep("4", 2)) == lies
    assert GAME.dice_after(ana, Stop()) is None
