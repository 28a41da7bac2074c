"""What people tell the referee by touch: one more input beside camera and buttons."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.odds.robots import BEST, Level


@dataclass(frozen=True)
class Act:
    """Do this action of the game, in the judge's form."""

    action: Mapping[str, Any]
    player: str | None = None


@dataclass(frozen=True)
class CorrectDie:
    """The die with this index of the snapshot shows another face."""

    index: int
    face: str


@dataclass(frozen=True)
class Undo:
    """Take the last deed back."""


@dataclass(frozen=True)
class Pause:
    pass


@dataclass(frozen=True)
class Resume:
    pass


@dataclass(frozen=True)
class Skip:
    """Pass over the player whose turn it is, until the next round."""


@dataclass(frozen=True)
class AddPlayer:
    name: str


@dataclass(frozen=True)
class LetGo:
    name: str


@dataclass(frozen=True)
class Answer:
    """The answer to the open question: the value of one of its choices."""

    choice: str


@dataclass(frozen=True)
class AsISay:
    """All is right as it lies, whatever the referee makes of it."""


@dataclass(frozen=True)
class Explain:
    """What can I do now? Shown, and said where somebody wants to hear it."""

    aloud: bool = True


@dataclass(frozen=True)
class EndMatch:
    pass


@dataclass(frozen=True)
class LetRobotPlay:
    """A robot plays for this player: it says what it does, people roll and move for it."""

    name: str
    wanted: bool = True
    level: Level = BEST


@dataclass(frozen=True)
class Coach:
    """This player wants to hear the chances and the best choice."""

    name: str
    wanted: bool = True


Command = (Act | CorrectDie | Undo | Pause | Resume | Skip | AddPlayer | LetGo) | (
    Answer | AsISay | Explain | EndMatch | LetRobotPlay | Coach
)
