"""Yacht: three throws a turn, and a box of the sheet for each."""

from companion.games.yacht.rules import GAME as GAME
from companion.games.yacht.rules import game as game
