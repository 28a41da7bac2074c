"""One thing everyone should know: its words, its mood, its urgency."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.rules.events import Lamps, Mood

Kind = Literal["deed", "refusal", "question", "prompt", "trouble", "celebration"]


@dataclass(frozen=True)
class Announcement:
    """The same news in three lengths, for lamps, page and voice."""

    key: str  # the event's, refusal's or prompt's class name: "DiceKept", "FaceAlreadyKept", "KeepOrStop"
    kind: Kind
    matrix: str  # at most five characters, or a picture as ":rooster:"
    line: str  # at most 60 characters where it can be said so
    spoken: str
    mood: Mood = "plain"
    urgency: int = 1  # 0 may be dropped, 1 waits its turn, 2 goes first, 3 interrupts (the call)
    player: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    sound: str = ""  # which one is heard, where the event says so itself
    lamps: Lamps = ""
    dots: int = 0  # beside what the lamps show
