"""Any file may be looked at: what can be read is read, what cannot is refused in a sentence."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from vision.render.paint import paint
from vision.render.scene import Die, Marker, Scene

KEYS = {"image", "width", "height", "dice", "tokens", "cards", "tiles", "markers", "ms"}
DIE_KEYS = {"chances", "there", "face", "sureness", "runner_up", "box", "quad", "golden", "cocked", "at_mm"}


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(scope="module")
def table() -> np.ndarray:
    """Five ordinary dice on a painted table with markers."""
    faces = ("1", "2", "3", "5", "6")
    dice = tuple(Die(face, (90.0 + 40 * n, 60.0 + 12 * n), yaw=20.0 * n, style="pips") for n, face in enumerate(faces))
    spots = ((0.0, 200.0), (340.0, 200.0), (340.0, 0.0), (0.0, 0.0))
    return paint(Scene(markers=tuple(Marker(id, at) for id, at in enumerate(spots)), dice=dice))


def look(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[dict[str, object]]]:
    code = main(["look", "--json", *words])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_painted_table_is_read_in_the_promised_form(
    table: np.ndarray, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), table)
    code, (seen,) = look(capsys, str(path))
    assert code == 0
    assert set(seen) == KEYS and seen["image"] == str(path)
    dice = seen["dice"]
    assert isinstance(dice, list) and all(set(die) == DIE_KEYS for die in dice)
    assert sorted(die["face"] for die in dice) == ["1", "2", "3", "5", "6"]
    where = {die["face"]: die["at_mm"] for die in dice}
    assert where["5"] == pytest.approx((210.0, 96.0), abs=2.0), "four markers are in view"


def test_dice_of_no_named_set_are_seen_and_given_no_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Junior's pictures are no pips, so without their set nobody can say what they are; that they are dice, anybody."""
    foods = ("ketchup", "cucumber", "bun", "cheese", "worm")
    dice = tuple(Die(food, (90.0 + 40 * n, 60.0 + 12 * n), 20.0 * n, style="junior") for n, food in enumerate(foods))
    path = tmp_path / "foods.png"
    cv2.imwrite(str(path), paint(Scene(dice=dice)))
    _, (seen,) = look(capsys, str(path))
    found = seen["dice"]
    assert isinstance(found, list) and len(foods) - 1 <= len(found) <= len(foods), "doubt costs one at most"
    assert all(die["face"] is None and die["cocked"] is False and die["quad"] for die in found)


def test_bad_files_are_named_and_the_others_go_on(
    table: np.ndarray, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, broken, empty = tmp_path / "good.png", tmp_path / "broken.jpg", tmp_path / "empty.jpg"
    cv2.imwrite(str(good), table)
    broken.write_bytes(cv2.imencode(".jpg", table)[1].tobytes()[:200])
    empty.write_bytes(b"")
    code, lines = look(capsys, str(broken), str(tmp_path / "missing.jpg"), str(empty), str(tmp_path), str(good))
    assert code == 1
    assert ["error" in line for line in lines] == [True, True, True, True, False]
    assert all("." in str(line["error"]) for line in lines[:4])


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((1, 1, 3), np.uint8),
        np.full((7, 900, 3), 128, np.uint8),
        np.zeros((720, 1280, 3), np.uint8),
        np.full((720, 1280, 3), 255, np.uint8),
        np.random.default_rng(0).integers(0, 255, (333, 517), np.uint8),
        np.random.default_rng(1).integers(0, 65535, (200, 300, 3), np.uint16),
        np.random.default_rng(2).integers(0, 255, (200, 300, 4), np.uint8),
    ],
    ids=["one pixel", "a strip", "black", "white", "grey noise", "16 bit", "with alpha"],
)
def test_no_picture_is_too_odd(pixels: np.ndarray, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.png"
    cv2.imwrite(str(path), pixels)
    code, (seen,) = look(capsys, str(path))
    assert code == 0 and seen["dice"] == []


def test_a_large_still_and_one_held_sideways_are_read(
    table: np.ndarray, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = cv2.resize(table, (4608, 2592), interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(tmp_path / "large.jpg"), large)
    coded = cv2.imencode(".jpg", table)[1].tobytes()
    # An EXIF block that says: turned by a quarter (orientation 6).
    head = b"Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00"
    exif = head + b"\x00\x00\x00\x00"
    block = b"\xff\xd8\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif
    (tmp_path / "sideways.jpg").write_bytes(block + coded[2:])
    _, (big, sideways) = look(capsys, str(tmp_path / "large.jpg"), str(tmp_path / "sideways.jpg"))
    assert (big["width"], sideways["width"]) == (4608, 720)
    for seen in (big, sideways):
        assert sorted(die["face"] for die in seen["dice"]) == ["1", "2", "3", "5", "6"]  # type: ignore[attr-defined]


def test_truncated_and_scrambled_files_never_crash(table: np.ndarray, tmp_path: Path) -> None:
    chance = np.random.default_rng(7)
    coded = bytearray(cv2.imencode(".jpg", cv2.resize(table, (320, 180)))[1].tobytes())
    for number in range(40):
        spoiled = bytearray(coded[: int(chance.integers(2, len(coded)))] if number % 2 else coded)
        for _ in range(int(chance.integers(1, 12))):
            spoiled[int(chance.integers(len(spoiled)))] = int(chance.integers(256))
        path = tmp_path / f"{number}.jpg"
        path.write_bytes(spoiled)
    assert main(["look", "--json", *map(str, sorted(tmp_path.glob("*.jpg")))]) in (0, 1)


def test_an_unknown_set_is_named_with_those_that_exist(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["look", "x.jpg", "--set", "martian"]) == 1
    said = capsys.readouterr().err
    assert "martian" in said and "pips" in said


def test_the_overlay_is_a_picture_of_the_same_size(table: np.ndarray, tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), table)
    assert main(["look", str(path), "--overlay", str(tmp_path / "seen")]) == 0
    drawn = cv2.imread(str(tmp_path / "seen" / "table.jpg"))
    assert drawn is not None and drawn.shape == table.shape
    assert np.abs(drawn.astype(int) - table).max() > 100, "something is drawn on it"
