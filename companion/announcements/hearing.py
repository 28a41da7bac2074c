"""Guesses whose crow was heard, from a few shouts each player has taught; a button always decides."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.announcements.stored import store, stored
from hardware.folders import data_folder
from hardware.ports import SAMPLE_RATE, Sound
from hardware.trouble import Trouble

Features = NDArray[np.float64]

FRAME, HOP = 1024, 512  # samples: 46 ms, every 23 ms
BANDS = 24
KNOWN_BY = 2 * BANDS + 4  # figures a voice is known by
ENOUGH = 5  # shouts to learn a voice from; eight are better
QUIET_SECONDS = 0.3  # of silence end a shout
SHORT_SECONDS = 0.3  # anything shorter is a cough
LOUDER = 4.0  # a shout is so many times louder than the room
NAME = re.compile(r"[\w -]{1,40}")  # of a player, and of his file
CLEAR = 0.15  # how much nearer the best voice must be than the second


def shouts(sound: Sound) -> list[Sound]:
    """The loud stretches of a recording."""
    strength = _strength(sound)
    if not len(strength):
        return []
    room = max(float(np.percentile(strength, 20)), 60.0)
    gap = int(QUIET_SECONDS * SAMPLE_RATE / HOP)
    found: list[Sound] = []
    begin: int | None = None
    quiet = 0
    for at, loud in enumerate([*(strength > LOUDER * room), *[False] * (gap + 1)]):
        if loud:
            begin, quiet = (at if begin is None else begin), 0
        elif begin is not None:
            quiet += 1
            if quiet > gap:
                stretch = sound[begin * HOP : (at - quiet + 1) * HOP + FRAME]
                if len(stretch) >= SHORT_SECONDS * SAMPLE_RATE:
                    found.append(stretch)
                begin = None
    return found


def features(shout: Sound) -> Features:
    """What a voice is known by: the colour of its tones and its pitch, whatever the loudness."""
    pieces = _frames(shout)
    power = np.abs(np.fft.rfft(pieces * np.hanning(FRAME), axis=1)) ** 2
    colour = np.log(power @ _bands().T + 1.0)
    loud = colour.mean(axis=1) >= np.median(colour.mean(axis=1))  # vowels tell voices apart, pauses do not
    colour = colour[loud] - colour[loud].mean(axis=1, keepdims=True)
    pitch = np.log(_pitch(pieces[loud]))
    return np.concatenate(
        [colour.mean(axis=0), colour.std(axis=0), 3 * np.percentile(pitch, [20, 50, 80]), [3 * float(np.ptp(pitch))]]
    )


class Crowd:
    """The voices of a group, kept as one file a player."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or data_folder() / "crows"
        self.voices: Mapping[str, Features] = {
            file.stem: voice
            for file in sorted(self._folder.glob("*.npy"))
            if (voice := stored(file)) is not None and voice.dtype == np.float64 and voice.shape[1:] == (KNOWN_BY,)
        }

    def learn(self, name: str, heard: Sequence[Sound]) -> None:
        """Learn a player's voice from some shouts; what was known of it is replaced."""
        if not NAME.fullmatch(name):
            raise Trouble(
                f"I cannot keep a voice under the name {name!r}.", "Use letters, figures, blanks and hyphens."
            )
        if len(heard) < ENOUGH:
            raise Trouble(f"I heard {len(heard)} shouts of {name}.", f"Shout {ENOUGH} to 8 times, a breath apart.")
        learnt = np.stack([features(shout) for shout in heard])
        store(self._folder / f"{name}.npy", learnt)
        self.voices = {**self.voices, name: learnt}

    def forget(self, name: str) -> None:
        if NAME.fullmatch(name):  # what never was a voice's name is no file's either
            (self._folder / f"{name}.npy").unlink(missing_ok=True)
        self.voices = {known: voice for known, voice in self.voices.items() if known != name}

    def who(self, shout: Sound) -> str | None:
        """Whose shout it sounds like; none if no voice is clearly nearest."""
        if len(self.voices) < 2:
            return None
        everyone = np.concatenate(list(self.voices.values()))
        # What differs within one voice counts little, what differs between voices counts much.
        within = np.concatenate([voice - voice.mean(axis=0) for voice in self.voices.values()]).std(axis=0)
        scale = within + 0.1 * everyone.std(axis=0) + 1e-6
        heard = features(shout)
        distances = {
            name: float(np.linalg.norm((heard - voice.mean(axis=0)) / scale)) for name, voice in self.voices.items()
        }
        best, second = sorted(distances, key=distances.__getitem__)[:2]
        return best if distances[best] < (1 - CLEAR) * distances[second] else None


def _frames(sound: Sound) -> NDArray[np.float64]:
    padded = np.pad(sound.astype(np.float64), (0, max(0, FRAME - len(sound))))
    return np.lib.stride_tricks.sliding_window_view(padded, FRAME)[::HOP]


def _strength(sound: Sound) -> NDArray[np.float64]:
    if len(sound) < FRAME:
        return np.zeros(0)
    return np.asarray(np.sqrt((_frames(sound) ** 2).mean(axis=1)))


def _bands() -> NDArray[np.float64]:
    """Triangles over the spectrum, spaced as ears hear."""
    edges = 700 * (np.exp(np.linspace(np.log1p(120 / 700), np.log1p(8000 / 700), BANDS + 2)) - 1)
    hertz = np.fft.rfftfreq(FRAME, 1 / SAMPLE_RATE)
    rise = (hertz - edges[:-2, None]) / np.diff(edges)[:-1, None]
    fall = (edges[2:, None] - hertz) / np.diff(edges)[1:, None]
    return np.asarray(np.clip(np.minimum(rise, fall), 0, None))


def _pitch(pieces: NDArray[np.float64]) -> NDArray[np.float64]:
    """The pitch of each piece, by the best shift of the wave against itself."""
    spectrum = np.abs(np.fft.rfft(pieces - pieces.mean(axis=1, keepdims=True), 2 * FRAME, axis=1)) ** 2
    fits = np.fft.irfft(spectrum, axis=1)[:, : FRAME // 2]
    shortest = SAMPLE_RATE // 1000
    return np.asarray(SAMPLE_RATE / (shortest + fits[:, shortest : SAMPLE_RATE // 70].argmax(axis=1)))
