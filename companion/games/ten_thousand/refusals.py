"""Why a move is refused in Ten Thousand."""

from dataclasses import dataclass

from companion.rules.pieces import Face, Player
from companion.rules.refusals import Refusal


@dataclass(eq=False)
class NothingLaidAside(Refusal):
    rule = "Ten Thousand: after each roll at least one die that counts is laid aside"
    say = "Lay at least one die that counts aside first."


@dataclass(eq=False)
class CountsNothing(Refusal):
    rule = "Ten Thousand: only dice that count are laid aside"
    say = "The {face} counts nothing here. Lay aside 1s, 5s, three of a kind, or more."
    face: Face


@dataclass(eq=False)
class TooFewToOpen(Refusal):
    rule = "Ten Thousand: a player's first points are a minimum at once"
    say = "{player} needs {least} points at once to begin with, and has {have}. Roll on."
    player: Player
    least: int
    have: int
