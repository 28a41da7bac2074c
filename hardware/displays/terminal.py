"""A display drawn in the top right corner of a terminal, two lamps to a character."""

import shutil
import sys
from typing import TextIO

import numpy as np

from hardware.ports import Picture
from hardware.settings import DisplaySettings

# Upper lamp, lower lamp -> one character.
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
LIT, PLAIN, SAVE, BACK = "\x1b[38;5;208;48;5;233m", "\x1b[0m", "\x1b7", "\x1b8"


class TerminalDisplay:
    """Draws only what changed, and only in a terminal: a pipe has no corner to draw in."""

    def __init__(self, stream: TextIO, width: int = 32, height: int = 8, columns: int | None = None) -> None:
        self.width = width
        self.height = height
        self._stream = stream
        self._columns = columns
        self._shown: Picture | None = None

    def show(self, picture: Picture) -> None:
        if self._stream.closed or not self._stream.isatty():  # a terminal may be shut while the game goes on
            return
        if self._shown is not None and np.array_equal(picture, self._shown):
            return
        self._shown = picture.copy()
        left = max(1, (self._columns or shutil.get_terminal_size().columns) - self.width - 1)
        rows = (f"\x1b[{row};{left}H{LIT} {text} {PLAIN}" for row, text in enumerate(characters(picture), 1))
        self._stream.write(SAVE + "".join(rows) + BACK)
        self._stream.flush()

    def close(self) -> None:
        self._shown = None


def characters(picture: Picture) -> list[str]:
    """The picture as lines of half blocks; a lamp is lit from a quarter of full brightness."""
    lit = picture >= 64
    if len(lit) % 2:
        lit = np.vstack([lit, np.zeros((1, lit.shape[1]), bool)])
    return [
        "".join(HALVES[bool(up), bool(down)] for up, down in zip(lit[row], lit[row + 1], strict=True))
        for row in range(0, len(lit), 2)
    ]


def open_display(settings: DisplaySettings) -> TerminalDisplay:
    return TerminalDisplay(sys.stdout, 8 * settings.modules)
