"""What can happen in Rooster Run."""

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.events import Mood
from companion.rules.pieces import Player


@dataclass(frozen=True, slots=True)
class CardsDealt:
    sound: ClassVar[str] = "deal"
    round: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WormPicked:
    sound: ClassVar[str] = "tick"
    urgency: ClassVar[int] = 0
    player: Player
    worm: str


@dataclass(frozen=True, slots=True)
class WormPlaced:
    sound: ClassVar[str] = "keep"
    urgency: ClassVar[int] = 0
    player: Player
    worm: str


@dataclass(frozen=True, slots=True)
class WormReturned:
    sound: ClassVar[str] = "back"
    urgency: ClassVar[int] = 0
    player: Player
    worm: str


@dataclass(frozen=True, slots=True)
class CockadoodleCalled:
    sound: ClassVar[str] = "crow"
    mood: ClassVar[Mood] = "call"
    urgency: ClassVar[int] = 3
    player: Player


@dataclass(frozen=True, slots=True)
class RoundStopped:
    """All agreed to end a round nobody called."""

    sound: ClassVar[str] = "back"
    round: int


@dataclass(frozen=True, slots=True)
class ChickenScored:
    sound: ClassVar[str] = "take"
    mood: ClassVar[Mood] = "good"
    player: Player
    card: str
    worm: str
    value: int
    sweetheart: bool


@dataclass(frozen=True, slots=True)
class ChipTaken:
    """The caller took Broken Heart Chips for worms nobody was looking for."""

    sound: ClassVar[str] = "heart"
    mood: ClassVar[Mood] = "bad"
    player: Player
    count: int
    chips: int  # he has now


@dataclass(frozen=True, slots=True)
class PlayerOut:
    """Four broken hearts: out of the game, his cards void."""

    sound: ClassVar[str] = "heart"
    mood: ClassVar[Mood] = "bad"
    player: Player


@dataclass(frozen=True, slots=True)
class RoundEnded:
    sound: ClassVar[str] = "done"
    round: int
    rounds: int


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    sound: ClassVar[str] = "heart"
    player: Player
    card: str
    value: int


@dataclass(frozen=True, slots=True)
class SweetheartDrawn:
    """In secret: which one is not told."""

    sound: ClassVar[str] = "deal"
    player: Player


@dataclass(frozen=True, slots=True)
class SweetheartRevealed:
    sound: ClassVar[str] = "take"
    player: Player
    card: str
