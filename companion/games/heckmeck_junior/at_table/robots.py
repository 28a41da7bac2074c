"""How robots play Heckmeck Junior."""

from companion.games.grill.at_table.robots import choose

__all__ = ["choose"]
