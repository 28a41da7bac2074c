"""What Heckmeck Deluxe waits for."""

from companion.games.grill.at_table.prompts import lost_by_stopping, next_step, still_owed

__all__ = ["lost_by_stopping", "next_step", "still_owed"]
