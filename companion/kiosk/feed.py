"""Sends the table picture and the announcements to every open page."""

import asyncio
import json
import secrets
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from companion.announcements.announcement import Announcement
from companion.announcements.sounds import sound_of
from companion.announcements.talk import Talk
from hardware import gate
from hardware.speakers.themes import OURS

NEWS_KEPT = 256  # a phone that slept through more than this starts afresh from the newest table
HEARTBEAT_SECONDS = 15.0  # keeps the line open through home routers and lets dead phones be noticed


class Feed:
    """News is never skipped; a table picture is only ever replaced by a newer one.

    Written to by the referee's and the herald's threads, read by the server's loop. Each event is encoded once for
    all viewers. Ids carry the run they belong to, so a page that outlived a restart is not fooled by its old count.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._run = secrets.token_hex(4)
        self._count = 0
        self._table: tuple[int, bytes] | None = None
        self._lamps: tuple[int, bytes] | None = None
        self._snapshot: Mapping[str, Any] = {}
        self._news: deque[tuple[int, bytes]] = deque(maxlen=NEWS_KEPT)
        self._bells: set[Callable[[], object]] = set()
        self._closed = False
        self.talk = Talk()
        self.theme = OURS  # of the sounds
        self.silenced: Container[str | None] = ()  # sounds that are not to be heard at this table

    @property
    def snapshot(self) -> Mapping[str, Any]:
        """The newest table, for a page that is being opened."""
        return self._snapshot

    @property
    def run(self) -> str:
        """Which start of the program this is."""
        return self._run

    @property
    def viewers(self) -> int:
        return len(self._bells)

    def publish(self, snapshot: Mapping[str, Any]) -> None:
        """Show this table from now on; one that looks like the last is not sent again."""
        if self._table and _looks(snapshot) == _looks(self._snapshot):
            return
        with self._lock:
            self._snapshot = snapshot
            self._table = self._encode("table", snapshot)
            self._ring()

    def show_lamps(self, rows: Sequence[str]) -> None:
        """What the LED matrix shows; only ever the newest picture, for a scrolling name would crowd out the news."""
        with self._lock:
            count, event = self._encode("lamps", {"rows": rows})
            self._lamps = count, event.partition(b"\n")[2]  # without an id: no page needs to come back to a lamp
            self._ring()

    def tell(self, announcement: Announcement) -> None:
        """The feed is a channel of the herald."""
        sound = sound_of(announcement)
        heard = {"sound": None if sound in self.silenced else sound}
        said = {} if self.talk.says(announcement) else {"spoken": ""}
        self.send("news", asdict(announcement) | heard | said)

    def send(self, kind: str, value: Mapping[str, Any]) -> None:
        """Send every page one piece of news: an announcement, a button press, a changed setting."""
        with self._lock:
            self._news.append(self._encode(kind, value))
            self._ring()

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        with self._lock:
            self._closed = True
            self._ring()

    async def stream(self, last_event_id: str = "") -> AsyncIterator[bytes]:
        """Everything since this id (from a page's Last-Event-ID), then everything new, as server-sent events."""
        loop, wake = asyncio.get_running_loop(), asyncio.Event()

        def bell() -> None:
            loop.call_soon_threadsafe(wake.set)

        with self._lock:
            self._bells.add(bell)
        try:
            yield b"retry: 1000\n\n"
            seen = self._place(last_event_id)
            if self._lamps and self._lamps[0] <= seen:
                yield self._lamps[1]
            while not self._closed:
                wake.clear()
                for count, chunk in self._since(seen):
                    yield chunk
                    seen = count
                try:
                    await asyncio.wait_for(wake.wait(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield b": still here\n\n"
        finally:
            with self._lock:
                self._bells.discard(bell)

    def _encode(self, kind: str, value: Mapping[str, Any]) -> tuple[int, bytes]:
        self._count += 1
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
        return self._count, f"id: {self._run}-{self._count}\nevent: {kind}\ndata: {text}\n\n".encode()

    def begin_anew(self) -> None:
        """Whoever listened is gone with the loop it listened in."""
        with self._lock:
            self._bells.clear()

    def _ring(self) -> None:
        for bell in tuple(self._bells):
            try:
                bell()
            except RuntimeError:  # its loop has ended: the referee must not fall with the page
                self._bells.discard(bell)

    def _place(self, last_event_id: str) -> int:
        """Where a page stands: old news is for pages that came back, not for new ones."""
        run, _, count = last_event_id.partition("-")
        if run == self._run:
            with suppress(gate.Unfit):
                return gate.number(count)
        return self._table[0] - 1 if self._table else self._count

    def _since(self, seen: int) -> list[tuple[int, bytes]]:
        with self._lock:
            fresh = [event for event in self._news if event[0] > seen]
            fresh += [newest for newest in (self._table, self._lamps) if newest and newest[0] > seen]
        return sorted(fresh)


def _looks(snapshot: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in snapshot.items() if key != "seq"}
