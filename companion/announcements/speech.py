"""The voice: own clips first, then the sentences that came with the program, else espeak-ng, rendered once and kept."""

import itertools
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from companion.announcements.announcement import Announcement
from companion.announcements.clips import read_wav
from companion.announcements.pack import name, nameless, packed
from companion.announcements.sounds import loud
from companion.announcements.stored import store, stored
from companion.languages import phrases
from hardware.folders import data_folder
from hardware.ports import Sound
from hardware.trouble import Trouble
from hardware.wording import line

WORDS_PER_MINUTE = 155
KEPT = 500  # rendered sentences in the folder: some 40 MB, and more than an evening needs
RENDER_SECONDS = 5.0
JOKE_EVERY = 3  # a joke with every third take, steal or win stays funny longer

# Sentences with names and numbers are rendered at first use: that takes espeak-ng 25 ms, and a sentence sounds better
# whole than pieced together from words.


class Voice:
    """Speaks one language. Own clips lie in ``<folder>/<language>`` and go first:

    ``DiceKept_Ana.wav`` for Ana alone, else ``DiceKept.wav``, ``DiceKept+1.wav`` ... in turn for everyone.
    Without a clip the sentence comes from the pack, else from espeak-ng; without espeak-ng a sentence to somebody is
    said without the name, and where that is not in the pack either there is silence, told once.
    """

    def __init__(self, language: str, folder: Path | None = None, jokes: bool = True) -> None:
        self.language = language
        self._folder = (folder or data_folder() / "voice") / language
        self._jokes: Mapping[str, list[str]] = phrases(language).get("jokes", {}) if jokes else {}
        self._told = 0
        self._turn = itertools.count()

    def say(self, announcement: Announcement) -> Sound | None:
        """The sound of its sentence, or none if there is nothing to say."""
        if clip := self._clip(announcement):
            return read_wav(clip)
        sentence = " ".join([announcement.spoken, *self._joke(announcement)]).strip()
        if not sentence:
            return None
        try:
            return self.sentence(sentence)
        except Trouble:
            said = packed(nameless(announcement.spoken, announcement.player), self.language)
            if said is None:
                raise
            return said

    def sentence(self, text: str) -> Sound:
        """Any sentence: from the pack, from the folder of those once rendered, or fresh from espeak-ng."""
        if (said := packed(text, self.language)) is not None:
            return said
        kept = self._folder / "rendered" / f"{name(text)}.npy"
        if (again := stored(kept)) is not None and again.dtype == np.int16 and again.ndim == 1 and len(again):
            return again
        sound = render(text, phrases(self.language)["language"]["voice"])
        self._keep(kept, sound)
        return sound

    def _joke(self, announcement: Announcement) -> list[str]:
        lines = self._jokes.get(announcement.key, [])
        if not lines:
            return []
        self._told += 1
        return [] if self._told % JOKE_EVERY else [lines[self._told // JOKE_EVERY % len(lines)]]

    def _clip(self, announcement: Announcement) -> Path | None:
        if not self._folder.is_dir():
            return None
        if announcement.player and re.fullmatch(r"[\w -]+", announcement.player):
            own = self._folder / f"{announcement.key}_{announcement.player}.wav"
            if own.is_file():
                return own
        variants = sorted(
            [*self._folder.glob(f"{announcement.key}.wav"), *self._folder.glob(f"{announcement.key}+*.wav")]
        )
        return variants[next(self._turn) % len(variants)] if variants else None

    def _keep(self, path: Path, sound: Sound) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            for old in sorted(path.parent.iterdir(), key=lambda file: file.stat().st_mtime)[:-KEPT]:
                old.unlink()
            store(path, sound)
        except OSError:
            pass  # a full disk costs 25 ms a sentence, not the voice


def forget_sentences(folder: Path | None = None) -> None:
    """Throw away what was rendered: names are spoken in there, and whoever still plays is rendered again."""
    for kept in (folder or data_folder() / "voice").glob("*/rendered/*.npy"):
        kept.unlink(missing_ok=True)


def render(text: str, voice: str) -> Sound:
    """The sentence as espeak-ng says it, at the loudness of all our sounds."""
    if shutil.which("espeak-ng") is None:
        raise Trouble(
            line("I cannot speak: espeak-ng is not installed."),
            line("Run: {command}", command="sudo apt install espeak-ng"),
        )
    command = ["espeak-ng", "-v", voice, "-s", str(WORDS_PER_MINUTE), "--stdin", "--stdout"]
    try:
        # By standard input: a player called "-w" is not an option.
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=RENDER_SECONDS, check=True)
    except (subprocess.SubprocessError, OSError) as error:
        raise Trouble(
            line("espeak-ng does not speak."), line("Run: {command}", command=f"espeak-ng -v {voice} hello")
        ) from error
    # The header was written before espeak-ng knew how long it would talk, so its sizes cannot be used.
    samples = done.stdout[done.stdout.find(b"data") + 8 :]
    return loud(np.frombuffer(samples[: len(samples) // 2 * 2], "<i2") / 32767)
