"""The Rooster Run rulebook, example by example and sentence by sentence."""

from typing import Any

import pytest
from at_table import Sitting

from companion.games.rooster_run.deeds import (
    Call,
    Deal,
    DrawSweetheart,
    EndRound,
    FinalDiscard,
    GoToFinal,
    Pick,
    Place,
    Return,
    Reveal,
    card_to,
)
from companion.games.rooster_run.events import (
    CardDiscarded,
    CardsDealt,
    ChickenScored,
    ChipTaken,
    CockadoodleCalled,
    PlayerOut,
    RoundEnded,
    RoundStopped,
    SweetheartDrawn,
    SweetheartRevealed,
    WormPicked,
    WormPlaced,
    WormReturned,
)
from companion.games.rooster_run.refusals import (
    AlreadyOut,
    BetweenRoundsOnly,
    CardsWrong,
    CardTwice,
    CardWasUp,
    ColourIsOut,
    DiscardsWrong,
    HandEmpty,
    HandFull,
    HasSweetheart,
    HasTwoWorms,
    NoSweetheart,
    NotTheHunt,
    NotTheLastCount,
    SweetheartTwice,
    TwoWormsToCall,
    WithoutSweethearts,
    WormGone,
    WormNotYours,
)
from companion.games.rooster_run.rules import GAME
from companion.rules.actions import CountNow, LetGo, Roll, SkipTurn
from companion.rules.events import GameWon
from companion.rules.pieces import Card
from companion.rules.refusals import GameOver, NotAtTheTable, NotInThisGame

COLOURS = ("red", "blue", "green", "yellow")
VALUES = {"A": 2, "B": 1, "C": 5, "D": 2, "E": 6, "F": 3, "G": 4, "H": 3}


def chicken(name: str, value: int = 1, colour: str = "red") -> dict[str, Any]:
    return {"id": name, "worm": f"w{name}", "value": value, "colour": colour}


EIGHT = [chicken(name, value, COLOURS[n % 4]) for n, (name, value) in enumerate(VALUES.items())]


def table(**setup: Any) -> Sitting:
    return Sitting(GAME, **setup)


def hunt(**setup: Any) -> Sitting:
    return table(faceup=EIGHT, **setup)


def cards(names: str, colour: str = "red") -> tuple[Card, ...]:
    return tuple(Card(name, f"w{name}", 1, colour) for name in names)


# The hunt


def test_pick_keep_return() -> None:
    farm = hunt().does(Pick("P1", "wA"), Place("P1"), Pick("P1", "wE"), Return("P1", "wE"))
    assert farm.events == (
        WormPicked("P1", "wA"),
        WormPlaced("P1", "wA"),
        WormPicked("P1", "wE"),
        WormReturned("P1", "wE"),
    )
    assert farm("front", "hand", "returned") == ({"P1": ["wA"], "P2": [], "P3": [], "P4": []}, {}, ["wE"])


def test_one_token_at_a_time() -> None:
    farm = hunt().does(Pick("P1", "wA"))
    refusal = farm.is_refused(Pick("P1", "wB"), HandFull)
    assert str(refusal) == "P1 still has a worm in hand. Place it or put it back first."
    farm.is_refused(Pick("P2", "wA"), WormGone)
    farm.does(Pick("P2", "wB"))
    assert farm["hand"] == {"P1": "wA", "P2": "wB"}


def test_a_worm_in_front_of_somebody_is_his() -> None:
    farm = hunt(front={"P1": ["wA"]})
    farm.is_refused(Pick("P2", "wA"), WormGone)
    farm.is_refused(Return("P2", "wA"), WormNotYours)


def test_with_two_worms_one_goes_back_first() -> None:
    farm = hunt(front={"P1": ["wA", "wB"]})
    farm.is_refused(Pick("P1", "wE"), HasTwoWorms)
    farm.does(Return("P1", "wB"), Pick("P1", "wE"), Place("P1"), Call("P1"))
    assert farm("scored", "returned") == ({"P1": ["A", "E"], "P2": [], "P3": [], "P4": []}, ["wB"])


def test_an_empty_hand_places_nothing() -> None:
    hunt().is_refused(Place("P1"), HandEmpty)


def test_the_call_needs_two_placed_worms() -> None:
    hunt(front={"P1": ["wA"]}).is_refused(Call("P1"), TwoWormsToCall)
    hunt(front={"P1": ["wA"]}, hand={"P1": "wB"}).is_refused(Call("P1"), TwoWormsToCall)


def test_strangers_and_the_eliminated_do_not_hunt() -> None:
    farm = hunt(eliminated=["P4"], chips={"P4": 4})
    for deed in (Pick("P4", "wA"), Place("P4"), Return("P4", "wA"), Call("P4")):
        farm.is_refused(deed, AlreadyOut)
    for deed in (Pick("Otto", "wA"), Place("Otto"), Return("Otto", "wA"), Call("Otto")):
        farm.is_refused(deed, NotAtTheTable)
    assert GAME.turn_of(farm.state) == ("P1", "P2", "P3")


# The end of a round


def test_the_example_of_a_round() -> None:
    """P2 calls and takes A and D, P1 takes H, P3 his sweetheart G; P4 puts his worm back and pays nothing."""
    farm = hunt(
        front={"P1": ["wH"], "P2": ["wA", "wD"], "P3": ["wG"], "P4": ["wZ"]},
        sweetheart={"P1": "X1", "P2": "X2", "P3": "G", "P4": "X4"},
    ).does(Call("P2"))
    assert farm["scored"] == {"P1": ["H"], "P2": ["A", "D"], "P3": ["G"], "P4": []}
    assert farm["chips"] == {"P1": 0, "P2": 0, "P3": 0, "P4": 0}
    assert farm("returned", "box", "discarded") == (["wZ"], ["wA", "wD", "wG", "wH"], ["B", "C", "E", "F"])
    assert farm("round", "pending", "points") == (2, "between", {"P1": 3, "P2": 4, "P3": 9, "P4": 0})
    assert farm.events == (
        CockadoodleCalled("P2"),
        ChickenScored("P2", "A", "wA", 2, False),
        ChickenScored("P2", "D", "wD", 2, False),
        ChickenScored("P3", "G", "wG", 4, True),
        WormReturned("P4", "wZ"),
        ChickenScored("P1", "H", "wH", 3, False),
        RoundEnded(1, 4),
    )


def test_worms_still_in_hand_are_placed() -> None:
    farm = hunt(front={"P1": ["wA", "wB"], "P2": ["wC"]}, hand={"P2": "wE", "P3": "wF"}).does(Call("P1"))
    assert farm["scored"] == {"P1": ["A", "B"], "P2": ["C", "E"], "P3": ["F"], "P4": []}
    assert farm["hand"] == {}


@pytest.mark.parametrize(("worms", "chips"), [(["wA", "wB"], 0), (["wA", "wZ"], 1), (["blank-1", "wZ"], 2)])
def test_only_the_caller_pays_for_worms_nobody_wants(worms: list[str], chips: int) -> None:
    farm = hunt(front={"P1": worms, "P2": ["blank-2", "wY"]}).does(Call("P1"))
    assert farm["chips"] == {"P1": chips, "P2": 0, "P3": 0, "P4": 0}
    if chips:
        assert ChipTaken("P1", chips, chips) in farm.events


def test_nobody_calls() -> None:
    """All agree to stop: scored in seat order, and nobody pays."""
    farm = hunt(front={"P1": ["wZ"], "P3": ["wA"]}, hand={"P2": "wB"}).does(EndRound())
    assert farm("scored", "chips") == ({"P1": [], "P2": ["B"], "P3": ["A"], "P4": []}, dict.fromkeys(farm["chips"], 0))
    assert farm.events[0] == RoundStopped(1)


def test_scored_worms_stay_in_the_box() -> None:
    farm = hunt(front={"P1": ["wA", "wB"]}).does(Call("P1"), Deal(cards("IJKLMNOP")))
    farm.is_refused(Pick("P2", "wA"), WormGone)
    farm.does(Pick("P2", "wC"))


@pytest.mark.parametrize(("before", "after"), [(2, 4), (3, 5)])
def test_four_broken_hearts_and_out(before: int, after: int) -> None:
    """His cards are void, those of this round too; the chips he has taken stay counted."""
    farm = hunt(front={"P1": ["wY", "wZ"]}, chips={"P1": before}, scored={"P1": [chicken("X", 7)]}).does(Call("P1"))
    assert farm["chips"]["P1"] == after
    assert farm("eliminated", "pending") == (["P1"], "between")
    assert farm["scored"]["P1"] == []
    assert farm["points"]["P1"] == 0
    assert "X" in farm["discarded"]
    assert PlayerOut("P1") in farm.events


def test_the_card_he_matched_is_void_as_well() -> None:
    farm = hunt(front={"P1": ["wA", "wZ"]}, chips={"P1": 3}).does(Call("P1"))
    assert farm("box", "eliminated") == (["wA"], ["P1"])
    assert sorted(farm["discarded"]) == list(VALUES)


def test_the_last_player_left_wins() -> None:
    farm = hunt(players=["P1", "P2"], front={"P1": ["wY", "wZ"], "P2": ["wA"]}, chips={"P1": 2}).does(Call("P1"))
    assert farm("pending", "game_over", "winners", "scored") == ("over", True, ["P2"], {"P1": [], "P2": ["A"]})
    farm.is_refused(Deal(cards("IJKLMNOP")), GameOver)


# From round to round


def test_a_new_round_needs_eight_new_chickens() -> None:
    farm = table()
    assert farm("pending", "round") == ("between", 1)
    farm.is_refused(Pick("P1", "wA"), NotTheHunt)
    farm.is_refused(EndRound(), NotTheHunt)
    farm.is_refused(Deal(cards("IJKLMNO")), CardsWrong)
    farm.is_refused(Deal(cards("IJKLMNOI")), CardTwice)
    farm.does(Deal(cards("IJKLMNOP")))
    assert farm.events == (CardsDealt(1, tuple("IJKLMNOP")),)
    farm.is_refused(Deal(cards("QRSTUVWX")), BetweenRoundsOnly)
    farm.does(EndRound()).is_refused(Deal(cards("QRSTUVWI")), CardWasUp)


def test_four_rounds() -> None:
    farm = hunt(round=4).does(EndRound())
    assert farm("round", "pending") == (5, "final")
    farm.is_refused(Deal(cards("IJKLMNOP")), BetweenRoundsOnly)


# The end of the game


def test_the_example_of_the_end() -> None:
    """P1 has 8 with his sweetheart; P2 loses one of three cards to P1 and keeps 4; P3 has 4 and P4 has 3."""
    farm = table(
        round=5,
        scored={
            "P1": [chicken("a", 3)],
            "P2": [chicken("b", 2), chicken("c", 2), chicken("e", 5)],
            "P3": [chicken("f", 4)],
            "P4": [chicken("g", 3)],
        },
        chips={"P2": 1},
        sweetheart={"P1": "a"},
    )
    assert farm["pending"] == "final"
    farm.does(GoToFinal(), FinalDiscard({"P2": ("e",)}))
    assert farm("points", "winners") == ({"P1": 8, "P2": 4, "P3": 4, "P4": 3}, ["P1"])
    assert farm.events == (
        CardDiscarded("P2", "e", 5),
        GameWon(("P1",), {"P1": 8, "P2": 4, "P3": 4, "P4": 3}),
    )


def test_a_lost_sweetheart_is_worth_nothing() -> None:
    farm = table(scored={"P1": [chicken("a", 3)], "P2": [chicken("b", 7)]}, chips={"P1": 1}, sweetheart={"P1": "a"})
    farm.does(GoToFinal(), FinalDiscard({"P1": ("a",)}))
    assert farm("points", "winners") == ({"P1": 0, "P2": 7, "P3": 0, "P4": 0}, ["P2"])


@pytest.mark.parametrize(
    "drawn",
    [
        {},  # nothing drawn
        {"P1": ("a",)},  # too few
        {"P1": ("a", "a")},  # one twice
        {"P1": ("a", "x")},  # not his
        {"P1": ("a", "b", "c")},  # too many
        {"P1": ("a", "b"), "P2": ("d",)},  # P2 has no chips
    ],
)
def test_one_card_for_each_broken_heart(drawn: dict[str, tuple[str, ...]]) -> None:
    won = {"P1": [chicken("a"), chicken("b"), chicken("c")], "P2": [chicken("d")]}
    farm = table(scored=won, chips={"P1": 2}).does(GoToFinal())
    farm.is_refused(FinalDiscard(drawn), DiscardsWrong)
    farm.is_refused(FinalDiscard({"Otto": ()}), NotAtTheTable)
    farm.does(FinalDiscard({"P1": ("a", "c"), "P2": ()}))
    assert farm("scored", "discarded", "pending") == (
        {"P1": ["b"], "P2": ["d"], "P3": [], "P4": []},
        ["a", "c"],
        "over",
    )


def test_whoever_has_fewer_cards_than_chips_loses_them_all() -> None:
    farm = table(scored={"P1": [chicken("a")]}, chips={"P1": 3}).does(GoToFinal(), FinalDiscard({"P1": ("a",)}))
    assert farm["points"]["P1"] == 0


def test_to_end_and_count_after_the_last_round_pays_for_broken_hearts_too() -> None:
    """P1 has fewer cards than hearts, so nothing is left to draw; of P2's two cards somebody must draw one first."""
    won = {"P1": [chicken("a", 7)], "P2": [chicken("b"), chicken("c")]}
    farm = table(scored=won, chips={"P1": 3}).does(GoToFinal(), CountNow())
    assert farm("points", "discarded") == ({"P1": 0, "P2": 2, "P3": 0, "P4": 0}, ["a"])
    assert farm.events[0] == CardDiscarded("P1", "a", 7)
    farm = table(scored=won, chips={"P1": 3, "P2": 1}).does(GoToFinal())
    assert str(farm.is_refused(CountNow(), DiscardsWrong)) == "P2 gives up exactly 1 of the cards won, each once."
    farm.does(FinalDiscard({"P1": ("a",), "P2": ("b",)}))
    assert farm["winners"] == ["P2"]


def test_to_end_and_count_between_two_rounds_takes_no_cards() -> None:
    farm = table(scored={"P1": [chicken("a", 7)]}, chips={"P1": 3}).does(CountNow())
    assert farm["points"]["P1"] == 7


def test_no_discards_before_the_end() -> None:
    hunt().is_refused(FinalDiscard({}), NotTheLastCount)


@pytest.mark.parametrize(
    ("scored", "winners"),
    [
        ({"P1": [("a", 4), ("b", 4)], "P2": [("c", 3)]}, ["P2"]),  # 8 and 3 + 5: the sweetheart decides
        ({"P1": [("a", 4)], "P3": [("b", 3), ("d", 1)]}, ["P1"]),  # no sweetheart: the dearest chicken
        ({"P1": [("a", 4)], "P3": [("b", 4)], "P4": [("d", 3)]}, ["P1", "P3"]),  # masters of the farmyard
        ({}, ["P1", "P2", "P3", "P4"]),
    ],
)
def test_a_tie(scored: dict[str, list[tuple[str, int]]], winners: list[str]) -> None:
    won = {player: [chicken(*card) for card in hers] for player, hers in scored.items()}
    farm = table(scored=won, sweetheart={"P2": "c"}).does(GoToFinal(), FinalDiscard({}))
    assert farm["winners"] == winners


def test_two_with_sweethearts_compare_their_dearest_chickens() -> None:
    won = {"P1": [chicken("a", 4)], "P2": [chicken("b", 3), chicken("c", 1)], "P3": [chicken("d", 7), chicken("e", 2)]}
    farm = table(scored=won, sweetheart={"P1": "a", "P2": "b"}).does(CountNow())
    assert farm("points", "winners") == ({"P1": 9, "P2": 9, "P3": 9, "P4": 0}, ["P1"])


def test_sweethearts_may_be_revealed_at_the_end() -> None:
    farm = table(scored={"P1": [chicken("a", 4)]}).does(GoToFinal(), Reveal("P1", "a"))
    assert farm.events == (SweetheartRevealed("P1", "a"),)
    assert farm["points"]["P1"] == 9
    farm.is_refused(Reveal("P2", "a"), SweetheartTwice)
    farm.is_refused(Reveal("Otto", "b"), NotAtTheTable)


def test_a_sweetheart_drawn_in_secret_is_told_at_the_end() -> None:
    """P1 draws red 3 and wins her: nobody sees the five points before the last count."""
    card = next(card for card in GAME.box.cards if card.id == "red-3")
    farm = table(faceup=[card_to(card)], front={"P1": ["red-3", "blank-1"]}).does(DrawSweetheart("P1", "red-3"))
    assert list(farm.events) == [SweetheartDrawn("P1")]
    assert farm["drawn"] == ["P1"]
    assert GAME.action_to(DrawSweetheart("P1", "red-3")) == {"draw_sweetheart": "red-3", "player": "P1"}
    farm.is_refused(DrawSweetheart("P1", "red-5"), HasSweetheart)
    farm.is_refused(DrawSweetheart("P2", "red-3"), SweetheartTwice)
    farm.is_refused(DrawSweetheart("P2", "red-1"), NoSweetheart)
    farm.is_refused(DrawSweetheart("Otto", "red-5"), NotAtTheTable)
    farm.is_refused(Reveal("P1", "red-5"), HasSweetheart)
    farm.does(Call("P1"))
    assert farm["points"]["P1"] == card.value
    farm.does(GoToFinal()).is_refused(DrawSweetheart("P2", "red-5"), BetweenRoundsOnly)
    farm.does(FinalDiscard({"P1": ("red-3",)} if farm["chips"]["P1"] else {}))
    assert SweetheartRevealed("P1", "red-3") in farm.events


def test_the_bonus_of_a_sweetheart_drawn_in_secret() -> None:
    farm = table(scored={"P1": [card_to(card) for card in GAME.box.cards if card.id == "red-3"]})
    farm.does(DrawSweetheart("P1", "red-3"), DrawSweetheart("P2", "red-5"), LetGo("P2"), CountNow())
    assert farm("points", "winners") == ({"P1": 7, "P3": 0, "P4": 0}, ["P1"])


def test_only_a_real_sweetheart_is_revealed() -> None:
    farm = table().does(GoToFinal())
    assert str(farm.is_refused(Reveal("P1", "red-1"), NoSweetheart)) == "red-1 is nobody's sweetheart."
    table(variant={"no_sweetheart": True}).is_refused(Reveal("P1", "red-3"), WithoutSweethearts)


# Variants


def test_one_colour_out_makes_three_rounds() -> None:
    three = [chicken(name, 1, COLOURS[n % 3]) for n, name in enumerate("ABCDEFGH")]
    farm = table(variant={"one_colour_out": True}, round=3, faceup=three).does(EndRound())
    assert farm("round", "pending") == (4, "final")


def test_one_colour_is_out_for_good() -> None:
    farm = table(variant={"one_colour_out": True}, scored={"P1": [chicken("a", 1, "blue"), chicken("b", 1, "green")]})
    farm.is_refused(Deal((*cards("IJKLMNO"), *cards("P", "yellow"))), ColourIsOut)
    farm.does(Deal(cards("IJKLMNOP")))


def test_without_sweethearts() -> None:
    farm = table(variant={"no_sweetheart": True}, scored={"P1": [chicken("a", 4)]}, sweetheart={"P1": "a"})
    assert farm["points"]["P1"] == 4


def test_adults_do_not_score_the_dearest_chickens() -> None:
    """The worm does match a chicken, so the adult pays nothing for it; a child may score her."""
    limited: dict[str, Any] = {"variant": {"adult_limit": True}, "adults": ["P1"]}
    farm = hunt(front={"P1": ["wC", "wA"], "P2": ["wE"]}, **limited).does(Call("P1"))
    assert farm("scored", "returned") == ({"P1": ["A"], "P2": ["E"], "P3": [], "P4": []}, ["wC"])
    assert farm["chips"]["P1"] == 0
    farm = hunt(front={"P1": ["wC", "wA"]}, adults=["P1"]).does(Call("P1"))
    assert farm["scored"]["P1"] == ["C", "A"]


def test_adults_are_named_among_the_options() -> None:
    state = GAME.setup(["Ana", "Ben"], {"adult_limit": True, "adults": ["Ana"]})
    assert state.adults == ("Ana",)


def test_face_down_tokens_hide_what_they_are() -> None:
    front = {"P1": ["wA", "wB"]}
    assert GAME.layout(hunt(front=front).state)["front:P1"] == ("wA", "wB")
    assert GAME.layout(hunt(front=front, variant={"facedown": True}).state)["front:P1"] == ("back", "back")


def test_the_layout_has_eight_places_for_cards() -> None:
    layout = GAME.layout(hunt().state)
    assert [layout[f"card:{n}"] for n in range(1, 9)] == [(name,) for name in VALUES]
    assert GAME.layout(table().state)["card:8"] == ()


def test_there_are_no_dice_and_no_turns_to_skip() -> None:
    assert GAME.dice_due(hunt().state) == 0
    hunt().is_refused(Roll(("1",)), NotInThisGame)
    hunt().is_refused(SkipTurn(), NotInThisGame)


def test_the_box() -> None:
    assert len(GAME.box.cards) == 32
    assert len(GAME.box.own["sweethearts"]) == 12
    assert all(sum(card.colour == colour for card in GAME.box.cards) == 8 for colour in COLOURS)


def test_who_may_do_what() -> None:
    assert GAME.possible_actions(table().state) == ()
    assert GAME.turn_of(table().state) == ()
    farm = hunt(players=["P1", "P2"], front={"P1": ["wA", "wB"]}, hand={"P2": "wC"})
    legal = GAME.legal_actions(farm.state)
    assert legal == (Return("P1", "wA"), Return("P1", "wB"), Call("P1"), Place("P2"), Return("P2", "wC"))
    assert {Pick("P1", "wH"), Call("P2"), Pick("P2", "blank-8")} <= set(GAME.possible_actions(farm.state))


def test_no_deed_moves_a_die() -> None:
    start = GAME.setup(("Ana", "Ben"), {})
    assert GAME.dice_after(start, CountNow()) is None
    assert GAME.not_yours(start, "P1", "red-1") is None
