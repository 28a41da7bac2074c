"""What the wizards say, in the language of whoever holds the dice."""

from calibration.prompt import Bar, Prompt
from calibration.wording import ENGLISH, line, lines, told
from companion.languages import tongue
from hardware.trouble import Trouble


def test_sentences_within_sentences_are_said_in_the_same_language() -> None:
    trouble = Trouble(line("{name} is named twice.", name="worm"), line("Show each face under its own name."))
    both = lines(line("I see {count} dice.", count=3), line("I cannot learn them so: {why}", why=told(trouble)))

    assert both == "I see 3 dice. I cannot learn them so: worm is named twice. Show each face under its own name."
    assert ENGLISH.said(both) == both
    assert tongue("de").said(both) == (
        "Ich sehe 3 Würfel. So kann ich sie nicht lernen: "
        "Wurm kommt zweimal vor. Zeig jede Seite unter ihrem eigenen Namen."
    )


def test_a_prompt_goes_to_the_page_in_its_language() -> None:
    told = Prompt("show", line("I compare the faces."), bars=(Bar("worm", 1, 5),), choices=(("a", line("Hold on.")),))

    german = told.to_json(tongue("de"))

    assert (german["say"], german["bars"][0]["name"]) == ("Ich vergleiche die Seiten.", "Wurm")
    assert german["choices"] == [("a", "Einen Augenblick.")]
    assert told.to_json()["say"] == "I compare the faces."
