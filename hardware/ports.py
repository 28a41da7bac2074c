"""The few things a table computer can do, as protocols the rest of us rely on."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hardware.frame import Frame

Picture = NDArray[np.uint8]  # rows x columns, 0 dark to 255 bright: the lamps of a display
Sound = NDArray[np.int16]  # mono samples at SAMPLE_RATE
SAMPLE_RATE = 22050


class Camera(Protocol):
    """Looks at the table."""

    def read(self) -> Frame | None:
        """The newest frame, or none when there will be no more; raises Trouble when the camera is gone."""
        ...

    def read_after(self, moment: float) -> Frame | None:
        """A frame whose exposure began after this moment of the monotonic clock."""
        ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class Press:
    """One intended press: which button, when its first edge came, what kind."""

    button: str  # "green", "red", "blue", "yellow", "call:1".."call:6"; a chord names two, as "green+red"
    at: float  # monotonic seconds of the edge, not of the handling
    kind: str = "press"  # "press", "hold", "chord", "long_hold"


class Buttons(Protocol):
    def presses(self) -> tuple[Press, ...]:
        """All presses since the last call, by edge time."""
        ...

    def close(self) -> None: ...


class Display(Protocol):
    """A rectangle of lamps."""

    width: int
    height: int

    def show(self, picture: Picture) -> None: ...

    def close(self) -> None: ...


class Speaker(Protocol):
    """Plays mono sound; never waits for it to end."""

    def play(self, sound: Sound, name: str = "") -> None: ...

    def stop(self) -> None: ...

    def busy(self) -> bool: ...

    def close(self) -> None: ...


class Microphone(Protocol):
    """Listens all the time."""

    def listen(self) -> Sound:
        """Everything heard since the last call."""
        ...

    def close(self) -> None: ...
