"""Ears for tests: how loud a sound is, how high, and what arrived at ALSA's file device."""

import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.ports import SAMPLE_RATE, Sound


def loudness(sound: Sound) -> float:
    return float(np.sqrt(np.mean((sound / 32767) ** 2)))


def pitch(sound: NDArray[np.generic], at: float, seconds: float = 0.04) -> float:
    """The pitch around a moment, by how well the wave fits itself when shifted by one period."""
    begin = int(at * SAMPLE_RATE)
    piece = np.asarray(sound[begin : begin + int(seconds * SAMPLE_RATE)], np.float64)
    piece = piece - piece.mean()
    fits = np.correlate(piece, piece, "full")[len(piece) - 1 :]
    shortest, longest = SAMPLE_RATE // 1600, SAMPLE_RATE // 250
    # The shortest shift that fits nearly as well as the best one: longer ones are whole multiples of it.
    good = np.flatnonzero(fits[shortest:longest] >= 0.8 * fits[shortest:longest].max())
    return SAMPLE_RATE / (shortest + int(good[0]))


def captured_sink(folder: Path) -> tuple[Path, Path]:
    """An ALSA configuration whose loudspeaker is a file, and that file."""
    config, captured = folder / "asound.conf", folder / "captured.wav"
    config.write_text(f"""
        pcm.!default {{ type file; slave.pcm "nowhere"; file "{captured}"; format "wav" }}
        pcm.nowhere {{ type null }}
    """)
    return config, captured


def heard(captured: Path) -> Sound:
    """What arrived; ALSA fills up its last period with silence, which is cut off."""
    with wave.open(str(captured)) as file:
        assert (file.getframerate(), file.getnchannels()) == (SAMPLE_RATE, 1)
        sound = np.frombuffer(file.readframes(file.getnframes()), np.int16)
    return sound[: int(np.flatnonzero(sound)[-1]) + 1] if sound.any() else sound[:0]
