"""What hands can do that is no action of any game, named with what to put right."""

from dataclasses import dataclass

from companion.rules.pieces import Face, Player
from companion.rules.refusals import Refusal


class Violation(Refusal):
    """Something lies as no move could have laid it; play goes on once it is put right."""


class Undone(Violation):
    """Something the rules asked for was not done before the next roll fell."""


@dataclass(eq=False)
class TwoFacesAtOnce(Violation):
    rule = "Dice: one face at a time"
    say = "Dice of two faces went aside. Put one face back."


@dataclass(eq=False)
class DieTurned(Violation):
    rule = "Dice: a die is moved as it fell"
    say = "A die was turned while it was moved: it showed {was}. Turn it back."
    was: Face


@dataclass(eq=False)
class KeptDieRolled(Violation):
    rule = "Dice: what is laid aside stays there"
    say = "A die laid aside was rolled again. Put back aside: {faces}."
    faces: tuple[Face, ...]


@dataclass(eq=False)
class DieTakenBack(Violation):
    rule = "Dice: what is laid aside stays there"
    say = "A die laid aside is back in the tray. Put it aside again: {faces}."
    faces: tuple[Face, ...]


@dataclass(eq=False)
class DiceMissing(Violation):
    rule = "Dice: all of them lie in view"
    say = "I see {seen} dice, there should be {due}. Is one off the table, stacked or covered?"
    seen: int
    due: int


@dataclass(eq=False)
class TooManyDice(Violation):
    rule = "Dice: no more than the box has"
    say = "I see {seen} dice, there should be {due}. Take the others away."
    seen: int
    due: int


@dataclass(eq=False)
class DieCocked(Violation):
    rule = "Dice: only a die that lies flat counts"
    say = "A die leans. Roll that die again."


@dataclass(eq=False)
class DieOffTheMat(Violation):
    rule = "Dice: they count on the tray only"
    say = "A die fell beside the tray. Roll that die again."


@dataclass(eq=False)
class Unexplained(Violation):
    rule = "Table: it lies as the last deed left it"
    say = "I count {tray} dice in the tray and {aside} aside, and do not know how that came. Put them back, or touch."
    tray: int
    aside: int


@dataclass(eq=False)
class WrongTile(Violation):
    rule = "Tiles: only the one you won"
    say = "Tile {tile} is not yours to take, {player}. Put it back."
    player: Player
    tile: str


@dataclass(eq=False)
class TileFromUnder(Violation):
    rule = "Tiles: only the top of a stack can be taken"
    say = "Tile {tile} lay under the top of {owner}'s stack. Put it back."
    owner: Player
    tile: str


@dataclass(eq=False)
class FaceDownTaken(Violation):
    rule = "Tiles: face down means out of the game"
    say = "A tile face down is out of the game. Put it back on {tile}."
    tile: str


@dataclass(eq=False)
class RivalsTileMoved(Violation):
    rule = "Tiles: another player's stack is left alone"
    say = "{player}'s tile was moved. Put it back."
    player: Player


@dataclass(eq=False)
class TileMissing(Violation):
    rule = "Tiles: each stays where it is until it is won"
    say = "Tile {tile} is not where it should be. Put it back."
    tile: str


@dataclass(eq=False)
class TileTurnedWrongly(Violation):
    rule = "Tiles: only the highest one is turned"
    say = "Tile {tile} should lie the other way up. Turn it back."
    tile: str


@dataclass(eq=False)
class WrongPlace(Violation):
    rule = "Turns: each takes for himself"
    say = "It is {player}'s turn, but the tile went to {other}. Move it over."
    player: Player
    other: Player


@dataclass(eq=False)
class TileNotTaken(Undone):
    rule = "Tiles: what is won is taken"
    say = "{player} has won tile {tile}. Take it first."
    player: Player
    tile: str


@dataclass(eq=False)
class TileNotReturned(Undone):
    rule = "Tiles: a failed attempt costs the top tile"
    say = "Tile {tile} goes back to its place first, {player}."
    player: Player
    tile: str


@dataclass(eq=False)
class TileNotTurned(Undone):
    rule = "Tiles: the highest one is turned after a failed attempt"
    say = "Tile {tile} has to be turned face down first."
    tile: str


@dataclass(eq=False)
class RobotWants(Violation):
    rule = "Robots: hands do what the robot says"
    say = "{player} wants something else: lay aside {face}."
    player: Player
    face: Face
