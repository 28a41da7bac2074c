"""Hands each announcement to every channel and lets no slow one hold up the rest."""

import logging
import threading
from collections import deque
from collections.abc import Iterable
from typing import Protocol

from companion.announcements.announcement import Announcement

log = logging.getLogger(__name__)
WAITING = 16  # announcements a slow channel may be behind


class Channel(Protocol):
    """Lamps, voice, page or terminal."""

    def tell(self, announcement: Announcement) -> None: ...


class Herald:
    """Gives every channel its own thread and its own short queue."""

    def __init__(self, channels: Iterable[Channel]) -> None:
        self._couriers = [_Courier(channel) for channel in channels]

    def tell(self, announcement: Announcement) -> None:
        for courier in self._couriers:
            courier.add(announcement)

    @property
    def lives(self) -> bool:
        return all(courier.is_alive() or courier.done for courier in self._couriers)

    def revive(self) -> None:
        self._couriers = [one if one.is_alive() or one.done else one.heir() for one in self._couriers]

    def close(self, patience_seconds: float = 2.0) -> None:
        """Let every channel say what it still has, but wait for none longer than this."""
        for courier in self._couriers:
            courier.stop()
        for courier in self._couriers:
            courier.join(patience_seconds)


class _Courier(threading.Thread):
    def __init__(self, channel: Channel) -> None:
        super().__init__(name=f"herald-{type(channel).__name__}", daemon=True)
        self._channel = channel
        self._waiting: deque[Announcement] = deque()
        self._bell = threading.Condition()
        self._stopped = False
        self.start()

    def add(self, announcement: Announcement) -> None:
        with self._bell:
            enqueue(self._waiting, announcement)
            self._bell.notify()

    @property
    def done(self) -> bool:
        return self._stopped

    def heir(self) -> "_Courier":
        """Another one for the same channel, with what this one has not told."""
        heir = _Courier(self._channel)
        for announcement in self._waiting:
            heir.add(announcement)
        return heir

    def stop(self) -> None:
        with self._bell:
            self._stopped = True
            self._bell.notify()

    def run(self) -> None:
        while True:
            with self._bell:
                while not self._waiting and not self._stopped:
                    self._bell.wait()
                if not self._waiting:
                    return
                announcement = self._waiting.popleft()
            try:
                self._channel.tell(announcement)
            except Exception:  # a broken lamp must not silence the voice, nor end the game
                log.exception("channel=%s could not tell key=%s", type(self._channel).__name__, announcement.key)


def enqueue(waiting: deque[Announcement], announcement: Announcement, most: int = WAITING) -> None:
    """Put an announcement in its place: the urgent first, and when it is too much the least urgent oldest goes."""
    if announcement.kind == "prompt":  # only the newest advice is worth hearing
        for old in [one for one in waiting if one.kind == "prompt"]:
            waiting.remove(old)
    behind = [n for n, one in enumerate(waiting) if one.urgency < announcement.urgency]
    if announcement.urgency >= 2 and behind:
        waiting.insert(behind[0], announcement)
    else:
        waiting.append(announcement)
    while len(waiting) > most:
        least = min(waiting, key=lambda one: one.urgency)
        waiting.remove(least)
