"""Keeps looking: frames from the camera become looks on the referee's desk, and a lost camera is opened again."""

import logging
import threading
import time
from collections.abc import Callable

from companion.referee.desk import Desk
from companion.referee.settle import Look, State
from companion.referee.watch import Watch
from hardware.frame import Frame
from hardware.ports import Camera
from hardware.trouble import Trouble

log = logging.getLogger(__name__)
TRY_AGAIN_SECONDS = 1.0


class Eye(threading.Thread):
    """The camera's thread."""

    def __init__(
        self, open_camera: Callable[[], Camera], watch: Watch, desk: Desk, show: Callable[[Frame, Look], None]
    ) -> None:
        super().__init__(name="eye", daemon=True)
        self.watch = watch
        self.ended = threading.Event()  # there will be no more frames
        self._open_camera = open_camera
        self._camera: Camera | None = None
        self._desk = desk
        self._show = show
        self._stopped = threading.Event()
        self._blind = False

    def open(self) -> None:
        """Open the camera now, so that one that is missing is said before anything starts."""
        self._camera = self._open_camera()

    def run(self) -> None:
        while not self._stopped.is_set():
            try:
                if self._camera is None:
                    self.open()
                frame = self._camera.read() if self._camera is not None else None
            except Trouble as trouble:
                self._lose(trouble)
                continue
            if frame is None:
                break
            self._blind = False
            look = self.watch.see(frame)
            self._show(frame, look)
            self._desk.put(look)
        self.ended.set()
        if self._camera is not None:
            self._camera.close()

    def _lose(self, trouble: Trouble) -> None:
        if not self._blind:
            log.error("camera lost say=%s fix=%s", trouble.say, trouble.fix)
            self._desk.put(Look(time.monotonic(), 0, State.BLIND, -1))
        self._blind = True
        if self._camera is not None:
            self._camera.close()
            self._camera = None
        self._stopped.wait(TRY_AGAIN_SECONDS)

    def close(self) -> None:
        self._stopped.set()
        if self.is_alive():
            self.join(3)
