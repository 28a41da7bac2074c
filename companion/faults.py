"""Breaks a part of a table on purpose (``companion run --fault NAME``), to see what is said and what goes on."""

import resource
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from hardware.frame import Frame
from hardware.ports import Buttons, Camera, Display, Picture, Press, Sound, Speaker
from hardware.speakers.alsa import AlsaSpeaker
from hardware.trouble import Trouble
from hardware.wording import line

FAULTS = {
    "camera-gone": "the camera is pulled out",
    "camera-frozen": "the camera delivers the same picture for ever",
    "camera-slow": "a picture takes three seconds",
    "camera-empty": "the pictures are black",
    "disk-full": "nothing more can be written",
    "disk-read-only": "the card has been set read-only",
    "journal-locked": "another program holds the journal",
    "lamps-gone": "the matrix does not listen any more",
    "sound-gone": "no sound can be played",
    "sound-hangs": "the sound server takes a sound and never plays it",
    "button-storm": "a loose contact presses a thousand times a second",
    "memory-low": "only 64 MB more can be had",
}
FOR_EVER = float("inf")
SLOW_SECONDS = 3.0
STORM = 200  # presses each time somebody asks for them, which is a hundred times a second
ROOM_BYTES = 64 * 2**20


@dataclass(frozen=True)
class Fault:
    name: str
    begins: float  # seconds after the start
    ends: float = FOR_EVER


def fault(written: str) -> Fault:
    """``camera-gone`` at once, ``camera-gone:30`` after 30 seconds, ``camera-gone:30:60`` until second 60."""
    name, *times = written.split(":")
    try:
        begins, ends = [*map(float, times), *(0.0, FOR_EVER)[len(times) :]]
    except ValueError:
        name = ""
    if name not in FAULTS or len(times) > 2:
        raise Trouble(f"I know no fault {written!r}.", f"NAME[:FROM[:UNTIL]], NAME one of {', '.join(FAULTS)}.")
    return Fault(name, begins, ends)


class Faults:
    """Hands every part on, whole or broken."""

    def __init__(self, faults: Sequence[Fault] = (), clock: Callable[[], float] = time.monotonic) -> None:
        self._faults = {one.name: one for one in faults}
        self._clock = clock
        self._begun_at = clock()

    def now(self, name: str) -> bool:
        one = self._faults.get(name)
        return one is not None and one.begins <= self._clock() - self._begun_at < one.ends

    def _any(self, *names: str) -> bool:
        return any(name in self._faults for name in names)

    def camera(self, camera: Camera) -> Camera:
        names = ("camera-gone", "camera-frozen", "camera-slow", "camera-empty")
        return FaultyCamera(camera, self) if self._any(*names) else camera

    def display(self, display: Display) -> Display:
        return FaultyDisplay(display, self) if self._any("lamps-gone") else display

    def speaker(self, speaker: Speaker) -> Speaker:
        return FaultySpeaker(speaker, self) if self._any("sound-gone", "sound-hangs") else speaker

    def buttons(self, buttons: Buttons) -> Buttons:
        return StormyButtons(buttons, self) if self._any("button-storm") else buttons

    def file(self, file: sqlite3.Connection) -> Any:
        return FaultyFile(file, self) if self._any("disk-full", "disk-read-only", "journal-locked") else file

    def memory(self) -> None:
        """From now on little more can be had; it cannot be given back, so it has no beginning and no end."""
        if self._any("memory-low"):
            with open("/proc/self/statm") as told:
                used = int(told.read().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (used + ROOM_BYTES, resource.RLIM_INFINITY))


class FaultyCamera:
    def __init__(self, camera: Camera, faults: Faults) -> None:
        self._camera = camera
        self._faults = faults
        self._last: Frame | None = None

    def read(self) -> Frame | None:
        return self._broken(self._camera.read)

    def read_after(self, moment: float) -> Frame | None:
        return self._broken(lambda: self._camera.read_after(moment))

    def close(self) -> None:
        self._camera.close()

    def _broken(self, read: Callable[[], Frame | None]) -> Frame | None:
        if self._faults.now("camera-gone"):
            raise Trouble(line("The camera has failed."), line("Check its cable; I go on as soon as it is back."))
        if self._faults.now("camera-slow"):
            time.sleep(SLOW_SECONDS)
        frame = read()
        if frame is not None and self._faults.now("camera-empty"):
            return Frame(np.zeros_like(frame.pixels), frame.number, frame.taken_at, frame.source)
        if frame is not None and self._last is not None and self._faults.now("camera-frozen"):
            return Frame(self._last.pixels, frame.number, frame.taken_at, frame.source)
        self._last = frame
        return frame


class FaultyDisplay:
    def __init__(self, display: Display, faults: Faults) -> None:
        self._display = display
        self._faults = faults
        self.width, self.height = display.width, display.height

    def show(self, picture: Picture) -> None:
        if self._faults.now("lamps-gone"):
            raise Trouble(
                line("The LED matrix stopped listening ({why}).", why="--fault lamps-gone"),
                line("Check the five wires of the matrix, then start again."),
            )
        self._display.show(picture)

    def close(self) -> None:
        self._display.close()


class FaultySpeaker:
    def __init__(self, speaker: Speaker, faults: Faults) -> None:
        self._speaker = speaker
        self._faults = faults
        self._hanging = AlsaSpeaker(("sh", "-c", "exec sleep 600"))

    def play(self, sound: Sound, name: str = "") -> None:
        if self._faults.now("sound-gone"):
            raise Trouble(line("The speaker does not play."), line("I find no loudspeaker to play on."))
        (self._hanging if self._faults.now("sound-hangs") else self._speaker).play(sound, name)

    def stop(self) -> None:
        self._hanging.stop()
        self._speaker.stop()

    def busy(self) -> bool:
        return self._speaker.busy() or self._hanging.busy()

    def close(self) -> None:
        self._hanging.close()
        self._speaker.close()


class StormyButtons:
    def __init__(self, buttons: Buttons, faults: Faults) -> None:
        self._buttons = buttons
        self._faults = faults

    def presses(self) -> tuple[Press, ...]:
        storm = STORM if self._faults.now("button-storm") else 0
        return (*self._buttons.presses(), *(Press("red", time.monotonic(), "press") for _ in range(storm)))

    def close(self) -> None:
        self._buttons.close()


class FaultyFile:
    """SQLite's connection; what it raises is what SQLite raises."""

    SAYS: ClassVar = {
        "disk-full": "database or disk is full",
        "disk-read-only": "attempt to write a readonly database",
        "journal-locked": "database is locked",
    }

    def __init__(self, file: sqlite3.Connection, faults: Faults) -> None:
        self._file = file
        self._faults = faults

    def execute(self, statement: str, values: Any = ()) -> sqlite3.Cursor:
        for name, says in self.SAYS.items():
            if self._faults.now(name) and not statement.lstrip().upper().startswith("SELECT"):
                raise sqlite3.OperationalError(says)
        return self._file.execute(statement, values)

    def backup(self, other: sqlite3.Connection) -> None:
        self._file.backup(other)

    def close(self) -> None:
        self._file.close()
