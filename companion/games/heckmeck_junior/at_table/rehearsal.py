"""How robots play Heckmeck Junior at the painted table."""

from companion.games.grill.at_table.rehearsal import PLAY

__all__ = ["PLAY"]
