"""A driver in trouble tells it in the language of the table."""

import ast
from pathlib import Path

import pytest

import hardware
from companion.announcements.wording import Wording
from companion.languages import said
from hardware import drivers
from hardware.settings import ButtonsSettings, CameraSettings
from hardware.trouble import Trouble

HERE = Path(hardware.__file__).parent
SOURCES = [source for source in HERE.rglob("*.py") if source != HERE / "plural.py"]  # whose errors are for us


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_no_trouble_is_told_in_english_only(source: Path) -> None:
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Trouble", "ValueError"):
            assert not any(isinstance(part, ast.Constant | ast.JoinedStr) for part in node.args), node.lineno


def test_a_driver_in_trouble_is_told_in_the_language_of_the_table(tmp_path: Path) -> None:
    with pytest.raises(Trouble) as trouble:
        drivers.open_camera(CameraSettings(driver="playback", path=str(tmp_path)))
    say, fix = trouble.value.say, trouble.value.fix

    german = Wording("de").trouble("Machine", say=say, fix=fix)

    assert str(trouble.value) == f"There are no pictures in {tmp_path}. Give me a folder of numbered JPEG or PNG files."
    assert (
        german.line == f"In {tmp_path} sind keine Bilder. Gib mir einen Ordner mit nummerierten JPEG- oder PNG-Dateien."
    )
    assert german.spoken == f"In {tmp_path} sind keine Bilder."
    assert Wording("en").trouble("Machine", say=say, fix=fix).line == str(trouble.value)


def test_a_pin_conflict_names_both_users_in_german() -> None:
    with pytest.raises(ValueError, match="belongs to green") as conflict:
        ButtonsSettings(call_2=5)
    assert said(conflict.value.args[0], "de") == "GPIO 5 ist für call:2 vorgesehen, gehört aber Grün."
