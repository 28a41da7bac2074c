"""Writes announcements to a terminal: what the lamps show, what everyone should know, what is said."""

from typing import TextIO

from companion.announcements.announcement import Announcement

WIDTH = 62
MARKS = {"refusal": "✗", "question": "?", "trouble": "!", "celebration": "*", "prompt": ">"}


class TerminalChannel:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def tell(self, announcement: Announcement) -> None:
        mark = MARKS.get(announcement.kind, " ")
        spoken = f'"{announcement.spoken}"' if announcement.spoken else ""
        self._stream.write(f"[{announcement.matrix:^9}] {mark} {announcement.line:{WIDTH}} {spoken}".rstrip() + "\n")
        self._stream.flush()
