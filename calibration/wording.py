"""The wizards' sentences: English where they are needed, other languages from calibration/phrases."""

from pathlib import Path

from hardware import wording
from hardware.trouble import Trouble
from hardware.wording import Line, line, lines

__all__ = ["NOTHING", "PHRASES", "Line", "line", "lines", "said", "told"]

PHRASES = Path(__file__).parent / "phrases"
NOTHING = Line()


def told(trouble: Trouble) -> Line:
    return lines(trouble.say, trouble.fix)


def said(text: str, language: str) -> str:
    """The same in another language; a bare word is looked up among the names of faces and bars."""
    return wording.said(text, language, PHRASES)
