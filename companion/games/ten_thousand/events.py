"""What can happen in Ten Thousand."""

from dataclasses import dataclass

from companion.rules.pieces import Face, Player


@dataclass(frozen=True, slots=True)
class DiceLaidAside:
    player: Player
    faces: tuple[Face, ...]  # all that lie aside of this roll
    points: int  # of these
    stake: int  # of the whole turn


@dataclass(frozen=True, slots=True)
class AllDiceCount:
    """All six are laid aside: they may all be rolled again."""

    player: Player
    stake: int


@dataclass(frozen=True, slots=True)
class PointsWritten:
    player: Player
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Bust:
    """A roll in which nothing counts, or a turn too poor to open with: its points are lost."""

    player: Player
    lost: int


@dataclass(frozen=True, slots=True)
class ThirdBust:
    player: Player
    points: int  # that it costs
    total: int


@dataclass(frozen=True, slots=True)
class LastRoundBegun:
    player: Player  # who has reached the target
    total: int
