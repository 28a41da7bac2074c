"""The check-up on the page: what is wrong and what can be tried, in the language of whoever asks."""

from pathlib import Path

import numpy as np
import pytest
from kiosk_stage import Device, StillTable

from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.settings import KioskSettings
from hardware.ports import SAMPLE_RATE


@pytest.fixture
def table(tmp_path: Path) -> StillTable:
    return StillTable(tmp_path)


@pytest.fixture
def here(table: StillTable) -> Device:
    return Device(Kiosk(table, KioskSettings(), Feed(), Preview(), language="en", port=1).app)


def test_the_doctor_speaks_the_visitors_language(here: Device) -> None:
    english = {one["part"]: one["say"] for one in here.get("/api/check").json()}
    here.post("/api/language", {"language": "de"})
    german = {one["part"]: one["say"] for one in here.get("/api/check").json()}

    assert english["settings"] == "table.toml can be used."
    assert german["Einstellungen"] == "table.toml ist brauchbar."
    assert len(english) == len(german)


def test_parts_are_tried_and_what_to_notice_is_said(here: Device, table: StillTable) -> None:
    assert here.post("/api/try/lamps").json()["say"] == "The lamps should show a rooster."
    here.post("/api/language", {"language": "de"})
    assert here.post("/api/try/sound").json()["say"] == "Jetzt war ein Hahn zu hören."
    assert here.post("/api/try/gong").status_code == 409
    assert table.tried == ["lamps", "sound"]


def test_the_running_camera_is_checked_too(table: StillTable) -> None:
    preview = Preview()
    here = Device(Kiosk(table, KioskSettings(), Feed(), preview, language="en", port=1).app)
    assert "picture" not in {one["part"] for one in here.get("/api/check").json()}
    dark, checks = np.full((72, 128, 3), 9, np.uint8), np.zeros((72, 128, 3), np.uint8)
    checks[::2, ::2] = checks[1::2, 1::2] = 200
    for pixels, state, say in [
        (dark, "ill", "It is too dark (128 x 72, brightness 9 of 255)."),
        (checks, "good", "The camera sees: 128 x 72, brightness 100 of 255."),
    ]:
        preview.offer(pixels)
        told = next(one for one in here.get("/api/check").json() if one["part"] == "picture")
        assert told["state"] == state
        assert told["say"] == say


def test_sounds_are_fetched_by_name_and_nothing_else_is(here: Device) -> None:
    crow = here.get("/sounds/crow.wav")
    assert (crow.headers["content-type"], crow.content[:4]) == ("audio/wav", b"RIFF")
    assert len(crow.content) > SAMPLE_RATE * 2, "a crow is longer than a second"
    for name in ("cuckoo", "..%2Fcrow", "voices"):
        assert here.get(f"/sounds/{name}.wav").status_code == 404


def test_sets_and_refusals_are_told_in_the_visitors_language(here: Device) -> None:
    here.post("/api/language", {"language": "de"})
    shipped = {one["about"] for one in here.get("/api/sets").json() if not one["own"]}
    assert all(told.startswith(("gemalt", "gewöhnliche")) for told in shipped), shipped
    refused = here.post("/api/sets/pips/remove")
    assert (refused.status_code, refused.json()["say"]) == (409, "pips kommt mit dem Programm und bleibt.")
