"""The computer's microphone, through the sounddevice library (PortAudio)."""

from importlib.util import find_spec
from typing import Any

import numpy as np

from hardware.cure import apt, pip
from hardware.microphones.recorded import RecordedMicrophone
from hardware.ports import SAMPLE_RATE
from hardware.settings import MicrophoneSettings
from hardware.trouble import Trouble
from hardware.wording import line


class PortaudioMicrophone(RecordedMicrophone):
    """The library's own thread hands in what it hears; we only keep it until asked."""

    def __init__(self, settings: MicrophoneSettings, library: Any) -> None:
        super().__init__()
        self._stream = library.InputStream(
            samplerate=SAMPLE_RATE, channels=1, dtype="int16", device=settings.device or None, callback=self._note
        )
        self._stream.start()

    def _note(self, samples: Any, frames: int, time: Any, status: Any) -> None:
        self.hear(np.array(samples[:, 0], np.int16))

    def close(self) -> None:
        self._stream.stop()
        self._stream.close()
        super().close()


def open_microphone(settings: MicrophoneSettings) -> PortaudioMicrophone:
    try:
        import sounddevice
    except (ImportError, OSError) as error:  # OSError: the wheel is there, PortAudio itself is not
        raise Trouble(
            line("I cannot listen: sounddevice or PortAudio is missing."),
            line("Run: {command}", command=apt(["libportaudio2"], then=pip("install", "sounddevice>=0.5"))),
        ) from error
    try:
        return PortaudioMicrophone(settings, sounddevice)
    except (ValueError, sounddevice.PortAudioError) as error:
        raise Trouble(
            line("I find no microphone ({error}).", error=error), line("Plug one in, or set device under [microphone].")
        ) from error


def lacks() -> str:
    return "" if find_spec("sounddevice") else line("I cannot listen: sounddevice or PortAudio is missing.")
