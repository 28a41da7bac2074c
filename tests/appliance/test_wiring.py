"""The diagram is drawn from the pin map itself, so it cannot be wrong."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.appliance.wiring import GROUNDS, POWER, Line, shapes, wires, wiring_svg
from companion.cli import main
from companion.languages import languages, tongue
from hardware.pins import HEADER
from hardware.settings import ButtonsSettings, DisplaySettings

BUTTONS, DISPLAY = ButtonsSettings(), DisplaySettings()


def test_every_wired_button_and_every_wire_of_the_matrix_is_there_once() -> None:
    laid = wires(BUTTONS, DISPLAY)
    pins = [wire.pin for wire in laid]
    assert len(pins) == len(set(pins)) == 10 + 5
    assert {HEADER[gpio] for gpio in BUTTONS.pins().values()} < set(pins)
    assert {wire.name: wire.pin for wire in laid}["matrix DIN (GPIO 10)"] == 19


def test_a_changed_map_changes_the_diagram() -> None:
    moved = wiring_svg(ButtonsSettings(green=16, call_6=0), DisplaySettings(spi_device=1))
    assert "green button (GPIO 16)" in moved
    assert "call button 6" not in moved
    assert "matrix CS (GPIO 7)" in moved


def test_no_two_wires_of_a_side_cross() -> None:
    lines = [shape for shape in shapes(BUTTONS, DISPLAY) if isinstance(shape, Line)]
    for side in (-1, 1):
        mine = [line.points for line in lines if (line.points[-1][0] - line.points[0][0]) * side > 0]
        assert len(mine) > 4
        by_pin = sorted(mine, key=lambda points: points[0][1])
        assert by_pin == sorted(mine, key=lambda points: points[-1][1])


def test_buttons_never_sit_on_power_or_ground() -> None:
    assert not set(HEADER.values()) & {*POWER, *GROUNDS}
    assert {*HEADER.values(), *POWER, *GROUNDS, 27, 28} == set(range(1, 41))  # 27 and 28 are the ID pins


@pytest.mark.parametrize("language", languages())
def test_the_picture_is_whole_in_every_language(language: str) -> None:
    root = ET.fromstring(wiring_svg(BUTTONS, DISPLAY, tongue(language)))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert sum("GPIO" in (text or "") for text in texts) == 13


def test_the_verb_prints_pdf_and_svg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "cockadoodle").mkdir()
    (tmp_path / "cockadoodle" / "table.toml").write_text("[buttons]\ngreen = 21\n")
    assert main(["print", "wiring", "--out", str(tmp_path / "w.pdf")]) == 0
    assert (tmp_path / "w.pdf").read_bytes().startswith(b"%PDF")
    assert main(["print", "wiring", "--out", str(tmp_path / "w.svg"), "--language", "de"]) == 0
    assert "Taster Grün (GPIO 21)" in (tmp_path / "w.svg").read_text()
    assert main(["print", "wiring", "--out", str(tmp_path / "none" / "w.svg")]) == 1
