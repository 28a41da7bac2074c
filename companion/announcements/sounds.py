"""Every sound the table makes, worked out from a few tones; none is recorded."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from companion.announcements.announcement import Announcement
from hardware.ports import SAMPLE_RATE, Sound

Wave = NDArray[np.float64]

LOUDNESS = 0.16  # root mean square of full scale, the same for every sound and sentence
PEAK = 0.9
# A note is a pitch in hertz and a length in seconds; 0 Hz is a rest.
Notes = Sequence[tuple[float, float]]
C5, D5, E5, F5, G5, A5, C6, E6, G6 = 523.3, 587.3, 659.3, 698.5, 784.0, 880.0, 1046.5, 1318.5, 1568.0


def loud(wave: Wave, loudness: float = LOUDNESS) -> Sound:
    """The wave at the common loudness; what would stick out is bent, never cut off."""
    power = float(np.sqrt(np.mean(wave**2))) or 1.0
    level = wave * (loudness / power)
    return np.asarray(PEAK * np.tanh(level / PEAK) * 32767, np.int16)


def crow() -> Wave:
    """Cock-a-doodle-DOO: four hops upwards, then one that climbs, cracks, and comes down as if ashamed of itself."""
    # Of each syllable: seconds, pitch at its beginning, middle and end, mouth (1 open), strength.
    syllables = (
        (0.13, (430, 560, 520), 0.8, 0.8),
        (0.09, (500, 540, 520), 0.3, 0.6),
        (0.17, (560, 720, 700), 0.5, 0.9),
        (0.12, (690, 740, 660), 0.3, 0.8),
        (1.15, (620, 1120, 360), 0.9, 1.0),
    )
    sung = [_syllable(*syllable) for syllable in syllables]
    gap = np.zeros(int(0.025 * SAMPLE_RATE))
    return np.concatenate([part for one in sung for part in (one, gap)])


def _syllable(seconds: float, pitch: tuple[float, float, float], mouth: float, strength: float) -> Wave:
    count = int(seconds * SAMPLE_RATE)
    at = np.linspace(0, 1, count)
    hertz = np.interp(at, (0, 0.45, 1), pitch)
    if seconds > 0.5:  # the long one trembles on its way down, and cracks at the top
        hertz = hertz * (1 + 0.035 * np.sin(2 * np.pi * 9 * at * seconds) * np.clip(at * 2 - 0.6, 0, 1))
        hertz = hertz * np.where((at > 0.44) & (at < 0.5), 1.28, 1.0)
    phase = 2 * np.pi * np.cumsum(hertz) / SAMPLE_RATE
    wave = np.zeros(count)
    for harmonic in range(1, 13):
        tone = harmonic * hertz
        # A throat lets some tones through better than others; opening the beak raises them.
        throat = np.exp(-(((tone - 1100 - 500 * mouth) / 600) ** 2)) + 0.6 * np.exp(-(((tone - 3000) / 700) ** 2))
        wave += (throat + 0.25 / harmonic) * np.where(tone < SAMPLE_RATE * 0.45, 1, 0) * np.sin(harmonic * phase)
    rasp = 1 + 0.35 * np.sin(phase / 2) * at
    breath = 0.03 * np.random.default_rng(5).standard_normal(count)
    return strength * _rounded(wave * rasp + breath, 0.02, min(0.12, seconds / 3))


def notes(melody: Notes, timbre: Sequence[float] = (1, 0.5, 0.25, 0.12), ring: float = 0.6) -> Wave:
    """A melody of struck notes, each ringing on for a part of its length."""
    parts = []
    for hertz, seconds in melody:
        at = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
        tone = sum((level * np.sin(2 * np.pi * hertz * n * at) for n, level in enumerate(timbre, 1)), np.zeros(len(at)))
        parts.append(_rounded(tone * np.exp(-at / (ring * seconds)), 0.004, 0.02))
    return np.concatenate(parts)


def glide(begin: float, end: float, seconds: float, timbre: Sequence[float] = (1, 0.4, 0.3)) -> Wave:
    """One tone that slides."""
    count = int(seconds * SAMPLE_RATE)
    phase = 2 * np.pi * np.cumsum(np.geomspace(begin, end, count)) / SAMPLE_RATE
    wave = sum((level * np.sin(n * phase) for n, level in enumerate(timbre, 1)), np.zeros(count))
    return _rounded(wave, 0.01, 0.04)


def knocks(count: int, apart: float) -> Wave:
    """Dice on wood: short thuds, each a little weaker."""
    noise = np.random.default_rng(11)
    wave = np.zeros(int((count * apart + 0.08) * SAMPLE_RATE))
    at = np.arange(int(0.07 * SAMPLE_RATE)) / SAMPLE_RATE
    for knock in range(count):
        begin = int(apart * knock * SAMPLE_RATE)
        hertz = noise.uniform(300, 700)
        thud = (np.sin(2 * np.pi * hertz * at) + 0.4 * noise.standard_normal(len(at))) * np.exp(-at / 0.012)
        thud[:22] *= np.linspace(0, 1, 22)
        wave[begin : begin + len(at)] += thud * 0.85**knock
    return wave


def _rounded(wave: Wave, attack: float, release: float) -> Wave:
    """Begin and end softly, so that nothing clicks."""
    rise, fall = int(attack * SAMPLE_RATE), int(release * SAMPLE_RATE)
    shape = np.ones(len(wave))
    shape[:rise] = np.linspace(0, 1, rise)
    shape[len(wave) - fall :] *= np.linspace(1, 0, fall)
    return wave * shape


SOUNDS: Mapping[str, Callable[[], Wave]] = {
    "crow": crow,
    "fanfare": lambda: notes(
        [(C5, 0.14), (C5, 0.1), (C5, 0.1), (G5, 0.3), (E5, 0.14), (G5, 0.5)], (1, 0.8, 0.6, 0.4, 0.3), 2
    ),
    "buzz": lambda: glide(160, 120, 0.4, (1, 0.9, 0.8, 0.7, 0.6, 0.5)),
    "tick": lambda: notes([(G6, 0.05)], (1,), 0.2),
    "roll": lambda: knocks(4, 0.07),
    "keep": lambda: notes([(E5, 0.07), (A5, 0.14)]),
    "take": lambda: notes([(C5, 0.08), (E5, 0.08), (G5, 0.08), (C6, 0.25)]),
    "steal": lambda: np.concatenate([glide(900, 2200, 0.16), notes([(C6, 0.08), (G5, 0.08), (C6, 0.2)])]),
    "fail": lambda: np.concatenate([glide(440, 415, 0.22), glide(392, 370, 0.22), glide(330, 220, 0.5)]),
    "back": lambda: notes([(G5, 0.09), (D5, 0.18)]),
    "turn": lambda: np.concatenate([glide(700, 180, 0.25), knocks(1, 0.01)]),
    "heart": lambda: np.concatenate([glide(620, 300, 0.35), glide(520, 210, 0.45)]),
    "next": lambda: notes([(A5, 0.12)], (1, 0.2), 0.5),
    "ask": lambda: notes([(D5, 0.12), (A5, 0.22)], (1, 0.3)),
    "hello": lambda: notes([(C5, 0.1), (G5, 0.1), (E5, 0.2)]),
    "alarm": lambda: notes([(E6, 0.12), (0, 0.06), (E6, 0.12)], (1, 0.6)),
    "deal": lambda: knocks(8, 0.09),
    "done": lambda: notes([(F5, 0.08), (C6, 0.18)]),
}

# What is heard for which announcement, where its event names no sound; a refusal, question or trouble without a line of
# its own has that of its kind.
HEARD: Mapping[str, str] = {
    "TurnBegun": "next", "DiceRolled": "roll", "DiceKept": "keep", "PlayerLeft": "back", "PlayerJoined": "hello",
    "GameWon": "fanfare", "Welcome": "hello", "Undone": "back", "Corrected": "done", "PutRight": "done",
    "Sees": "done", "Hello": "crow",
}  # fmt: skip
KINDS: Mapping[str, str] = {"refusal": "buzz", "question": "ask", "trouble": "alarm", "celebration": "fanfare"}


def sound_of(announcement: Announcement) -> str | None:
    """The name of the sound for an announcement; none for advice, which is only said."""
    return announcement.sound or HEARD.get(announcement.key, KINDS.get(announcement.kind))


@cache
def sound(name: str) -> Sound:
    return loud(SOUNDS[name]())
