"""The words of the night's pages, in every language there is a phrase file for."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

PHRASES = Path(__file__).parent / "phrases"


@cache
def words(language: str) -> Mapping[str, str]:
    """What a language lacks is said in English."""
    own, english = (PHRASES / f"{one}.toml" for one in (language, "en"))
    return {
        **tomllib.loads(english.read_text("utf-8")),
        **(tomllib.loads(own.read_text("utf-8")) if own.is_file() else {}),
    }
