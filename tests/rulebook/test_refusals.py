"""Every refusal has a rule and a sentence, in English and in German."""

from dataclasses import fields
from string import Formatter
from typing import Any

import pytest
from kinds import refusal_kinds

from companion.announcements.wording import Wording, phrases
from companion.rules import refusals

EVERY: list[type[Any]] = list(refusal_kinds())
GERMAN = phrases("de")["refusals"]


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_a_refusal_speaks_both_languages(kind: type[Any]) -> None:
    names = {field.name for field in fields(kind)}
    assert kind.rule
    assert kind.say.endswith(".")
    assert placeholders(kind.say) <= names
    assert placeholders(GERMAN[kind.__name__]) == placeholders(kind.say)
    samples = {field.name: 3 if field.type in (int, "int") else "worm" for field in fields(kind)}
    refusal = kind(**samples)
    assert "{" not in str(refusal)
    assert Wording("de").refusal_line(refusal) != str(refusal)


def test_german_has_no_sentence_for_a_refusal_that_is_none() -> None:
    assert set(GERMAN) == {kind.__name__ for kind in EVERY}


def test_faces_are_worded() -> None:
    line = Wording("de").refusal_line(refusals.FaceAlreadyKept("worm"))
    assert line == "Liegt schon heraus: Wurm. Wähle ein anderes Zeichen."
