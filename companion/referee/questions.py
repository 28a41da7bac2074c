"""A question only the table can answer, with the choices it has."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.announcements.announcement import Announcement


@dataclass(frozen=True)
class Question:
    """Asked once, shown until it is answered or the table answers it by going on."""

    id: int
    words: Announcement
    choices: tuple[tuple[str, str], ...]  # value, line
    answer: Callable[[str], None] = field(repr=False, compare=False)
    stays: bool = False  # deeds do not answer it

    def form(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "key": self.words.key,
            "line": self.words.line,
            "choices": [{"value": value, "line": line} for value, line in self.choices],
        }
