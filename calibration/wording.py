"""The wizards' sentences: English where they are needed, other languages from calibration/phrases."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hardware.trouble import Trouble

PHRASES = Path(__file__).parent / "phrases"


class Line(str):
    """An English sentence that knows how it was made, so that it can be said in another language."""

    template: str = ""
    facts: Mapping[str, Any] = {}
    parts: tuple[str, ...] = ()


NOTHING = Line()


def line(template: str, **facts: Any) -> Line:
    """A sentence; each template stands in every phrase file, which a test makes sure of."""
    made = Line(template.format(**facts))
    made.template, made.facts = template, facts
    return made


def lines(*parts: str) -> Line:
    """Several sentences in a row."""
    made = Line(" ".join(filter(None, parts)))
    made.parts = tuple(filter(None, parts))
    return made


def told(trouble: Trouble) -> Line:
    return lines(trouble.say, trouble.fix)


def said(text: str, language: str, folder: Path = PHRASES) -> str:
    """The same in another language; a bare word is looked up among the names of faces and bars."""
    own = phrases(language, folder)
    if not isinstance(text, Line):
        return str(own["names"].get(text, text))
    if text.parts:
        return " ".join(said(part, language, folder) for part in text.parts)
    facts = {name: said(fact, language, folder) if isinstance(fact, str) else fact for name, fact in text.facts.items()}
    return str(own["lines"].get(text.template, text.template)).format(**facts)


@cache
def phrases(language: str, folder: Path = PHRASES) -> Mapping[str, Mapping[str, str]]:
    """A language's file; English needs none."""
    file = folder / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {"lines": {}, "names": {}}
