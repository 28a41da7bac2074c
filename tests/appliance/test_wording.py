"""The verbs speak the language of the table."""

from pathlib import Path

import pytest
from fake_machine import FakeMachine

from companion.appliance.doctor import examine
from companion.cli import main
from companion.settings import Settings


def test_a_finding_is_told_in_german() -> None:
    machine = FakeMachine()
    machine.mine.clear()
    told = [finding.told("de") for finding in examine(Settings(), machine)]
    assert "Du darfst die LED-Matrix nicht benutzen." in [one["say"] for one in told]
    assert "LED-Matrix" in [one["part"] for one in told]


def test_the_verbs_speak_the_language_of_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "table.toml"
    table.write_text('[table]\nlanguage = "de"\n[display]\ndriver = "recorded"\n')
    main(["doctor", "--settings", str(table)])
    assert "table.toml ist brauchbar." in capsys.readouterr().out
    assert main(["check", "camera", "--settings", str(table)]) == 0
    assert capsys.readouterr().out == "gut   Die Kamera ist gemalt: sie sieht immer gut.\n"
