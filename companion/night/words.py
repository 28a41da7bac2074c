"""The words of the night's pages: those of the table's pages, and its own."""

from collections.abc import Mapping

from companion.kiosk.words import words as kiosk_words
from companion.languages import ENGLISH, phrases


def words(language: str) -> Mapping[str, str]:
    """What a language lacks is said in English."""
    return {**kiosk_words(language), **phrases(ENGLISH)["night"], **phrases(language).get("night", {})}
