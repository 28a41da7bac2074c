"""How ``companion odds`` is asked about Heckmeck."""

from companion.games.grill.at_table.odds.verb import EXAMPLE, arguments, told

__all__ = ["EXAMPLE", "arguments", "told"]
