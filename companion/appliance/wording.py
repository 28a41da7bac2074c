"""What the machine says of itself, in the language of the table: doctor, check, drivers in trouble."""

from pathlib import Path

from calibration.wording import PHRASES as WIZARDS
from hardware.wording import said

PHRASES = Path(__file__).parent / "phrases"


def spoken(text: str, language: str) -> str:
    """A sentence of ours in this language."""
    return said(text, language, PHRASES, WIZARDS)
