"""What an owner adds to our games: corrections to what is printed on the pieces, and games of his own."""

import sys
import tomllib
from pathlib import Path
from typing import Any

from companion.games import GAMES, games_with, look_in
from companion.rules.contract import Game
from hardware.folders import config_folder, data_folder
from hardware.trouble import Trouble
from hardware.wording import Line, line, lines


def boxes_folder() -> Path:
    return config_folder() / "boxes"


def owners_games() -> dict[str, Game[Any]]:
    """All games, each with the owner's box where there is a file for it."""
    games = dict(GAMES)
    for name in GAMES:
        path = boxes_folder() / f"{name}.toml"
        if path.is_file():
            try:
                games |= {name: games_with({name: tomllib.loads(path.read_text("utf-8"))})[name]}
            except (ValueError, OSError) as error:
                raise Trouble(
                    f"I cannot use {path}: {error}.", "Correct the file, or delete it to use ours."
                ) from error
    return games


def readable_games() -> dict[str, Game[Any]]:
    """The same; an owner's file that cannot be used is told of when a match is begun, and until then ours is shown."""
    try:
        return owners_games()
    except Trouble:
        return dict(GAMES)


def known_dice() -> dict[str, Line]:
    """The dice of our games, each once: their faces -> the game, and what the faces are called."""
    known: dict[str, Line] = {}
    for game in readable_games().values():
        faces = [face for face in game.faces if face in game.box.die]
        if faces:
            known.setdefault(" ".join(faces), line("{game}: {faces}", game=game.title, faces=lines(*faces)))
    return known


def take_up_own_games() -> None:
    """The packages in the owner's folder of games are games too; one that cannot be played is named and left out."""
    folder = data_folder() / "games"
    for name, why in look_in(folder).items():
        print(f"I leave out the game in {folder / name}: {why or type(why).__name__}", file=sys.stderr)
