"""The odds of Heckmeck."""

from companion.games.grill.at_table.odds.advise import advise, best_deed, worths

__all__ = ["advise", "best_deed", "worths"]
