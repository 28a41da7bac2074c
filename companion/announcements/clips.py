"""What the owner recorded: clips of any rate, and sounds that stand in for ours."""

import logging
import wave
from functools import cache
from pathlib import Path

import numpy as np

from companion.announcements.sounds import loud, sound
from hardware.ports import SAMPLE_RATE, Sound
from hardware.speakers.themes import OURS, recording
from hardware.trouble import Trouble
from hardware.wording import line

log = logging.getLogger(__name__)


@cache
def themed(name: str, theme: str = OURS) -> Sound:
    """The sound of this theme; ours where it has none, or none that can be played."""
    file = recording(theme, name)
    try:
        return read_wav(file) if file else sound(name)
    except Trouble as trouble:
        log.warning("theme=%s sound=%s say=%s", theme, name, trouble.say)
        return sound(name)


def read_wav(path: Path) -> Sound:
    """A clip of any rate, mono or stereo, made to fit."""
    try:
        with wave.open(str(path)) as file:
            rate, channels, width = file.getframerate(), file.getnchannels(), file.getsampwidth()
            data = file.readframes(file.getnframes())
    except (wave.Error, EOFError, OSError) as error:
        raise Trouble(
            line("I cannot play the clip {name} ({error}).", name=path.name, error=error),
            line("Save it as a WAV file with 16 bits."),
        ) from error
    if width != 2:
        raise Trouble(
            line("I cannot play the clip {name} ({error}).", name=path.name, error=f"{8 * width} bit"),
            line("Save it as a WAV file with 16 bits."),
        )
    samples = np.frombuffer(data, "<i2").reshape(-1, channels).mean(axis=1) / 32767
    length = round(len(samples) * SAMPLE_RATE / rate)
    return loud(np.interp(np.linspace(0, len(samples), length, endpoint=False), np.arange(len(samples)), samples))
