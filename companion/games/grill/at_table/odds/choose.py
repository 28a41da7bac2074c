"""Advises where no dice decide: whose tile to take, which specialist to put back, from whom a Bratworm comes."""

from collections.abc import Callable
from typing import Any

from companion.games.grill.at_table.odds.hint import Answer
from companion.games.grill.at_table.odds.solve import ALIKE
from companion.games.grill.rules import Table, Turn
from companion.rules.contract import Game
from companion.rules.values import changed

CHOOSING = ("choose", "put_back", "bratworm_from")


def chosen(game: Game[Any], table: Table, next_turn: Callable[[Table], float]) -> Answer | None:
    """What each brings at once, and beyond the worst in one's next turn; of equals, what costs the rival ahead."""
    deeds = game.legal_actions(table)
    after = [game.carry_out(table, deed)[0] for deed in deeds]
    later = [0.0 if then.over else next_turn(_again(then, table.current)) for then in after]
    mine, has = table.player, game.scores(table)
    choices: list[Answer] = [
        {
            **game.action_to(deed),
            "expected_worms": game.scores(then)[mine] - has[mine] + more - min(later),
            "p_fail": float(then.last is not None and then.last is not table.last and then.last.outcome == "fail"),
        }
        for deed, then, more in zip(deeds, after, later, strict=True)
    ]
    if not choices:
        return None
    most = max(choice["expected_worms"] for choice in choices) - ALIKE
    alike = [place for place, choice in enumerate(choices) if choice["expected_worms"] >= most]
    best = max(alike, key=lambda place: max(has[p] for p in has if p == mine or game.scores(after[place])[p] < has[p]))
    worth = {key: choices[best][key] for key in ("expected_worms", "p_fail")}
    nothing: Answer = {"p_at_least": {}, "p_exactly": {}}
    return worth | nothing | {"choices": choices, "best": game.action_to(deeds[best])}


def _again(table: Table, seat: int) -> Table:
    """As if it were this player's turn at once."""
    mine = changed(table, current=seat, pending="roll")
    return changed(mine, turn=Turn(table.rules.dice, table.rules.has_golden(mine)))
