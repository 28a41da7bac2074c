"""What can happen in Rooster Run."""

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.events import Mood
from companion.rules.pieces import Player


@dataclass(frozen=True, slots=True)
class CardsDealt:
    round: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WormPicked:
    urgency: ClassVar[int] = 0
    player: Player
    worm: str


@dataclass(frozen=True, slots=True)
class WormPlaced:
    urgency: ClassVar[int] = 0
    player: Player
    worm: str


@dataclass(frozen=True, slots=True)
class WormReturned:
    urgency: ClassVar[int] = 0
    player: Player
    worm: str


@dataclass(frozen=True, slots=True)
class CockadoodleCalled:
    mood: ClassVar[Mood] = "call"
    urgency: ClassVar[int] = 3
    player: Player


@dataclass(frozen=True, slots=True)
class RoundStopped:
    """All agreed to end a round nobody called."""

    round: int


@dataclass(frozen=True, slots=True)
class ChickenScored:
    mood: ClassVar[Mood] = "good"
    player: Player
    card: str
    worm: str
    value: int
    sweetheart: bool


@dataclass(frozen=True, slots=True)
class ChipTaken:
    """The caller took Broken Heart Chips for worms nobody was looking for."""

    mood: ClassVar[Mood] = "bad"
    player: Player
    count: int
    chips: int  # he has now


@dataclass(frozen=True, slots=True)
class PlayerOut:
    """Four broken hearts: out of the game, his cards void."""

    mood: ClassVar[Mood] = "bad"
    player: Player


@dataclass(frozen=True, slots=True)
class RoundEnded:
    round: int
    rounds: int


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    player: Player
    card: str
    value: int


@dataclass(frozen=True, slots=True)
class SweetheartDrawn:
    """In secret: which one is not told."""

    player: Player


@dataclass(frozen=True, slots=True)
class SweetheartRevealed:
    player: Player
    card: str
