"""Why a move is refused in Heckmeck Deluxe alone."""

from dataclasses import dataclass

from companion.rules.pieces import Player
from companion.rules.refusals import Refusal


@dataclass(eq=False)
class UnknownSpecialist(Refusal):
    rule = "Box: only specialists of this game"
    say = "There is no specialist called {specialist} in this game."
    specialist: str


@dataclass(eq=False)
class SpecialistTwice(Refusal):
    rule = "Box: no specialist is in two places"
    say = "In two places at once: {specialist}."
    specialist: str


@dataclass(eq=False)
class SpecialistMisplaced(Refusal):
    rule = "Specialists: one on a face-up tile"
    say = "Tile {tile} is not face up, or not free for: {specialist}."
    specialist: str
    tile: int


@dataclass(eq=False)
class RavenHeld(Refusal):
    rule = "Raven: it stays on the grill"
    say = "Nobody can own the raven. It stays on the grill."


@dataclass(eq=False)
class TooManyBratworms(Refusal):
    rule = "Box: no more Bratworms than it holds"
    say = "There are {count} Bratworms, but the game has only {most}."
    count: int
    most: int


@dataclass(eq=False)
class GoldenDieTooLate(Refusal):
    rule = "Golden die: declined before the first roll or not at all"
    say = "Only its owner may leave the golden die out, and only before the first roll."


@dataclass(eq=False)
class NoWeasel(Refusal):
    rule = "Weasel: only for its owner"
    say = "{player} does not have the weasel."
    player: Player


@dataclass(eq=False)
class WeaselAsleep(Refusal):
    rule = "Weasel: once a turn"
    say = "The weasel was already used in this turn."


@dataclass(eq=False)
class WeaselTooLate(Refusal):
    rule = "Weasel: right after a roll, before dice are laid aside"
    say = "The weasel helps only right after a roll, before dice are laid aside."


@dataclass(eq=False)
class WeaselTakesAll(Refusal):
    rule = "Weasel: all dice just rolled are rolled again"
    say = "With the weasel all {count} dice just rolled are rolled again."
    count: int


@dataclass(eq=False)
class NothingFailed(Refusal):
    rule = "Turn: only a roll with nothing new fails"
    say = "This roll is not lost. There is nothing to accept."


@dataclass(eq=False)
class NotYourSpecialist(Refusal):
    rule = "Specialists: one of your two goes back"
    say = "Put back one of the two specialists you have, not another."


@dataclass(eq=False)
class NoBratwormThere(Refusal):
    rule = "Bratworms: from a player who has one and no hen"
    say = "You cannot take a Bratworm from {player}."
    player: Player
