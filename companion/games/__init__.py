"""The games we know; a new one is one file and its line here."""

from collections.abc import Mapping
from typing import Any

from companion.games import heckmeck, heckmeck_deluxe, heckmeck_junior, rooster_run
from companion.rules.box import box_from
from companion.rules.contract import Game

_MODULES = (heckmeck, heckmeck_junior, heckmeck_deluxe, rooster_run)

GAMES: dict[str, Game[Any]] = {module.GAME.name: module.GAME for module in _MODULES}


def games_with(boxes: Mapping[str, Mapping[str, Any]]) -> dict[str, Game[Any]]:
    """The games with the pieces of these boxes (name of the game -> parsed TOML) in place of ours.

    Raises ValueError with a sentence for a box that cannot be.
    """
    games: dict[str, Game[Any]] = {}
    for module in _MODULES:
        name = module.GAME.name
        games[name] = module.game(box_from(boxes[name])) if name in boxes else module.GAME
    return games
