"""The whole program at one table, threads and all: recorded, or played by touch where there is no camera."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from mats import mat_on
from sketch import SketchBook
from twin_sight import observe

from companion import frames
from companion.assemble import RunningTable
from companion.cli import main
from companion.referee.commands import Act
from companion.settings import Settings, TableSettings
from companion.wanted import Wanted
from hardware.frame import Frame
from hardware.settings import CameraSettings, DisplaySettings
from hardware.trouble import Trouble
from vision.observation import TableObservation
from vision.render.scene import Die, Scene

FACES = ("1", "2", "3", "4", "5", "5", "5", "worm")
SCENE = Scene(mat=mat_on("heckmeck", 2), dice=tuple(Die(face, (60.0 + 25 * n, 60.0)) for n, face in enumerate(FACES)))
QUIET = Settings(table=TableSettings(players=("Ana", "Ben"), ground="mat"), display=DisplaySettings(driver="recorded"))


class Same:
    """An eye that sees eight dice in the tray, whatever the picture."""

    def read(self, frame: Frame) -> TableObservation:
        return observe(SCENE, frame.number, frame.taken_at)


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def deeds(table: RunningTable) -> list[dict[str, object]]:
    record = table.journal.record(table.journal.matches()[0])
    return [dict(deed.deed) for deed in record.deeds if deed.kind == "action"]


def until(done: Callable[[], bool], seconds: float = 30.0) -> bool:
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.02)
    return done()


def test_what_a_running_table_records_is_judged_again_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    book, folder, kept = SketchBook(), tmp_path / "frames", tmp_path / "evening.zip"
    folder.mkdir()
    for number in range(18):
        rolling = replace(SCENE, dice=tuple(replace(die, at=(die.at[0] + 9 * number, 90.0)) for die in SCENE.dice))
        frame = book.draw(rolling if number < 4 else SCENE, number, number / 15)
        cv2.imwrite(str(folder / f"{number:03d}.png"), frame.pixels)
    settings = replace(QUIET, camera=CameraSettings(driver="playback", path=str(folder), fps=15))
    table = RunningTable(
        settings, Wanted(quiet=True, headless=True, record=kept), lambda table: Same(), tmp_path / "table.toml"
    )
    table.open()
    assert until(lambda: len(deeds(table)) == 1)
    table.take(Act({"keep": "worm"}))
    assert until(lambda: len(deeds(table)) == 2)
    done = deeds(table)
    table.close()
    assert done == [{"roll": list(FACES)}, {"keep": "worm"}]
    monkeypatch.setattr(frames, "open_reader", lambda table: Same())
    assert main(["replay", str(kept), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["deed"] for line in lines if line["kind"] == "deed"] == done


def test_without_a_camera_the_page_is_enough_to_play(tmp_path: Path) -> None:
    """The camera is missing: that is said, it is tried again, and the game goes by touch. Without a page it ends."""
    settings = replace(QUIET, camera=CameraSettings(driver="playback", path=str(tmp_path / "nothing"), fps=15))
    with_page, without = Wanted(quiet=True), Wanted(quiet=True, headless=True)
    table = RunningTable(settings, with_page, lambda table: Same(), tmp_path / "table.toml")
    table.open()
    table.take(Act({"roll": list(FACES)}))
    table.take(Act({"keep": "5"}))
    assert until(lambda: len(deeds(table)) == 2)
    assert until(lambda: table.feed.snapshot["machine"]["state"] == "BLIND")
    table.close()
    table = RunningTable(settings, without, lambda table: Same(), tmp_path / "table.toml")
    try:
        with pytest.raises(Trouble, match="to play back"):
            table.open()
    finally:
        table.close()


def test_a_table_without_a_camera_on_purpose_is_played_by_touch_and_complains_of_nothing(tmp_path: Path) -> None:
    settings = replace(QUIET, camera=CameraSettings(driver="none"))
    table = RunningTable(settings, Wanted(quiet=True), lambda table: pytest.fail("an eye?"), tmp_path / "table.toml")
    table.open()
    table.take(Act({"roll": list(FACES)}))
    table.take(Act({"keep": "5"}))
    assert until(lambda: len(deeds(table)) == 2)
    told = table.feed.snapshot
    assert (told["machine"]["state"], table.by_touch, table.demo, table.troubles) == ("BLIND", True, False, [])
    assert [one["line"] for one in told["last"] if one["kind"] == "trouble"] == []
    table.pulse()
    assert set(table.health.values()) == {"good"}
    table.close()


def test_another_game_is_looked_at_with_another_eye(tmp_path: Path) -> None:
    """The page begins a game of Junior at a table set to Heckmeck: its dice show other faces."""
    opened: list[str] = []

    def open_eye(table: TableSettings) -> Same:
        opened.append(table.game)
        return Same()

    settings = replace(QUIET, camera=CameraSettings(driver="playback", path=str(tmp_path / "nothing"), fps=15))
    table = RunningTable(settings, Wanted(quiet=True), open_eye, tmp_path / "table.toml")
    table.open()
    table.start("heckmeck-junior", ("Ana", "Ben"), {})
    table.start("heckmeck-junior", ("Ana", "Ben"), {})
    table.close()
    assert opened == ["heckmeck", "heckmeck-junior"]
