"""A long evening: memory does not grow, and the referee leaves most of a core to the eye."""

import os
import time
from random import Random

import pytest
from sketch import SketchBook, SketchSight

from companion.eyes import open_reader
from companion.games import GAMES
from companion.odds.robots import cautious
from companion.referee.commands import Command
from companion.referee.referee import Referee
from companion.referee.settle import Look
from companion.referee.watch import Watch
from companion.rehearsal.play import Play
from companion.rehearsal.run import PaintedSight, rehearse
from companion.settings import RefereeSettings, TableSettings
from hardware.frame import Frame
from hardware.ports import Press

FRAMES = 10_000
WARM = 2_000  # by then every cache is as full as it gets
GROWTH_MB = 8.0
FPS = 15
MINUTES = 3  # of play at the table, as the loop is watched with the eye
SETTINGS = RefereeSettings()


def memory_mb() -> float:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


class Enough(Exception):
    """Watched long enough."""


class Evening(SketchSight):
    """One pair of eyes for many games, without a memory of its own."""

    def __init__(self) -> None:
        super().__init__(SETTINGS, SketchBook(remembers=3))


@pytest.mark.slow
def test_memory_does_not_grow_over_ten_thousand_frames() -> None:
    """Game after game at one table: frames, looks, beliefs and announcements come and go."""
    frames, seed, at_first = 0, 0, 0.0
    evening = Evening()

    def sight(play: Play) -> Evening:
        return evening

    while frames < FRAMES:
        seed += 1
        frames += rehearse(GAMES["heckmeck"], seed, cautious(Random(seed)), sight, settings=SETTINGS).frames
        if not at_first and frames >= WARM:
            at_first = memory_mb()
    grown = memory_mb() - at_first
    print(f"\n{frames} frames: memory {at_first:.0f} MB, grown by {grown:.1f} MB")
    assert grown < GROWTH_MB


def time_verdicts(monkeypatch: pytest.MonkeyPatch, spent: list[float]) -> None:
    """Count the processor time of every verdict, and of the snapshot that follows it."""
    take = Referee.take

    def timed(referee: Referee, given: Look | Press | Command) -> None:
        begun = time.process_time()
        take(referee, given)
        referee.snapshot()
        spent[0] += time.process_time() - begun

    monkeypatch.setattr(Referee, "take", timed)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["heckmeck", "rooster-run"])
def test_the_referee_needs_little_of_a_core(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Verdict and snapshot for every frame, in processor time at 15 frames a second; motion and eye not counted."""
    spent = [0.0]
    time_verdicts(monkeypatch, spent)
    verdicts = rehearse(GAMES[game], 1, cautious(Random(1)), lambda play: Evening(), settings=SETTINGS)
    share = spent[0] / verdicts.frames * FPS
    print(f"\n{game}: {1000 * spent[0] / verdicts.frames:.2f} ms a frame, {100 * share:.1f} % of a core at {FPS} fps")
    assert share < 0.5


@pytest.mark.slow
@pytest.mark.parametrize("game", ["heckmeck", "rooster-run"])
def test_the_whole_loop_needs_less_than_half_a_core(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Motion, eye, verdict and snapshot in processor time, while people play at 15 frames a second; only the painting
    of the table is not counted."""
    spent, frames, see = [0.0], [0], Watch.see

    def seen(watch: Watch, frame: Frame) -> Look:
        begun = time.process_time()
        look = see(watch, frame)
        spent[0] += time.process_time() - begun
        frames[0] += 1
        if frames[0] > MINUTES * 60 * FPS:
            raise Enough
        return look

    monkeypatch.setattr(Watch, "see", seen)
    time_verdicts(monkeypatch, spent)
    reader = open_reader(TableSettings(game=game))
    with pytest.raises(Enough):
        rehearse(
            GAMES[game],
            1,
            cautious(Random(1)),
            lambda play: PaintedSight(reader, SETTINGS),
            fast=False,
            settings=SETTINGS,
            liveliness=0.3,
        )
    share = spent[0] / frames[0] * FPS
    print(f"\n{game}: {1000 * spent[0] / frames[0]:.1f} ms a frame, {100 * share:.0f} % of a core at {FPS} fps")
    assert share < 0.5
