"""The three dice games as the odds see them: what their boxes hold and where their rules part."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.games.grill.at_table.odds.falls import Dice
from companion.games.grill.at_table.odds.spoils import Spoils
from companion.games.heckmeck import rules as heckmeck
from companion.games.heckmeck_deluxe import rules as heckmeck_deluxe
from companion.games.heckmeck_deluxe.rules import APPLE_WORMS
from companion.games.heckmeck_junior import rules as heckmeck_junior
from companion.rules.contract import Game
from companion.rules.pieces import Face

PLAIN, JUNIOR, DELUXE = heckmeck.GAME.name, heckmeck_junior.GAME.name, heckmeck_deluxe.GAME.name
DICE_GAMES = (PLAIN, JUNIOR, DELUXE)


@dataclass(frozen=True, eq=False)
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
        rivals_loss: bool = False,  # count what a rival loses as won, too
        bratworm: bool = False,  # count the Bratworm for a double 1
        raven: int | None = None,  # the tile that brings a Bratworm besides
        apple: int | None = None,  # the tile, on the grill or a rival's, that brings the apple
        own_apple: bool = False,  # a failed attempt puts it back
    ) -> Spoils:
        """What is to be won and lost on this table."""
        top = stack[-1] if stack and self.gives_back else None
        return Spoils(
            grill={tile: self.worms[tile] + (tile == raven) + APPLE_WORMS * (tile == apple) for tile in grill},
            rivals={
                tile: 0 if tile in hens else (self.worms[tile] + APPLE_WORMS * (tile == apple)) * (1 + rivals_loss)
                for tile in rivals
            },
            at_risk=(0 if top is None or top in hens else self.worms[top]) + APPLE_WORMS * own_apple,
            exact_only=self.exact_only,
            must_steal=self.must_steal and not optional_steal,
            free_lower=free_lower,
            double=int(bratworm),
        )


def dice_game(game: Game[Any]) -> DiceGame:
    """A game with the pieces of its box; raises ValueError for one that is not about dice and tiles."""
    if game.name not in DICE_GAMES:
        raise ValueError(f"{game.title} has no odds: they are for {', '.join(DICE_GAMES)}.")
    return _dice_game(game.name, game.box.die, game.box.golden_die, tuple(game.box.tiles.items()))


@cache  # one object for one box, so that what is solved for it is found again
def _dice_game(
    name: str, die: tuple[Face, ...], golden_die: tuple[Face, ...], worms: tuple[tuple[int, int], ...]
) -> DiceGame:
    rules = heckmeck_junior if name == JUNIOR else heckmeck
    faces = tuple(rules.FACES)
    return DiceGame(
        dice=Dice(faces, tuple(rules.FACES.values()), tuple(map(die.count, faces)), rules.DICE),
        golden=tuple(map(golden_die.count, faces)) if golden_die else (),
        worms=dict(sorted(worms)),
        copies=2 if rules is heckmeck_junior else 1,
        repeats_fail=rules is heckmeck,
        gives_back=rules is heckmeck,
        exact_only=heckmeck_deluxe.EXACT_ONLY if name == DELUXE else frozenset(),
        must_steal=name == DELUXE,
    )
