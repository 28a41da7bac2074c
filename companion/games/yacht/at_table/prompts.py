"""What Yacht waits for, at every moment."""

from collections.abc import Mapping
from typing import Any

from companion.games.yacht.table import Table, dice_due, winners


def next_step(table: Table) -> tuple[str, Mapping[str, Any]]:
    """The key of a prompt and its facts."""
    facts = {"player": table.player, "count": dice_due(table), "throws": table.throws}
    match table.pending:
        case "roll":
            return "RollAll", facts
        case "roll_or_enter":
            return "RollOrEnter", facts
        case "over":
            return "Over", {"winners": winners(table) or ()}
    return "EnterBox", facts
