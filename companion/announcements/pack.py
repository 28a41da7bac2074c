"""The voice that comes with the program: every sentence without a name, rendered beforehand by ``make voice``."""

import hashlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from companion.announcements.sounds import Wave, loud
from companion.games import PACKAGES
from companion.languages import HERE, Phrases, phrases
from companion.rules.refusals import Refusal
from hardware.ports import Sound

PACK = "voice.npz"  # in the folder of each language; what espeak-ng has said is nobody's but ours
HALF = 2  # speech keeps its words at half our sample rate, and eight bits on a curve as old telephones had it
CURVE = 255.0


def name(sentence: str) -> str:
    """Under which a sentence is kept, here and in the folder of those rendered later."""
    return hashlib.sha256(sentence.encode()).hexdigest()[:24]


def packed(sentence: str, language: str) -> Sound | None:
    """The sentence as it came with the program, if it did."""
    path = HERE.joinpath(language, PACK)
    if not path.is_file():
        return None
    with path.open("rb") as file, np.load(file) as pack:
        return unpacked(pack[name(sentence)]) if name(sentence) in pack else None


def nameless(spoken: str, player: str | None) -> str:
    """What is left of a sentence that speaks to somebody: "Ana, it is your turn." is "It is your turn."."""
    rest = spoken.removeprefix(f"{player}, ") if player else spoken
    return rest[:1].upper() + rest[1:]


def sentences(language: str) -> tuple[str, ...]:
    """All that can be said in this language, in any of the games, without knowing who plays and how."""
    found = dict.fromkeys(
        nameless(said, "{player}") for game in ("", *PACKAGES) for said in _spoken(phrases(language, game))
    )
    return tuple(sentence for sentence in found if sentence and "{" not in sentence)


def _spoken(known: Phrases) -> Iterator[str]:
    for section in ("events", "prompts", "questions", "troubles"):
        for phrase in known[section].values():
            yield phrase["spoken"]
    for lines in known["jokes"].values():
        yield from lines
    own = known.get("refusals")
    yield from own.values() if own else (kind.say for kind in Refusal.__subclasses__() if hasattr(kind, "say"))


def pack(sound: Sound) -> NDArray[np.uint8]:
    wave = np.trim_zeros(np.where(np.abs(sound) < 30, 0, sound), "b") / 32767
    count = len(wave) // HALF
    half = np.fft.irfft(np.fft.rfft(wave)[: count // 2 + 1], count) / HALF
    level = np.sign(half) * np.log1p(CURVE * np.abs(np.clip(half, -1, 1))) / np.log1p(CURVE)
    return np.asarray(np.round(127 * level) + 128, np.uint8)


def unpacked(samples: NDArray[np.uint8]) -> Sound:
    level = (np.arange(256) - 128) / 127
    curve = np.sign(level) * np.expm1(np.abs(level) * np.log1p(CURVE)) / CURVE
    half: Wave = curve[samples]
    return loud(np.fft.irfft(np.fft.rfft(half), len(half) * HALF) * HALF)
