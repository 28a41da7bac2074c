"""What is not written down is said in English, or as noted: a deed always gets its words."""

import logging
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import companion.languages
from companion.announcements.wording import Wording
from companion.games.grill.events import TileTaken
from companion.kiosk.words import names, words
from companion.languages import languages, phrases, tongue
from companion.rules.events import GameWon, TurnBegun
from companion.settings import TableSettings
from hardware.trouble import Trouble
from hardware.wording import Language, line


@dataclass(frozen=True)
class MoonEaten:
    """An event nobody found words for."""

    player: str


@pytest.fixture
def new_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A folder with its first file; nearly everything is still to be translated."""
    shutil.copytree(Path(companion.languages.__file__).parent, tmp_path, dirs_exist_ok=True)
    file = tmp_path / "xx" / "language.toml"
    file.parent.mkdir()
    file.write_text(
        """
        language = { name = "Xx", tag = "xx", voice = "en" }
        plurals = {}
        choices = { stop = "xx" }
        page = { menu = "Xx" }
        events.TurnBegun = { matrix = "xx", line = "Xx {nobody}!", spoken = "" }
        """
    )
    monkeypatch.setattr(companion.languages, "HERE", tmp_path)
    for known in (phrases, tongue, words):
        known.cache_clear()
    yield "xx"
    for known in (phrases, tongue, words):
        known.cache_clear()


def test_a_language_is_a_folder_and_begins_with_one_file(new_language: str) -> None:
    assert new_language in languages() and TableSettings(language="xx").language == "xx"
    assert names()["xx"] == "Xx"
    wording = Wording("xx", "heckmeck")
    assert wording.choice({"stop": True}) == "xx"
    assert wording.event(TurnBegun("Ana")).line == "Ana, it is your turn."  # its own phrase cannot be filled
    assert wording.event(TileTaken("Ana", 24, 2, 24)).line.endswith("2 worms.")
    assert (words("xx")["menu"], words("xx")["tray"], words("xx")["language_tag"]) == ("Xx", "Tray", "xx")


def test_an_event_without_words_is_noted(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        told = Wording("de").event(MoonEaten("Ana"))
    assert (told.line, told.player, told.key) == ("Notiert.", "Ana", "MoonEaten")
    assert "MoonEaten" in caplog.text


def test_an_action_without_words_is_noted() -> None:
    assert Wording("en").choice({"eat": "moon"}) == "Noted."


def test_a_phrase_that_cannot_be_filled_is_said_in_english() -> None:
    made = line("{name} is named twice.", name="worm")
    broken = Language("xx", {"{name} is named twice.": "{nobody} xx"})
    assert broken.said(made) == "worm is named twice."


def test_a_game_says_what_it_is_won_with() -> None:
    won = GameWon(("Ana",), {"Ana": 1, "Ben": 0})
    assert Wording("en", "heckmeck").event(won).line == "Ana wins with 1 worm!"
    assert Wording("en", "rooster-run").event(won).line == "Ana wins with 1 point!"
    assert Wording("de", "heckmeck-deluxe").event(won).line == "Ana gewinnt mit einem Wurm!"


def test_what_one_game_says_another_one_knows_where_no_game_is_played() -> None:
    assert Wording("en").event(TileTaken("Ana", 24, 2, 24)).line == "Ana takes tile 24: 2 worms."


def test_an_unknown_language_is_a_clear_sentence() -> None:
    with pytest.raises(Trouble, match=r"I speak de, en.*, not 'xx'"):
        Wording("xx")
