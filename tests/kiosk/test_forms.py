"""Settings as forms: made from their types, written back whole or not at all."""

from pathlib import Path

import pytest

from companion.kiosk.forms import change, sections
from companion.kiosk.orders import BadOrder
from companion.languages import languages
from companion.settings import SettingsTrouble, load


def test_every_section_is_a_form_with_a_reason_beside_each_field(tmp_path: Path) -> None:
    forms = {section["name"]: {one["key"]: one for one in section["fields"]} for section in sections(tmp_path / "no")}

    assert {"table", "referee", "kiosk", "camera", "speaker"} <= forms.keys()
    assert forms["table"]["language"]["kind"] == "choice"
    assert forms["table"]["language"]["choices"] == list(languages())
    assert forms["table"]["players"]["kind"] == "list"
    assert forms["kiosk"]["serve_network"]["kind"] == "switch"
    assert forms["referee"]["settle_seconds"]["kind"] == "number"
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
