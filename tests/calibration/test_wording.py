"""Every sentence of the wizards can be said in every language, and nothing else stands in the phrase files."""

from pathlib import Path

import pytest
from templates import gaps, templates

from calibration.prompt import Bar, Prompt
from calibration.wording import PHRASES, line, lines, said, told
from companion.announcements.wording import languages
from hardware.trouble import Trouble
from hardware.wording import phrases


def asked() -> set[str]:
    """Every template in the sources of the wizards."""
    return templates(source for source in PHRASES.parent.rglob("*.py") if source.name != "wording.py")


@pytest.mark.parametrize("language", [one for one in languages() if one != "en"])
def test_every_sentence_can_be_said(language: str) -> None:
    known = phrases(language, PHRASES)["lines"]
    assert set(known) == asked()
    for template, own in known.items():
        assert gaps(own) <= gaps(template), template


def test_the_scan_would_notice() -> None:
    assert {"I compare the faces.", "Hold on.", "Begin anew."} <= asked()
    assert Path(PHRASES / "de.toml").is_file()


def test_sentences_within_sentences_are_said_in_the_same_language() -> None:
    trouble = Trouble(line("{name} is named twice.", name="worm"), line("Show each face under its own name."))
    both = lines(line("I see {count} dice.", count=3), line("I cannot learn them so: {why}", why=told(trouble)))

    assert both == "I see 3 dice. I cannot learn them so: worm is named twice. Show each face under its own name."
    assert said(both, "en") == both
    assert said(both, "de") == (
        "Ich sehe 3 Würfel. So kann ich sie nicht lernen: "
        "Wurm kommt zweimal vor. Zeig jede Seite unter ihrem eigenen Namen."
    )


def test_a_prompt_goes_to_the_page_in_its_language() -> None:
    told = Prompt("show", line("I compare the faces."), bars=(Bar("worm", 1, 5),), choices=(("a", line("Hold on.")),))

    german = told.to_json("de")

    assert (german["say"], german["bars"][0]["name"]) == ("Ich vergleiche die Seiten.", "Wurm")
    assert german["choices"] == [("a", "Einen Augenblick.")]
    assert told.to_json()["say"] == "I compare the faces."
