"""What can happen at a grill."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.rules.events import Lamps, Mood
from companion.rules.pieces import Player

Reason = Literal["nothing_new", "no_worm", "no_tile"]


@dataclass(frozen=True, slots=True)
class TileTaken:
    sound: ClassVar[str] = "take"
    lamps: ClassVar[Lamps] = "blink"
    mood: ClassVar[Mood] = "good"
    player: Player
    tile: int
    worms: int
    result: int  # what was rolled for it; more than the tile where a lower one was taken

    @property
    def dots(self) -> int:
        return self.worms


@dataclass(frozen=True, slots=True)
class TileSnatched:
    sound: ClassVar[str] = "steal"
    lamps: ClassVar[Lamps] = "blink"
    mood: ClassVar[Mood] = "proud"
    player: Player
    tile: int
    worms: int
    victim: Player

    @property
    def dots(self) -> int:
        return self.worms


@dataclass(frozen=True, slots=True)
class AttemptFailed:
    sound: ClassVar[str] = "fail"
    mood: ClassVar[Mood] = "bad"
    player: Player
    reason: Reason
    total: int


@dataclass(frozen=True, slots=True)
class TileReturned:
    sound: ClassVar[str] = "back"
    player: Player
    tile: int


@dataclass(frozen=True, slots=True)
class TileTurned:
    """A tile was turned face down and is out of reach for the rest of the game."""

    sound: ClassVar[str] = "turn"
    lamps: ClassVar[Lamps] = "turn"
    mood: ClassVar[Mood] = "bad"
    tile: int
