"""Heckmeck: eight dice, sixteen tiles, and no tile without a worm."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from companion.games import grill
from companion.games.deeds import action_from, action_to
from companion.games.grill import Events, Rules, Table
from companion.games.grill_refusals import refusal
from companion.games.grill_setup import KEYS, lay_out, mid_turn, pending, variant
from companion.rules.contract import Game, Options
from companion.rules.pieces import Player
from companion.rules.reading import record

FACES = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "worm": 5}
DICE = 8
WORMS = {tile: (tile - 17) // 4 for tile in range(21, 37)}
OPTIONS = {"alternative": False, "free_lower": False}

T = TypeVar("T", bound=Table)


def lose(table: T, events: Events) -> T:
    """The top tile goes back and the highest of the grill is turned over, unless that is the one given back.

    The rulebook's alternative for a shorter game has two readings: the returned tile is turned too if it is the
    highest (``alternative``), or whatever it is (``alternative = "all"``).
    """
    if not table.stacks[table.current]:
        return table
    alternative = table.options["alternative"]
    table = grill.give_back(table, events)
    returned, highest = table.turn.returned, table.up[-1]
    if highest != returned or alternative:
        table = grill.turn_over(table, highest, events)
    if alternative == "all" and returned in table.up:
        table = grill.turn_over(table, returned, events)
    return table


RULES = Rules("Heckmeck", range(2, 8), FACES, DICE, WORMS, lose)


def state_from(given: Mapping[str, Any]) -> Table:
    record(given, "setup", KEYS)
    fields = lay_out(RULES, given, variant(given, OPTIONS))
    turn = mid_turn(RULES, given)
    return Table(**fields, turn=turn, pending=pending(turn))


def setup(players: Sequence[Player], options: Options) -> Table:
    return state_from({"players": list(players), "variant": options})


GAME = Game(
    name="heckmeck",
    title=RULES.title,
    players=RULES.players,
    faces=tuple(FACES),
    options=OPTIONS,
    setup=setup,
    state_from=state_from,
    turn_of=grill.turn_of,
    dice_due=grill.dice_due,
    possible_actions=grill.possible_actions,
    refusal=refusal,
    carry_out=grill.carry_out,
    layout=grill.layout,
    scores=grill.scores,
    winners=grill.winners,
    report=grill.report,
    action_from=action_from,
    action_to=action_to,
)
