"""Presses out of a script, a keyboard and a page."""

from pathlib import Path

import pytest

from hardware.buttons.scripted import ScriptedButtons, open_buttons, script
from hardware.ports import Press
from hardware.settings import ButtonsSettings
from hardware.trouble import Trouble


def test_a_script_counts_from_its_opening(tmp_path: Path) -> None:
    file = tmp_path / "presses.jsonl"
    file.write_text('{"t": 2.5, "button": "green"}\n\n{"t": 1, "button": "red+green", "kind": "chord"}\n')
    now = [100.0]
    buttons = open_buttons(ButtonsSettings(path=str(file)), clock=lambda: now[0])
    assert buttons.presses() == ()
    now[0] = 103
    assert buttons.presses() == (Press("red+green", 101.0, "chord"), Press("green", 102.5))
    assert buttons.presses() == ()


@pytest.mark.parametrize(
    "line",
    ['{"t": 1}', "green", '{"t": 1, "button": "pink"}', '{"t": 1, "button": "green", "kind": "stroke"}', "[1]"],
)
def test_a_line_that_is_no_press_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "presses.jsonl"
    file.write_text(f'{{"t": 0, "button": "blue"}}\n{line}\n')
    with pytest.raises(Trouble, match=r"presses\.jsonl:2: .* is no press") as trouble:
        script(file)
    assert trouble.value.fix


def test_a_missing_script_is_named(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="cannot read the presses"):
        script(tmp_path / "none.jsonl")


def test_the_page_presses_with_its_own_times() -> None:
    buttons = ScriptedButtons(clock=lambda: 7.0)
    buttons.press("call:2", at=6.9)
    buttons.press("call:1", at=6.8)
    buttons.press("blue", "hold")
    assert [(press.button, press.at) for press in buttons.presses()] == [
        ("call:1", 6.8),
        ("call:2", 6.9),
        ("blue", 7.0),
    ]
