"""Piece sets on the page: seen by all, changed by the host alone."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from kiosk_stage import Device, StillTable

from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.guard import PARCEL_LIMIT
from companion.kiosk.preview import Preview
from companion.settings import KioskSettings, load
from vision.piece_set import Example, PieceSet, load_set, save_set, set_names


@pytest.fixture
def kiosk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kiosk:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    patch = np.full((64, 64, 3), 200, np.uint8)
    save_set(PieceSet("red-dice", "dice", (Example("worm", patch), Example("1", patch))))
    return Kiosk(StillTable(tmp_path), KioskSettings(), Feed(), Preview(), language="en", port=1)


def test_a_set_is_listed_with_a_thumbnail_of_every_face(kiosk: Kiosk) -> None:
    phone = Device(kiosk.app, "192.168.1.9")

    ours = next(one for one in phone.get("/api/sets").json() if one["name"] == "red-dice")

    assert (ours["faces"], ours["own"], ours["examined"]) == (["worm", "1"], True, False)
    assert phone.get("/api/sets/red-dice/worm").content.startswith(b"\x89PNG")
    for nothing in ("/api/sets/red-dice/7", "/api/sets/no-dice/worm", "/api/sets/..%2f..%2fetc/worm"):
        assert phone.get(nothing).status_code == 404


def test_the_host_approves_renames_exports_and_removes(kiosk: Kiosk) -> None:
    here = Device(kiosk.app)

    assert here.post("/api/sets/red-dice/approve").status_code == 200
    assert load_set("red-dice").examined
    assert here.post("/api/sets/red-dice/rename", {"new": "blue-dice"}).status_code == 200
    archive = zipfile.ZipFile(io.BytesIO(here.get("/sets/blue-dice/export").content))
    assert "blue-dice/set.toml" in archive.namelist()
    assert here.post("/api/sets/blue-dice/remove").status_code == 200
    assert "blue-dice" not in set_names()


def test_the_host_takes_a_set_in_from_a_zip(kiosk: Kiosk) -> None:
    here, phone = Device(kiosk.app), Device(kiosk.app, "192.168.1.9")
    zipped = {"content-type": "application/zip"}
    archive = here.get("/sets/red-dice/export").content

    taken = here.post("/api/sets/import?as=blue-dice", content=archive, headers=zipped)
    assert (taken.status_code, load_set("blue-dice").names) == (200, ("worm", "1"))
    again = here.post("/api/sets/import", content=archive, headers=zipped)
    assert (again.status_code, again.json()["say"]) == (409, "There is a set called red-dice already.")
    assert here.post("/api/sets/import", content=b"no zip", headers=zipped).status_code == 409
    assert here.post("/api/sets/import", content=b"0" * (PARCEL_LIMIT + 1), headers=zipped).status_code == 413
    assert here.post("/api/join", content=archive, headers=zipped).status_code == 415
    assert phone.post("/api/sets/import", content=archive, headers=zipped).status_code == 415


def test_only_an_examined_set_is_offered_for_play(kiosk: Kiosk, tmp_path: Path) -> None:
    here = Device(kiosk.app)

    refused = here.post("/api/sets/red-dice/play")
    assert (refused.status_code, refused.json()["say"]) == (409, "The piece set red-dice has not taken its exam.")
    assert here.post("/api/settings/table", {"sets": ["red-dice"]}).status_code == 409
    here.post("/api/sets/red-dice/approve")
    assert here.post("/api/sets/red-dice/play").status_code == 200
    assert load(tmp_path / "table.toml").table.sets == ("red-dice",)
    ours = next(one for one in here.post("/api/sets/red-dice/rest").json() if one["name"] == "red-dice")
    assert (ours["played"], load(tmp_path / "table.toml").table.sets) == (False, ())


def test_others_change_nothing_and_odd_names_are_refused(kiosk: Kiosk) -> None:
    phone, here = Device(kiosk.app, "192.168.1.9"), Device(kiosk.app)

    assert phone.post("/api/sets/red-dice/remove").status_code == 403
    assert phone.get("/sets/red-dice/export").status_code == 403
    assert here.post("/api/sets/red-dice/rename", {"new": "../../out"}).status_code == 409
    assert here.post("/api/sets/red-dice/explode").status_code == 400
    assert "red-dice" in set_names()
