"""Moves to a newer release while the page looks on; it takes effect at the next start."""

import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

Run = Callable[[Sequence[str]], tuple[int, str]]  # a command -> its exit code and what it said last


def last_said(command: Sequence[str]) -> tuple[int, str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return done.returncode, said[-1] if said else ""


class Renewal:
    """One update at a time, in a thread and a process of its own."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._thread: threading.Thread | None = None
        self._came_of_it: dict[str, Any] = {"state": "idle"}

    def begin(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._came_of_it = {"state": "running"}
            self._thread = threading.Thread(target=self._update, name="update", daemon=True)
            self._thread.start()

    def told(self) -> dict[str, Any]:
        return dict(self._came_of_it)

    def _update(self) -> None:
        code, said = self._run((sys.executable, "-m", "companion", "update"))
        self._came_of_it = {"state": "done"} if code == 0 else {"state": "stayed", "why": said}
