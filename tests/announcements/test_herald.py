"""The herald: everybody hears everything, and nobody waits for the slow."""

import threading
from collections import deque

from companion.announcements.announcement import Announcement, Kind
from companion.announcements.herald import Herald, enqueue


def news(key: str, urgency: int = 1, kind: Kind = "deed") -> Announcement:
    return Announcement(key, kind, matrix=key[:5], line=key, spoken=key, urgency=urgency)


class Heard:
    def __init__(self) -> None:
        self.keys: list[str] = []
        self.complete = threading.Event()

    def tell(self, announcement: Announcement) -> None:
        self.keys.append(announcement.key)
        if announcement.key == "last":
            self.complete.set()


class Stuck:
    def __init__(self) -> None:
        self.release = threading.Event()

    def tell(self, announcement: Announcement) -> None:
        self.release.wait(10)


class Broken:
    def tell(self, announcement: Announcement) -> None:
        raise RuntimeError("no lamp")


def test_a_stuck_and_a_broken_channel_hold_up_nobody() -> None:
    heard, stuck = Heard(), Stuck()
    herald = Herald([stuck, Broken(), heard])
    for n in range(100):
        herald.tell(news(f"deed {n}", urgency=2))
    herald.tell(news("last", urgency=2))
    assert heard.complete.wait(5), "the good channel hears all although another is stuck"
    stuck.release.set()
    herald.close()


def test_the_call_goes_before_all_that_waits() -> None:
    waiting: deque[Announcement] = deque()
    for one in (news("kept"), news("rolled"), news("crow", urgency=3), news("refused", urgency=2)):
        enqueue(waiting, one)
    assert [one.key for one in waiting] == ["crow", "refused", "kept", "rolled"]


def test_only_the_newest_advice_waits() -> None:
    waiting: deque[Announcement] = deque()
    for one in (news("keep", kind="prompt"), news("kept"), news("roll or stop", kind="prompt")):
        enqueue(waiting, one)
    assert [one.key for one in waiting] == ["kept", "roll or stop"]


def test_a_full_queue_forgets_the_least_urgent() -> None:
    waiting: deque[Announcement] = deque()
    for one in (news("won", urgency=2), news("hint", urgency=0), news("kept"), news("taken")):
        enqueue(waiting, one, most=3)
    assert [one.key for one in waiting] == ["won", "kept", "taken"]
