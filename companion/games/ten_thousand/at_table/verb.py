"""How ``companion odds`` is asked about Ten Thousand, and what it answers.

Without more words it is what a turn brings on average, by the points at stake and the dice left to roll.
"""

import argparse
import json
from typing import Any

from companion.games.ten_thousand.at_table.coach import advise
from companion.games.ten_thousand.at_table.odds import stakes
from companion.games.ten_thousand.points import DICE
from companion.games.ten_thousand.table import Table
from companion.odds.asked import answered, dice, house_rules
from companion.rules.actions import Roll
from companion.rules.contract import Game

EXAMPLE = "companion odds --game ten-thousand --stake 300 --left 3"
STAKES = (*range(0, 1000, 100), *range(1000, 3001, 500))


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--stake", type=int, metavar="N", help="Ten Thousand: the points at stake")
    parser.add_argument("--left", type=int, metavar="N", help="Ten Thousand: how many dice are left to roll")
    parser.add_argument("--opening", action="store_true", help="Ten Thousand: you have not written any points yet")


def told(game: Game[Table], options: argparse.Namespace) -> str:
    """The answer as the command prints it; a ValueError says what cannot be."""
    variant = house_rules(game, options.variant)
    roll, stake = dice(game, options.roll), options.stake or 0
    left = len(roll) or options.left or DICE
    if not 1 <= left <= DICE or stake < 0 or (options.left not in (None, left)):
        raise ValueError(f"A roll has 1 to {DICE} dice, and no fewer points than 0 are at stake.")
    if left < DICE and not stake:
        raise ValueError("Dice laid aside count: say with --stake how many points they are.")
    if not roll and options.stake is None and options.left is None:
        return _by_stake(game, variant, options)
    # Which dice lie aside does not matter, only how many; what they count is at stake.
    turn = {"earned": stake, "kept": ["1"] * (DICE - left) if left < DICE else []} if stake else {}
    written = {} if options.opening else {"A": 1}
    table = game.state_from({"players": ["A", "B"], "variant": variant, "scores": written, "turn": turn})
    if roll:
        table = game.apply(table, Roll(roll))[0]
    answer = None if roll and table.pending != "keep" else advise(game, table)
    if answer is None:
        answer = {"expected": 0.0, "p_fail": 1.0, "choices": [], "best": None}
    return answered(answer, "points", options.json)


def _by_stake(game: Game[Table], variant: dict[str, Any], options: argparse.Namespace) -> str:
    worth = stakes(game.state_from({"variant": variant}).house, not options.opening)
    best = {stake: {left: worth.worth_of(left, stake) for left in range(1, DICE + 1)} for stake in STAKES}
    goes_on = {stake: [left for left in best[stake] if worth.worth_of_throw(left, stake) > stake] for stake in STAKES}
    if options.json:
        fails = {left: float(worth.bust[left]) for left in range(1, DICE + 1)}
        return json.dumps({"expected": best, "roll_on": goes_on, "p_fail": fails})
    lines = [f"{'at stake':10}" + "".join(f"{f'{left} dice':>10}" for left in range(1, DICE + 1))]
    for stake, row in best.items():
        cells = (f"{brings:9.1f}{'*' if left in goes_on[stake] else ' '}" for left, brings in row.items())
        lines.append(f"{stake:<10}" + "".join(cells))
    lines.append(f"{'fails':10}" + "".join(f"{worth.bust[left]:9.1%} " for left in range(1, DICE + 1)))
    return "\n".join([*lines, "", "What the turn brings on average; * where it pays to roll on."])
