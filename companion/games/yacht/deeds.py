"""The deeds and events of Yacht."""

from dataclasses import dataclass

from companion.rules.actions import LayAside, Roll
from companion.rules.forms import Forms
from companion.rules.pieces import Face, Player


@dataclass(frozen=True, slots=True)
class Enter:
    """Write what the dice count into this box of the sheet."""

    box: str


@dataclass(frozen=True, slots=True)
class DiceHeld:
    player: Player
    faces: tuple[Face, ...]  # all that lie aside
    throws: int  # that are left


@dataclass(frozen=True, slots=True)
class BoxFilled:
    player: Player
    box: str
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class BonusWon:
    player: Player
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class FurtherYacht:
    """One more five of a kind, where that brings points besides."""

    player: Player
    points: int


FORMS = Forms[Roll | LayAside | Enter]({"roll": Roll, "keep": LayAside, "box": Enter})
