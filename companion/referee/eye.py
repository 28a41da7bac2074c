"""Keeps looking: frames from the camera become looks on the referee's desk, and a lost camera is opened again."""

import logging
import math
import threading
import time
from collections.abc import Callable

from companion.referee.desk import Desk
from companion.referee.settle import Blindness, Look, State
from companion.referee.watch import Watch
from hardware.frame import Frame
from hardware.ports import Camera
from hardware.trouble import Trouble

log = logging.getLogger(__name__)
TRY_AGAIN_SECONDS = 1.0
READS_FOR_EVER_SECONDS = 60.0
STARTS_SECONDS = (
    10.0  # since it was opened a camera, or the machine that has just begun to read it, may still be starting
)
HANGS_SECONDS = 2.0  # a camera that is asked for a frame and does not answer for so long is as good as gone


class Eye(threading.Thread):
    """The camera's thread."""

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        watch: Watch,
        desk: Desk,
        show: Callable[[Frame, Look], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(name="eye", daemon=True)
        self.watch = watch
        self.ended = threading.Event()  # there will be no more frames
        self._open_camera = open_camera
        self._camera: Camera | None = None
        self._desk = desk
        self._show = show
        self._clock = clock
        self._stopped = threading.Event()
        self._lost_at: float | None = None
        self._asked_at: float | None = None  # while the camera owes us a frame
        self._opened_at = 0.0
        self._seen_at: float | None = None  # while a frame is being read

    def open(self) -> None:
        """Open the camera now, so that one that is missing is said before anything starts."""
        self._camera = self._open_camera()
        self._opened_at = self._clock()

    def run(self) -> None:
        while not self._stopped.is_set():
            try:
                frame = self._next_frame()
            except Trouble as trouble:
                self._lose(trouble)
                continue
            except Exception:  # a driver's own error is a lost camera too; the log has it
                log.exception("the camera failed")
                self._lose(Trouble("The camera has failed.", "Check its cable; I go on as soon as it is back."))
                continue
            if frame is None:
                break
            self._lost_at = None
            self._seen_at = self._clock()
            look = self.watch.see(frame)
            self._show(frame, look)
            self._desk.put(look)
            self._seen_at = None
        self.ended.set()
        if self._camera is not None:
            self._camera.close()

    def _next_frame(self) -> Frame | None:
        self._asked_at = self._clock()
        try:
            if self._camera is None:
                self.open()
            assert self._camera is not None
            return self._camera.read()
        finally:
            self._asked_at = None

    def _lose(self, trouble: Trouble) -> None:
        if self._lost_at is None:
            log.error("camera lost say=%s fix=%s", trouble.say, trouble.fix)
            self._lost_at = self._clock()
        if self._camera is not None:
            self._camera.close()
            self._camera = None
        self._tell(Blindness("Machine", self._lost_at, trouble.say, trouble.fix))
        self._stopped.wait(TRY_AGAIN_SECONDS)

    @property
    def lives(self) -> bool:
        """Whether it looks, or has seen the end of what there was; what is read for so long is read for ever."""
        reading = self._seen_at is not None and self._clock() - self._seen_at >= READS_FOR_EVER_SECONDS
        return self.ended.is_set() or self._stopped.is_set() or (self.is_alive() and not reading)

    def mind(self) -> None:
        """Called by others from time to time: a camera that hangs cannot say so itself."""
        asked_at, now = self._asked_at, self._clock()
        due = max(asked_at + HANGS_SECONDS, self._opened_at + STARTS_SECONDS) if asked_at is not None else math.inf
        if asked_at is not None and self._lost_at is None and now >= due:
            self._tell(Blindness("Blind", asked_at))

    def _tell(self, blind: Blindness) -> None:
        self._desk.put(Look(self._clock(), 0, State.BLIND, -1, blind=blind))

    def retire(self) -> None:
        """Give the camera up, whatever the thread is doing; another eye takes over."""
        self._stopped.set()
        if self._camera is not None:
            self._camera.close()

    def close(self) -> None:
        self._stopped.set()
        if self.is_alive():
            self.join(3)
