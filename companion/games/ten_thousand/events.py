"""What can happen in Ten Thousand."""

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.pieces import Face, Player


@dataclass(frozen=True, slots=True)
class DiceLaidAside:
    sound: ClassVar[str] = "keep"
    urgency: ClassVar[int] = 0
    player: Player
    faces: tuple[Face, ...]  # all that lie aside of this roll
    points: int  # of these
    stake: int  # of the whole turn


@dataclass(frozen=True, slots=True)
class AllDiceCount:
    """All six are laid aside: they may all be rolled again."""

    sound: ClassVar[str] = "done"
    player: Player
    stake: int


@dataclass(frozen=True, slots=True)
class PointsWritten:
    sound: ClassVar[str] = "take"
    player: Player
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Bust:
    """A roll in which nothing counts, or a turn too poor to open with: its points are lost."""

    sound: ClassVar[str] = "fail"
    player: Player
    lost: int | None  # none: nothing was at stake


@dataclass(frozen=True, slots=True)
class ThirdBust:
    sound: ClassVar[str] = "heart"
    player: Player
    points: int  # that it costs
    total: int


@dataclass(frozen=True, slots=True)
class LastRoundBegun:
    sound: ClassVar[str] = "hello"
    player: Player  # who has reached the target
    total: int
