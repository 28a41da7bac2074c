"""A speaker that remembers what it would have played."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.ports import SAMPLE_RATE, Sound
from hardware.settings import SpeakerSettings

REMEMBERED = 16  # sounds are large, and nobody listens to the old ones


@dataclass(frozen=True, eq=False)
class Played:
    name: str
    at: float  # monotonic seconds when it began
    sound: Sound = field(repr=False)


class SilentSpeaker:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.played: deque[Played] = deque(maxlen=REMEMBERED)
        self._clock = clock
        self._until = 0.0

    def play(self, sound: Sound, name: str = "") -> None:
        now = self._clock()
        self.played.append(Played(name, now, sound))
        self._until = max(self._until, now + len(sound) / SAMPLE_RATE)

    def stop(self) -> None:
        self._until = 0.0

    def busy(self) -> bool:
        return self._clock() < self._until

    def close(self) -> None:
        self.stop()


def open_speaker(settings: SpeakerSettings) -> SilentSpeaker:
    return SilentSpeaker()
