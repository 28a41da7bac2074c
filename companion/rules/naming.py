"""Gives a player another name in what was done, and in nothing else that happens to read alike."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from companion.rules.contract import Action, Game, Options
from companion.rules.pieces import Player


def renamed(action: Action, old: Player, new: Player) -> Action:
    """The same action with one player called otherwise: players stand in ``player``, and before what is whose."""
    found: dict[str, Any] = {}
    for one in fields(action):
        value = getattr(action, one.name)
        if one.name == "player" and value == old:
            found[one.name] = new
        elif isinstance(value, Mapping):
            found[one.name] = {new if player == old else player: owned for player, owned in value.items()}
    return replace(action, **found) if found else action


def renamed_form(game: Game[Any], form: Mapping[str, Any], old: Player, new: Player) -> dict[str, Any]:
    """The same for an action in the judge's form."""
    return game.action_to(renamed(game.action_from(form), old, new))


def renamed_options(options: Options, old: Player, new: Player) -> dict[str, Any]:
    """Of a game's options only lists name players, as those who are grown up."""
    return {
        name: [new if one == old else one for one in value] if isinstance(value, list) else value
        for name, value in options.items()
    }
