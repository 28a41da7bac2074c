"""What the choices of a moment of Ten Thousand are worth in points of this turn."""

from typing import Any

from companion.games.ten_thousand.at_table.odds import stakes
from companion.games.ten_thousand.points import DICE, points
from companion.games.ten_thousand.table import Table
from companion.games.ten_thousand.turn import BUSTS
from companion.odds.advise import Answer
from companion.rules.actions import LayAside, Stop
from companion.rules.contract import Game


def advise(game: Game[Any], table: Table, *, rivals_loss: bool = False) -> Answer | None:
    """Every choice with the points it brings on average, and how likely the next roll is a bust.

    What a rival loses is nothing to this game, so ``rivals_loss`` changes nothing.
    """
    if table.over:
        return None
    house = table.house
    penalty = house.three_busts if table.busts[table.player] == BUSTS - 1 else 0
    worth = stakes(house, table.player in table.opened, penalty)
    choices: list[Answer] = []
    if table.pending == "keep":
        for deed in game.legal_actions(table):
            if isinstance(deed, LayAside):
                left = DICE - len(table.before) - len(deed.faces) or (DICE if house.hot_dice else 0)
                brings = worth.worth_of(left, table.earned + (points(deed.faces, house) or 0))
                form = game.action_to(deed)
                choices.append({**form, "expected": brings, "p_fail": float(worth.bust[left])})
    else:
        left = game.dice_due(table)
        throw = worth.worth_of_throw(left, table.stake)
        choices.append({"roll": True, "expected": throw, "p_fail": float(worth.bust[left])})
        if game.refusal(table, Stop()) is None:
            choices.append({"stop": True, "expected": float(table.stake), "p_fail": 0.0})
    best = max(choices, key=lambda choice: (choice["expected"], -choice["p_fail"]))
    word = next(iter(best))
    rated = {key: best[key] for key in ("expected", "p_fail")}
    return {**rated, "choices": choices, "best": {word: best[word]}}


def best_deed(game: Game[Any], table: Table, *, rivals_loss: bool = False) -> Answer | None:
    answer = advise(game, table)
    best: Answer | None = answer["best"] if answer else None
    return best
