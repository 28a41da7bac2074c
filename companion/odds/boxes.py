"""The three dice games as the odds see them: what their boxes hold and where their rules part."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.odds.falls import Dice
from companion.odds.spoils import Spoils

DICE_GAMES = ("heckmeck", "heckmeck-junior", "heckmeck-deluxe")


@dataclass(frozen=True)
class DiceGame:
    """What the odds need to know of a game."""

    dice: Dice  # without the golden die
    golden: tuple[int, ...]  # how many of its sides show each face; () where the game has none
    worms: Mapping[int, int]  # of each tile
    copies: int = 1  # of each tile
    repeats_fail: bool = True  # a roll of faces already kept fails; else it only ends the turn
    gives_back: bool = True  # who fails returns the top tile
    exact_only: frozenset[int] = frozenset()  # tiles for their very number only
    must_steal: bool = False

    def spoils(
        self,
        grill: Iterable[int],
        stack: Sequence[int] = (),
        rivals: Iterable[int] = (),
        *,
        hens: Collection[int] = (),  # top tiles, anybody's, that the sitting hen guards
        free_lower: bool = False,
        optional_steal: bool = False,
        rivals_loss: bool = False,
    ) -> Spoils:
        """What is to be won and lost on this table; ``rivals_loss`` counts what a rival loses as won, too."""
        top = stack[-1] if stack and self.gives_back else None
        return Spoils(
            grill={tile: self.worms[tile] for tile in grill},
            rivals={tile: 0 if tile in hens else self.worms[tile] * (1 + rivals_loss) for tile in rivals},
            at_risk=0 if top is None or top in hens else self.worms[top],
            exact_only=self.exact_only,
            must_steal=self.must_steal and not optional_steal,
            free_lower=free_lower,
        )


@lru_cache
def dice_game(name: str) -> DiceGame:
    """The dice, tiles and rules of a game."""
    plain = Dice(("1", "2", "3", "4", "5", "worm"), (1, 2, 3, 4, 5, 5), (1,) * 6, 8)
    worms = {tile: (tile - 17) // 4 for tile in range(21, 37)}
    if name == "heckmeck":
        return DiceGame(plain, (3, 0, 0, 0, 0, 3), worms)
    if name == "heckmeck-deluxe":
        return DiceGame(
            plain, (3, 0, 0, 0, 0, 3), {11: 1, 13: 1, **worms}, exact_only=frozenset({11, 13}), must_steal=True
        )
    if name == "heckmeck-junior":
        junior = Dice(("cucumber", "bun", "cheese", "ketchup", "worm"), (1, 2, 1, 1, 1), (1, 1, 1, 1, 2), 6)
        return DiceGame(junior, (), {4: 1, 5: 1, 6: 2, 7: 2, 8: 3, 9: 4}, 2, False, False)
    raise ValueError(f"There are no odds for {name}: choose {', '.join(DICE_GAMES)}.")
