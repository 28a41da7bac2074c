"""The odds of Heckmeck Deluxe."""

from companion.games.grill.at_table.odds.advise import advise, best_deed, worths

__all__ = ["advise", "best_deed", "worths"]
