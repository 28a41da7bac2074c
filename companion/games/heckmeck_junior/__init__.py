"""Heckmeck Junior: six dice of delicacies, every tile twice, and no roll is ever lost."""

from companion.games.heckmeck_junior.rules import GAME as GAME
from companion.games.heckmeck_junior.rules import game as game

FAMILY = "companion.games.grill"  # whose phrases it shares
