"""What Heckmeck waits for."""

from companion.games.grill.at_table.prompts import next_step, still_owed

__all__ = ["next_step", "still_owed"]
