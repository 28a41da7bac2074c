"""How robots play Heckmeck at the painted table."""

from companion.games.grill.at_table.rehearsal import PLAY

__all__ = ["PLAY"]
