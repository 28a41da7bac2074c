"""How ``companion odds`` is asked about Yacht, and what it answers.

Without more words it is the score to be expected of an empty sheet, for whoever plays for the most points.
"""

import argparse

from companion.games.yacht.at_table.coach import advise
from companion.games.yacht.table import THROWS, Table
from companion.odds.asked import answered, dice, house_rules
from companion.rules.contract import Game

EXAMPLE = "companion odds --game yacht --variant thirteen,upper_bonus,jokers"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sheet", default="", metavar="BOX:N,..", help="Yacht: the boxes filled, as ones:3,choice:25")
    parser.add_argument("--throws", type=int, metavar="N", help="Yacht: the throws that are left after this one")


def told(game: Game[Table], options: argparse.Namespace) -> str:
    """The answer as the command prints it; a ValueError says what cannot be."""
    roll = dice(game, options.roll)
    sheet: dict[str, int] = {}
    for word in filter(None, map(str.strip, options.sheet.split(","))):
        box, _, points = word.rpartition(":")
        if not points.isdecimal():
            raise ValueError(f"I cannot use {word!r}: boxes are given as ones:3.")
        sheet[box] = int(points)
    turn = {"dice": list(roll), "throws_left": THROWS - 1 if options.throws is None else options.throws} if roll else {}
    setup = {"players": ["A"], "variant": house_rules(game, options.variant), "sheets": {"A": sheet}, "turn": turn}
    answer = advise(game, game.state_from(setup), wait=True)
    if answer is None:
        raise ValueError("This sheet is full.")
    return answered(answer, "points", options.json)
