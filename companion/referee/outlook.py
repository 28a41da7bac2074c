"""Knows whether anything can be seen of the table, and what is to be said about it."""

from dataclasses import replace

from companion.referee.settle import Blindness, Look, State
from companion.referee.track import Track


class Outlook:
    """From look to look."""

    def __init__(self, track: Track, patience: float) -> None:
        self._track = track
        self._patience = patience
        self._astray_since: float | None = None
        self._blind_to: tuple[str, str] | None = None  # what was said about not seeing
        self.troubles: list[Blindness] = []  # to be said now

    def see(self, look: Look) -> Look:
        """Where no marker tells where anything lies, nothing can be said: that is as good as blind."""
        self.troubles = []
        if look.observation is not None:
            if self._track.shifted(look.observation):
                self.troubles.append(Blindness("Moved", look.at))
            lost = self._track.astray(look.observation)
            self._astray_since = (look.at if self._astray_since is None else self._astray_since) if lost else None
        if self._astray_since is not None and look.blind is None:
            look = replace(look, state=State.BLIND, blind=Blindness("NoMat", self._astray_since))
        self._tell(look)
        return look

    def _tell(self, look: Look) -> None:
        """Why nothing can be seen once that has lasted, and when it is over."""
        blind = look.blind
        if blind is None:
            if self._blind_to is not None:
                self.troubles.append(Blindness("Sees", look.at))
            self._blind_to = None
        elif (blind.key, blind.say) != self._blind_to and look.at - blind.since >= self._patience:
            self.troubles.append(blind)
            self._blind_to = blind.key, blind.say
