"""A table where nobody plays: it waits, lets itself be steered, and goes off only when asked twice."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.assemble import RunningTable
from companion.idle import Idle
from companion.kiosk.feed import Feed
from companion.referee.commands import EndMatch
from companion.settings import Settings
from companion.wanted import Wanted
from hardware.frame import Frame
from hardware.ports import Press
from hardware.settings import CameraSettings, DisplaySettings, SpeakerSettings
from vision.observation import TableObservation

QUIET = Settings(
    camera=CameraSettings(driver="playback", path="nowhere"),
    display=DisplaySettings(driver="recorded"),
    speaker=SpeakerSettings(voice=False),
)


class Blind:
    def read(self, frame: Frame) -> TableObservation:
        return TableObservation(frame.number, frame.taken_at, 0, 0)


class House:
    """An idle table, what it told, and whether it went dark."""

    def __init__(self) -> None:
        self.feed = Feed()
        self.told: list[Announcement] = []
        self.off = 0
        self.idle = Idle(self.feed, lambda: Wording("en"), self.told.append, self._go_dark)
        self.idle.rest()

    def _go_dark(self) -> None:
        self.off += 1

    def sent(self) -> list[dict[str, Any]]:
        return [json.loads(event.partition(b"data: ")[2]) for _, event in self.feed._news]


def test_a_press_steers_the_page() -> None:
    house = House()
    house.idle.press(Press("blue", 1.0))
    assert house.sent() == [{"button": "blue", "kind": "press"}]


@pytest.mark.parametrize(("button", "off"), [("green", 1), ("red", 0), ("blue", 0)])
def test_switching_off_is_asked_back_on_lamps_and_page(button: str, off: int) -> None:
    house = House()
    house.idle.press(Press("yellow", 1.0, "hold"))
    house.idle.press(Press("yellow", 1.0, "long_hold"))
    assert house.off == 0
    assert [one.matrix for one in house.told] == ["OFF?"]
    assert house.feed.snapshot["question"]["line"] == "Switch everything off?"

    house.idle.press(Press(button, 9.0))

    assert house.off == off
    assert house.feed.snapshot == {}
    assert house.sent() == [], "the answer steers nothing"
    house.idle.answer("yes")
    assert house.off == off, "nothing is asked any more"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return replace(QUIET)


def opened(settings: Settings, tmp_path: Path, wait: bool = False) -> RunningTable:
    table = RunningTable(settings, Wanted(quiet=True, wait=wait), lambda table: Blind(), tmp_path / "table.toml")
    table.open()
    return table


def test_without_a_game_named_the_table_waits_at_the_page(settings: Settings, tmp_path: Path) -> None:
    table = opened(settings, tmp_path, wait=True)
    assert table.feed.snapshot == {}
    assert table.journal.matches() == ()

    table.start("rooster-run", ["Ana", "Ben"], {})
    table.pulse()
    assert table.feed.snapshot["game"] == "rooster-run"
    table.close()

    again = opened(settings, tmp_path, wait=True)
    again.pulse()
    assert again.feed.snapshot["game"] == "rooster-run", "whatever was played goes on after a power cut"
    again.close()


def test_a_match_that_is_ended_leaves_a_free_table(settings: Settings, tmp_path: Path) -> None:
    table = opened(settings, tmp_path)
    table.pulse()
    assert table.feed.snapshot["game"] == "heckmeck"

    table.take(EndMatch())

    assert table.feed.snapshot == {}
    assert table.journal.unfinished() is None
    table.pulse()  # the referee's thread goes on without a referee
    table.close()
