"""The exact chances of a turn, and the best choice.

What is not given is as in a fresh turn. What can be given depends on the game: each tells it in its own words.
"""

import argparse
import sys
from types import ModuleType

from companion.boxes import owners_games
from companion.games import GAMES, part
from companion.odds import asked
from companion.rules.refusals import Refusal


def _tellers() -> dict[str, ModuleType]:
    """The games with odds, each with the words it is asked in."""
    verbs = {name: part(name, "at_table.verb") for name in GAMES}
    return {name: verb for name, verb in verbs.items() if verb is not None}


EXAMPLE = next(verb.EXAMPLE for verb in _tellers().values())


def arguments(parser: argparse.ArgumentParser) -> None:
    tellers = _tellers()
    parser.add_argument("--game", default=next(iter(tellers)), help=", ".join(tellers))
    asked.arguments(parser)
    for own in dict.fromkeys(verb.arguments for verb in tellers.values()):
        own(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")


def run(options: argparse.Namespace) -> int:
    tellers = _tellers()
    try:
        games = owners_games()
        if options.game not in games:
            raise ValueError(f"I do not know the game {options.game!r}: choose {', '.join(tellers)}.")
        if options.game not in tellers:
            raise ValueError(f"{games[options.game].title} has no odds: they are for {', '.join(tellers)}.")
        print(tellers[options.game].told(games[options.game], options))
    except (ValueError, Refusal) as wrong:
        print(f"companion odds: {wrong}", file=sys.stderr)
        return 2
    return 0
