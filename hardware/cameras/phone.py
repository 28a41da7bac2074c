"""The camera of a phone or laptop: its pictures come over the page, which asks for one after the other."""

import threading
from shutil import which

import cv2
import numpy as np

from hardware.cameras.recording import decoded
from hardware.frame import Frame
from hardware.settings import CameraSettings
from hardware.trouble import Trouble
from hardware.wording import line

PATIENCE_SECONDS = 3.0  # a phone that sends nothing for so long is gone


class Line:
    """Where pictures arrive, from any thread; only the newest is kept."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._newest: tuple[bytes, float] | None = None
        self._eyes = 0
        self.fps = CameraSettings().fps

    @property
    def wanted(self) -> bool:
        """Whether anybody looks."""
        return self._eyes > 0

    def look(self, fps: float) -> None:
        self._eyes, self.fps = self._eyes + 1, fps

    def look_away(self) -> None:
        self._eyes -= 1

    def offer(self, jpeg: bytes, taken_at: float) -> None:
        with self._news:
            self._newest = jpeg, taken_at
            self._news.notify_all()

    def take(self, after: float) -> tuple[bytes, float] | None:
        """The newest picture taken after this moment, once."""
        with self._news:
            self._news.wait_for(lambda: self._newest is not None and self._newest[1] > after, PATIENCE_SECONDS)
            if self._newest is None or self._newest[1] <= after:
                return None
            newest, self._newest = self._newest, None
            return newest


LINE = Line()  # a table has one


class PhoneCamera:
    def __init__(self, settings: CameraSettings, pictures: Line) -> None:
        self._settings = settings
        self._line = pictures
        self._number = 0
        self._last = float("-inf")
        self._open = True
        pictures.look(settings.fps)

    def read(self) -> Frame | None:
        return self.read_after(self._last)

    def read_after(self, moment: float) -> Frame | None:
        taken = self._line.take(max(moment, self._last))
        if taken is None:
            raise Trouble(
                line("No phone sends pictures."),
                line("Open the menu, A phone as the camera, here at the table: it shows what to scan and what to tap."),
            )
        pixels = decoded(taken[0], "phone")
        if self._settings.upside_down:
            pixels = np.asarray(cv2.rotate(pixels, cv2.ROTATE_180), np.uint8)
        self._number, self._last = self._number + 1, taken[1]
        return Frame(pixels, self._number, taken[1], "phone")

    def close(self) -> None:
        if self._open:
            self._open = False
            self._line.look_away()


def lacks() -> str:
    return "" if which("openssl") else line("I cannot make a certificate: openssl is missing.")


def open_camera(settings: CameraSettings) -> PhoneCamera:
    return PhoneCamera(settings, LINE)
