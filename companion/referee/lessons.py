"""What corrected dice can teach: the table is asked between two turns, with the picture of the die."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.pieces import Face

if TYPE_CHECKING:  # the referee hands itself over; importing it back would be a circle
    from companion.referee.referee import Referee


@dataclass(frozen=True)
class Lesson:
    """A look of a die that its set could remember."""

    picture: bytes  # as PNG
    learn: Callable[[], None]


class Lessons:
    """Kept until a turn is over; who plays on without an answer does not want them remembered."""

    def __init__(self, referee: "Referee") -> None:
        self._referee = referee
        self._player = referee.actor
        self._kept: list[tuple[Lesson, Face]] = []

    def keep(self, lesson: Lesson, face: Face) -> None:
        self._kept.append((lesson, face))

    def offer(self) -> None:
        """Ask if a turn has just ended and nothing more important is asked."""
        referee = self._referee
        ended = referee.actor != self._player or referee.sitting.match.over
        self._player = referee.actor
        if ended and referee.question is None:
            kept, self._kept = self._kept, []
            self._ask(kept)

    def _ask(self, kept: list[tuple[Lesson, Face]]) -> None:
        if not kept:
            return
        (lesson, face), *others = kept
        referee = self._referee

        def yes() -> None:
            lesson.learn()
            referee.say(referee.wording.prompt("Learned", face=face))
            self._ask(others)

        asked = referee.wording.question("LearnFace", face=face)
        referee.ask_yes_no(asked, yes, lambda: self._ask(others), default="no", picture=lesson.picture)
