"""What doctor and check say, in the language of the table."""

from pathlib import Path

from calibration.wording import said

PHRASES = Path(__file__).parent / "phrases"


def spoken(text: str, language: str) -> str:
    """A sentence of ours in this language; what the drivers say of themselves stays English."""
    return said(text, language, PHRASES)
