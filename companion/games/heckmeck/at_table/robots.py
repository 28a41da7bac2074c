"""How robots play Heckmeck."""

from companion.games.grill.at_table.robots import choose

__all__ = ["choose"]
