"""What a wizard asks for and shows at one moment, the same for terminal and page."""

from dataclasses import asdict, dataclass, field
from typing import Any

from calibration.wording import ENGLISH, NOTHING, Language, Line


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

    def to_json(self, language: Language = ENGLISH) -> dict[str, Any]:
        """As the page wants it, in its language."""
        return asdict(self) | {
            "say": language.said(self.say),
            "see": language.said(self.see),
            "fault": language.said(self.fault),
            "bars": [{"name": language.said(bar.name), "got": bar.got, "wanted": bar.wanted} for bar in self.bars],
            "choices": [(answer, language.said(words)) for answer, words in self.choices],
        }
