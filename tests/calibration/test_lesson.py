"""A corrected die teaches the set it was read with, if the table says yes."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.lesson import MOST, lesson
from vision.observation import Quad
from vision.piece_set import Example, PieceSet, load_set, save_set

QUAD: Quad = ((20.0, 20.0), (60.0, 20.0), (60.0, 60.0), (20.0, 60.0))
PATCH = np.full((32, 32, 3), 80, np.uint8)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def bright_die() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    pixels = np.zeros((90, 90, 3), np.uint8)
    pixels[15:65, 15:65] = 210
    return pixels


def test_the_crop_becomes_one_more_example_of_its_face() -> None:
    save_set(PieceSet("kitchen", "dice", (Example("1", PATCH), Example("worm", PATCH)), about="ours"))
    taught = lesson(bright_die(), QUAD, "worm", "kitchen")
    assert taught is not None
    picture, learn = taught
    shown = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None and int(np.median(shown)) == pytest.approx(210, abs=5)
    assert len(load_set("kitchen").examples) == 2, "nothing is kept before the table has said yes"
    learn()
    made = load_set("kitchen")
    assert [example.name for example in made.examples] == ["1", "worm", "worm"]
    assert made.about == "ours"
    assert int(np.median(made.examples[-1].patch)) == pytest.approx(210, abs=5), "it is the die, not the table"


def test_a_face_the_set_does_not_know_teaches_nothing() -> None:
    save_set(PieceSet("kitchen", "dice", (Example("1", PATCH), Example("worm", PATCH))))
    assert lesson(bright_die(), QUAD, "bun", "kitchen") is None
    assert lesson(bright_die(), QUAD, "worm", "") is None
    assert lesson(bright_die(), QUAD, "worm", "unknown") is None


def test_a_set_does_not_grow_for_ever() -> None:
    save_set(PieceSet("kitchen", "dice", (Example("1", PATCH), *[Example("worm", PATCH)] * MOST)))
    taught = lesson(bright_die(), QUAD, "worm", "kitchen")
    assert taught is not None
    taught[1]()
    assert sum(example.name == "worm" for example in load_set("kitchen").examples) == MOST
