"""What the command line asks a table for beyond its settings."""

from dataclasses import dataclass, field
from pathlib import Path

from companion.faults import Faults
from hardware.trouble import Trouble


@dataclass(frozen=True)
class Wanted:
    """What the command line asked for beyond the settings."""

    seed: int = 1
    robot: str = "cautious"
    fresh: bool = False  # begin anew even where a match was interrupted
    wait: bool = False  # nobody has named a game: it is chosen on the page
    quiet: bool = False  # nothing in the terminal
    headless: bool = False  # there is no page, so nothing goes without a camera
    record: Path | None = None  # keep the frames around each decision here
    safe: bool = False  # without camera, lamps, voice, buttons and the last match: one of them may have crashed us
    troubles: tuple[Trouble, ...] = ()  # what went wrong before there was a table
    faults: Faults = field(default_factory=Faults)  # parts that are to fail on purpose
