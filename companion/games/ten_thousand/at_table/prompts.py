"""What Ten Thousand waits for, at every moment."""

from collections.abc import Mapping
from typing import Any

from companion.games.ten_thousand.table import Table, dice_due, winners


def next_step(table: Table) -> tuple[str, Mapping[str, Any]]:
    """The key of a prompt and its facts."""
    facts = {"player": table.player, "count": dice_due(table), "stake": table.stake}
    match table.pending:
        case "roll":
            return "RollAll", facts
        case "keep":
            return "LayAside", facts
        case "over":
            return "Over", {"winners": winners(table) or ()}
    least = 0 if table.player in table.opened else table.house.opening
    if table.stake < least:
        return "RollToOpen", {**facts, "least": least}
    return "RollOrWrite", facts
