"""Listens while a game is on, and says after a call whose crow it sounded like."""

import threading
from collections.abc import Callable

import numpy as np

from companion.announcements.announcement import Announcement
from companion.announcements.hearing import Crowd, shouts
from companion.announcements.wording import Wording
from hardware.ports import SAMPLE_RATE, Microphone

KEPT_SECONDS = 3.0
LISTEN_SECONDS = 0.1


class Listener:
    """A channel that talks back. Only what was heard before the press counts: after it, our own rooster crows."""

    def __init__(
        self, microphone: Microphone, crowd: Crowd, wording: Callable[[], Wording], tell: Callable[[Announcement], None]
    ) -> None:
        self._microphone = microphone
        self._crowd = crowd
        self._wording = wording
        self._tell = tell
        self._lock = threading.Lock()
        self._heard = np.zeros(0, np.int16)
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="microphone", daemon=True)
        self._thread.start()

    def tell(self, announcement: Announcement) -> None:
        if announcement.mood != "call":
            return
        self._gather()
        with self._lock:
            loud = shouts(self._heard)
        name = self._crowd.who(loud[-1]) if loud else None
        if name is not None:
            self._tell(self._wording().prompt("SoundedLike", player=name))

    def close(self) -> None:
        self._closed.set()
        self._thread.join(1.0)
        self._microphone.close()

    def _listen(self) -> None:
        while not self._closed.wait(LISTEN_SECONDS):
            self._gather()

    def _gather(self) -> None:
        with self._lock:
            heard = np.concatenate([self._heard, self._microphone.listen()])
            self._heard = heard[-int(KEPT_SECONDS * SAMPLE_RATE) :]
