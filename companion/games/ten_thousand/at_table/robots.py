"""How robots play Ten Thousand: all that counts is laid aside, and enough is enough."""

from companion.games.ten_thousand.points import points
from companion.games.ten_thousand.table import Table
from companion.rules.actions import LayAside, Stop
from companion.rules.contract import Action
from companion.rules.hands import parts

ENOUGH = {"cautious": 300, "greedy": 1000}


def choose(style: str, table: Table) -> Action | None:
    """What a robot of this style does now; none where that is to throw the dice."""
    if table.pending == "keep":
        return LayAside(max(parts(table.rolled), key=lambda part: (points(part, table.house) or 0, -len(part))))
    least = 0 if table.player in table.opened else table.house.opening
    stops = table.pending == "roll_or_stop" and table.stake >= max(least, ENOUGH[style])
    return Stop() if stops else None
