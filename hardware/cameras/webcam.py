"""A USB camera, through OpenCV."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.frame import Frame
from hardware.settings import CameraSettings
from hardware.trouble import Trouble
from hardware.wording import line

STALE_FRAMES = 4  # what a driver may have kept in its buffers while nobody read


class Webcam:
    """``plug`` opens the device; a camera that was pulled out is tried again with every read."""

    def __init__(
        self, settings: CameraSettings, plug: Callable[[], Any], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._settings = settings
        self._plug = plug
        self._clock = clock
        self._device: Any = plug()
        self._number = 0

    def read(self) -> Frame | None:
        """The newest frame: what waited in the driver's buffers while nobody read is thrown away."""
        frame = self._next()
        for _ in range(STALE_FRAMES):
            if self._clock() - frame.taken_at < 3 / self._settings.fps:
                break
            frame = self._next()
        return frame

    def read_after(self, moment: float) -> Frame | None:
        while (frame := self._next()).taken_at <= moment:
            pass
        return frame

    def close(self) -> None:
        if self._device is not None:
            self._device.release()
            self._device = None

    def _next(self) -> Frame:
        if self._device is None:
            self._device = self._plug()
        good, pixels = self._device.read()
        if not good:
            self.close()
            raise Trouble(
                line("The USB camera gives no more pictures."), line("Plug it in again; I go on as soon as it is back.")
            )
        if self._settings.upside_down:
            pixels = cv2.rotate(pixels, cv2.ROTATE_180)
        self._number += 1
        return Frame(np.asarray(pixels, np.uint8), self._number, self._taken_at(), "webcam")

    def _taken_at(self) -> float:
        """When the exposure began, at the latest one frame before the driver's stamp (V4L2 stamps are monotonic)."""
        now = self._clock()
        stamp = float(self._device.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        return (stamp if now - 5 < stamp <= now else now) - 1 / self._settings.fps


def open_camera(settings: CameraSettings) -> Webcam:
    return Webcam(settings, lambda: _plug(settings))


def _plug(settings: CameraSettings) -> Any:
    # Asked first, for OpenCV would complain aloud with every try of a camera that was pulled out.
    there = Path(f"/dev/video{settings.index}").exists()
    device = cv2.VideoCapture(settings.index, cv2.CAP_V4L2) if there else None
    if device is None or not device.isOpened():
        raise Trouble(
            line("I find no USB camera number {index}.", index=settings.index),
            line("Plug it in, check ls /dev/video*, or set index under [camera] in table.toml."),
        )
    # Without MJPG most webcams give 720p at five frames a second.
    device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    device.set(cv2.CAP_PROP_FRAME_WIDTH, settings.width)
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, settings.height)
    device.set(cv2.CAP_PROP_FPS, settings.fps)
    device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    if settings.exposure_us:
        device.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)  # V4L2's word for manual
        device.set(cv2.CAP_PROP_EXPOSURE, settings.exposure_us / 100)
    return device


def lacks() -> str:
    return "" if any(Path("/dev").glob("video*")) else line("No USB camera is plugged in.")
