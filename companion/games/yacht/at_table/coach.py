"""What the choices of a moment of Yacht are worth: the score expected at the end of the game."""

from typing import Any

from companion.games.yacht.at_table import odds, robots
from companion.games.yacht.table import Table, scores
from companion.odds.advise import Answer
from companion.rules.contract import Game


def advise(game: Game[Any], table: Table, *, rivals_loss: bool = False, wait: bool = False) -> Answer | None:
    """Every choice with the score that is to be expected after it; None while sheets are still being worked out."""
    sheets = None if table.over else odds.known(table.house, wait=wait)
    if sheets is None:
        return None
    has = scores(table)[table.player]
    choices: list[Answer] = []
    for deed, brings in odds.choices(sheets, table).items():
        form = {"roll": True} if deed is None else game.action_to(deed)
        choices.append({**form, "expected": has + brings, "p_fail": 0.0})
    best = max(choices, key=lambda choice: choice["expected"])
    word = next(iter(best))
    return {"expected": best["expected"], "p_fail": 0.0, "choices": choices, "best": {word: best[word]}}


def best_deed(game: Game[Any], table: Table, *, rivals_loss: bool = False) -> Answer | None:
    """The best choice; where it is not known yet and takes long to know, a sensible one."""
    if table.over:
        return None
    answer = advise(game, table, wait=not table.house.upper_bonus)
    if answer is not None:
        best: Answer = answer["best"]
        return best
    deed = robots.choose("greedy", table)
    return {"roll": True} if deed is None else game.action_to(deed)
