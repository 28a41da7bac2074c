"""Players who choose among the legal actions, well or badly."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Literal

from companion.games import part
from companion.odds.advise import best_deed
from companion.rules.contract import Action, Game
from companion.rules.pieces import Player

# What a player who may act does now: a legal action, or None where that is to throw the dice.
Robot = Callable[[Game[Any], Any, Player], Action | None]
Level = Literal["cautious", "greedy", "best"]  # those one wants to play against
BEST: Level = "best"


def styled(style: str, dice: Random) -> Robot:
    """Plays in one of the styles the game's folder has robots for; a game without any gets what is legal first."""

    def choose(game: Game[Any], state: Any, player: Player) -> Action | None:
        own = part(game.name, "at_table.robots")
        deed: Action | None
        if own is not None and hasattr(own, "choose_at_once"):
            deed = own.choose_at_once(state, player, dice)
            return deed
        deed = own.choose(style, state) if own is not None else None
        if deed is not None or game.dice_due(state):
            return deed
        return game.legal_actions(state)[0]

    return choose


cautious = partial(styled, "cautious")  # wants little, and has it surely
greedy = partial(styled, "greedy")  # goes on while it can


def best(dice: Random) -> Robot:
    """Takes the choice worth most by the exact odds, a rival's loss included."""
    otherwise = cautious(dice)

    def choose(game: Game[Any], state: Any, player: Player) -> Action | None:
        deed = best_deed(game, state, rivals_loss=True)
        if deed is None:
            return otherwise(game, state, player)
        return None if "roll" in deed else game.action_from(deed)

    return choose


def aimless(dice: Random) -> Robot:
    """Does anything that is allowed."""

    def choose(game: Game[Any], state: Any, player: Player) -> Action | None:
        options: list[Action | None] = [a for a in game.legal_actions(state) if _by(game, state, player, a)]
        return dice.choice([*options, None] if game.dice_due(state) else options)

    return choose


ROBOTS: Mapping[str, Callable[[Random], Robot]] = {
    "cautious": cautious,
    "greedy": greedy,
    "best": best,
    "aimless": aimless,
}


def together(levels: Mapping[Player, str], others: str, dice: Random) -> Robot:
    """Everybody plays in a style of their own; who has none, like the others."""
    styles = {style: ROBOTS[style](dice) for style in {*levels.values(), others}}

    def choose(game: Game[Any], state: Any, player: Player) -> Action | None:
        return styles[levels.get(player, others)](game, state, player)

    return choose


def _by(game: Game[Any], state: Any, player: Player, action: Action) -> bool:
    """Whether it is this player's to do: where several may act, everybody's actions are legal at once."""
    return len(game.turn_of(state)) < 2 or getattr(action, "player", player) == player
