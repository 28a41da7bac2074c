"""List the games, their variants, and what we only assume about their boxes."""

import argparse
from typing import Any

from companion.boxes import boxes_folder, owners_games
from companion.games import GAMES, text_of
from companion.languages import ENGLISH, phrases
from companion.rules.contract import Game

EXAMPLE = "companion games --box heckmeck-junior"

VARIANTS = {
    "alternative": 'a shorter game: a returned tile is turned over too if it is the highest, or always ("all")',
    "free_lower": "any lower tile may be chosen, not only the next one",
    "original": "the original Heckmeck from this box: no 11 and 13, no specialists, no Bratworms",
    "optional_steal": "whoever could steal may take the next lower tile instead",
    "one_colour_out": "without the cards and worms of one colour: three rounds",
    "no_sweetheart": "without the sweethearts",
    "adult_limit": "adults do not score chickens worth 5, 6 or 7",
    "facedown": "worms lie face down before the players",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--box", choices=GAMES, help="print what we know of this game's box, to save and correct")


def run(options: argparse.Namespace) -> int:
    if options.box:
        print(text_of(options.box, "box.toml"), end="")
        return 0
    games = owners_games()
    print("\n\n".join(described(game) for game in games.values()))
    if any(game.box.assumed for game in games.values()):
        print(f"\nLook into your box and correct what is assumed: save the output of `{EXAMPLE}`,")
        print(f"changed where it is wrong, as {boxes_folder() / 'heckmeck-junior.toml'}")
    return 0


def described(game: Game[Any]) -> str:
    """A game in a few lines."""
    lines = [f"{game.name}: {game.title}, {game.players[0]} to {game.players[-1]} players"]
    told = phrases(ENGLISH, game.name).get("page", {})
    lines += [f"  {name}: {VARIANTS.get(name) or told.get(f'variant_{name}', name)}" for name in game.options]
    lines += [f"  assumed, {name}: {why}" for name, why in game.box.assumed.items()]
    return "\n".join(lines)
