"""What can happen at a grill."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.rules.events import Mood
from companion.rules.pieces import Player

Reason = Literal["nothing_new", "no_worm", "no_tile"]


@dataclass(frozen=True, slots=True)
class TileTaken:
    mood: ClassVar[Mood] = "good"
    player: Player
    tile: int
    worms: int
    result: int  # what was rolled for it; more than the tile where a lower one was taken


@dataclass(frozen=True, slots=True)
class TileSnatched:
    mood: ClassVar[Mood] = "proud"
    player: Player
    tile: int
    worms: int
    victim: Player


@dataclass(frozen=True, slots=True)
class AttemptFailed:
    mood: ClassVar[Mood] = "bad"
    player: Player
    reason: Reason
    total: int


@dataclass(frozen=True, slots=True)
class TileReturned:
    player: Player
    tile: int


@dataclass(frozen=True, slots=True)
class TileTurned:
    """A tile was turned face down and is out of reach for the rest of the game."""

    mood: ClassVar[Mood] = "bad"
    tile: int
