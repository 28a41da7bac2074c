"""What can happen in any game: a turn begun, dice rolled, a tile moved, a game won."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.rules.pieces import Face, Player

Reason = Literal["nothing_new", "no_worm", "no_tile"]


@dataclass(frozen=True, slots=True)
class TurnBegun:
    player: Player


@dataclass(frozen=True, slots=True)
class DiceRolled:
    player: Player
    faces: tuple[Face, ...]  # the golden die included
    may_keep: tuple[Face, ...]  # none: a dead roll


@dataclass(frozen=True, slots=True)
class DiceKept:
    player: Player
    face: Face
    count: int
    total: int  # of all dice laid aside
    dice_left: int


@dataclass(frozen=True, slots=True)
class TileTaken:
    player: Player
    tile: int
    worms: int
    result: int  # what was rolled for it; more than the tile where a lower one was taken


@dataclass(frozen=True, slots=True)
class TileSnatched:
    player: Player
    tile: int
    worms: int
    victim: Player


@dataclass(frozen=True, slots=True)
class AttemptFailed:
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

    tile: int


# Heckmeck Deluxe


@dataclass(frozen=True, slots=True)
class BratwormWon:
    player: Player
    victim: Player | None  # none: from the supply


@dataclass(frozen=True, slots=True)
class SpecialistWon:
    player: Player
    specialist: str
    victim: Player | None  # none: from the grill


@dataclass(frozen=True, slots=True)
class SpecialistMoved:
    """A specialist went to another tile of the grill, or out of the game where none was free."""

    specialist: str
    tile: int | None  # none: out of the game
    player: Player | None = None  # who gave it back; none: it stood on the grill


@dataclass(frozen=True, slots=True)
class CannedWormCounted:
    player: Player
    result: int


@dataclass(frozen=True, slots=True)
class WeaselUsed:
    player: Player


@dataclass(frozen=True, slots=True)
class GoldenDieDeclined:
    player: Player


# Rooster Run


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


# any game


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    player: Player


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    player: Player


@dataclass(frozen=True, slots=True)
class GameWon:
    winners: tuple[Player, ...]
    scores: Mapping[Player, int] = field(default_factory=dict)
