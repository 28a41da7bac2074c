"""The words of the pages in a language: those written for them, and the names of what lies on the table."""

from collections.abc import Mapping
from functools import cache

from companion.languages import ENGLISH, languages, phrases


@cache
def words(language: str) -> Mapping[str, str]:
    """All words of the pages; what a language lacks is said in English."""
    found = {"language_tag": phrases(language)["language"]["tag"]}
    for known in (phrases(ENGLISH), phrases(language)):
        found |= {f"face_{face}": forms["one"] for face, forms in known.get("faces", {}).items()}
        found |= {f"colour_{colour}": word for colour, word in known.get("colours", {}).items()}
        found |= known.get("page", {})
    return found


def names() -> Mapping[str, str]:
    """Every language by its code, as it calls itself."""
    return {code: phrases(code)["language"]["name"] for code in languages()}
