"""Runs a wizard on a camera: frames and answers in, prompts out; terminal and page look at the same session."""

import queue
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from calibration.prompt import Prompt
from calibration.wording import line, told
from hardware.frame import Frame
from hardware.ports import Camera
from hardware.trouble import Trouble

PATIENCE_SECONDS = 0.5  # between two tries of a camera that is gone


class Wizard(Protocol):
    @property
    def prompt(self) -> Prompt: ...

    def take(self, frame: Frame) -> None: ...

    def answer(self, choice: str) -> None: ...


class Session:
    """One wizard, one camera. ``step`` may be called in a loop or left to ``start``, never both.

    A pretend ``host`` may answer the prompts that it knows an answer to.
    """

    def __init__(self, wizard: Wizard, camera: Camera, host: Callable[[Prompt], str | None] | None = None) -> None:
        self.wizard = wizard
        self.prompt = wizard.prompt
        self.frame: Frame | None = None
        self.camera_gone = False
        self._camera = camera
        self._host = host
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def answer(self, choice: str) -> None:
        """Pass an answer on; it is heard before the next frame."""
        self._answers.put(choice)

    def step(self) -> bool:
        """Hear the answers and take one frame; false when there will be no more frames."""
        while not self._answers.empty():
            self.wizard.answer(self._answers.get())
        try:
            frame = self._camera.read()
        except Trouble as trouble:  # unplugged: say so, keep what we have, and try again
            self.camera_gone = True
            self.prompt = replace(self.wizard.prompt, fault=line("I get no picture: {why}", why=told(trouble)))
            return True
        self.camera_gone = False
        if frame is None:
            self.prompt = self.wizard.prompt
            return False
        self.frame = frame
        self.wizard.take(frame)
        self.prompt = self.wizard.prompt
        if self._host is not None and (reply := self._host(self.prompt)) is not None:
            self.answer(reply)
        return True

    def start(self) -> None:
        """Run beside the caller until ``close``."""
        self._thread = threading.Thread(target=self._run, name="wizard", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set() and not self.prompt.done and self.step():
            if self.camera_gone:
                self._stop.wait(PATIENCE_SECONDS)

    def wait(self, seconds: float) -> bool:
        """Wait for a session that was started to reach its last prompt; false if it takes longer."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self.prompt.done

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
        self._camera.close()
