"""A match is its actions: taking one back, correcting a roll, coming and going."""

from random import Random
from typing import Any

import pytest
from at_table import Sitting, aside, roll
from random_play import VARIANTS, any_deed, names, random_match

from companion.games import GAMES, heckmeck, heckmeck_deluxe, rooster_run
from companion.games.grill.deeds import Keep, Stop
from companion.games.grill.events import TileTaken
from companion.games.heckmeck_deluxe.events import SpecialistMoved
from companion.games.heckmeck_deluxe.rules import HOMES
from companion.games.rooster_run.refusals import BetweenRoundsOnly
from companion.rules.actions import AddPlayer, LetGo, SkipTurn
from companion.rules.contract import Action
from companion.rules.events import DiceKept, PlayerJoined, PlayerLeft, TurnBegun
from companion.rules.match import Match, begin, replay
from companion.rules.refusals import (
    BetweenTurnsOnly,
    FaceNotRolled,
    GameOver,
    NameTaken,
    NotAtTheTable,
    NothingToUndo,
    OneTooFew,
    RollStands,
    UnknownFace,
    WrongNumberOfPlayers,
)

FIRST = roll("worm worm worm 5 5 4 3 2")


def ana_and_ben() -> Match[Any]:
    return begin(heckmeck.GAME, ["Ana", "Ben"])


def played(*deeds: Any) -> Match[Any]:
    match = ana_and_ben()
    for deed in deeds:
        match = match.act(deed)
    return match


# Undo


def test_the_last_deed_can_be_taken_back() -> None:
    match = played(FIRST, Keep("worm"))
    assert match.undo().state == played(FIRST).state
    assert match.undo().actions == (FIRST,)


def test_a_roll_is_corrected_never_undone() -> None:
    with pytest.raises(RollStands) as refused:
        played(FIRST).undo()
    assert str(refused.value) == "A roll cannot be taken back. If I read a die wrongly, correct that die."


def test_there_may_be_nothing_to_take_back() -> None:
    with pytest.raises(NothingToUndo):
        ana_and_ben().undo()


def test_a_refused_deed_leaves_the_match_as_it_was() -> None:
    match = played(FIRST)
    with pytest.raises(FaceNotRolled):
        match.act(Keep("1"))
    assert match.actions == (FIRST,)


# Correcting a roll


def test_a_corrected_roll_rejudges_what_followed() -> None:
    """The third worm was a 5 after all: two worms, and in the end 21 instead of 26."""
    match = played(FIRST, Keep("worm"), roll("5 5 4 3 2"), Keep("5"), Stop())
    assert match.state.stacks == ((25,), ())
    correction = match.correct(0, roll("worm worm 5 5 5 4 3 2"))
    assert correction.refused is not None  # five dice were rolled, but six were left
    assert correction.dropped == match.actions[2:]
    assert correction.match.actions == (roll("worm worm 5 5 5 4 3 2"), Keep("worm"))


def test_a_correction_says_what_changed() -> None:
    match = played(FIRST, Keep("worm"), roll("5 5 4 3 2"), Keep("5"), Stop())
    correction = match.correct(2, roll("5 5 5 3 2"))
    assert (correction.refused, correction.dropped) == (None, ())
    assert correction.no_longer[1:] == (DiceKept("Ana", "5", 2, 25, 3), TileTaken("Ana", 25, 2, 25))
    assert correction.now[1:] == (DiceKept("Ana", "5", 3, 30, 2), TileTaken("Ana", 30, 3, 30))
    assert correction.match.state.stacks == ((30,), ())


def test_a_deed_that_no_longer_fits_is_dropped_with_all_after_it() -> None:
    match = played(FIRST, Keep("worm"), roll("5 5 4 3 2"), Keep("5"), Stop())
    correction = match.correct(2, roll("worm worm 4 3 2"))
    assert isinstance(correction.refused, FaceNotRolled)
    assert correction.dropped == (Keep("5"), Stop())
    assert correction.match.state.pending == "keep"


def test_the_same_roll_changes_nothing() -> None:
    match = played(FIRST, Keep("worm"))
    correction = match.correct(0, FIRST)
    assert (correction.no_longer, correction.now, correction.match.state) == ((), (), match.state)


def test_a_correction_that_cannot_be_is_refused() -> None:
    match = played(FIRST, Keep("worm"))
    with pytest.raises(UnknownFace):
        match.correct(0, roll("6 worm worm 5 5 4 3 2"))
    assert match.last_roll() == 0
    assert ana_and_ben().last_roll() is None


def test_only_a_roll_can_be_corrected() -> None:
    with pytest.raises(TypeError):
        played(FIRST, Keep("worm")).correct(1, FIRST)


@pytest.mark.parametrize("name", GAMES)
def test_replay_and_undo_agree(name: str) -> None:
    """Whatever is done, taking it back gives the state from before it."""
    game = GAMES[name]
    moments = list(random_match(game, 3, {}, 5))[:200]
    match = replay(game, names(3), {}, [deed for _, deed, _, _ in moments])
    assert [deed.state for deed in match.deeds] == [after for _, _, after, _ in moments]
    while match.deeds and not isinstance(match.actions[-1], type(FIRST)):
        before = moments[len(match.deeds) - 1][0]
        match = match.undo()
        assert match.state == before


# Coming and going


def test_a_player_goes_and_his_tiles_with_him() -> None:
    game = Sitting(
        heckmeck.GAME, players=["A", "B", "C"], current="B", grill={"up": [21]}, stacks={"A": [24], "B": [25]}
    )
    game.does(LetGo("A"))
    assert game("stacks", "next") == ({"B": [25], "C": []}, "B")
    assert game.events == (PlayerLeft("A"),)
    game.is_refused(LetGo("A"), NotAtTheTable)
    game.is_refused(LetGo("B"), OneTooFew)


def test_whoever_goes_in_his_own_turn_ends_it() -> None:
    game = Sitting(heckmeck.GAME, players=["A", "B", "C"], current="C", turn=aside("worm"))
    game.is_refused(LetGo("A"), BetweenTurnsOnly)
    game.does(LetGo("C"))
    assert game("next", "pending", "kept") == ("A", "roll", {})
    assert game.events == (PlayerLeft("C"), TurnBegun("A"))


def test_somebody_joins_between_two_turns() -> None:
    game = Sitting(heckmeck.GAME, stacks={"A": [24]}, grill={"up": [21]})
    game.is_refused(AddPlayer("B"), NameTaken)
    game.does(AddPlayer("C"))
    assert game.events == (PlayerJoined("C"),)
    assert game("stacks", "next") == ({"A": [24], "B": [], "C": []}, "A")
    game.does(FIRST).is_refused(AddPlayer("D"), BetweenTurnsOnly)


def test_no_more_than_the_box_allows() -> None:
    Sitting(heckmeck.GAME, players=list("ABCDEFG")).is_refused(AddPlayer("H"), WrongNumberOfPlayers)


def test_a_skipped_turn_costs_nothing() -> None:
    game = Sitting(heckmeck.GAME, stacks={"A": [24]}, grill={"up": [21]}, turn=aside("5 5")).does(SkipTurn())
    assert game("stacks", "next", "outcome", "grill_up") == ({"A": [24], "B": []}, "B", None, [21])


def test_in_deluxe_the_specialist_stays_behind() -> None:
    game = Sitting(
        heckmeck_deluxe.GAME,
        players=["A", "B", "C"],
        grill={"up": [22, 30]},
        stacks={"A": [24]},
        holders={"A": "hen", "C": "apple"},
        bratworms={"A": 2},
        supply=5,
    ).does(LetGo("A"))
    assert game("on_grill", "holders", "supply", "bratworms") == ({"hen": 22}, {"C": "apple"}, 7, {"B": 0, "C": 0})
    assert SpecialistMoved("hen", 22, "A") in game.events
    game.does(AddPlayer("D"))
    assert game("bratworms", "holders") == ({"B": 0, "C": 0, "D": 0}, {"C": "apple"})


def test_in_deluxe_both_specialists_stay_behind() -> None:
    game = Sitting(
        heckmeck_deluxe.GAME, players=["A", "B", "C"], holders={"A": "canned"}, turn=aside("worm worm worm 5 5 4")
    )
    game.does(Stop(), LetGo("A"))
    assert game("holders", "offered", "next") == ({}, None, "B")
    assert sorted(game["on_grill"]) == sorted(HOMES)


def test_in_rooster_run_the_worms_go_back() -> None:
    cards = [{"id": name, "worm": name, "value": 1, "colour": "red"} for name in "abcdefgh"]
    game = Sitting(
        rooster_run.GAME,
        players=["P1", "P2", "P3"],
        faceup=cards,
        front={"P1": ["u"]},
        hand={"P1": "v"},
        scored={"P1": [{"id": "x", "value": 3}]},
        sweetheart={"P1": "x"},
    )
    game.is_refused(AddPlayer("P4"), BetweenRoundsOnly)
    game.does(LetGo("P1"))
    assert game("returned", "discarded", "hand") == (["v", "u"], ["x"], {})
    assert game("front", "points") == ({"P2": [], "P3": []}, {"P2": 0, "P3": 0})
    game.is_refused(LetGo("P1"), NotAtTheTable)
    game.is_refused(LetGo("P2"), OneTooFew)


def test_in_rooster_run_somebody_joins_between_two_rounds() -> None:
    game = Sitting(rooster_run.GAME, players=["P1", "P2"])
    game.is_refused(AddPlayer("P2"), NameTaken)
    game.does(AddPlayer("P3"))
    assert game("front", "chips", "scored") == (
        {"P1": [], "P2": [], "P3": []},
        {"P1": 0, "P2": 0, "P3": 0},
        {"P1": [], "P2": [], "P3": []},
    )


def test_an_out_player_may_leave_a_game_of_two() -> None:
    game = Sitting(rooster_run.GAME, players=["P1", "P2", "P3"], eliminated=["P3"], chips={"P3": 4})
    game.does(LetGo("P3"))
    assert game("eliminated", "chips") == ([], {"P1": 0, "P2": 0})


@pytest.mark.parametrize("name", GAMES)
def test_people_come_and_go_and_the_game_still_ends(name: str) -> None:
    """Now and then somebody leaves, joins or is passed over; no piece is in two places ever after."""
    game = GAMES[name]
    for seed in range(10):
        chance = Random(seed)
        match = begin(game, names(4), VARIANTS[name][seed % len(VARIANTS[name])])
        newcomers = iter(["Hal", "Ina", "Jo"])
        while not match.over:
            deed = any_deed(game, match.state, chance, 0.95)
            if chance.random() < 0.02:
                who = chance.choice(match.state.players)
                come_or_go: list[Action] = [LetGo(who), AddPlayer(next(newcomers, "Ana")), SkipTurn()]
                deed = chance.choice(come_or_go)
            if game.refusal(match.state, deed) is None:
                match = match.act(deed)
        assert game.winners(match.state)


def test_begin_and_replay_hold_the_options() -> None:
    match = begin(heckmeck.GAME, ["Ana", "Ben"], {"free_lower": True})
    assert match.options == {"free_lower": True}
    assert replay(heckmeck.GAME, match.players, match.options, match.actions) == match
    with pytest.raises(ValueError, match="free_upper"):
        begin(heckmeck.GAME, ["Ana", "Ben"], {"free_upper": True})


def test_after_the_end_nobody_comes_or_goes() -> None:
    over = Sitting(heckmeck.GAME, grill={"up": [25]}, turn=aside("worm worm worm 5 5")).does(Stop())
    over.is_refused(LetGo("A"), GameOver)
    over.is_refused(AddPlayer("C"), GameOver)
    over.is_refused(SkipTurn(), GameOver)
