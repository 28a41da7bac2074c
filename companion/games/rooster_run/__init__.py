"""Rooster Run: everyone hunts worms at once, until somebody crows."""

from companion.games.rooster_run.rules import GAME as GAME
from companion.games.rooster_run.rules import game as game
