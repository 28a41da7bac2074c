"""Paints moments of a match again, as short as can be followed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.referee import commands as c
from companion.referee.questions import Question
from companion.rehearsal.play import Play, play_of
from companion.rehearsal.stage import Pace
from companion.rules.actions import Roll
from companion.rules.match import Match
from hardware.frame import Pixels
from hardware.ports import Press
from vision.render.paint import Painter

FPS = 6.0
LEAD = 3  # deeds
SEED = 7  # one light and one camera for all of it
BRISK = Pace(FPS, 2, 1, 5, 1 / FPS, 1 / FPS)


class Remembered:
    """A referee who has understood everything, for it was written down."""

    play: Play

    def match(self) -> Match[Any]:
        return self.play.truth

    def question(self) -> Question | None:
        return None

    def watches_tiles(self) -> bool:
        return False

    def refusal(self) -> str | None:
        return None

    def tell(self, given: Press | c.Command) -> None:
        pass


def retell(match: Match[Any], deeds: Sequence[int], size: tuple[int, int]) -> Iterator[tuple[int, Pixels]]:
    """The pictures of these deeds and of what led to them, each with the number of its deed."""
    painter, told = Painter(size), 0
    for number in deeds:
        first = max(told, _led_by(match, number))
        book, before = Remembered(), replace(match, deeds=match.deeds[:first])
        book.play = play_of(match.game)(before, lambda game, state, player: None, book, BRISK, SEED)
        for step, shot in book.play.retold(match.actions[first : number + 1]):
            yield first + step, painter.paint(replace(shot.scene, noise=0.0, frame=0))
        told = number + 1


def _led_by(match: Match[Any], number: int) -> int:
    """The roll before this deed, or where there was none just now the deed before."""
    rolls = [n for n in range(max(0, number - LEAD), number + 1) if isinstance(match.actions[n], Roll)]
    return rolls[-1] if rolls else max(0, number - 1)
