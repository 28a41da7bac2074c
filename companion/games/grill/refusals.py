"""Why a move is refused at a grill."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.rules.pieces import Player
from companion.rules.refusals import Refusal


@dataclass(eq=False)
class UnknownTile(Refusal):
    rule = "Box: only tiles of this game"
    say = "There is no tile {tile} in {title}."
    tile: int
    title: str


@dataclass(eq=False)
class TileTwice(Refusal):
    rule = "Box: no tile lies in two places"
    say = "Tile {tile} lies in more places than the box has such tiles."
    tile: int


@dataclass(eq=False)
class ChooseTileFirst(Refusal):
    rule = "Turn: the tile is chosen before the dice go on"
    say = "{player} has to choose a tile first."
    player: Player


@dataclass(eq=False)
class CannotTakeFrom(Refusal):
    rule = "Snatching: only an exact tile that lies on top at another player"
    say = "{player} shows no tile you could take with these dice."
    player: Player


@dataclass(eq=False)
class MustSteal(Refusal):
    rule = "Deluxe: a lower tile only if the exact one is nowhere to be seen"
    say = "The tile you rolled lies at another player. Take that one."


@dataclass(eq=False)
class TileNotYours(Refusal):
    rule = "Grill: the exact tile, else the next lower one"
    say = "Tile {tile} is not the one these dice are worth. Put it back."
    tile: int


@dataclass(eq=False)
class NoWormYet(Refusal):
    rule = "Turn: no tile without a worm"
    say = "No worm yet: without one there is no tile. Put tile {tile} back."
    tile: int


@dataclass(eq=False)
class TooEarly(Refusal):
    rule = "Turn: the tile comes after the dice"
    say = "Tile {tile} is not won yet. Put it back, the dice come first."
    tile: int


@dataclass(eq=False)
class TooLittle(TileNotYours):
    say = "{total} is too little for tile {tile}. Put it back."
    total: int


@dataclass(eq=False)
class AnotherTile(TileNotYours):
    say = "Your {total} takes tile {due}, not {tile}. Put it back."
    total: int
    due: int


@dataclass(eq=False)
class ExactlyThat(TileNotYours):
    rule = "Deluxe: 11 and 13 for their exact number alone"
    say = "Tile {tile} is there for exactly {tile}, not for {total}. Put it back."
    total: int


@dataclass(eq=False)
class NotExactly(CannotTakeFrom):
    say = "For {player}'s tile {tile} it takes exactly {tile}, not {total}. Put it back."
    tile: int
    total: int


@dataclass(eq=False)
class OnTheGrill(CannotTakeFrom):
    rule = "Grill: a tile that lies there is taken from there"
    say = "Tile {tile} lies on the grill. Take it there, not from {player}."
    tile: int


@dataclass(eq=False)
class NeverStolen(CannotTakeFrom):
    rule = "Deluxe: 11 and 13 for their exact number alone"
    say = "Tile {tile} is never stolen. Put it back."
    tile: int


@dataclass(eq=False)
class GoldenDieMissing(Refusal):
    rule = "Golden die: it is rolled with the others unless declined"
    say = "The golden die is rolled too. Add it, or say before the first roll that you play without it."
    meant: ClassVar[Mapping[str, Any]] = {"decline_golden": True}


@dataclass(eq=False)
class NoGoldenDie(Refusal):
    rule = "Golden die: only for its owner, once a roll"
    say = "The golden die is not among the dice to be rolled. Put it aside."


@dataclass(eq=False)
class PutBackFirst(Refusal):
    rule = "Specialists: nobody keeps two"
    say = "{player} has to put one of two specialists back first."
    player: Player


@dataclass(eq=False)
class BratwormFirst(Refusal):
    rule = "Bratworms: taken at once"
    say = "{player} has to say first whose Bratworm it is to be."
    player: Player


@dataclass(eq=False)
class WeaselFirst(Refusal):
    rule = "Weasel: it may rescue a lost roll"
    say = "Nothing new in this roll. {player} has to use the weasel or accept it."
    player: Player
