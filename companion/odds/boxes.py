"""The three dice games as the odds see them: what their boxes hold and where their rules part."""

from functools import lru_cache

from companion.odds.falls import Dice
from companion.odds.hint import DiceGame

@lru_cache
def dice_game(name: str) -> DiceGame:
    """The dice, tiles and rules of a game."""
    plain = Dice(("1", "2", "3", "4", "5", "worm"), (1, 2, 3, 4, 5, 5), (1,) * 6, 8)
    worms = {tile: (tile - 17) // 4 for tile in range(21, 37)}
    if name == "heckmeck":
        return DiceGame(plain, (3, 0, 0, 0, 0, 3), worms)
    if name == "heckmeck-deluxe":
        return DiceGame(plain, (3, 0, 0, 0, 0, 3), {11: 1, 13: 1, **worms}, exact_only=frozenset({11, 13}), must_steal=True)
    junior = Dice(("cucumber", "bun", "cheese", "ketchup", "worm"), (1, 2, 1, 1, 1), (1, 1, 1, 1, 2), 6)
    return DiceGame(junior, (), {4: 1, 5: 1, 6: 2, 7: 2, 8: 3, 9: 4}, 2, False, False)
