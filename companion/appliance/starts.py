"""Counts starts that ended in a crash: after three in a row the next one is a safe start."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from calibration.files import write_whole
from hardware.folders import data_folder
from hardware.trouble import Trouble
from hardware.wording import line

ENOUGH = 3
WELL_SECONDS = 60.0  # who is up for so long has started
NO_WORD = "It ended without a word."


class Starts:
    """One file with why each of the last starts ended; a start that went well empties it."""

    def __init__(self, file: Path | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = file or data_folder() / "crashes.json"
        self._clock = clock
        self._begun_at: float | None = None
        self._reasons: list[str] = []

    def begin(self) -> list[Trouble]:
        """Why this has to be a safe start, if it has to be one."""
        self._begun_at = self._clock()
        try:
            told = json.loads(self._file.read_text(encoding="utf-8"))
            self._reasons = [str(why)[:300] for why in told][-ENOUGH:]
        except (OSError, ValueError, TypeError, RecursionError):
            self._reasons = []
        crashes = list(self._reasons)
        self._write([*self._reasons, NO_WORD])  # until we know better
        if len(crashes) < ENOUGH:
            return []
        safe = line("I have crashed {count} times in a row. This is a safe start.", count=len(crashes))
        cure = line("Camera, lamps, voice, buttons and the last match wait. Mend what is named, then start me again.")
        return [Trouble(safe, cure), *(Trouble(why, "") for why in dict.fromkeys(crashes))]

    def crashed(self, why: BaseException) -> None:
        if self._begun_at is not None:
            self._write([*self._reasons, f"{type(why).__name__}: {why}"[:300]])

    def mind(self) -> None:
        """To be called now and then: once we are up for a while all is well."""
        if self._begun_at is not None and self._clock() - self._begun_at >= WELL_SECONDS:
            self.well()

    def well(self) -> None:
        """This start went well, or was ended by somebody."""
        self._begun_at = None
        self._reasons = []
        self._write([])

    def _write(self, reasons: list[str]) -> None:
        with suppress(OSError):  # a disk that cannot be written is said elsewhere, and costs only the safe start
            write_whole(self._file, json.dumps(reasons).encode())
