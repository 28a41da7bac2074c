"""Sentences that can be said in another language: English where they are needed, the others from phrase files."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

PHRASES = Path(__file__).parent / "phrases"  # what the drivers say of their troubles


class Line(str):
    """An English sentence that knows how it was made, so that it can be said in another language."""

    template: str = ""
    facts: Mapping[str, Any] = {}
    parts: tuple[str, ...] = ()


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


def said(text: str, language: str, *folders: Path) -> str:
    """The same in another language, by the first folder that knows it; the drivers' own is always asked last."""
    if not isinstance(text, Line):
        return next(_known(text, language, folders), str(text))
    if text.parts:
        return " ".join(said(part, language, *folders) for part in text.parts)
    facts = {
        name: said(fact, language, *folders) if isinstance(fact, str) else fact for name, fact in text.facts.items()
    }
    return next(_known(text.template, language, folders), text.template).format(**facts)


def _known(text: str, language: str, folders: tuple[Path, ...]) -> Iterator[str]:
    for folder in (*folders, PHRASES):
        own = phrases(language, folder)
        for section in ("lines", "names"):
            if text in own[section]:
                yield own[section][text]


@cache
def phrases(language: str, folder: Path = PHRASES) -> Mapping[str, Mapping[str, str]]:
    """A language's file; English needs none."""
    file = folder / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {"lines": {}, "names": {}}
