"""A camera in the network: an old phone's camera app or any other that gives MJPEG or RTSP, through OpenCV."""

import threading
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np

from hardware.frame import Frame, Pixels
from hardware.settings import CameraSettings
from hardware.trouble import Trouble
from hardware.wording import line

KINDS = ("http", "https", "rtsp", "rtsps")
OPEN_SECONDS = 5.0
PATIENCE_SECONDS = 3.0  # a camera that sends nothing for so long is gone
LAG_SECONDS = 0.5  # app and network take up to that long; a frame called too old only costs a moment's waiting


class UrlCamera:
    """``plug`` opens the address. What arrives is taken at once and only the newest kept, or it would queue up."""

    def __init__(
        self, settings: CameraSettings, plug: Callable[[], Any], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._settings = settings
        self._plug = plug
        self._clock = clock
        self._news = threading.Condition()
        self._newest: tuple[Pixels, float] | None = None
        self._number = 0
        self._draining: _Draining | None = None
        self._reach()

    def read(self) -> Frame | None:
        return self._next(float("-inf"), PATIENCE_SECONDS)

    def read_after(self, moment: float) -> Frame | None:
        return self._next(moment, PATIENCE_SECONDS + LAG_SECONDS)

    def close(self) -> None:
        if self._draining is not None:
            self._draining.stopped.set()
            self._draining = None

    def _reach(self) -> None:
        if self._draining is None:
            self._newest = None
            self._draining = _Draining(self._plug(), self._offer)
            self._draining.start()

    def _offer(self, pixels: Pixels | None) -> None:
        with self._news:
            self._newest = None if pixels is None else (pixels, self._clock() - LAG_SECONDS)
            if pixels is None:
                self.close()
            self._news.notify_all()

    def _next(self, after: float, patience: float) -> Frame:
        self._reach()

        def come() -> bool:
            return self._draining is None or (self._newest is not None and self._newest[1] > after)

        with self._news:
            self._news.wait_for(come, patience)
            if self._newest is None or self._newest[1] <= after:
                self.close()
                raise Trouble(
                    line("The camera at {where} sends no more pictures.", where=where(self._settings.address)),
                    line("See whether its app is still open and the network is there; I go on as soon as it is back."),
                )
            (pixels, taken_at), self._newest = self._newest, None
        if self._settings.upside_down:
            pixels = np.asarray(cv2.rotate(pixels, cv2.ROTATE_180), np.uint8)
        self._number += 1
        return Frame(pixels, self._number, taken_at, "url")


class _Draining(threading.Thread):
    """Takes what arrives until told to stop or there is no more; only it touches the device."""

    def __init__(self, device: Any, offer: Callable[[Pixels | None], None]) -> None:
        super().__init__(name="url-camera", daemon=True)
        self._device = device
        self._offer = offer
        self.stopped = threading.Event()

    def run(self) -> None:
        good = True
        while good and not self.stopped.is_set():
            good, pixels = self._device.read()
            if not self.stopped.is_set():
                self._offer(np.asarray(pixels, np.uint8) if good else None)
        self._device.release()


def open_camera(settings: CameraSettings) -> UrlCamera:
    return UrlCamera(settings, lambda: _plug(settings.address))


def where(address: str) -> str:
    """The machine behind an address, without the name and password that may stand in it."""
    try:
        parts = urlsplit(address)
        return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)
    except ValueError:
        return "?"


def _plug(address: str) -> Any:
    if urlsplit(address).scheme not in KINDS or where(address) in ("None", "?"):
        raise Trouble(
            line("The address of the camera is none I can use."),
            line("Set address under [camera] to what its app shows, like http://192.168.1.20:8080/video."),
        )
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, int(1000 * OPEN_SECONDS)]
    limits += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, int(1000 * PATIENCE_SECONDS)]
    device = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    if not device.isOpened():
        raise Trouble(
            line("I cannot reach the camera at {where}.", where=where(address)),
            line("Open its app, and see whether this address shows a picture in a browser in the same Wi-Fi."),
        )
    return device
