"""Parts that drivers talk to, faked just far enough: a Picamera2, a libcamera, a USB camera, a terminal."""

import io
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np

from hardware.trouble import Trouble


def fake_libcamera() -> Any:
    return SimpleNamespace(
        Transform=lambda hflip=False, vflip=False: (hflip, vflip),
        controls=SimpleNamespace(
            AeFlickerModeEnum=SimpleNamespace(Manual="manual flicker"),
        ),
    )


class FakePicamera:
    """Frames at 20 a second of its own time; remembers what it was asked."""

    camera_controls: dict[str, Any] = dict.fromkeys(
        ["AeFlickerMode", "AeFlickerPeriod", "AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains"]
    )

    camera_properties: Mapping[str, Any] = MappingProxyType({"PixelArraySize": (4608, 2592)})
    sensor_modes: tuple[dict[str, Any], ...] = ()

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.now = time.monotonic()
        self.broken = False
        self.closed = False
        self.size = (0, 0)
        self.small = (0, 0)

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        self.asked.append(("configuration", wanted))
        self.size, self.small = wanted["main"]["size"], wanted["lores"]["size"]
        return wanted

    def configure(self, configuration: dict[str, Any]) -> None:
        self.asked.append(("configure", configuration))

    def start(self) -> None:
        self.asked.append(("start", None))

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.asked.append(("controls", controls))

    def capture_metadata(self, wait: float | None = None) -> dict[str, Any]:
        return {"ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (1.9, 1.4), "LensPosition": 1.25}

    @contextmanager
    def captured_request(self, wait: float | None = None, flush: int | None = None) -> Iterator[Any]:
        if self.broken:
            raise TimeoutError
        self.now += 0.05
        while flush is not None and self.now * 1e9 - 1000 * 8000 <= flush:
            self.now += 0.05
        colour = np.full((self.size[1], self.size[0], 3), 90, np.uint8)
        stride = self.small[0] + 32  # the real one pads its lines
        grey = np.full((self.small[1] * 3 // 2, stride), 60, np.uint8)
        facts = {"SensorTimestamp": int(self.now * 1e9), "ExposureTime": 8000}
        yield SimpleNamespace(make_array={"main": colour, "lores": grey}.__getitem__, get_metadata=lambda: facts)

    def close(self) -> None:
        self.closed = True


class FakePlug:
    """A USB socket: what OpenCV would open, and a plug that can be pulled."""

    def __init__(self, width: int, height: int) -> None:
        self.plugged = True
        self.opened = 0
        self._pixels = np.full((height, width, 3), 90, np.uint8)
        self._at = time.monotonic() - 2

    def plug(self) -> Any:
        if not self.plugged:
            raise Trouble("I find no USB camera number 0.")
        self.opened += 1
        return self

    def read(self) -> tuple[bool, Any]:
        self._at += 1 / 15
        return self.plugged, self._pixels if self.plugged else None

    def get(self, _: int) -> float:
        return self._at * 1000

    def release(self) -> None:
        pass


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True
