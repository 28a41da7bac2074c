"""Sentences that can be said in another language: English where they are needed, the others from its phrases."""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any

from hardware.plural import CATEGORIES, category

log = logging.getLogger(__name__)

_FORM = re.compile(rf"(?:^|\|)({'|'.join(CATEGORIES)})=")


class Line(str):
    """An English sentence that knows how it was made, so that it can be said in another language."""

    template: str = ""
    facts: Mapping[str, Any] = {}
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Language:
    """How one language says our English sentences, and which forms its numbers take."""

    code: str = "en"
    phrases: Mapping[str, str] = field(default_factory=dict)  # by the English sentence or word
    plurals: Mapping[str, str] = field(default_factory=lambda: {"one": "n = 1"})

    def said(self, text: str) -> str:
        """The same in this language; what it has no phrase for stays English."""
        if not isinstance(text, Line):
            return self.phrases.get(text, str(text))
        if text.parts:
            return " ".join(self.said(part) for part in text.parts)
        own = self.phrases.get(text.template)
        if own is None:
            return str(text)
        facts = {name: self.said(fact) if isinstance(fact, str) else fact for name, fact in text.facts.items()}
        try:
            return self.fill(own, facts)
        except (LookupError, ValueError, AttributeError):
            log.error("a phrase cannot be filled language=%s phrase=%r", self.code, own)
            return str(text)

    def fill(self, template: str, facts: Mapping[str, Any]) -> str:
        """The sentence with its gaps filled: ``{count}``, or by how many ``{count:one=a card|other=# cards}``."""
        return _Filler(self).vformat(template, (), facts)

    def form(self, forms: Mapping[str, str], number: int) -> str:
        """The form of a word that goes with this number."""
        return forms.get(category(self.plurals, number), forms["other"])


class _Filler(Formatter):
    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        pieces = _FORM.split(format_spec)
        if len(pieces) == 1 or pieces[0]:
            return str(super().format_field(value, format_spec))
        forms = dict(zip(pieces[1::2], pieces[2::2], strict=True))
        return self._language.form(forms, value if isinstance(value, int) else 0).replace("#", str(value))


ENGLISH = Language()


def line(template: str, **facts: Any) -> Line:
    """A sentence; each template stands in every language, which a test makes sure of."""
    made = Line(ENGLISH.fill(template, facts))
    made.template, made.facts = template, facts
    return made


def lines(*parts: str) -> Line:
    """Several sentences in a row."""
    made = Line(" ".join(filter(None, parts)))
    made.parts = tuple(filter(None, parts))
    return made
