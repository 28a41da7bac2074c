"""Every word a page asks for is there, in every language."""

import re
from importlib import resources

import pytest

from companion.announcements.wording import languages, phrases
from companion.kiosk.words import words

STATIC = resources.files("companion.kiosk") / "static"
SCRIPTS = "\n".join(
    file.read_text("utf-8")
    for folder in (STATIC, STATIC / "views", STATIC / "draw")
    for file in folder.iterdir()
    if file.name.endswith(".js")
)


def asked() -> set[str]:
    return set(re.findall(r'say\("([a-z][\w-]*)"', SCRIPTS))


@pytest.mark.parametrize("language", languages())
def test_every_word_the_pages_ask_for_is_there(language: str) -> None:
    assert asked() - set(phrases(language)["page"]) == set()


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_words_with_the_same_gaps(language: str) -> None:
    def gaps(sentence: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", sentence))

    english = words("en")

    assert {key: gaps(own) for key, own in phrases(language)["page"].items()} == {
        key: gaps(one) for key, one in english.items()
    }


def test_the_test_would_notice() -> None:
    assert {"tray", "menu", "home_title"} <= asked()
