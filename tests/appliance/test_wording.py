"""The machine can say every sentence of its own in every language, and nothing else stands in its phrase files."""

from pathlib import Path

import pytest
from fake_machine import FakeMachine
from templates import gaps, templates

from companion.announcements.wording import languages
from companion.appliance.doctor import examine
from companion.appliance.wording import PHRASES
from companion.cli import main
from companion.settings import Settings
from hardware.wording import phrases

COMPANION = PHRASES.parents[1]
SOURCES = [
    *(COMPANION / "appliance").glob("*.py"),
    *(COMPANION / "announcements").glob("*.py"),
    *(COMPANION / "kiosk").glob("*.py"),
    *(
        COMPANION / f"{name}.py"
        for name in (
            "assemble",
            "journal",
            "journal_file",
            "recovery",
            "backup",
            "usable",
            "settings",
            "verbs/doctor",
            "verbs/check",
        )
    ),
]


@pytest.mark.parametrize("language", [one for one in languages() if one != "en"])
def test_every_sentence_can_be_said(language: str) -> None:
    known = phrases(language, PHRASES)["lines"]
    assert set(known) == templates(SOURCES)
    for template, own in known.items():
        assert gaps(own) == gaps(template), template


def test_every_part_has_a_german_name() -> None:
    machine = FakeMachine()
    machine.mine.clear()
    parts = {finding.part for finding in examine(Settings(), machine)}
    assert parts <= set(phrases("de", PHRASES)["names"])
    assert "Du darfst die LED-Matrix nicht benutzen." in [
        finding.told("de")["say"] for finding in examine(Settings(), machine)
    ]


def test_the_verbs_speak_the_language_of_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "table.toml"
    table.write_text('[table]\nlanguage = "de"\n[display]\ndriver = "recorded"\n')
    main(["doctor", "--settings", str(table)])
    assert "table.toml ist brauchbar." in capsys.readouterr().out
    assert main(["check", "camera", "--settings", str(table)]) == 0
    assert capsys.readouterr().out == "gut   Die Kamera ist gemalt: sie sieht immer gut.\n"
