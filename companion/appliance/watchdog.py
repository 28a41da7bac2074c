"""Tells systemd that we are up and still alive; without systemd it does nothing."""

import os
import socket
import time
from collections.abc import Callable

BEAT_SECONDS = 2.0  # the unit allows 60


class Watchdog:
    """``beat`` belongs into the loop that must not hang; it is cheap enough for every turn of it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._address = os.environ.get("NOTIFY_SOCKET", "")
        self._clock = clock
        self._last: float | None = None

    def beat(self) -> None:
        if not self._address:
            return
        now = self._clock()
        if self._last is None:
            self._send("READY=1")
        elif now - self._last < BEAT_SECONDS:
            return
        else:
            self._send("WATCHDOG=1")
        self._last = now

    def stop(self) -> None:
        self._send("STOPPING=1")

    def _send(self, state: str) -> None:
        if not self._address:
            return
        # An address that begins with @ is in Linux's abstract space, written there with a leading zero byte.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            try:
                line.sendto(state.encode(), address)
            except OSError:
                self._address = ""  # nobody is listening any more
