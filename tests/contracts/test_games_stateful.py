"""Hypothesis plays all games, with deeds that are allowed and deeds that are not."""

import json
from random import Random
from typing import Any

import pytest
from conservation import check_pieces
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from random_play import NAMES, VARIANTS, luck_is_due, names

from companion.games import GAMES, PACKAGES
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
from companion.games.heckmeck_deluxe.rules import HOMES
from companion.games.rooster_run.deeds import Call, Deal, EndRound, FinalDiscard, Pick, Place, Return
from companion.rehearsal.luck import luck
from companion.rules.actions import LayAside, Roll, SkipTurn
from companion.rules.contract import Action, Game
from companion.rules.pieces import Card
from companion.rules.refusals import Refusal

player = st.sampled_from([*NAMES, "nobody"])
few = st.integers(-1, 10)


def dice_deeds(game: Game[Any]) -> st.SearchStrategy[Action]:
    """Anything a hand, a voice or a broken camera could say at a grill."""
    face = st.sampled_from([*game.faces, "6", ""])
    return st.one_of(
        st.builds(Roll, st.lists(face, max_size=10).map(tuple), st.none() | face),
        st.builds(Keep, face, st.none() | few),
        st.builds(TakeFrom, player),
        st.builds(TakeTile, st.integers(0, 40)),
        st.builds(UseWeasel, st.none() | few),
        st.builds(PutBack, st.sampled_from([*HOMES, "fox"])),
        st.builds(BratwormFrom, player),
        st.sampled_from([Stop(), TakeLower(), AcceptFail(), DeclineGolden(), SkipTurn()]),
    )


def loose_deeds(game: Game[Any]) -> st.SearchStrategy[Action]:
    """Anything that could be said where dice are laid aside one by one."""
    faces = st.lists(st.sampled_from([*game.faces, "worm", ""]), max_size=8).map(tuple)
    boxes = game.report(game.setup(names(game.players[0]), {})).get("boxes", ())
    told = [known(game, form) for form in ({"stop": True}, *({"box": box} for box in (*boxes, "two pairs")))]
    said = st.sampled_from([SkipTurn(), *(deed for deed in told if deed is not None)])
    lays = [st.builds(LayAside, faces)] if known(game, {"keep": []}) is not None else []
    return st.one_of(st.builds(Roll, faces), *lays, said)


def known(game: Game[Any], form: dict[str, Any]) -> Action | None:
    """The deed in the judge's form, where this game has such a word."""
    try:
        return game.action_from(form)
    except ValueError:
        return None


def hunting_deeds(game: Game[Any]) -> st.SearchStrategy[Action]:
    worm = st.sampled_from([card.token for card in game.box.cards] + ["blank-1", "unheard-of"])
    name = st.text("abcdefghij", min_size=1, max_size=2)
    card = st.sampled_from(game.box.cards) | st.builds(Card, name, worm, st.integers(0, 9), st.just("red"))
    return st.one_of(
        st.builds(Pick, player, worm),
        st.builds(Place, player),
        st.builds(Return, player, worm),
        st.builds(Call, player),
        st.builds(Deal, st.lists(card, max_size=9).map(tuple)),
        st.builds(FinalDiscard, st.dictionaries(player, st.lists(name, max_size=2).map(tuple), max_size=2)),
        st.just(EndRound()),
    )


def machine(name: str) -> type[RuleBasedStateMachine]:
    game = GAMES[name]
    families = {"companion.games.grill": dice_deeds, "": hunting_deeds if not game.faces else loose_deeds}
    wild = families[getattr(PACKAGES[name], "FAMILY", "")](game)

    class Evening(RuleBasedStateMachine):
        @initialize(count=st.sampled_from(game.players), options=st.sampled_from(VARIANTS[name]))
        def sit_down(self, count: int, options: dict[str, Any]) -> None:
            self.state = game.setup(names(count), options)

        @rule(data=st.data())
        def do_what_is_allowed(self, data: st.DataObject) -> None:
            if deeds := game.legal_actions(self.state):
                self.state, _ = game.apply(self.state, data.draw(st.sampled_from(deeds)))

        @rule(seed=st.integers(0, 2**16))
        def let_chance_decide(self, seed: int) -> None:
            if luck_is_due(game, self.state):
                self.state, _ = game.apply(self.state, luck(game, self.state, Random(seed)))

        @rule(deed=wild)
        def do_anything(self, deed: Action) -> None:
            before = game.report(self.state)
            try:
                self.state, _ = game.apply(self.state, deed)
            except Refusal as refusal:
                assert str(refusal)
                assert refusal.rule
                assert game.report(self.state) == before
            assert game.action_from(json.loads(json.dumps(game.action_to(deed)))) == deed

        @invariant()
        def no_piece_is_lost(self) -> None:
            check_pieces(self.state)

        @invariant()
        def every_state_answers(self) -> None:
            over = game.winners(self.state) is not None
            assert over or game.legal_actions(self.state) or luck_is_due(game, self.state)
            json.dumps(game.report(self.state))
            assert game.layout(self.state)
            assert set(game.scores(self.state)) == set(self.state.players)

    return Evening


def play(name: str, evenings: int, deeds: int) -> None:
    run_state_machine_as_test(
        machine(name),
        settings=settings(
            max_examples=evenings,
            stateful_step_count=deeds,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("name", GAMES)
def test_an_evening_of_right_and_wrong_deeds(name: str) -> None:
    play(name, evenings=60, deeds=80)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_evenings_of_right_and_wrong_deeds(name: str) -> None:
    play(name, evenings=300, deeds=200)
