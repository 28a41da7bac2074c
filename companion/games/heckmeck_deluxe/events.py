"""What can happen in Heckmeck Deluxe alone."""

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.events import Mood
from companion.rules.pieces import Player


@dataclass(frozen=True, slots=True)
class BratwormWon:
    sound: ClassVar[str] = "take"
    mood: ClassVar[Mood] = "good"
    player: Player
    victim: Player | None  # none: from the supply


@dataclass(frozen=True, slots=True)
class SpecialistWon:
    sound: ClassVar[str] = "take"
    mood: ClassVar[Mood] = "good"
    player: Player
    specialist: str
    victim: Player | None  # none: from the grill


@dataclass(frozen=True, slots=True)
class SpecialistMoved:
    """A specialist went to another tile of the grill, or out of the game where none was free."""

    sound: ClassVar[str] = "back"
    specialist: str
    tile: int | None  # none: out of the game
    player: Player | None = None  # who gave it back; none: it stood on the grill


@dataclass(frozen=True, slots=True)
class CannedWormCounted:
    sound: ClassVar[str] = "keep"
    player: Player
    result: int


@dataclass(frozen=True, slots=True)
class WeaselUsed:
    sound: ClassVar[str] = "roll"
    player: Player


@dataclass(frozen=True, slots=True)
class GoldenDieDeclined:
    sound: ClassVar[str] = "back"
    player: Player
