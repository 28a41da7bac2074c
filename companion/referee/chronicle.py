"""Tells a match as JSON lines: states, deeds, refusals, questions and announcements, each with its time."""

from collections.abc import Callable
from typing import Any

from companion.announcements.announcement import Announcement
from companion.referee.referee import Referee
from companion.referee.settle import Look, State

Line = dict[str, Any]


class Chronicle:
    """Hears what is announced and sees what is done; writes one line for each."""

    def __init__(self, write: Callable[[Line], None]) -> None:
        self._write = write
        self._state: State | None = None
        self._deeds = 0
        self._now: Line = {"t": 0.0, "frame": 0}

    def tell(self, announcement: Announcement) -> None:
        kind = announcement.kind if announcement.kind in ("refusal", "question") else "announcement"
        said: Line = {"key": announcement.key, "say": announcement.line, "player": announcement.player}
        if kind == "refusal":
            said["rule"] = announcement.facts.get("rule")
        if kind == "announcement":
            said |= {"matrix": announcement.matrix, "spoken": announcement.spoken, "mood": announcement.mood}
        self._line(kind, **said)

    def begin(self, look: Look) -> None:
        """What follows belongs to this look."""
        self._now = {"t": round(look.at, 3), "frame": look.frame}

    def follow(self, referee: Referee) -> None:
        """What the referee made of it."""
        for deed in referee.sitting.log[self._deeds :]:
            self._line("deed", **({} if deed.kind == "action" else {"done": deed.kind}), deed=dict(deed.deed))
        self._deeds = len(referee.sitting.log)
        if referee.machine is not self._state:
            self._state = referee.machine
            self._line("state", state=str(self._state))

    def _line(self, kind: str, **facts: Any) -> None:
        self._write({**self._now, "kind": kind, **facts})
