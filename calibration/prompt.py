"""What a wizard asks for and shows at one moment, the same for terminal and page."""

from dataclasses import asdict, dataclass, field
from typing import Any

from calibration.wording import NOTHING, Line, said


@dataclass(frozen=True)
class Bar:
    """How far one part has come: a face, a corner, a step."""

    name: str
    got: int
    wanted: int


@dataclass(frozen=True)
class Prompt:
    step: str  # which step this is, for pictures and tests
    say: Line  # what to do now
    see: Line = NOTHING  # what the camera makes of the picture at the moment
    fault: Line = NOTHING  # what is wrong with it, and the cure
    bars: tuple[Bar, ...] = ()
    choices: tuple[tuple[str, Line], ...] = ()  # answer, words
    boxes: tuple[tuple[float, float, float, float], ...] = field(default=())  # what was found, to be drawn
    done: bool = False
    asks: str = ""  # an example of what to type, where choices cannot foresee it

    def to_json(self, language: str = "en") -> dict[str, Any]:
        """As the page wants it, in its language."""
        return asdict(self) | {
            "say": said(self.say, language),
            "see": said(self.see, language),
            "fault": said(self.fault, language),
            "bars": [{"name": said(bar.name, language), "got": bar.got, "wanted": bar.wanted} for bar in self.bars],
            "choices": [(answer, said(words, language)) for answer, words in self.choices],
        }
