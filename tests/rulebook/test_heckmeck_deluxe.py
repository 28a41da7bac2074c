"""The Heckmeck Deluxe rulebook, example by example and sentence by sentence."""

from typing import Any

import pytest
from at_table import Sitting, aside, roll

from companion.games.grill.deeds import (
    AcceptFail,
    BratwormFrom,
    DeclineGolden,
    Keep,
    PutBack,
    Stop,
    TakeFrom,
    TakeLower,
    TakeTile,
    UseWeasel,
)
from companion.games.grill.events import AttemptFailed, TileReturned, TileTaken, TileTurned
from companion.games.grill.refusals import (
    BratwormFirst,
    ExactlyThat,
    GoldenDieMissing,
    MustSteal,
    NeverStolen,
    PutBackFirst,
    WeaselFirst,
)
from companion.games.heckmeck_deluxe.events import (
    BratwormWon,
    CannedWormCounted,
    GoldenDieDeclined,
    SpecialistMoved,
    SpecialistWon,
    WeaselUsed,
)
from companion.games.heckmeck_deluxe.refusals import (
    GoldenDieTooLate,
    NoBratwormThere,
    NothingFailed,
    NotYourSpecialist,
    NoWeasel,
    WeaselAsleep,
    WeaselTakesAll,
    WeaselTooLate,
)
from companion.games.heckmeck_deluxe.rules import GAME
from companion.rules.actions import CountNow, LetGo, SkipTurn
from companion.rules.events import TurnBegun
from companion.rules.refusals import (
    FaceAlreadyKept,
    GameOver,
    NotAtTheTable,
    NothingToChoose,
    NotInThisGame,
    RollFirst,
    WrongNumberOfDice,
)

FRESH = {"canned": 11, "hen": 21, "raven": 23, "weasel": 25, "golden": 27, "apple": 29}
TWENTY_THREE = aside("worm worm worm 4 4")
TWENTY_SIX = aside("worm worm 4 4 4 4")
TWENTY_NINE = aside("worm worm worm 5 5 4")
NOTHING_NEW = {"kept": [["5", 4]], "golden_left": False}


def table(**setup: Any) -> Sitting:
    return Sitting(GAME, **setup)


def bare(up: list[int], **setup: Any) -> Sitting:
    """A grill with these tiles and nobody on it but those named."""
    return table(grill={"up": up}, **setup)


def fails(up: list[int], **setup: Any) -> Sitting:
    """Four 5s laid aside, and four more rolled."""
    return bare(up, turn=NOTHING_NEW, **setup).does(roll("5 5 5 5"))


# Set-up and turn


def test_the_set_up() -> None:
    assert table()("on_grill", "supply", "holders", "pending") == (FRESH, 7, {}, "roll")
    assert table()["grill_up"] == [11, 13, *range(21, 37)]


def test_example_a() -> None:
    """Three 4s, a worm and two 5s: 27. He takes tile 27, and the golden die that stands on it."""
    thomas = table(players=["Thomas", "B"]).does(roll("4 4 4 1 1 2 3 5"), Keep("4"))
    thomas.does(roll("4 4 2 3 worm")).is_refused(Keep("4"), FaceAlreadyKept)
    thomas.does(Keep("worm"), roll("5 5 worm worm"))
    assert thomas["legal_keeps"] == ["5"]
    thomas.does(Keep("5"), Stop())
    assert thomas("outcome", "tile", "holders") == ("take", 27, {"Thomas": "golden"})
    assert thomas.events[1:] == (
        TileTaken("Thomas", 27, 2, 27),
        SpecialistWon("Thomas", "golden", None),
        TurnBegun("B"),
    )


def test_example_b() -> None:
    """Bridget has 26 and wants more: a 3 and a worm bring nothing new. Her top tile goes back."""
    bridget = table(
        players=["Bridget", "B"],
        grill={"up": [22, 29, 30, 31, 33], "down": [34, 35, 36]},
        stacks={"Bridget": [21, 28]},
    )
    bridget.does(roll("3 3 1 2 4 4 5 5"), Keep("3"), roll("5 5 5 1 2 4"), Keep("5"), roll("worm 2 2"), Keep("worm"))
    assert bridget["sum"] == 26
    bridget.does(roll("3 worm"))
    assert bridget("reason", "returned", "flipped") == ("nothing_new", 28, 33)
    assert bridget["stacks"]["Bridget"] == [21]


# 11 and 13


def test_11_brings_the_canned_worm() -> None:
    assert table(turn=aside("worm 2 2 2")).does(Stop())("tile", "holders") == (11, {"A": "canned"})


def test_13_has_to_be_exact() -> None:
    assert table(turn=aside("worm 4 4")).does(Stop())["tile"] == 13
    assert table(turn=aside("worm worm 2")).does(Stop())("outcome", "reason", "result") == ("fail", "no_tile", 12)


def test_11_and_13_need_a_worm_too() -> None:
    assert table(turn=aside("3 3 5")).does(Stop())["reason"] == "no_worm"


def test_11_and_13_are_no_lower_tiles() -> None:
    assert bare([11, 13, 25], turn=aside("worm worm worm worm 4")).does(Stop())["reason"] == "no_tile"


def test_11_and_13_are_never_stolen() -> None:
    thief = bare([30], stacks={"B": [11]}, holders={"B": "hen"}, turn=aside("worm 2 2 2")).does(Stop())
    assert thief("outcome", "reason", "holders") == ("fail", "no_tile", {"B": "hen"})


def test_11_is_returned_and_13_turned_like_any_other() -> None:
    player = fails([13], stacks={"A": [28, 11]})
    assert player("returned", "flipped", "grill_up", "game_over") == (11, 13, [11], False)


# Stealing


def test_11_and_13_are_never_stolen_and_need_their_exact_number() -> None:
    twelve = table(grill={"up": [13, 21]}, stacks={"B": [11]}, turn=aside("worm 2 2 2"))
    assert str(twelve.is_refused(TakeFrom("B"), NeverStolen)) == "Tile 11 is never stolen. Put it back."
    fifteen = table(grill={"up": [11, 13, 21]}, turn=aside("worm worm worm"))
    said = "Tile 13 is there for exactly 13, not for 15. Put it back."
    assert str(fifteen.is_refused(TakeTile(13), ExactlyThat)) == said


def test_the_exact_tile_at_a_rival_is_the_only_gain() -> None:
    thief = bare([21, 25, 30], stacks={"B": [26]}, turn=TWENTY_SIX).does(Stop())
    assert thief("pending", "options") == ("choose", ["B"])
    thief.is_refused(TakeLower(), MustSteal)
    thief.is_refused(TakeTile(25), MustSteal)
    assert thief.does(TakeFrom("B"))("outcome", "tile", "from") == ("steal", 26, "B")


def test_optional_steal_plays_it_as_the_base_game_does() -> None:
    thief = bare([21, 25, 30], variant={"optional_steal": True}, stacks={"B": [26]}, turn=TWENTY_SIX).does(Stop())
    assert thief["options"] == ["B", "lower"]
    assert thief.does(TakeLower())["tile"] == 25


def test_a_thief_gets_the_specialist_too() -> None:
    thief = bare([24], stacks={"B": [31, 26]}, holders={"B": "weasel"}, turn=TWENTY_SIX).does(Stop(), TakeFrom("B"))
    assert thief("holders", "stacks") == ({"A": "weasel"}, {"A": [26], "B": [31]})
    assert SpecialistWon("A", "weasel", "B") in thief.events


# Bratworms


@pytest.mark.parametrize(("ones", "won"), [("1 2", 0), ("1 1", 1), ("1 1 1 1", 1)])
def test_a_double_1_is_one_bratworm(ones: str, won: int) -> None:
    rest = " 3" * (8 - len(ones.split()))
    player = table().does(roll(ones + rest), Keep("1"))
    assert player("bratworms", "supply") == ({"A": won, "B": 0}, 7 - won)


def test_a_double_1_only_rolled_is_none() -> None:
    assert table().does(roll("1 1 worm worm worm 2 3 4"), Keep("worm"))["supply"] == 7


def test_a_bratworm_stays_when_the_turn_fails() -> None:
    player = table().does(roll("1 1 2 3 4 5 5 5"), Keep("1"), roll("1 1 1 1 1 1"))
    assert player("outcome", "bratworms") == ("fail", {"A": 1, "B": 0})


def test_with_the_supply_empty_a_bratworm_comes_from_a_player() -> None:
    """Never from the player with the hen, and not from one who has none."""
    player = table(
        players=["A", "B", "C", "D"],
        supply=0,
        bratworms={"B": 3, "C": 4},
        holders={"C": "hen"},
        turn=aside("worm worm worm"),
    ).does(roll("1 1 2 3 4"), Keep("1"))
    assert player("pending", "sum") == ("bratworm_from", 17)
    player.is_refused(BratwormFrom("C"), NoBratwormThere)
    player.is_refused(BratwormFrom("D"), NoBratwormThere)
    player.is_refused(BratwormFrom("A"), NoBratwormThere)
    player.is_refused(BratwormFrom("Otto"), NotAtTheTable)
    player.is_refused(roll("2 3 4"), BratwormFirst)
    player.is_refused(Stop(), BratwormFirst)
    player.does(BratwormFrom("B"))
    assert player("bratworms", "pending") == ({"A": 1, "B": 2, "C": 4, "D": 0}, "roll_or_stop")
    assert player.events == (BratwormWon("A", "B"),)


def test_with_nobody_to_take_it_from_there_is_no_bratworm() -> None:
    player = table(supply=0, bratworms={"A": 3, "B": 4}, holders={"B": "hen"}).does(roll("1 1 2 3 4 5 5 5"), Keep("1"))
    assert player("bratworms", "pending") == ({"A": 3, "B": 4}, "roll_or_stop")


def test_the_bratworm_of_the_last_dice_comes_before_the_tile() -> None:
    dice = aside("worm worm worm 5 5 5")
    player = table(supply=0, bratworms={"B": 1}, turn=dice).does(roll("1 1"), Keep("1"))
    assert player("pending", "outcome") == ("bratworm_from", None)
    player.does(BratwormFrom("B"))
    assert player("outcome", "tile", "bratworms") == ("take", 32, {"A": 1, "B": 0})


# The raven


def test_the_raven_pays_a_bratworm_and_hops_on() -> None:
    player = table(turn=TWENTY_THREE).does(Stop())
    assert player("tile", "bratworms", "holders") == (23, {"A": 1, "B": 0}, {})
    assert player["on_grill"] == {**FRESH, "raven": 13}


def test_the_raven_is_no_second_specialist() -> None:
    player = table(holders={"A": "apple"}, turn=TWENTY_THREE).does(Stop())
    assert player("holders", "next") == ({"A": "apple"}, "B")


def test_the_ravens_bratworm_from_a_player() -> None:
    player = table(supply=0, bratworms={"B": 2}, turn=TWENTY_THREE).does(Stop())
    assert player("outcome", "tile", "pending", "next") == ("take", 23, "bratworm_from", "A")
    player.is_refused(SkipTurn(), BratwormFirst)
    assert "raven" not in player["on_grill"], "it moves after the Bratworm"
    player.does(BratwormFrom("B"))
    assert player("bratworms", "next", "pending") == ({"A": 1, "B": 1}, "B", "roll")
    assert player["on_grill"] == {**FRESH, "raven": 13}
    assert [type(event).__name__ for event in player.events[:2]] == ["BratwormWon", "SpecialistMoved"]


def test_a_player_who_leaves_before_choosing_leaves_the_raven_on_the_grill() -> None:
    player = table(players=["A", "B", "C"], supply=0, bratworms={"B": 2}, turn=TWENTY_THREE).does(Stop(), LetGo("A"))
    assert player["on_grill"] == {**FRESH, "raven": 13}


def test_the_raven_leaves_when_no_tile_is_free() -> None:
    player = bare([23, 30], on_grill={"raven": 23, "weasel": 30}, turn=TWENTY_THREE).does(Stop())
    assert player("out", "on_grill", "bratworms") == (["raven"], {"weasel": 30}, {"A": 1, "B": 0})


def test_on_a_turned_tile_the_raven_moves_without_a_bratworm() -> None:
    player = fails([22, 30], on_grill={"raven": 30}, stacks={"A": [21]})
    assert player("flipped", "on_grill", "supply") == (30, {"raven": 21}, 7)


# Two specialists


def test_of_two_specialists_one_goes_back() -> None:
    player = table(holders={"A": "canned"}, turn=TWENTY_NINE).does(Stop())
    assert player("tile", "pending", "holders", "offered", "next") == (29, "put_back", {"A": "canned"}, "apple", "A")
    player.is_refused(PutBack("weasel"), NotYourSpecialist)
    player.is_refused(roll("1 1 1 1 1 1 1 1"), PutBackFirst)
    player.is_refused(SkipTurn(), PutBackFirst)
    assert GAME.legal_actions(player.state) == (PutBack("canned"), PutBack("apple"))
    player.does(PutBack("canned"))
    assert player("holders", "next") == ({"A": "apple"}, "B")
    assert player["on_grill"] == {k: v for k, v in {**FRESH, "canned": 11}.items() if k != "apple"}


def test_the_new_one_may_go_back() -> None:
    player = table(holders={"A": "canned"}, turn=TWENTY_NINE).does(Stop(), PutBack("apple"))
    assert player("holders", "on_grill") == (
        {"A": "canned"},
        {**{k: v for k, v in FRESH.items() if k != "canned"}, "apple": 11},
    )


def test_with_no_free_tile_it_leaves_the_game() -> None:
    player = bare([24, 29], on_grill={"raven": 24, "apple": 29}, holders={"A": "weasel"}, turn=TWENTY_NINE)
    player.does(Stop(), PutBack("weasel"))
    assert player("holders", "out", "on_grill") == ({"A": "apple"}, ["weasel"], {"raven": 24})
    assert SpecialistMoved("weasel", None, "A") in player.events


def test_a_thief_with_two_specialists() -> None:
    thief = bare([24, 30], stacks={"B": [31, 26]}, holders={"A": "apple", "B": "weasel"}, turn=TWENTY_SIX)
    thief.does(Stop(), TakeFrom("B"), PutBack("weasel"))
    assert thief("holders", "on_grill") == ({"A": "apple"}, {"weasel": 24})


def test_putting_back_without_need() -> None:
    table(holders={"A": "apple"}).is_refused(PutBack("apple"), NothingToChoose)
    table(supply=0, bratworms={"B": 1}).is_refused(BratwormFrom("B"), NothingToChoose)


# A failed attempt


def test_a_failure_sends_tile_then_specialist_back() -> None:
    player = fails([11, 13, 24, 36], on_grill={"canned": 11}, stacks={"A": [28]}, holders={"A": "golden"})
    assert player("returned", "flipped", "holders") == (28, 36, {})
    assert player["on_grill"] == {"canned": 11, "golden": 13}
    assert player.events[1:] == (
        AttemptFailed("A", "nothing_new", 20),
        TileReturned("A", 28),
        TileTurned(36),
        SpecialistMoved("golden", 13, "A"),
        TurnBegun("B"),
    )


def test_the_displaced_specialist_moves_last() -> None:
    """The apple stood on the 36 that is turned over: first the player's weasel takes the 24, then the apple the 28."""
    player = fails([24, 36], on_grill={"apple": 36}, stacks={"A": [28]}, holders={"A": "weasel"})
    player.does(AcceptFail())
    assert player["on_grill"] == {"weasel": 24, "apple": 28}


def test_the_specialist_may_take_the_last_free_tile() -> None:
    player = fails([36], on_grill={"raven": 36}, stacks={"A": [28]}, holders={"A": "apple"})
    assert player("on_grill", "out") == ({"apple": 28}, ["raven"])


def test_the_specialist_goes_back_without_a_tile_too() -> None:
    assert fails([24, 36], holders={"A": "apple"})("holders", "on_grill", "flipped") == ({}, {"apple": 24}, None)


def test_a_returned_highest_tile_stays_up() -> None:
    assert fails([24, 30], stacks={"A": [36]})("returned", "flipped", "grill_up") == (36, None, [24, 30, 36])


# The sitting hen


def test_the_hen_is_given_up_instead_of_a_tile() -> None:
    player = fails([24, 30], stacks={"A": [28]}, holders={"A": "hen"})
    assert player("returned", "flipped", "holders") == (None, None, {})
    assert player("stacks", "on_grill") == ({"A": [28], "B": []}, {"hen": 24})


def test_the_hen_stays_with_a_player_without_tiles() -> None:
    assert fails([24, 30], holders={"A": "hen"})("holders", "on_grill") == ({"A": "hen"}, {})


def test_the_hen_with_nowhere_to_go_leaves_the_game() -> None:
    player = fails([24], on_grill={"raven": 24}, stacks={"A": [28]}, holders={"A": "hen"})
    assert player("out", "stacks") == (["hen"], {"A": [28], "B": []})


def test_a_thief_gets_only_the_hen() -> None:
    thief = bare([24, 30], stacks={"A": [33], "B": [26]}, holders={"B": "hen"}, turn=TWENTY_SIX).does(Stop())
    assert thief["options"] == ["B"]
    thief.does(TakeFrom("B"))
    assert thief("outcome", "tile", "from") == ("hen", None, "B")
    assert thief("stacks", "holders") == ({"A": [33], "B": [26]}, {"A": "hen"})


def test_a_thief_with_a_specialist_chooses_between_it_and_the_hen() -> None:
    thief = bare(
        [24, 30], on_grill={"raven": 24}, stacks={"B": [26]}, holders={"A": "weasel", "B": "hen"}, turn=TWENTY_SIX
    )
    thief.does(Stop(), TakeFrom("B"), PutBack("hen"))
    assert thief("outcome", "holders", "on_grill") == ("hen", {"A": "weasel"}, {"raven": 24, "hen": 30})


# The canned worm


def test_the_canned_worm_counts_if_there_is_no_other() -> None:
    player = bare([22], holders={"A": "canned"}, turn=aside("5 4 4 4")).does(Stop())
    assert player("sum", "result", "tile", "holders") == (17, 22, 22, {"A": "canned"})
    assert CannedWormCounted("A", 22) in player.events


def test_the_canned_worm_sleeps_if_a_die_shows_one() -> None:
    player = bare([22, 27], holders={"A": "canned"}, turn=aside("worm 5 4 4 4")).does(Stop())
    assert player("result", "tile") == (22, 22)


def test_the_canned_worm_does_not_rescue_a_roll() -> None:
    player = fails([25], holders={"A": "canned"})
    assert player("outcome", "reason", "sum") == ("fail", "nothing_new", 20)


# The weasel


def test_the_weasel_rolls_all_dice_again() -> None:
    player = bare([22, 30], holders={"A": "weasel"}, turn=aside("worm worm")).does(roll("1 1 1 2 2 3"))
    refusal = player.is_refused(UseWeasel(3), WeaselTakesAll)
    assert str(refusal) == "With the weasel all 6 dice just rolled are rolled again."
    player.does(UseWeasel(6))
    assert player("pending", "sum", "dice_left") == ("roll", 10, 6)
    assert player.events == (WeaselUsed("A"),)
    player.is_refused(Stop(), RollFirst)
    player.is_refused(UseWeasel(), WeaselAsleep)
    player.does(roll("4 4 4 1 1 1")).is_refused(UseWeasel(), WeaselAsleep)
    assert player.does(Keep("4"), Stop())("tile", "holders") == (22, {"A": "weasel"})


def test_the_weasel_rescues_a_roll_of_repeats_once() -> None:
    player = fails([22, 30], stacks={"A": [28]}, holders={"A": "weasel"})
    assert player("pending", "legal_keeps") == ("weasel_or_fail", [])
    player.is_refused(roll("5 5 5 5"), WeaselFirst)
    player.does(UseWeasel(), roll("5 5 5 5"))
    assert player("outcome", "returned", "on_grill") == ("fail", 28, {"weasel": 22})


def test_the_dead_roll_may_stand() -> None:
    player = fails([22, 30], holders={"A": "weasel"}).does(AcceptFail())
    assert player("outcome", "reason") == ("fail", "nothing_new")


def test_the_weasel_wakes_up_for_the_next_turn() -> None:
    player = table(holders={"A": "weasel"}, turn={**aside("worm 5 5 5 2"), "weasel_used": True}).does(Stop())
    player.does(roll("1 1 1 1 1 1 1 1"), Keep("1"), roll("1 1 1 1 2 3 4 5"))
    assert player["next"] == "A"
    assert UseWeasel() in GAME.legal_actions(player.state)


def test_when_the_weasel_is_no_help() -> None:
    player = table(holders={"A": "weasel"})
    player.is_refused(UseWeasel(), WeaselTooLate)
    player.is_refused(AcceptFail(), NothingFailed)
    player.does(roll("1 1 1 2 2 3 3 4"), Keep("4")).is_refused(UseWeasel(), WeaselTooLate)
    table().does(roll("1 1 1 2 2 3 3 4")).is_refused(UseWeasel(), NoWeasel)


# The golden die


def test_the_golden_die_is_a_ninth_die() -> None:
    player = table(holders={"A": "golden"})
    assert GAME.dice_due(player.state) == 9
    player.is_refused(roll("worm worm 5 5 1 2 3 4"), GoldenDieMissing)
    player.is_refused(roll("worm worm 5 5 1 2 3", golden="worm"), WrongNumberOfDice)
    player.does(roll("1 worm worm 2 3 4 5 5", golden="1"), Keep("1", 2))
    assert player("sum", "dice_left", "bratworms") == (2, 7, {"A": 1, "B": 0})
    assert GAME.layout(player.state)["aside"] == ("1", "golden-1")
    assert GAME.dice_due(player.state) == 7


def test_the_golden_die_stays_in_hand_until_it_is_laid_aside() -> None:
    player = table(holders={"A": "golden"}).does(roll("worm worm 5 5 1 2 3 4", golden="1"), Keep("worm"))
    player.does(roll("5 5 5 1 1 1", golden="worm"))
    assert GAME.layout(player.state)["tray"] == ("1", "1", "1", "5", "5", "5", "golden-worm")
    assert player.does(Keep("5"))("sum", "dice_left") == (25, 3)


def test_nine_dice_make_up_to_45() -> None:
    player = table(holders={"A": "golden"}).does(roll("worm worm worm worm 5 5 5 5", golden="worm"), Keep("worm"))
    player.does(roll("5 5 5 5"), Keep("5"))
    assert player("result", "tile") == (45, 36)


def test_the_golden_die_may_be_left_out_before_the_first_roll() -> None:
    player = table(holders={"A": "golden"})
    assert GAME.legal_actions(player.state) == (DeclineGolden(),)
    player.does(DeclineGolden())
    assert player.events == (GoldenDieDeclined("A"),)
    player.is_refused(DeclineGolden(), GoldenDieTooLate)
    player.does(roll("worm worm 5 5 1 2 3 4")).is_refused(DeclineGolden(), GoldenDieTooLate)
    table().is_refused(DeclineGolden(), GoldenDieTooLate)


# The end


def test_apple_and_bratworms_count() -> None:
    end = table(
        grill={"up": []},
        stacks={"A": [11, 13, 36], "B": [33, 29]},
        holders={"B": "apple"},
        bratworms={"A": 4, "B": 1},
        supply=2,
    ).does(CountNow())
    assert end("scores", "winners") == ({"A": 10, "B": 11}, ["B"])


def test_the_last_tile_brings_its_specialist_before_the_count() -> None:
    end = bare([29], on_grill={"apple": 29}, stacks={"B": [33, 25]}, turn=TWENTY_NINE).does(Stop())
    assert end("game_over", "scores", "winners") == (True, {"A": 6, "B": 6}, ["B"])
    end.is_refused(PutBack("apple"), GameOver)


def test_even_the_last_tile_asks_which_specialist_goes() -> None:
    end = bare([29], on_grill={"apple": 29}, holders={"A": "weasel"}, stacks={"B": [33]}, turn=TWENTY_NINE).does(Stop())
    assert end("pending", "game_over", "scores") == ("put_back", False, {"A": 6, "B": 4})
    end.does(PutBack("weasel"))
    assert end("game_over", "out", "winners") == (True, ["weasel"], ["A"])


def test_equals_without_any_tile_share_the_win() -> None:
    end = table(grill={"up": []}, bratworms={"A": 1, "B": 1}).does(CountNow())
    assert end["winners"] == ["A", "B"]


# The original game from the same box


def test_the_original_game() -> None:
    start = table(variant={"original": True})
    assert start("on_grill", "supply", "holders", "out") == ({}, 0, {}, [])
    assert start["grill_up"] == list(range(21, 37))
    start.is_refused(DeclineGolden(), NotInThisGame)
    start.does(roll("1 1 2 3 4 5 5 5"), Keep("1"))
    assert start("bratworms", "pending") == ({"A": 0, "B": 0}, "roll_or_stop")


def test_in_the_original_game_a_snatch_is_a_choice() -> None:
    thief = bare([25], variant={"original": True}, stacks={"B": [26]}, turn=TWENTY_SIX).does(Stop())
    assert thief["options"] == ["B", "lower"]


def test_the_original_game_has_its_alternative() -> None:
    player = fails([24], variant={"original": True, "alternative": True}, stacks={"A": [36]})
    assert player["flipped"] == 36


def test_a_deed_is_written_in_full_and_a_stop_for_nothing_is_known() -> None:
    """What the referee counts, and what he asks back for."""
    rolled = table(holders={"A": "golden"})
    assert GAME.golden_due(rolled.state)
    rolled.does(roll("1 1 2 2 2 5 5 5", golden="1"))
    assert GAME.in_full(rolled.state, Keep("1")) == Keep("1", 3)
    assert GAME.in_full(rolled.state, Keep("2", 2)) == Keep("2", 2)
    assert GAME.in_vain(rolled.does(Keep("2")).state, Stop())
