"""Ten Thousand, also called Farkle: lay scoring dice aside, and stop before a roll scores nothing."""

from companion.games.ten_thousand.rules import GAME as GAME
from companion.games.ten_thousand.rules import game as game
