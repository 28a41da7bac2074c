"""The guided pages: they show the wizard's prompts, pass answers on, and keep what came of it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.mounting import mounting_path
from companion.kiosk.orders import BadOrder
from companion.kiosk.preview import Preview
from companion.kiosk.teach import Guide
from companion.kiosk.wizards import TableCamera
from hardware.trouble import Trouble


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def until(guide: Guide, true: Callable[[dict[str, Any]], bool], seconds: float = 90) -> dict[str, Any]:
    """Look at the guide until something is true of it."""
    deadline = time.monotonic() + seconds
    while not true(now := guide.look()):
        assert time.monotonic() < deadline, now
        time.sleep(0.02)
    return now


def test_mounting_is_guided_to_its_end_and_kept() -> None:
    """A pretend host lays the mat; the board is skipped."""
    guide = Guide(Preview(), painted=True)
    guide.begin("mount")
    try:
        until(guide, lambda now: now["prompt"]["step"] == "board")
        guide.answer("skip")
        done = until(guide, lambda now: bool(now["kept"]))
    finally:
        guide.leave()

    assert done["prompt"]["done"]
    assert done["picture"] == {"width": 1280, "height": 720}
    assert mounting_path().exists()
    assert guide.look()["prompt"] is None


def test_the_wizard_speaks_the_language_of_the_page() -> None:
    guide = Guide(Preview(), painted=True)
    guide.begin("teach", "my-tiles", "tiles")
    try:
        german = guide.look("de")["prompt"]["say"]
        english = guide.look("en")["prompt"]["say"]
    finally:
        guide.leave()

    assert (german[:12], english[:12]) == ("Leg bis zu a", "Lay up to ei")


def test_what_is_no_wizard_or_no_name_is_refused() -> None:
    guide = Guide(Preview(), painted=True)

    with pytest.raises(BadOrder, match="no wizard"):
        guide.begin("dance")
    with pytest.raises(Trouble, match="cannot be the name"):
        guide.begin("teach", "../red")
    with pytest.raises(BadOrder):
        guide.answer("yes")


def test_the_tables_own_camera_is_shared() -> None:
    preview = Preview()
    preview.offer(np.zeros((4, 4, 3), np.uint8))
    camera = TableCamera(preview)

    first = camera.read()
    preview.offer(np.ones((4, 4, 3), np.uint8))

    assert (first.number, camera.read().pixels.max()) == (1, 1)


def test_the_page_is_told_how_much_of_the_sensor_is_in_the_picture() -> None:
    """A camera that crops shows two thirds of what it could: then it must hang higher, and the mount page draws it."""
    preview = Preview()
    preview.offer(np.zeros((72, 128, 3), np.uint8), (0.1665, 0.1665, 0.667, 0.667))
    guide = Guide(preview, painted=False)

    guide.begin("mount")
    try:
        cropped = until(guide, lambda now: now["picture"] is not None)["sees"]
        preview.offer(np.ones((72, 128, 3), np.uint8))
        until(guide, lambda now: now["sees"] is None)
    finally:
        guide.leave()

    assert cropped == (0.1665, 0.1665, 0.667, 0.667)
