"""The robots' way to see what the referee has understood, and to press its buttons."""

from collections.abc import Callable
from typing import Any

from companion.referee import commands as c
from companion.referee.questions import Question
from companion.referee.referee import Referee
from companion.rules.match import Match
from hardware.ports import Press


class Onlooker:
    """Looks over the shoulder of whoever referees now."""

    def __init__(self, referee: Callable[[], Referee | None], tell: Callable[[Press | c.Command], None]) -> None:
        self._now = referee
        self._tell = tell

    @property
    def _referee(self) -> Referee:
        referee = self._now()
        assert referee is not None, "nobody referees yet"
        return referee

    def match(self) -> Match[Any]:
        return self._referee.sitting.match

    def question(self) -> Question | None:
        return self._referee.question

    def watches_tiles(self) -> bool:
        return self._referee.track.tiles_watched

    def refusal(self) -> str | None:
        return type(self._referee.refusal).__name__ if self._referee.refusal else None

    def tell(self, given: Press | c.Command) -> None:
        self._tell(given)
