"""Whole games through painter and eye: what the camera would see, read by the networks, judged by the referee."""

from random import Random

import pytest

from companion.eyes import open_reader
from companion.games import GAMES
from companion.odds.robots import cautious
from companion.rehearsal.play import Play
from companion.rehearsal.run import PaintedSight, rehearse
from companion.settings import RefereeSettings, TableSettings

SETTINGS = RefereeSettings(frames_to_agree=2)


class Enough(Exception):
    """The first turns have been played."""


@pytest.mark.parametrize("game", list(GAMES))
def test_the_first_turns_are_announced_as_they_happened(game: str) -> None:
    reader = open_reader(TableSettings(game=game))
    plays: list[Play] = []

    def sight(play: Play) -> PaintedSight:
        plays.append(play)
        return PaintedSight(reader, SETTINGS)

    def heard(deeds: int) -> None:
        if deeds >= 15:
            raise Enough

    with pytest.raises(Enough):
        rehearse(GAMES[game], 1, cautious(Random(1)), sight, settings=SETTINGS, heard=heard)
    assert (plays[0].wrong, plays[0].questions) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_games_of_each_kind_through_painter_and_eye(game: str) -> None:
    """Not one wrong verdict announced as certain, and at most 2 questions in 100 decisions."""
    reader = open_reader(TableSettings(game=game))

    def sight(play: Play) -> PaintedSight:
        return PaintedSight(reader, SETTINGS)

    games = [rehearse(GAMES[game], seed, cautious(Random(seed)), sight, settings=SETTINGS) for seed in (1, 2)]
    assert sum(one.wrong for one in games) == 0
    assert sum(one.questions for one in games) <= 0.02 * sum(one.decisions for one in games)
