"""Heckmeck Deluxe: 11 and 13, seven Bratworms, and six specialists who like company on the grill."""

from companion.games.heckmeck_deluxe.rules import GAME as GAME
from companion.games.heckmeck_deluxe.rules import game as game

FAMILY = "companion.games.grill"  # whose phrases it shares
