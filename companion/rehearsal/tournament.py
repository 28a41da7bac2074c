"""Lets robots play whole games against each other by the rules alone, without a table."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.odds.robots import ROBOTS, Robot
from companion.rehearsal.luck import luck
from companion.rules.contract import Game, Options
from companion.rules.pieces import Player


def play(game: Game[Any], robots: Mapping[Player, Robot], dice: Random, options: Options | None = None) -> Any:
    """One game to its end; returns the last state."""
    state = game.setup(tuple(robots), options or {})
    while game.winners(state) is None:
        players = game.turn_of(state)
        player = players[0] if len(players) == 1 else dice.choice(players) if players else None
        action = robots[player](game, state, player) if player else None
        state, _ = game.apply(state, luck(game, state, dice) if action is None else action)
    return state


def tournament(game: Game[Any], names: Sequence[str], games: int, seed: int) -> dict[str, float]:
    """How many of the games each robot of these names wins; a shared win counts in parts.

    Everyone starts equally often, for whoever begins has more to choose from.
    """
    dice = Random(seed)
    won = dict.fromkeys(names, 0.0)
    robots = {name: ROBOTS[name](dice) for name in names}
    for number in range(games):
        first = number % len(names)
        seats = {name: robots[name] for name in (*names[first:], *names[:first])}
        winners = game.winners(play(game, seats, dice)) or ()
        for name in winners:
            won[name] += 1 / len(winners)
    return won
