"""The Raspberry Pi's own camera, through picamera2."""

import time
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import numpy as np

from hardware.cure import apt, pip
from hardware.frame import Frame, Share
from hardware.settings import CameraSettings
from hardware.trouble import Trouble
from hardware.wording import line

PATIENCE_SECONDS = 3.0  # a camera that gives no frame for so long is gone
SMALL = 3  # the low-resolution picture is so many times smaller
MANUAL, CONTINUOUS = 0, 2  # libcamera's AfMode
FOCUSED, FAILED = 2, 3  # libcamera's AfState
FOCUS_SECONDS = 3.0  # a lens that still hunts after so long finds nothing to focus on


class PiCamera:
    """Two pictures of every instant: the whole one in colour and a small grey one that costs nothing to look at.

    ``start`` makes a fresh, running Picamera2; after a fault the next read tries it again.
    """

    def __init__(self, settings: CameraSettings, start: Callable[[], Any]) -> None:
        self._settings = settings
        self._start = start
        self._camera: Any = start()
        self._number = 0
        self._hold = self._held = False

    def read(self) -> Frame | None:
        return self._frame(flush=None)

    def read_after(self, moment: float) -> Frame | None:
        # picamera2 takes a moment in nanoseconds as well as True: frames queue up, and one fetched after a press
        # may well have been taken before it.
        return self._frame(flush=int(moment * 1e9) + 1000)

    def hold_focus(self, hold: bool) -> None:
        """While people play the lens stays where it was last sharp; else it follows the table."""
        self._hold = hold

    def locked(self) -> CameraSettings:
        """The settings that keep exposure, gains and focus as they are now; the focus only where it is sharp."""
        facts = self._at_rest()
        red, blue = facts.get("ColourGains", (0.0, 0.0))
        sharp = facts.get("AfState") in (None, FOCUSED) or self._held or bool(self._settings.lens_position)
        return replace(
            self._settings,
            exposure_us=int(facts.get("ExposureTime", 0)),
            analogue_gain=round(float(facts.get("AnalogueGain", 0)), 3),
            red_gain=round(float(red), 3),
            blue_gain=round(float(blue), 3),
            lens_position=round(float(facts.get("LensPosition", 0)), 3) if sharp else 0.0,
        )

    def close(self) -> None:
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def _running(self) -> Any:
        if self._camera is None:
            self._camera, self._held = self._start(), False
        return self._camera

    def _at_rest(self) -> Any:
        """The facts of a picture whose lens no longer moves."""
        until = time.monotonic() + FOCUS_SECONDS
        facts = self._running().capture_metadata(wait=PATIENCE_SECONDS)
        stays = self._held or self._settings.lens_position
        while not stays and facts.get("AfState") not in (None, FOCUSED, FAILED) and time.monotonic() < until:
            facts = self._running().capture_metadata(wait=PATIENCE_SECONDS)
        return facts

    def _mind_focus(self, camera: Any, facts: Any) -> None:
        if self._settings.lens_position or "AfMode" not in camera.camera_controls:
            return
        if self._hold and not self._held and facts.get("AfState") == FOCUSED:
            camera.set_controls({"AfMode": MANUAL, "LensPosition": facts["LensPosition"]})
            self._held = True
        elif self._held and not self._hold:
            camera.set_controls({"AfMode": CONTINUOUS})
            self._held = False

    def _frame(self, flush: int | None) -> Frame:
        camera = self._running()
        try:
            with camera.captured_request(wait=PATIENCE_SECONDS, flush=flush) as request:
                pixels = request.make_array("main")
                luma = request.make_array("lores")
                facts = request.get_metadata()
            self._mind_focus(camera, facts)
        except (RuntimeError, TimeoutError, OSError) as error:
            self.close()
            raise Trouble(line("The camera gives no more pictures."), _CABLE) from error
        self._number += 1
        small = luma[: self._settings.height // SMALL // 2 * 2, : self._settings.width // SMALL // 2 * 2]
        return Frame(
            np.asarray(pixels, np.uint8),
            self._number,
            _began(facts),
            "picamera",
            np.ascontiguousarray(small),
            _sees(facts, camera.camera_properties),
        )


def open_camera(settings: CameraSettings) -> PiCamera:
    return PiCamera(settings, lambda: _start(settings))


def _start(settings: CameraSettings) -> Any:
    # find_spec("picamera2") is true even where its libcamera is missing: only importing tells.
    try:
        import libcamera
        from picamera2 import Picamera2
    except ImportError as error:
        raise Trouble(
            line("I cannot use the Pi's camera: picamera2 or its libcamera is missing."),
            line("Run: {command}", command=apt(["python3-picamera2"], then="make run")),
        ) from error
    except ValueError as error:  # "numpy.dtype size changed": apt's simplejpeg against pip's numpy
        raise Trouble(
            line("picamera2 and numpy do not fit together."),
            line("Run: {command}", command=pip("install", "simplejpeg>=1.8.2")),
        ) from error
    try:
        camera = Picamera2(settings.index)
    except (RuntimeError, IndexError) as error:
        if "busy" in f"{error} {error.__cause__}":
            raise Trouble(
                line("The camera is in use by another program."),
                line("Stop that program; if it is the table's own service: {command}", command=_STOP),
            ) from error
        raise Trouble(line("I find no camera number {index} on this Pi.", index=settings.index), _CABLE) from error
    return started(camera, settings, libcamera)


def started(camera: Any, settings: CameraSettings, libcamera: Any) -> Any:
    """Configure and start a Picamera2 the way we need it."""
    frame_us = round(1e6 / settings.fps)
    try:
        camera.configure(
            camera.create_video_configuration(
                main={"size": (settings.width, settings.height), "format": "RGB888"},  # which numpy sees as BGR
                lores={
                    "size": (settings.width // SMALL // 2 * 2, settings.height // SMALL // 2 * 2),
                    "format": "YUV420",  # the only kind a Pi 4 and older can do
                },
                raw=None,  # nobody looks at it, and its buffers are large
                sensor=whole_field(camera.sensor_modes, (settings.width, settings.height), settings.fps),
                transform=libcamera.Transform(hflip=settings.upside_down, vflip=settings.upside_down),
                controls={"FrameDurationLimits": (frame_us, frame_us)},
                buffer_count=4,
            )
        )
        camera.start()
        camera.set_controls(controls(settings, camera.camera_controls, libcamera.controls))
    except RuntimeError as error:
        camera.close()
        raise Trouble(
            line(
                "The camera refuses {width} x {height} ({error}).",
                width=settings.width,
                height=settings.height,
                error=error,
            ),
            _CABLE,
        ) from error
    return camera


def whole_field(modes: Any, size: tuple[int, int], fps: float) -> dict[str, Any]:
    """The smallest sensor mode that sees all the sensor can see, is large enough for the picture and quick enough.

    Left to itself, libcamera takes the mode nearest in size, which often is a crop: the mat would not fit.
    """
    known = [mode for mode in modes if "crop_limits" in mode]
    if not known:
        return {}  # a USB camera: its modes are its own affair
    widest = max(_area(mode["crop_limits"][2:]) for mode in known)
    whole = [mode for mode in known if _area(mode["crop_limits"][2:]) >= 0.98 * widest]
    chosen = min(
        whole,
        key=lambda mode: (
            mode["fps"] < fps,
            mode["size"][0] < size[0] or mode["size"][1] < size[1],
            _area(mode["size"]),
            -mode["bit_depth"],
        ),
    )
    return {"output_size": chosen["size"], "bit_depth": chosen["bit_depth"]}


def _area(size: Any) -> int:
    return int(size[0]) * int(size[1])


def _sees(facts: Any, properties: Any) -> Share | None:
    crop, array = facts.get("ScalerCrop"), properties.get("PixelArraySize")
    if crop is None or not array:
        return None
    return crop[0] / array[0], crop[1] / array[1], crop[2] / array[0], crop[3] / array[1]


def controls(settings: CameraSettings, known: Any, names: Any) -> dict[str, Any]:
    """What to lock, of what this camera has: a fixed-focus one raises when asked for focus."""
    wanted: dict[str, Any] = {"AfMode": CONTINUOUS}  # left alone, a lens stays a metre away, whatever lies there
    if settings.mains_hz:
        wanted |= {"AeFlickerMode": names.AeFlickerModeEnum.Manual, "AeFlickerPeriod": round(5e5 / settings.mains_hz)}
    if settings.exposure_us and settings.analogue_gain:
        wanted |= {"AeEnable": False, "ExposureTime": settings.exposure_us, "AnalogueGain": settings.analogue_gain}
    if settings.red_gain and settings.blue_gain:
        wanted |= {"AwbEnable": False, "ColourGains": (settings.red_gain, settings.blue_gain)}
    if settings.lens_position:
        wanted |= {"AfMode": MANUAL, "LensPosition": settings.lens_position}
    return {name: value for name, value in wanted.items() if name in known}


def _began(facts: Any) -> float:
    """When the exposure began, on the monotonic clock; the sensor stamps its end."""
    stamp = facts.get("SensorTimestamp")
    return time.monotonic() if stamp is None else (stamp - 1000 * facts.get("ExposureTime", 0)) / 1e9


_STOP = "systemctl --user stop cockadoodle"
_CABLE = line(
    "Check the ribbon cable at both ends with the power off; rpicam-hello --list-cameras should name the camera."
)


def lacks() -> str:
    """Told without loading anything: the settings page asks while the camera may be running."""
    if find_spec("libcamera") and find_spec("picamera2"):
        return ""
    return line("I cannot use the Pi's camera: picamera2 or its libcamera is missing.")
