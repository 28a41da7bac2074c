"""What a wizard asks for and shows at one moment, the same for terminal and page."""

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Bar:
    """How far one part has come: a face, a corner, a step."""

    name: str
    got: int
    wanted: int


@dataclass(frozen=True)
class Prompt:
    step: str  # which step this is, for pictures and tests
    say: str  # what to do now
    see: str = ""  # what the camera makes of the picture at the moment
    fault: str = ""  # what is wrong with it, and the cure
    bars: tuple[Bar, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()  # answer, words
    boxes: tuple[tuple[float, float, float, float], ...] = field(default=())  # what was found, to be drawn
    done: bool = False
    asks: str = ""  # an example of what to type, where choices cannot foresee it

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
