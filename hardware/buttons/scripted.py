"""Buttons pressed by a script, by a robot or by the page."""

import json
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from hardware.ports import Press
from hardware.settings import CALLS, COLOURS, ButtonsSettings
from hardware.trouble import Trouble
from hardware.wording import line

KINDS = ("press", "hold", "chord", "long_hold")


class ScriptedButtons:
    """Gives each press once its time has come; ``press`` adds one at any time from any thread."""

    def __init__(self, script: Iterable[Press] = (), clock: Callable[[], float] = time.monotonic) -> None:
        self._waiting = list(script)
        self._clock = clock
        self._lock = threading.Lock()

    def press(self, button: str, kind: str = "press", at: float | None = None) -> None:
        with self._lock:
            self._waiting.append(Press(button, self._clock() if at is None else at, kind))

    def presses(self) -> tuple[Press, ...]:
        now = self._clock()
        with self._lock:
            due = sorted((press for press in self._waiting if press.at <= now), key=lambda press: press.at)
            self._waiting = [press for press in self._waiting if press.at > now]
        return tuple(due)

    def close(self) -> None:
        with self._lock:
            self._waiting.clear()


def open_buttons(settings: ButtonsSettings, clock: Callable[[], float] = time.monotonic) -> ScriptedButtons:
    """The script's times count from now on the given clock, so a playback passes its table clock."""
    return ScriptedButtons(script(Path(settings.path), clock()) if settings.path else (), clock)


def script(path: Path, begin: float = 0.0) -> tuple[Press, ...]:
    """The presses of a file of lines ``{"t": 2.5, "button": "green", "kind": "press"}``; kind may be left out."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise Trouble(
            line("I cannot read the presses in {path}.", path=path), line("The system says: {why}.", why=error.strerror)
        ) from error
    return tuple(_press(written, f"{path}:{n}", begin) for n, written in enumerate(lines, 1) if written.strip())


def _press(written: str, where: str, begin: float) -> Press:
    try:
        fact = json.loads(written)
        press = Press(fact["button"], begin + float(fact["t"]), fact.get("kind", "press"))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Trouble(
            line("{where}: {written!r} is no press.", where=where, written=written),
            line('Write {{"t": 2.5, "button": "green"}}.'),
        ) from error
    names = press.button.split("+") if press.kind == "chord" else [press.button]
    if press.kind not in KINDS or not set(names) <= {*COLOURS, *CALLS}:
        raise Trouble(
            line("{where}: {written!r} is no press.", where=where, written=written),
            line("Buttons: {buttons}; {kinds}.", buttons=", ".join(COLOURS + CALLS), kinds=", ".join(KINDS)),
        )
    return press
