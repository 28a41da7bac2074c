"""The games we know; a new one is one file and its line here."""

from typing import Any

from companion.games import heckmeck
from companion.rules.contract import Game

GAMES: dict[str, Game[Any]] = {game.name: game for game in (heckmeck.GAME,)}
