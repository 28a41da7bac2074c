"""The page as a phone in the room has it: what the table tells, and what may be told to it."""

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

from emulated_pi.machine import Machine
from emulated_pi.workshop import Failed

PATIENCE_SECONDS = 120


class Phone:
    """Reads the feed in a thread of its own; comes in with the PIN when it has something to tell."""

    def __init__(self, machine: Machine) -> None:
        host, port = machine.address("page")
        self._machine = machine
        self._address = f"http://{host}:{port}"
        self._cookie = ""
        self._over = False
        self.table: dict[str, Any] = {}
        self.lamps: list[list[str]] = []
        self.news: list[dict[str, Any]] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def get(self, path: str) -> bytes:
        asked = urllib.request.Request(self._address + path, headers={"Cookie": self._cookie})
        with urllib.request.urlopen(asked, timeout=PATIENCE_SECONDS) as answer:
            return bytes(answer.read())

    def post(self, path: str, values: Mapping[str, Any]) -> None:
        headers = {"Content-Type": "application/json", "Origin": self._address, "Cookie": self._cookie}
        asked = urllib.request.Request(self._address + path, json.dumps(values).encode(), headers)
        with urllib.request.urlopen(asked, timeout=PATIENCE_SECONDS) as answer:
            if cookie := answer.headers.get("set-cookie"):
                self._cookie = cookie.partition(";")[0]

    def come_in(self) -> None:
        """Somebody reads the PIN off the screen at the table and types it here."""
        read = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8080/api/me').read().decode())"
        pin = json.loads(self._machine.run(f'python3 -c "{read}"'))["pin"]
        self.post("/api/join", {"pin": pin})

    def deeds(self) -> list[dict[str, Any]]:
        """Of the newest match, as the journal has them."""
        matches = json.loads(self.get("/export.json"))
        newest: dict[str, Any] = max(matches, key=lambda one: one["match"], default={"deeds": []})
        return list(newest["deeds"])

    def wait_for_table(self, seconds: float) -> float:
        """How long until the page answers and shows a table."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            try:
                if json.loads(self.get("/health"))["healthy"] and self.table:
                    return time.monotonic() - began
            except (OSError, ValueError, urllib.error.URLError):
                pass
            time.sleep(2)
        raise Failed("the page does not answer")

    def close(self) -> None:
        self._over = True

    def _listen(self) -> None:
        while not self._over:
            try:
                with urllib.request.urlopen(self._address + "/feed", timeout=PATIENCE_SECONDS) as feed:
                    kind = ""
                    for raw in feed:
                        line = raw.decode().rstrip("\n")
                        if line.startswith("event: "):
                            kind = line.removeprefix("event: ")
                        elif line.startswith("data: "):
                            self._take(kind, json.loads(line.removeprefix("data: ")))
                        if self._over:
                            return
            except (OSError, ValueError):
                time.sleep(1)

    def _take(self, kind: str, told: Any) -> None:
        if kind == "table":
            self.table = told
        elif kind == "lamps":
            self.lamps.append(told["rows"])
        elif kind == "news":
            self.news.append(told)
