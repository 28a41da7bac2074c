"""What can happen in any game: a turn begun, dice rolled, a game won.

An event may say beside its facts how it is taken: its mood and urgency, the sound that is heard, how lamps show it, and
how many dots stand beside what they show.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from companion.rules.pieces import Face, Player

Mood = Literal["plain", "good", "bad", "proud", "call"]  # how a table takes it
Lamps = Literal["", "blink", "turn", "countdown"]  # how lamps show it, where they do more than its words say


@dataclass(frozen=True, slots=True)
class TurnBegun:
    urgency: ClassVar[int] = 0  # what to do next overtakes it
    player: Player


@dataclass(frozen=True, slots=True)
class DiceRolled:
    urgency: ClassVar[int] = 0
    player: Player
    faces: tuple[Face, ...]  # the golden die included
    may_keep: tuple[Face, ...]  # none: a dead roll


@dataclass(frozen=True, slots=True)
class DiceKept:
    urgency: ClassVar[int] = 0
    player: Player
    face: Face
    count: int
    total: int  # of all dice laid aside
    dice_left: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    player: Player


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    player: Player


@dataclass(frozen=True, slots=True)
class GameWon:
    mood: ClassVar[Mood] = "proud"
    urgency: ClassVar[int] = 2
    winners: tuple[Player, ...]
    scores: Mapping[Player, int] = field(default_factory=dict)
