"""Teaching and piece sets in a real browser: from the first prompt to the report, from a zip to the shelf."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from browser import complaints
from kiosk_room import Room
from selenium.webdriver.support.select import Select

from calibration.exchange import pack, remove
from companion.backup import backup, weekly_folder
from hardware.trouble import Trouble
from vision.network import network
from vision.piece_set import Example, PieceSet, load_set, save_set

pytestmark = pytest.mark.browser

# Whether the newest set's first picture has come.
THUMBNAIL = """
const set = [...document.querySelectorAll(".set")].find((one) => one.innerText.includes("their-dice"));
return set?.querySelector("img")?.naturalWidth > 0;
"""


def test_a_piece_set_is_taken_in_from_a_zip(
    room: Callable[..., Room], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    patch = np.full((64, 64, 3), 200, np.uint8)
    save_set(PieceSet("their-dice", "dice", (Example("worm", patch), Example("1", patch))))
    pack("their-dice", tmp_path / "their-dice.zip")
    remove("their-dice")
    (tmp_path / "rubbish.zip").write_bytes(b"no zip")
    here = room()
    here.visitor.open("/sets")
    here.visitor.sees(".set")
    assert "their-dice" not in here.visitor.text()

    here.visitor.sees("input[type=file]").send_keys(str(tmp_path / "their-dice.zip"))

    here.visitor.sees(".set h2", "their-dice")
    here.visitor.until(lambda: bool(here.visitor.driver.execute_script(THUMBNAIL)), "its first picture")
    assert load_set("their-dice").names == ("worm", "1")
    here.visitor.sees("input[type=file]").send_keys(str(tmp_path / "rubbish.zip"))
    here.visitor.sees(".notice", "no archive I can read")
    assert all("409" in line for line in complaints(here.visitor.driver))


def test_dice_are_taught_from_the_first_prompt_to_the_report(
    room: Callable[..., Room], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pretend host at the painted table shows the faces; the visitor answers what the page asks."""
    try:
        network("looker")
    except Trouble as missing:
        pytest.skip(str(missing))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("companion.kiosk.teach.FRAMES_PER_SECOND", 1000)  # a painted table need not wait for the clock
    here = room()
    here.visitor.open("/teach")
    here.visitor.sees("#set-name").send_keys("red-dice")
    here.visitor.touch(".beginning button")
    here.visitor.touch(".wizard-words button", "Heckmeck: 1 2 3 4 5 worm")

    while not here.visitor.driver.find_elements("css selector", ".report"):
        here.visitor.sees(".report, .wizard-words button", seconds=240)
        here.visitor.driver.execute_script(
            "[...document.querySelectorAll('.wizard-words button')]"
            ".find((one) => one.innerText.startsWith('Yes'))?.click()"
        )
    here.visitor.sees(".report figcaption", "THE WEAKEST PAIR")
    here.visitor.sees(".wizard-words", "Shall we play with it?")
    here.visitor.touch(".wizard-words button", "Play with it")

    here.visitor.sees(".wizard-words", "Kept in")
    assert load_set("red-dice").examined


def test_tiles_are_laid_out_and_named_on_the_page(
    room: Callable[..., Room], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("companion.kiosk.teach.FRAMES_PER_SECOND", 1000)
    here = room()
    visitor = here.visitor
    visitor.open("/teach")
    visitor.sees("#set-name").send_keys("my-tiles")
    Select(visitor.sees("#pieces")).select_by_value("tiles")
    visitor.touch(".beginning button")
    visitor.sees(".naming li:nth-child(8)", seconds=120)
    for number in range(8):
        visitor.sees(f"#name-{number}").send_keys(str(21 + number))
    visitor.touch(".naming button")

    visitor.sees(".wizard-words", "Named so far: 21, 22, 23, 24, 25, 26, 27, 28.", seconds=120)
    visitor.sees(".wizard-words button", "That was all of them.")
    visitor.touch(".wizard-words button.plain")
    visitor.sees(".beginning")


def test_the_mount_page_draws_how_much_of_the_sensor_is_seen(
    room: Callable[..., Room], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cropped picture: two thirds of the sensor, drawn inside all of it and said in words."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("kiosk_stage.TouchTable.painted", False)
    here = room()
    here.preview.offer(np.full((72, 128, 3), 90, np.uint8), (0.17, 0.16, 0.667, 0.67))
    here.visitor.open("/mount")
    here.visitor.touch(".beginning button")

    here.visitor.sees(".sensor figcaption", "67 % of the sensor's width")
    all_of_it, seen = (here.visitor.sees(f".sensor-{part}").rect for part in ("all", "seen"))

    assert seen["width"] / all_of_it["width"] == pytest.approx(0.667, abs=0.05)
    assert all_of_it["x"] < seen["x"] and all_of_it["y"] < seen["y"]
    assert not complaints(here.visitor.driver)


def test_settings_nobody_can_play_with_are_mended_by_one_touch(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.table.settings_file.write_text('[table]\ngame = "chess"\n')
    here.table.troubles.append(Trouble("table.toml: I do not know the game 'chess'.", "I know heckmeck."))
    here.visitor.open("/")
    here.visitor.sees(".missing", "chess")
    here.visitor.touch(".missing button", "Keep what I go on with")
    here.visitor.sees(".notice", "Kept")
    assert here.table.settings_file.read_text() == ""


def test_everything_is_brought_back_from_the_settings_page_in_three_touches(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    here = room(touch=False)
    backup(weekly_folder() / "weekly-2026-11-11.zip", here.table.journal)
    here.visitor.open("/settings")
    here.visitor.touch(".kept-backups button", "Bring back")
    here.visitor.touch(".doubt .danger")
    here.visitor.sees(".notice", "start again")
    assert here.table.ended
