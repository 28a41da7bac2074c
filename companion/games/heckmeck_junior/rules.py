"""Heckmeck Junior: six dice of delicacies, every tile twice, and no roll is ever lost."""

from companion.games.grill.game import grill_game, printed
from companion.games.grill.rules import Events, Rules, Table, finish, turn_over
from companion.games.grill.setup import plain
from companion.rules.box import Box, box_beside
from companion.rules.contract import Game

FACES = {"cucumber": 1, "bun": 2, "cheese": 1, "ketchup": 1, "worm": 1}  # a bun has two halves
DICE = 6
TILES = tuple(range(4, 10))
OPTIONS = {"free_lower": False}


def lose(table: Table, events: Events) -> Table:
    """Nothing is given back, but the highest tile of the grill is turned over."""
    return turn_over(table, table.up[-1], events) if table.up else table


def game(box: Box) -> Game[Table]:
    """Heckmeck Junior with the pieces of this box."""
    rules = Rules(
        "Heckmeck Junior",
        range(2, 6),
        FACES,
        DICE,
        printed(box, TILES, FACES),
        lose,
        copies=2,
        highest_tile_decides=False,
        dead_roll=finish,  # a roll of repeats ends the turn, and what is laid aside counts
    )
    state_from = plain(rules, OPTIONS)
    return grill_game("heckmeck-junior", rules, box, OPTIONS, state_from, for_children=True)


GAME = game(box_beside(__file__))
