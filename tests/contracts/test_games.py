"""One body of tests over every game: what the contract promises, on many random matches."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conservation import check_pieces
from random_play import VARIANTS, luck_is_due, names, random_match

import companion.games
from companion.games import GAMES
from companion.games.grill.deeds import AcceptFail, BratwormFrom, DeclineGolden, Keep, PutBack, TakeFrom, TakeTile
from companion.games.rooster_run.deeds import Pick
from companion.rules.actions import TABLE_DECISIONS
from companion.rules.contract import Action, Game
from companion.rules.match import replay
from companion.rules.refusals import Refusal

QUICK, SLOW = 100, 2000
EVERY = [
    pytest.param(GAMES[name], options, id="-".join([name, *options])) for name in GAMES for options in VARIANTS[name]
]
# What a camera cannot see: specialists and Bratworms, and worms in a closed hand.
OUT_OF_SIGHT = (AcceptFail, BratwormFrom, DeclineGolden, PutBack, Pick)


def matches(game: Game[Any], options: dict[str, Any], wanted: int) -> list[tuple[int, int]]:
    """As many (players, seed) as are this variant's share."""
    share = -(-wanted // len(VARIANTS[game.name]))
    return [(game.players[seed % len(game.players)], seed) for seed in range(share)]


def play_and_check(game: Game[Any], options: dict[str, Any], players: int, seed: int) -> None:
    actions: list[Action] = []
    state = game.setup(names(players), options)
    zones = set(game.layout(state))
    for before, deed, after, _ in random_match(game, players, options, seed):
        actions.append(deed)
        check_pieces(after)
        if len(actions) % 20 == 0:
            check_contract(game, before, deed)
        state = after
    assert set(game.layout(state)) == zones
    won = game.winners(state)
    assert won
    assert game.report(state)["pending"] == "over"
    assert not game.possible_actions(state)
    assert not luck_is_due(game, state)
    assert not game.turn_of(state)
    scores = game.scores(state)
    if game.name != "rooster-run":  # there, the last player left wins whatever his points are
        assert {scores[player] for player in won} == {max(scores.values())}
    replayed = replay(game, names(players), options, actions)
    assert replayed.state == state
    assert replayed.over


def check_contract(game: Game[Any], state: Any, deed: Action) -> None:
    legal = game.legal_actions(state)
    possible = game.possible_actions(state)
    assert len(set(possible)) == len(possible)
    assert legal or luck_is_due(game, state), "stuck"
    assert game.winners(state) is None
    for action in possible:
        game.layout(game.carry_out(state, action)[0])  # also what is not allowed does something to the table
        if action in legal:
            game.apply(state, action)
        else:
            with pytest.raises(Refusal) as refused:
                game.apply(state, action)
            assert "{" not in str(refused.value)
            assert refused.value.rule
    assert game.action_from(json.loads(json.dumps(game.action_to(deed)))) == deed
    json.dumps(game.report(state))


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_random_matches_keep_the_contract(game: Game[Any], options: dict[str, Any]) -> None:
    for players, seed in matches(game, options, QUICK):
        play_and_check(game, options, players, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), EVERY)
def test_a_great_many_random_matches_keep_the_contract(game: Game[Any], options: dict[str, Any]) -> None:
    for players, seed in matches(game, options, SLOW):
        play_and_check(game, options, players, seed + QUICK)


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_legal_actions_are_exactly_what_is_accepted(game: Game[Any], options: dict[str, Any]) -> None:
    """Deeds of one moment, tried at all others: accepted where they are among the legal ones, and only there."""
    for seed in range(3):
        moments = list(random_match(game, game.players[-1], options, seed))
        states = [before for before, *_ in moments]
        deeds: list[Action] = sorted({a for state in states for a in game.possible_actions(state)}, key=repr)
        chance = Random(seed)
        for state in chance.sample(states, min(60, len(states))):
            legal = set(game.legal_actions(state))
            for deed in chance.sample(deeds, min(60, len(deeds))):
                assert (game.refusal(state, deed) is None) == (deed in legal), (deed, game.report(state))


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_every_deed_in_sight_is_explained_by_its_looks(game: Game[Any], options: dict[str, Any]) -> None:
    """The table after a deed tells which one it was, unless it differs from others only where no camera looks."""
    for seed in range(3):
        for before, deed, after, _ in random_match(game, 3, options, seed):
            if deed not in game.possible_actions(before) or isinstance(deed, OUT_OF_SIGHT):
                continue
            looks = game.layout(after)
            same = [a for a in game.possible_actions(before) if game.layout(game.carry_out(before, a)[0]) == looks]
            assert deed in same
            if (
                isinstance(deed, Keep) and after.turn.begun
            ):  # a keep that ends the turn leaves the dice to the next player
                assert same == [deed]
            elif isinstance(deed, TakeFrom | TakeTile):
                assert [a for a in same if game.refusal(before, a) is None] or same == [deed]


@pytest.mark.parametrize("name", GAMES)
def test_the_tables_decisions_are_nobodys_move(name: str) -> None:
    game = GAMES[name]
    for state, *_ in random_match(game, 3, {}, 1):
        assert not any(isinstance(action, TABLE_DECISIONS) for action in game.possible_actions(state))


def test_the_games_are_the_folders() -> None:
    """Every folder with rules is a game, and its name is the folder's."""
    folders = Path(companion.games.__file__).parent.glob("*/box.toml")
    assert sorted(GAMES) == sorted(path.parent.name.replace("_", "-") for path in folders)
