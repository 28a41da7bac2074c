"""A part that died or hangs is said, started again, and given up with words after a while."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.appliance.minder import LOOK_SECONDS, MOST, WITHIN_SECONDS, Minder, Part
from companion.assemble import RunningTable
from companion.referee.eye import READS_FOR_EVER_SECONDS
from companion.settings import Settings, TableSettings
from companion.wanted import Wanted
from hardware.frame import Frame
from hardware.settings import CameraSettings, DisplaySettings
from hardware.trouble import Trouble
from vision.observation import TableObservation

TABLE = Settings(
    table=TableSettings(players=("Ana", "Ben")),
    camera=CameraSettings(driver="playback", path="nowhere"),
    display=DisplaySettings(driver="recorded"),
)


class Evening:
    """A minder, one part, and a clock that is moved by hand."""

    def __init__(self, vital: bool = False) -> None:
        self.now, self.alive, self.starts = 0.0, True, 0
        self.told: list[Trouble] = []
        self.minder = Minder(self.told.append, lambda: self.now)
        self.minder.look_after(Part("voice", lambda: self.alive, self.start, vital))

    def start(self) -> None:
        self.starts += 1

    def later(self, seconds: float = LOOK_SECONDS) -> None:
        self.now += seconds
        self.minder.mind()


def test_a_part_that_stops_is_started_again_and_said() -> None:
    evening = Evening()
    evening.later()
    assert (evening.starts, evening.minder.health) == (0, {"voice": "good"})
    evening.alive = False
    evening.later()
    assert (evening.starts, evening.minder.health) == (1, {"voice": "restarted"})
    assert str(evening.told[0]) == "A part has stopped: voice. I have started it again."


def test_a_part_that_keeps_stopping_is_given_up_with_words() -> None:
    evening = Evening()
    evening.alive = False
    for _ in range(2 * MOST):
        evening.later()
    assert (evening.starts, evening.minder.health, len(evening.told)) == (MOST, {"voice": "given up"}, MOST + 1)
    assert "without it" in evening.told[-1].say
    assert evening.minder.well, "the game goes on, and systemd has no reason to end it"


def test_a_part_that_stops_once_in_a_while_is_never_given_up() -> None:
    evening = Evening()
    for _ in range(3 * MOST):
        evening.alive = False
        evening.later(WITHIN_SECONDS / MOST + 1)
    assert evening.minder.health == {"voice": "restarted"}


def test_without_its_page_the_program_is_better_started_anew() -> None:
    evening = Evening(vital=True)
    evening.alive = False
    for _ in range(2 * MOST):
        evening.later()
    assert not evening.minder.well


class Sees:
    def read(self, frame: Frame) -> TableObservation:
        return TableObservation(frame.number, frame.taken_at, 0, 0)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    made = RunningTable(replace(TABLE), Wanted(quiet=True, wait=True), lambda table: Sees(), tmp_path / "table.toml")
    made.open()
    yield made
    made.close()


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not done():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("part", ["voice", "matrix", "buttons", "camera", "announcements"])
def test_every_part_of_a_table_that_dies_is_started_again(table: RunningTable, part: str) -> None:
    def end(*_: object) -> None:
        raise SystemExit

    broken: dict[str, tuple[Any, str, threading.Thread]] = {
        "voice": (table._voice._voice, "say", table._voice._thread),
        "matrix": (table._matrix._programme, "picture", table._matrix._thread),
        "buttons": (table._buttons, "presses", table._hands),
        "camera": (table._sight._eye, "_lose", table._sight._eye),
        "announcements": (table.feed, "tell", table._herald._couriers[-1]),
    }
    owner, name, thread = broken[part]
    whole = getattr(owner, name)
    setattr(owner, name, end)
    table._tell_trouble(Trouble("Something to say.", ""))
    until(lambda: thread.ident is not None and not thread.is_alive())  # lamps begin with the first news
    setattr(owner, name, whole)

    end_at = time.monotonic() + 30
    while table.health[part] != "restarted":
        table.pulse()
        assert time.monotonic() < end_at
    assert any("stopped" in trouble.say and part in trouble.say for trouble in table.troubles)
    count = len(table.feed._news)
    table._tell_trouble(Trouble("Something else.", ""))
    until(lambda: len(table.feed._news) > count)
    assert table.health["referee"] == "good"


def test_an_eye_that_reads_for_ever_does_not_count_as_alive(table: RunningTable) -> None:
    eye = table._sight._eye
    assert eye.lives
    eye._seen_at = time.monotonic() - READS_FOR_EVER_SECONDS
    assert not eye.lives
