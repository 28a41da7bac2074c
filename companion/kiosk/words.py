"""The words of the pages, from the [page] section of the phrase files."""

from collections.abc import Mapping
from functools import cache

from companion.announcements.wording import phrases

ENGLISH = "en"


@cache
def words(language: str) -> Mapping[str, str]:
    """All words of the pages; what a language lacks is said in English."""
    return {**phrases(ENGLISH)["page"], **phrases(language).get("page", {})}
