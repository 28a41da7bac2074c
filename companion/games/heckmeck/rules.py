"""Heckmeck: eight dice, sixteen tiles, and no tile without a worm."""

from typing import TypeVar

from companion.games.grill import rules as grill
from companion.games.grill.game import grill_game, printed
from companion.games.grill.rules import Events, Rules, Table
from companion.games.grill.setup import plain
from companion.rules.box import Box, box_beside
from companion.rules.contract import Game

FACES = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "worm": 5}
DICE = 8
TILES = tuple(range(21, 37))
OPTIONS = {"alternative": False, "free_lower": False}

T = TypeVar("T", bound=Table)


def lose(table: T, events: Events) -> T:
    """The top tile goes back and the highest of the grill is turned over, unless that is the one given back.

    The rulebook's alternative for a shorter game can be read in two ways: the returned tile is turned too if it is
    the highest (``alternative``), or whichever it is (``alternative = "all"``).
    """
    stack, alternative = table.stacks[table.current], table.options.get("alternative")
    if not stack:
        return table
    table = grill.give_back(table, events)
    returned, highest = stack[-1], table.up[-1]
    if highest != returned or alternative:
        table = grill.turn_over(table, highest, events)
    if alternative == "all" and highest != returned:
        table = grill.turn_over(table, returned, events)
    return table


def game(box: Box) -> Game[Table]:
    """Heckmeck with the pieces of this box."""
    rules = Rules("Heckmeck", range(2, 8), FACES, DICE, printed(box, TILES, FACES), lose)
    return grill_game("heckmeck", rules, box, OPTIONS, plain(rules, OPTIONS))


GAME = game(box_beside(__file__))
