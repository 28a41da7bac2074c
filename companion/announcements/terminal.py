"""Writes announcements to a terminal: what the lamps show, what everyone should know, what is said."""

import os
import sys
from typing import TextIO

from companion.announcements.announcement import Announcement
from hardware import gate

WIDTH = 62
MARKS = {"refusal": "✗", "question": "?", "trouble": "!", "celebration": "*", "prompt": ">"}


def say(told: str, stream: TextIO | None = None) -> None:
    """Print a line; that nobody reads any more (``| head -1``) is no reason to stop."""
    out = stream or sys.stdout
    try:
        print(told, file=out, flush=True)
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, out.fileno())
        os.close(nowhere)


class TerminalChannel:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def tell(self, announcement: Announcement) -> None:
        mark = MARKS.get(announcement.kind, " ")
        spoken = f'"{announcement.spoken}"' if announcement.spoken else ""
        told = f"[{announcement.matrix:^9}] {mark} {announcement.line:{WIDTH}} {spoken}".rstrip()
        say(gate.mended(told), self._stream)
