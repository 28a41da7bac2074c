"""What the pages need from the rest of the program, as one protocol that assemble.py keeps."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from companion.journal import Journal
from companion.odds.robots import Level
from hardware.trouble import Trouble


class Table(Protocol):
    """The running program as the pages see it; each call comes from a worker thread, never from the server's loop.

    What cannot be done is raised as a Trouble or a Refusal; the page shows its sentence.
    """

    @property
    def journal(self) -> Journal:
        """Where the pages read past matches."""
        ...

    @property
    def settings_file(self) -> Path:
        """The table.toml that the settings page reads and writes."""
        ...

    @property
    def painted(self) -> bool:
        """Whether the table is a painted one: then wizards are shown by a pretend host."""
        ...

    @property
    def demo(self) -> bool:
        """Whether robots play at a painted table, for people to look on."""
        ...

    @property
    def toured(self) -> bool:
        """Whether somebody has been shown round here."""
        ...

    def end_tour(self) -> None:
        """Nobody needs to be shown round again."""
        ...

    @property
    def by_touch(self) -> bool:
        """Whether this table has no camera on purpose: what the dice show is tapped."""
        ...

    @property
    def troubles(self) -> Sequence[Trouble]:
        """Parts that failed, each with its cure: the game goes on without them."""
        ...

    @property
    def health(self) -> Mapping[str, str]:
        """How each part does: good, restarted or given up."""
        ...

    @property
    def mute(self) -> bool:
        """Whether the table has no speaker of its own: then the page at the table makes the sounds."""
        ...

    def start(
        self, game: str, players: Sequence[str], options: Mapping[str, Any], robots: Mapping[str, Level] = {}
    ) -> None:
        """Begin a match, players in seat order, the first one starting; a running match is ended."""
        ...

    def take(self, command: object) -> None:
        """Hand the referee one command (companion/referee/commands.py)."""
        ...

    def speak(self, language: str) -> None:
        """Say and show everything in this language from now on."""
        ...

    def start_anew(self) -> None:
        """End this program and start it again: something lies ready that only a start can take up."""
        ...

    def try_out(self, part: str) -> None:
        """Try "sound", "voice" or "lamps", for somebody who looks or listens."""
        ...
