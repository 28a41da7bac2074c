"""The check-up on the page: what is wrong and what can be tried, in the language of whoever asks."""

from pathlib import Path

import pytest
from kiosk_stage import Device, StillTable

from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.settings import KioskSettings


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

    assert english["settings"] == "table.toml can be read."
    assert german["Einstellungen"] == "table.toml ist lesbar."
    assert len(english) == len(german)


def test_parts_are_tried_and_what_to_notice_is_said(here: Device, table: StillTable) -> None:
    assert here.post("/api/try/lamps").json()["say"] == "The lamps should show a rooster."
    here.post("/api/language", {"language": "de"})
    assert here.post("/api/try/sound").json()["say"] == "Jetzt war ein Hahn zu hören."
    assert here.post("/api/try/gong").status_code == 409
    assert table.tried == ["lamps", "sound"]


def test_sets_and_refusals_are_told_in_the_visitors_language(here: Device) -> None:
    here.post("/api/language", {"language": "de"})
    shipped = {one["about"] for one in here.get("/api/sets").json() if not one["own"]}
    assert all(told.startswith(("gemalt", "gewöhnliche")) for told in shipped), shipped
    refused = here.post("/api/sets/pips/remove")
    assert (refused.status_code, refused.json()["say"]) == (409, "pips kommt mit dem Programm und bleibt.")
