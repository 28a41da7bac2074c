"""List the games, their variants, and what we only assume about their boxes."""

import argparse
from typing import Any

from companion.boxes import boxes_folder, owners_games
from companion.games import GAMES, text_of
from companion.languages import ENGLISH, phrases
from companion.rules.contract import Game

EXAMPLE = "companion games --box heckmeck-junior"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--box", choices=GAMES, help="print what we know of this game's box, to save and correct")


def run(options: argparse.Namespace) -> int:
    if options.box:
        print(text_of(options.box, "box.toml"), end="")
        return 0
    games = owners_games()
    print("\n\n".join(described(game) for game in games.values()))
    doubted = [game.name for game in games.values() if game.box.assumed]
    if doubted:
        ours = f"companion games --box {doubted[0]}"
        print(f"\nLook into your box and correct what is assumed: save the output of `{ours}`,")
        print(f"changed where it is wrong, as {boxes_folder() / f'{doubted[0]}.toml'}")
    return 0


def described(game: Game[Any]) -> str:
    """A game in a few lines."""
    lines = [f"{game.name}: {game.title}, {game.players[0]} to {game.players[-1]} players"]
    told = phrases(ENGLISH, game.name).get("page", {})
    lines += [f"  {name}: {told.get(f'variant_{name}', name)}" for name in game.options]
    lines += [f"  assumed, {name}: {why}" for name, why in game.box.assumed.items()]
    return "\n".join(lines)
