"""Tokens, cards and tiles are taught from photographs and read on a table."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.learn_flat import learn_flat
from hardware.frame import Pixels
from hardware.trouble import Trouble
from vision.read_flat import FlatReader
from vision.table_sizes import TableSizes

TILE = (60, 116)


def tile(number: int) -> Pixels:
    art = np.full((TILE[1], TILE[0], 3), (205, 225, 235), np.uint8)
    cv2.putText(art, str(number), (7, 40), cv2.FONT_HERSHEY_DUPLEX, 1.1, (40, 30, 160), 2, cv2.LINE_AA)
    cv2.line(art, (8, 56), (52, 56), (60, 80, 110), 2)
    for worm in range((number - 21) // 4 + 1):
        cv2.circle(art, (18 + 24 * (worm % 2), 74 + 22 * (worm // 2)), 7, (70, 90, 190), -1, cv2.LINE_AA)
    return art


def table(numbers: list[int], light: float = 1.0) -> tuple[Pixels, list[tuple[float, float]]]:
    """A row of tiles on a green cloth, and where each one's centre lies."""
    picture = np.full((480, 900, 3), (60, 110, 50), np.uint8)
    centres = []
    for place, number in enumerate(numbers):
        x, y = 60 + 75 * (place % 10), 90 + 150 * (place // 10)
        picture[y : y + TILE[1], x : x + TILE[0]] = tile(number)
        centres.append((x + TILE[0] / 2 - 0.5, y + TILE[1] / 2 - 0.5))
    grain = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.asarray((picture * light + grain).clip(0, 255), np.uint8), centres


def photos(folder: Path, numbers: list[int], names: list[str] | None = None) -> Path:
    picture, centres = table(numbers)
    cv2.imwrite(str(folder / "row.png"), picture)
    pieces = [{"name": name, "centre": at} for name, at in zip(names or map(str, numbers), centres, strict=True)]
    (folder / "labels.json").write_text(json.dumps([{"image": "row.png", "pieces": pieces}]))
    return folder


def test_tiles_are_read_in_other_light_where_they_lie(tmp_path: Path) -> None:
    made, report = learn_flat("tiles", "tiles", photos(tmp_path, list(range(21, 37))))
    picture, centres = table([36, 22, 29, 25], light=0.6)
    _, _, seen = FlatReader([made]).read(picture)

    assert report.names == 16
    assert sorted(one.number or 0 for one in seen) == [22, 25, 29, 36]
    for one in seen:
        at = np.mean(one.quad, axis=0)
        assert np.linalg.norm(at - centres[[36, 22, 29, 25].index(one.number or 0)]) < 3


def test_a_table_without_tiles_has_none(tmp_path: Path) -> None:
    made, _ = learn_flat("tiles", "tiles", photos(tmp_path, list(range(21, 37))))
    assert FlatReader([made]).read(table([])[0]) == ((), (), ())


@pytest.mark.parametrize("shape", [(1, 1, 3), (9, 2000, 3), (40, 40), (64, 64, 1), (2600, 1300, 3)])
def test_no_picture_is_too_odd(tmp_path: Path, shape: tuple[int, ...]) -> None:
    made, _ = learn_flat("tiles", "tiles", photos(tmp_path, [21, 22, 25, 36]))
    for value in (0, 255):
        assert FlatReader([made]).read(np.full(shape, value, np.uint8)) == ((), (), ())


def test_two_names_for_one_look_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"row\.png.*looks the same"):
        learn_flat("tiles", "tiles", photos(tmp_path, [21, 21, 25, 36], ["21", "22", "25", "36"]))


def test_a_centre_beside_the_tile_is_refused(tmp_path: Path) -> None:
    folder = photos(tmp_path, [21, 22, 25, 36])
    labels = json.loads((folder / "labels.json").read_text())
    labels[0]["pieces"][2]["centre"] = [700, 400]
    (folder / "labels.json").write_text(json.dumps(labels))
    with pytest.raises(Trouble, match=r"row\.png.*700, 400"):
        learn_flat("tiles", "tiles", folder)


def test_a_blurred_photo_is_refused(tmp_path: Path) -> None:
    folder = photos(tmp_path, [21, 22, 25, 36])
    blurred = cv2.GaussianBlur(table([21, 22, 25, 36])[0], (0, 0), 6)
    cv2.imwrite(str(folder / "row.png"), blurred)
    with pytest.raises(Trouble, match=r"row\.png"):
        learn_flat("tiles", "tiles", folder)


@pytest.mark.parametrize(
    "text", [None, "{", "[]", '[{"image": "a.png"}]', '[{"image": "a.png", "pieces": [{"name": "1"}]}]']
)
def test_labels_that_cannot_be_used_are_refused(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "labels.json").write_text(text)
    with pytest.raises(Trouble, match="labels"):
        learn_flat("tiles", "tiles", tmp_path)


def test_a_missing_photo_is_named(tmp_path: Path) -> None:
    (tmp_path / "labels.json").write_text('[{"image": "gone.jpg", "pieces": [{"name": "21", "centre": [1, 2]}]}]')
    with pytest.raises(Trouble, match=r"gone\.jpg"):
        learn_flat("tiles", "tiles", tmp_path)


def test_sizes_follow_the_slant_of_the_table() -> None:
    """Twice as near is twice as large: area goes with the cube of nearness when seen at a slant."""
    pieces = [(np.array([x, y]), (1 + y / 700) ** 1.5 * 20) for x in (100.0, 900.0) for y in (0.0, 350.0, 700.0)]
    sizes = TableSizes(pieces)
    assert sizes.off(np.array([500.0, 500.0]), (1 + 500 / 700) ** 1.5 * 20) < 0.02
    assert sizes.off(np.array([500.0, 500.0]), 20) > 0.5
