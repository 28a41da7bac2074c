"""What the wizards say: English sentences that a language can say its own way."""

from hardware.trouble import Trouble
from hardware.wording import ENGLISH, Language, Line, line, lines

__all__ = ["ENGLISH", "NOTHING", "Language", "Line", "line", "lines", "told"]

NOTHING = Line()


def told(trouble: Trouble) -> Line:
    return lines(trouble.say, trouble.fix)
