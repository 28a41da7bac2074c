"""Plays games without much sense but by the rules: every kind of deed has its turn."""

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games import GAMES
from companion.games.grill.rules import Table
from companion.rehearsal.luck import luck
from companion.rules.contract import Action, Event, Game


def turned(game: Game[Any]) -> dict[str, Any]:
    """Every variant otherwise than usual: no instead of yes, and half of a number."""
    return {name: not usual if isinstance(usual, bool) else usual // 2 or 500 for name, usual in game.options.items()}


VARIANTS: dict[str, list[dict[str, Any]]] = {name: [{}, turned(game)] for name, game in GAMES.items()} | {
    "heckmeck": [{}, {"alternative": True}, {"alternative": "all"}, {"free_lower": True}],
    "heckmeck-junior": [{}, {"free_lower": True}],
    "heckmeck-deluxe": [{}, {"optional_steal": True}, {"original": True}],
    "rooster-run": [
        {},
        {"one_colour_out": True},
        {"no_sweetheart": True, "facedown": True},
        {"adult_limit": True, "one_colour_out": True, "adults": ["Ana"]},
    ],
}
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus")


def names(count: int) -> list[str]:
    return list(NAMES[:count])


def luck_is_due(game: Game[Any], state: Any) -> bool:
    return game.dice_due(state) > 0 or game.report(state)["pending"] in ("between", "final")


def any_deed(game: Game[Any], state: Any, chance: Random, sense: float = 0.0) -> Action:
    """One of the deeds allowed now, each kind being as likely as any other.

    The more ``sense``, the more rarely somebody stops with nothing to win.
    """
    if luck_is_due(game, state):
        stops = game.report(state)["pending"].startswith("roll_or_") and chance.random() < 0.4
        grill = isinstance(state, Table)
        lost = grill and stops and not ("worm" in state.turn.kept and state.turn.total >= state.up[0])
        if not stops or (lost and chance.random() < sense):
            return luck(game, state, chance)
    deeds = game.legal_actions(state) or (luck(game, state, chance),)
    kinds = sorted({type(deed).__name__ for deed in deeds})
    kind = chance.choice(kinds)
    return chance.choice([deed for deed in deeds if type(deed).__name__ == kind])


def random_match(
    game: Game[Any], players: int, options: dict[str, Any], seed: int, most: int = 20_000
) -> Iterator[tuple[Any, Action, Any, tuple[Event, ...]]]:
    """Each deed of a match with the state before it, the state after it and its events."""
    chance = Random(seed)
    sense = chance.choice((0.0, 0.9, 0.99))
    state = game.setup(names(players), options)
    for _ in range(most):
        if game.winners(state) is not None:
            return
        deed = any_deed(game, state, chance, sense)
        after, events = game.apply(state, deed)
        yield state, deed, after, events
        state = after
    raise AssertionError(f"{game.name} with {players} players and seed {seed} does not end")
