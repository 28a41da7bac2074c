"""Dice are taught from two photographs a face, and what cannot be learned is refused by name."""

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import learn
from companion.cli import main
from vision.dice.find_dice import Candidate, possible_dice
from vision.photo import open_photo
from vision.piece_set import load_set
from vision.pyramid import Pyramid
from vision.render.paint import paint
from vision.render.scene import Die, Scene
from vision.render.shots import CLOSE_UP, close_up, filling

FACES = ("1", "2", "3", "4", "5", "worm")


@pytest.fixture(scope="module")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two painted close-ups of each face of a Heckmeck die."""
    folder = tmp_path_factory.mktemp("shots")
    for face in FACES:
        (folder / face).mkdir()
        for seed in range(2):
            picture = paint(close_up("heckmeck", face, seed), CLOSE_UP)
            cv2.imwrite(str(folder / face / f"{seed}.jpg"), picture)
    return folder


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def copy(shots: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(shots, tmp_path / "shots"))


def refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["teach", "mine", "--kind", "dice", "--from", str(folder)]) == 1
    return capsys.readouterr().err


def test_taught_dice_are_read_on_the_table(shots: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["teach", "mine", "--kind", "dice", "--from", str(shots)]) == 0
    assert "weakest pair" in capsys.readouterr().out
    dice = tuple(Die(face, (60.0 + 42 * n, 80.0 + 9 * n), yaw=33.0 * n) for n, face in enumerate(FACES))
    cv2.imwrite(str(tmp_path / "table.png"), paint(Scene(dice=dice)))
    assert main(["look", str(tmp_path / "table.png"), "--set", "mine"]) == 0
    read = capsys.readouterr().out.splitlines()[1].split()[1:]
    assert read == list(FACES)


def test_dice_are_taught_from_photographs_they_fill(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A phone held close: nothing but the die, sharp to the last pixel."""
    for n, face in enumerate(FACES):
        (tmp_path / "close" / face).mkdir(parents=True)
        for seed in range(2):
            shot = paint(filling(close_up("heckmeck", face, seed), 0.5 + 0.04 * (n + 5 * seed)), CLOSE_UP)
            cv2.imwrite(str(tmp_path / "close" / face / f"{seed}.png"), shot)
    assert main(["teach", "mine", "--kind", "dice", "--from", str(tmp_path / "close")]) == 0
    assert "weakest pair" in capsys.readouterr().out
    dice = tuple(Die(face, (60.0 + 42 * n, 80.0 + 9 * n), yaw=33.0 * n) for n, face in enumerate(FACES))
    cv2.imwrite(str(tmp_path / "table.png"), paint(Scene(dice=dice)))
    assert main(["look", str(tmp_path / "table.png"), "--set", "mine"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[1:] == list(FACES)


def test_teaching_again_replaces_the_set(shots: Path, tmp_path: Path) -> None:
    assert main(["teach", "mine", "--kind", "dice", "--from", str(shots)]) == 0
    fewer = copy(shots, tmp_path)
    shutil.rmtree(fewer / "worm")
    assert main(["teach", "mine", "--kind", "dice", "--golden", "--from", str(fewer)]) == 0
    assert load_set("mine").golden and "worm" not in load_set("mine").names


def test_one_face_under_two_names_is_caught(shots: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = copy(shots, tmp_path)
    shutil.copy(folder / "5" / "1.jpg", folder / "worm" / "1.jpg")
    said = refused(folder, capsys)
    assert "look the same" in said and "5" in said and "worm" in said


def test_a_blurred_photo_is_named(shots: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = copy(shots, tmp_path)
    path = folder / "3" / "0.jpg"
    cv2.imwrite(str(path), cv2.GaussianBlur(np.asarray(cv2.imread(str(path))), (0, 0), 7))
    assert str(path) in refused(folder, capsys)


def test_an_unreadable_photo_is_named(shots: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = copy(shots, tmp_path)
    (folder / "2" / "0.jpg").write_bytes(b"no picture")
    assert "2/0.jpg" in refused(folder, capsys)


def test_a_photo_without_a_die_is_named(shots: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = copy(shots, tmp_path)
    cv2.imwrite(str(folder / "4" / "1.jpg"), np.full((480, 640, 3), 150, np.uint8))
    said = refused(folder, capsys)
    assert "no die" in said and "4/1.jpg" in said


def test_a_die_the_finder_overlooks_is_found_by_its_size_in_the_other_photos(
    shots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wood on wood stands out little, but close looks all over the photograph see it."""
    hidden = open_photo(shots / "3" / "0.jpg").pixels

    def overlook(picture: Pyramid, least: float) -> list[Candidate]:
        return [] if np.array_equal(picture.levels[0], hidden) else possible_dice(picture, least)

    told = learn.faces_in([shots / face / "0.jpg" for face in FACES])
    monkeypatch.setattr(learn, "possible_dice", overlook)
    again = learn.faces_in([shots / face / "0.jpg" for face in FACES])
    assert learn.printed_alike(told[2], again[2]) > 0.9


def test_an_empty_folder_and_a_missing_one_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert "no face folders" in refused(tmp_path / "empty", capsys)
    assert "no folder" in refused(tmp_path / "nowhere", capsys)
    assert not (tmp_path / "data" / "cockadoodle" / "sets" / "mine").exists()
