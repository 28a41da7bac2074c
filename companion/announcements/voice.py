"""Chooses the sound and the spoken sentence for an announcement, and lets nobody wait for either."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

import numpy as np

from companion.announcements.announcement import Announcement
from companion.announcements.clips import themed
from companion.announcements.herald import enqueue
from companion.announcements.sounds import SOUNDS, sound_of
from companion.announcements.speech import Voice
from companion.announcements.talk import Talk
from hardware.ports import SAMPLE_RATE, Sound, Speaker
from hardware.settings import SpeakerSettings
from hardware.trouble import Trouble

log = logging.getLogger(__name__)
WAITING = 4  # sentences; more would be yesterday's news
CALL = 3  # this urgency silences everything else


class VoiceChannel:
    """Whoever tells plays the sound; a thread of its own says the sentences, the urgent first, of advice the newest."""

    def __init__(
        self,
        speaker: Speaker,
        language: str = "en",
        settings: SpeakerSettings | None = None,
        folder: Path | None = None,
        report: Callable[[Trouble], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._speaker = speaker
        self._settings = settings or SpeakerSettings()
        self._folder = folder
        self._choosy = Talk(self._settings.talk)
        self._report = report or _log
        self._clock = clock
        self._reported: set[str] = set()
        self._waiting: deque[Announcement] = deque()
        self._saying: Announcement | None = None
        self._said_at = 0.0  # when that sentence will have ended
        self._free_at = 0.0  # when the last sound will have ended
        self._bell = threading.Condition()
        self._closed = False
        self.speak(language)
        for name in SOUNDS:
            themed(name, self._settings.theme)  # worked out now, so that the call costs no time
        self.revive()

    @property
    def lives(self) -> bool:
        return self._closed or self._thread.is_alive()

    def revive(self) -> None:
        self._thread = threading.Thread(target=self._talk, name="voice", daemon=True)
        self._thread.start()

    def speak(self, language: str) -> None:
        """Say everything in this language from now on."""
        self._voice = Voice(language, self._folder, self._settings.jokes)

    def tell(self, announcement: Announcement) -> None:
        with self._bell:
            if self._goes_before(announcement):
                self._hush()
            if announcement.urgency >= CALL:
                self._waiting.clear()
            name = sound_of(announcement)
            if name and self._settings.sounds and name not in self._settings.silenced:
                self._play(themed(name, self._settings.theme), name)
            if self._settings.voice and self._choosy.says(announcement):
                enqueue(self._waiting, announcement, WAITING)
                self._bell.notify()

    def close(self) -> None:
        with self._bell:
            self._closed = True
            self._waiting.clear()
            self._hush()
            self._bell.notify()
        self._thread.join(2.0)
        self._speaker.close()

    def _goes_before(self, announcement: Announcement) -> bool:
        """Whether what is being said must give way: to something more urgent, or advice to newer advice."""
        if announcement.urgency >= CALL:
            return True
        saying = self._saying
        if saying is None or self._clock() >= self._said_at:
            return False
        return announcement.urgency > saying.urgency or (saying.kind == announcement.kind == "prompt")

    def _hush(self) -> None:
        self._speaker.stop()
        self._saying = None
        self._free_at = 0.0

    def _play(self, wave: Sound, name: str) -> None:
        try:
            self._speaker.play(np.asarray(wave * self._settings.volume, np.int16), name)
        except Trouble as trouble:
            self._tell_trouble(trouble)
        self._free_at = max(self._free_at, self._clock() + len(wave) / SAMPLE_RATE)

    def _talk(self) -> None:
        while True:
            with self._bell:
                while not self._closed and not (self._waiting and self._clock() >= self._free_at):
                    self._bell.wait(max(0.001, self._free_at - self._clock()) if self._waiting else None)
                if self._closed:
                    return
                announcement = self._waiting.popleft()
                self._saying, self._said_at = announcement, float("inf")
            said = self._spoken(announcement)  # not under the lock: a call must not wait for espeak-ng
            with self._bell:
                if self._saying is announcement:
                    if said is not None:
                        self._play(said, announcement.spoken)
                    self._said_at = self._free_at

    def _spoken(self, announcement: Announcement) -> Sound | None:
        try:
            return self._voice.say(announcement)
        except Trouble as trouble:
            self._tell_trouble(trouble)
        except Exception:  # one sentence that cannot be said must not be the last
            log.exception("could not say key=%s", announcement.key)
        return None

    def _tell_trouble(self, trouble: Trouble) -> None:
        """Each trouble once: a speaker that is gone stays gone, and the game goes on."""
        if trouble.say not in self._reported:
            self._reported.add(trouble.say)
            self._report(trouble)


def _log(trouble: Trouble) -> None:
    log.error("voice trouble say=%s fix=%s", trouble.say, trouble.fix)
