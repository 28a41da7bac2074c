"""What can happen in Rooster Run."""

from dataclasses import dataclass

from companion.rules.pieces import Player


@dataclass(frozen=True, slots=True)
class CardsDealt:
    round: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WormPicked:
    player: Player
    worm: str


@dataclass(frozen=True, slots=True)
class WormPlaced:
    player: Player
    worm: str


@dataclass(frozen=True, slots=True)
class WormReturned:
    player: Player
    worm: str


@dataclass(frozen=True, slots=True)
class CockadoodleCalled:
    player: Player


@dataclass(frozen=True, slots=True)
class RoundStopped:
    """All agreed to end a round nobody called."""

    round: int


@dataclass(frozen=True, slots=True)
class ChickenScored:
    player: Player
    card: str
    worm: str
    value: int
    sweetheart: bool


@dataclass(frozen=True, slots=True)
class ChipTaken:
    """The caller took Broken Heart Chips for worms nobody was looking for."""

    player: Player
    count: int
    chips: int  # he has now


@dataclass(frozen=True, slots=True)
class PlayerOut:
    """Four broken hearts: out of the game, his cards void."""

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
class SweetheartRevealed:
    player: Player
    card: str
