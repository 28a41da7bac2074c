"""The words of the pages, from the [page] section of the phrase files."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

PHRASES = resources.files("companion.announcements") / "phrases"
ENGLISH = "en"


@cache
def languages() -> tuple[str, ...]:
    """Every language that has a file."""
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in PHRASES.iterdir() if entry.name[-5:] == ".toml"))


@cache
def words(language: str) -> Mapping[str, str]:
    """All words of the pages; what a language lacks is said in English."""
    own = _page(language) if language in languages() else {}
    return {**_page(ENGLISH), **own}


def _page(language: str) -> dict[str, str]:
    section: dict[str, str] = tomllib.loads((PHRASES / f"{language}.toml").read_text("utf-8")).get("page", {})
    return section
