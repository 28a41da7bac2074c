"""table.toml: what is written there is used, and what cannot be used is named."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.settings import Settings, SettingsTrouble, commented, load, read


def test_the_printed_settings_are_the_defaults_and_explain_every_key() -> None:
    assert read(commented()) == Settings()
    explained = [line for line in commented().splitlines() if " = " in line]
    assert all("  # " in line for line in explained), "each setting says what it is for"
    assert len(explained) > 40


def test_a_setting_is_read_into_its_section() -> None:
    settings = read('[table]\nplayers = ["Ada", "Bo"]\n[referee]\nsettle_seconds = 1\n')
    assert settings.table.players == ("Ada", "Bo")
    assert settings.referee.settle_seconds == 1


@pytest.mark.parametrize(
    ("text", "say", "fix"),
    [
        ("[tabel]\n", "I do not know [tabel]", "[table]"),
        ("[table]\ngmae = 'heckmeck'\n", "I do not know gmae", "game (a text)"),
        ("[kiosk]\nport = 'high'\n", "I cannot use port = 'high'", "a whole number"),
        ("[kiosk]\nport = true\n", "I cannot use port = True", "a whole number"),
        ("[kiosk]\nport = 99999\n", "port must be between 1 and 65535", "port = 8080"),
        ("[table]\nground = 'sand'\n", "I cannot use ground = 'sand'", "'auto' or 'mat'"),
        ("[table]\nlanguage = 'xx'\n", "I speak de, en", 'language = "en"'),
        ("[table]\nplayers = ['Ada', 7]\n", "I cannot use players", "a list, each of it a text"),
        ("[referee]\nframes_to_agree = 0\n", "frames_to_agree must be between", "frames_to_agree = 3"),
        ("[table\n", "is not TOML", "companion settings"),
    ],
)
def test_what_cannot_be_used_is_named_with_what_is_allowed(text: str, say: str, fix: str) -> None:
    with pytest.raises(SettingsTrouble) as trouble:
        read(text, "my/table.toml")
    assert "my/table.toml" in trouble.value.say
    assert say in trouble.value.say
    assert fix in trouble.value.fix


def test_a_file_named_but_missing_is_a_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(SettingsTrouble, match=r"cannot read .*nowhere\.toml"):
        load(tmp_path / "nowhere.toml")


def test_without_a_file_the_defaults_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load() == Settings()


def test_the_verb_prints_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings"]) == 0
    file = tmp_path / "table.toml"
    file.write_text(capsys.readouterr().out)
    assert main(["settings", "--check", str(file)]) == 0
    file.write_text("[kiosk]\nport = -1\n")
    assert main(["settings", "--check", str(file)]) == 1
    assert "port must be between" in capsys.readouterr().err
