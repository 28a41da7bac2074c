"""The live picture: one encoder for all viewers, at rest when nobody looks."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Share

Pixels = NDArray[np.uint8]

FRAMES_PER_SECOND = 10
WIDTH = 1280
QUALITY = 70
BOUNDARY = "frame"
PART = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\n\r\n".encode()


class Preview:
    """Takes every frame the camera has (a mere reference), encodes only those somebody will see."""

    def __init__(self) -> None:
        self.optics: Callable[[], Mapping[str, float]] = dict  # how the camera is set now, where it can tell
        self.sees: Share | None = None  # the part of the sensor in the newest frame, if the camera tells
        self._pixels: Pixels | None = None
        self._jpeg = b""
        self._number = 0
        self._fresh = asyncio.Event()
        self._viewers = 0
        self._pump: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def viewers(self) -> int:
        return self._viewers

    def offer(self, pixels: Pixels, sees: Share | None = None) -> None:
        """Called by the camera's thread with each frame; costs nothing."""
        self._pixels, self.sees = pixels, sees

    @property
    def newest(self) -> Pixels | None:
        return self._pixels

    def size(self) -> tuple[int, int] | None:
        """Width and height of the camera's frames, the measure of all boxes in a snapshot."""
        return None if self._pixels is None else (self._pixels.shape[1], self._pixels.shape[0])

    def still(self, box: tuple[int, int, int, int] | None = None) -> bytes | None:
        """The newest frame as JPEG, or the part of it in this box (x, y, width, height)."""
        if self._pixels is None:
            return None
        picture = self._pixels
        if box:
            height, width = picture.shape[:2]
            x, y = min(max(box[0], 0), width - 1), min(max(box[1], 0), height - 1)
            picture = picture[y : y + max(box[3], 1), x : x + max(box[2], 1)]
        return jpeg(picture)

    def begin_anew(self) -> None:
        """Whoever watched is gone with the loop it watched in."""
        self._fresh, self._viewers, self._pump = asyncio.Event(), 0, None

    def close(self) -> None:
        self._closed = True

    async def stream(self) -> AsyncIterator[bytes]:
        """The parts of a multipart/x-mixed-replace answer."""
        self._viewers += 1
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._encode_while_watched())
        sent = 0
        try:
            yield PART
            while not self._closed:
                fresh = self._fresh
                if self._number != sent:
                    sent, picture = self._number, self._jpeg
                    # Browsers show a picture once the next part begins, so it begins before there is a next picture.
                    yield picture + b"\r\n" + PART
                await fresh.wait()
        finally:
            self._viewers -= 1

    async def _encode_while_watched(self) -> None:
        encoded: Pixels | None = None
        while self._viewers and not self._closed:
            pixels = self._pixels
            if pixels is not None and pixels is not encoded:
                encoded = pixels
                self._jpeg = await asyncio.to_thread(jpeg, pixels)
                self._number += 1
                self._wake()
            await asyncio.sleep(1 / FRAMES_PER_SECOND)
        self._wake()

    def _wake(self) -> None:
        fresh, self._fresh = self._fresh, asyncio.Event()
        fresh.set()


def jpeg(pixels: Pixels) -> bytes:
    """A picture for the page, no wider than pages need it."""
    if pixels.shape[1] > WIDTH:
        height = round(pixels.shape[0] * WIDTH / pixels.shape[1])
        pixels = cv2.resize(pixels, (WIDTH, height), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    _, encoded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return bytes(encoded)
