"""How robots play Yacht without counting chances."""

from collections import Counter

from companion.games.yacht.deeds import Enter
from companion.games.yacht.sheet import UPPER, boxes
from companion.games.yacht.table import Table, dice_due, worth
from companion.rules.actions import LayAside
from companion.rules.contract import Action

# What a box brings on average: one that brings more than that is taken, one that brings less is spared.
USUAL = {box: 2.5 * value for value, box in enumerate(UPPER, 1)} | {"choice": 22.0, "four alike": 8.0}
ELSE = 12.0
ENOUGH = {"cautious": 6.0, "greedy": 14.0}


def choose(style: str, table: Table) -> Action | None:
    """What a robot of this style does now; none where that is to throw the dice."""
    if not table.dice:
        return None
    gains = {box: worth(table, box) - USUAL.get(box, ELSE) for box in boxes(table.house) if box not in table.sheet}
    box = max(gains, key=lambda box: gains[box])
    if not table.throws or gains[box] >= ENOUGH[style]:
        return Enter(box)
    counted = Counter(table.dice)
    wanted = max(counted, key=lambda face: (UPPER[int(face) - 1] not in table.sheet, counted[face], face))
    keep = (wanted,) * counted[wanted]
    if keep != table.aside:
        return LayAside(keep)
    return None if dice_due(table) else Enter(box)
