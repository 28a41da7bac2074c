"""A whole day of games: memory, threads and open files stay as they were after the first quarter of an hour."""

import gc
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from evening import next_action
from kiosk_stage import Device

from companion.appliance.memory import Thrift
from companion.assemble import RunningTable
from companion.kiosk.addresses import Kiosk
from companion.referee.commands import Act, EndMatch
from companion.settings import Settings, TableSettings, default_path
from companion.wanted import Wanted
from hardware.frame import Frame
from hardware.settings import CameraSettings, DisplaySettings, SpeakerSettings
from vision.observation import TableObservation

LONGEST = 400  # deeds, then people end a game; these robots may give tiles back for ever
DEED_SECONDS = 4.0  # of a table of people who know the game
TABLE = Settings(
    table=TableSettings(players=("Ana", "Ben", "Cleo")),
    camera=CameraSettings(driver="playback", path="nowhere"),
    display=DisplaySettings(driver="recorded"),
    speaker=SpeakerSettings(voice=False),
)
GAMES = ("heckmeck", "rooster-run", "heckmeck-junior", "heckmeck-deluxe")


class Sees:
    def read(self, frame: Frame) -> TableObservation:
        return TableObservation(frame.number, frame.taken_at, 0, 0)


def megabytes() -> float:
    with open("/proc/self/statm") as told:
        return int(told.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


def handles() -> int:
    return len(os.listdir("/proc/self/fd"))


class Day:
    """A table that is played at by touch, with somebody looking at its pages."""

    def __init__(self) -> None:
        self.table = RunningTable(TABLE, Wanted(quiet=True, wait=True), lambda table: Sees(), default_path())
        self.table.journal._file.execute("PRAGMA synchronous = OFF")  # the disk of this day is not the question
        self.kiosk = Kiosk(self.table, TABLE.kiosk, self.table.feed, self.table.preview, language="en", port=1)
        self.here = Device(self.kiosk.app)
        self.table.open()
        self._chance, self._games, self._deeds = Random(1), 0, 0
        self.seconds = 0.0
        self._thrift = Thrift(clock=lambda: self.seconds)

    def play(self, until: float) -> None:
        while self.seconds < until:
            snapshot = self.table._desk.do(self._snapshot)
            if snapshot is None or snapshot["winners"] is not None:
                self.table.start(GAMES[self._games % len(GAMES)], ("Ana", "Ben", "Cleo"), {})
                self._games += 1
                self._deeds = 0
                for page in ("/", "/api/matches", "/api/leaderboard", "/api/me"):
                    assert self.here.get(page).status_code == 200
                continue
            self._deeds += 1
            if self._deeds > LONGEST:
                self.table.take(EndMatch())
                continue
            self.table.take(Act(next_action(self.table, snapshot, self._chance)))
            self.seconds += DEED_SECONDS
            self.table.pulse()
            self._thrift.tidy()

    def at_rest(self) -> float:
        """Megabytes once what is not needed was given back, as it is every few seconds."""
        self.seconds += 61
        gc.collect()
        self._thrift.tidy()
        return megabytes()

    def _snapshot(self) -> dict[str, Any] | None:
        return None if self.table._desk.referee is None else self.table._desk.referee.snapshot()

    def close(self) -> None:
        self.kiosk.close()
        self.table.close()


def test_a_day_of_games_takes_no_more_than_its_first_quarter_hour(
    tmp_path: Path, many: Callable[[int, int], int], row: Callable[[str, int, int], None]
) -> None:
    hours = many(1, 24)
    day = Day()
    try:
        day.play(900)
        before, threads, open_files = day.at_rest(), threading.active_count(), handles()
        begun = time.process_time()
        for hour in range(1, hours + 1):
            day.play(hour * 3600)
            grown = day.at_rest() - before
            print(f"hour {hour}: {grown:+.1f} MB since the first quarter", flush=True)
    finally:
        day.close()
    print(f"{hours} hours: {before:.0f} MB after a quarter, {grown:+.1f} MB since, {time.process_time() - begun:.0f} s")
    more = grown > 10 or threading.active_count() > threads or handles() > open_files + 2
    row("simulated hours of games by touch", hours, int(more))
    assert not more, (grown, threads, threading.active_count(), open_files, handles())
