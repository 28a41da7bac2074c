"""Heckmeck: eight dice, sixteen tiles, and no tile without a worm."""

from companion.games.heckmeck.rules import GAME as GAME
from companion.games.heckmeck.rules import game as game

FAMILY = "companion.games.grill"  # whose phrases it shares
