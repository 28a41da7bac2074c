"""Buttons on the keyboard of a terminal: g r b y and 1 to 6; capitals hold, u is the chord, q the long hold."""

import os
import select
import sys
import time
from collections.abc import Callable
from typing import TextIO

from hardware.ports import Press
from hardware.settings import CALLS, COLOURS, ButtonsSettings

KEYS: dict[str, tuple[str, str]] = {
    **{colour[0]: (colour, "press") for colour in COLOURS},
    **{colour[0].upper(): (colour, "hold") for colour in COLOURS},
    **{call[-1]: (call, "press") for call in CALLS},
    "u": ("green+red", "chord"),
    "q": ("red", "long_hold"),
}


class KeyboardButtons:
    """Reads what was typed since last asked; never waits, and gives the terminal back as it was."""

    def __init__(self, keys: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._keys = keys
        self._clock = clock
        self._restore = _single_keys(keys)

    def presses(self) -> tuple[Press, ...]:
        typed = b""
        while select.select([self._keys], [], [], 0)[0] and (more := os.read(self._keys.fileno(), 64)):
            typed += more
        now = self._clock()
        meant = (KEYS[key] for key in typed.decode(errors="ignore") if key in KEYS)
        return tuple(Press(button, now, kind) for button, kind in meant)

    def close(self) -> None:
        self._restore()


def open_buttons(settings: ButtonsSettings) -> KeyboardButtons:
    return KeyboardButtons(sys.stdin)


def _single_keys(keys: TextIO) -> Callable[[], None]:
    """Let each key count without Enter; returns what undoes it. A pipe needs neither."""
    if not keys.isatty():
        return lambda: None
    import termios
    import tty

    before = termios.tcgetattr(keys)
    tty.setcbreak(keys)
    return lambda: termios.tcsetattr(keys, termios.TCSADRAIN, before)
