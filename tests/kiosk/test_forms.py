"""Settings as forms: made from their types, written back whole or not at all."""

from pathlib import Path
from typing import Any

import pytest

from companion.kiosk.forms import change, sections
from companion.kiosk.orders import BadOrder
from companion.kiosk.words import words
from companion.languages import languages
from companion.settings import SettingsTrouble, load
from hardware.wording import line


def test_every_section_is_a_form_with_a_reason_beside_each_field(tmp_path: Path) -> None:
    forms = {section["name"]: {one["key"]: one for one in section["fields"]} for section in sections(tmp_path / "no")}

    assert {"table", "referee", "kiosk", "camera", "speaker"} <= forms.keys()
    assert forms["table"]["language"]["kind"] == "choice"
    assert [one["value"] for one in forms["table"]["language"]["choices"]] == list(languages())
    assert forms["table"]["players"]["kind"] == "list"
    assert forms["kiosk"]["serve_network"]["kind"] == "switch"
    slider = forms["referee"]["settle_seconds"]
    assert (slider["kind"], slider["low"], slider["high"], slider["unit"]) == ("slider", 0, 5, "s")
    assert forms["table"]["robots"]["kind"] == "many"
    assert all(one["comment"] for fields in forms.values() for one in fields.values())


def test_what_is_filled_in_is_in_the_file_and_the_rest_stays(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    change(file, "table", {"language": "de", "players": ["Ana", 'Quote " and \\']})
    change(file, "referee", {"settle_seconds": 1})

    settings = load(file)

    assert (settings.table.language, settings.table.players) == ("de", ("Ana", 'Quote " and \\'))
    assert settings.referee.settle_seconds == 1.0
    assert settings.kiosk.port == 8080


@pytest.mark.parametrize(
    ("section", "values"),
    [
        ("table", {"language": "xx"}),
        ("table", {"languages": "de"}),
        ("kiosk", {"port": 99999}),
        ("kiosk", {"port": "8080"}),
        ("kiosk", {"serve_network": 1}),
        ("table", {"name": "x\n[kiosk]\nserve_network = true"}),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_and_the_file_is_as_it_was(tmp_path: Path, section: str, values: object) -> None:
    file = tmp_path / "table.toml"
    change(file, "table", {"name": "ours"})
    before = file.read_text("utf-8")

    with pytest.raises(SettingsTrouble):
        change(file, section, values)  # type: ignore[arg-type]

    assert file.read_text("utf-8") == before
    assert [path.name for path in tmp_path.iterdir()] == ["table.toml"]


def test_an_unknown_section_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadOrder, match="no section 'tables'"):
        change(tmp_path / "table.toml", "tables", {})


def test_what_this_machine_lacks_cannot_be_chosen_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.cameras.webcam.lacks", lambda: line("No USB camera is plugged in."))
    file = tmp_path / "table.toml"

    def webcam(language: str) -> str:
        drivers = field(file, "camera", "driver", language)["choices"]
        return str(next(one["off"] for one in drivers if one["value"] == "webcam"))

    assert webcam("en") == "No USB camera is plugged in."
    assert webcam("de") == "Es steckt keine USB-Kamera."
    change(file, "camera", {"driver": "webcam"})
    assert webcam("en") == "", "what is set can stay"


def test_a_pin_belongs_to_one_button(tmp_path: Path) -> None:
    """Green sits on 5, red on 6; 8 is the matrix's."""
    pins = {one["value"]: one["off"] for one in field(tmp_path / "no", "buttons", "green")["choices"]}

    assert (pins[0], pins[5], pins[6], pins[8]) == ("", "", "red", "the LED matrix (SPI CE0)")


@pytest.mark.parametrize("language", languages())
def test_nobody_reads_a_word_of_the_program_where_something_is_chosen(tmp_path: Path, language: str) -> None:
    """Every choice of a family has words of its own; games, languages, people and sets have their names."""
    named = ("game", "language", "players", "robots", "coached", "sets")
    for section in sections(tmp_path / "no", language):
        everyday = [one for one in section["fields"] if one["everyday"] and one["key"] not in named]
        keys = {
            f"option_{section['name']}_{one['key']}_{two['value']}" for one in everyday for two in one["choices"] or ()
        }
        assert keys <= words(language).keys()


def field(file: Path, section: str, key: str, language: str = "en") -> dict[str, Any]:
    found = next(one for one in sections(file, language) if one["name"] == section)["fields"]
    return next(one for one in found if one["key"] == key)
