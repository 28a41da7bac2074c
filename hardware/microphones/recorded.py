"""A microphone that hears what it is given."""

import threading

import numpy as np

from hardware.ports import Sound
from hardware.settings import MicrophoneSettings


class RecordedMicrophone:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._unheard: list[Sound] = []

    def hear(self, sound: Sound) -> None:
        with self._lock:
            self._unheard.append(sound)

    def listen(self) -> Sound:
        with self._lock:
            heard, self._unheard = self._unheard, []
        return np.concatenate(heard) if heard else np.zeros(0, np.int16)

    def close(self) -> None:
        self._unheard = []


def open_microphone(settings: MicrophoneSettings) -> RecordedMicrophone:
    return RecordedMicrophone()
