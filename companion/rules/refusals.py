"""Why a move is refused, in words the table can use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.rules.pieces import Face, Player


class Refusal(Exception):
    """A move the rules do not allow; ``str(refusal)`` is what the referee says.

    Each kind is a dataclass (eq=False, not frozen: contextlib sets __traceback__ on exceptions) whose fields
    fill the sentence; other languages look the class name up under [refusals] of their phrases.
    """

    rule: ClassVar[str]
    say: ClassVar[str]
    # A deed, in the judge's form, that would have allowed the move: then the table is asked whether it was meant.
    meant: ClassVar[Mapping[str, Any] | None] = None

    def __str__(self) -> str:
        return self.say.format(**vars(self))


# Who plays, and with what


@dataclass(eq=False)
class WrongNumberOfPlayers(Refusal):
    rule = "Players: as many as the box says"
    say = "{title} is for {fewest} to {most} players, not for {count}."
    title: str
    fewest: int
    most: int
    count: int


@dataclass(eq=False)
class NameMissing(Refusal):
    rule = "Players: everyone has a name"
    say = "One player has no name. Give everyone a name."


@dataclass(eq=False)
class NameTaken(Refusal):
    rule = "Players: no two of one name"
    say = "There are two players called {player}. Give one of them another name."
    player: Player


@dataclass(eq=False)
class NotAtTheTable(Refusal):
    rule = "Players: only those at the table"
    say = "Nobody called {player} is at the table."
    player: Player


@dataclass(eq=False)
class BetweenTurnsOnly(Refusal):
    rule = "Players: seats change between two turns"
    say = "A turn is running. {player} can come or go when it is over."
    player: Player


@dataclass(eq=False)
class OneTooFew(Refusal):
    rule = "Players: nobody plays alone"
    say = "With {player} gone nobody would be left to play with. End the game instead."
    player: Player


@dataclass(eq=False)
class MoreDiceThanThereAre(Refusal):
    rule = "Box: no more dice than it holds"
    say = "There are {count} dice, but the game has only {most}."
    count: int
    most: int


@dataclass(eq=False)
class FaceKeptTwice(Refusal):
    rule = "Dice: each face is laid aside once a turn"
    say = "The {face}s are listed twice among the dice laid aside."
    face: Face


# Any game


@dataclass(eq=False)
class GameOver(Refusal):
    rule = "End: nothing moves after the game"
    say = "The game is over. Start a new one to play on."


@dataclass(eq=False)
class NotInThisGame(Refusal):
    rule = "Box: only what this game knows"
    say = "There is no such move in {title}."
    title: str


@dataclass(eq=False)
class GamePaused(Refusal):
    rule = "Pause: nothing is judged until it ends"
    say = "The game is paused. Press green to go on."


@dataclass(eq=False)
class NothingToUndo(Refusal):
    rule = "Corrections: the last deed can be taken back"
    say = "There is nothing to take back yet."


@dataclass(eq=False)
class RollStands(Refusal):
    rule = "Corrections: a roll is corrected, never undone"
    say = "A roll cannot be taken back. If I read a die wrongly, correct that die."


# Dice


@dataclass(eq=False)
class UnknownFace(Refusal):
    rule = "Dice: only the faces printed on them"
    say = "No die of this game shows {face}. Look at the dice again."
    face: Face


@dataclass(eq=False)
class WrongNumberOfDice(Refusal):
    rule = "Dice: all dice not laid aside are rolled"
    say = "{due} dice are to be rolled, and I count {seen}. Roll all that are not laid aside."
    due: int
    seen: int


@dataclass(eq=False)
class RollFirst(Refusal):
    rule = "Turn: dice are rolled before they are laid aside"
    say = "Roll the dice first."


@dataclass(eq=False)
class KeepFirst(Refusal):
    rule = "Turn: after each roll dice are laid aside"
    say = "Lay the dice of one face aside first."


@dataclass(eq=False)
class FaceAlreadyKept(Refusal):
    rule = "Dice: each face once a turn"
    say = "The {face}s are already laid aside. Choose another face."
    face: Face


@dataclass(eq=False)
class FaceNotRolled(Refusal):
    rule = "Dice: only what was rolled can be laid aside"
    say = "This roll shows no {face}. Choose a face that was rolled."
    face: Face


@dataclass(eq=False)
class LieLikeThat(Refusal):
    rule = "Dice: what lies aside is not laid aside again"
    say = "The dice already lie like that."


@dataclass(eq=False)
class DiceLeftBehind(Refusal):
    rule = "Dice: all of the chosen face or none"
    say = "Of a face all dice go aside or none: {count} show {face}."
    face: Face
    count: int


@dataclass(eq=False)
class NothingToChoose(Refusal):
    rule = "Turn: choices come after the dice"
    say = "There is nothing to choose now."
