"""What people get wrong is answered with one clear sentence and a cure: exit code 1, never a traceback."""

import socket
from pathlib import Path

import pytest

from companion.cli import main


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 1
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return said.err


def test_a_photo_that_is_no_image(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_text("I am not a picture")
    assert "photo.jpg" in told(capsys, "look", str(tmp_path / "photo.jpg"))


def test_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in (["run", "--game", "chess"], ["rehearse", "chess"]):
        said = told(capsys, *verb)
        assert "I do not know the game 'chess'" in said and "rooster-run" in said


def test_too_many_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--players" in told(capsys, "run", "--players", "Ana")


def test_a_broken_table_toml(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[kiosk]\nport = 'eighty'\n")
    said = told(capsys, "run", "--settings", str(file))
    assert str(file) in said and "port" in said and "a whole number" in said


def test_a_folder_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = told(capsys, "run", "--camera", f"playback:{tmp_path / 'nowhere'}", "--headless", "--json")
    assert "nowhere" in said


def test_an_unknown_camera(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "run", "--camera", "telescope", "--headless")
    assert "telescope" in said and "webcam" in said


def test_a_missing_camera(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "run", "--camera", "webcam", "--headless")
    assert "camera" in said.lower()


def test_a_port_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = told(capsys, "run", "--port", str(taken.getsockname()[1]))
    assert "in use" in said and "port" in said


def test_seeds_that_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert "1..20" in told(capsys, "rehearse", "heckmeck", "--seed", "x")


def test_a_recording_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "no recording" in told(capsys, "replay", str(tmp_path / "no.zip"))
