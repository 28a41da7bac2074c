"""The real picamera2 over a libcamera without a camera: every call of our driver meets the real library."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import pytest
from fake_libcamera import MODULE_2, MODULE_3, SENSORS, TABLE_DIOPTRES, AfMode, Camera, Sensor, plugged_in

from hardware.cameras import picamera
from hardware.cameras.picamera import PiCamera
from hardware.settings import CameraSettings
from hardware.trouble import Trouble

pytestmark = [
    pytest.mark.skipif(find_spec("picamera2") is None, reason="picamera2 is not installed"),
    pytest.mark.filterwarnings("ignore"),  # the library's own
]
SETTINGS = CameraSettings(driver="picamera")


@contextmanager
def camera_on(sensor: Sensor, settings: CameraSettings = SETTINGS) -> Iterator[tuple[PiCamera, Camera]]:
    with plugged_in(sensor) as lens:
        camera = picamera.open_camera(settings)
        try:
            yield camera, lens
        finally:
            camera.close()


def watch(camera: PiCamera, frames: int = 20) -> None:
    for _ in range(frames):
        camera.read()


@pytest.mark.parametrize("sensor", SENSORS, ids=lambda sensor: sensor.model)
def test_the_whole_width_of_every_sensor_is_seen(sensor: Sensor) -> None:
    """At 46 cm the mat only just fits."""
    with camera_on(sensor) as (camera, lens):
        frame = camera.read()
        assert frame is not None
        assert frame.pixels.shape == (720, 1280, 3)
        assert frame.small is not None
        assert frame.small.shape == (240, 426)
        assert frame.sees is not None
        assert frame.sees[2] == pytest.approx(1.0, abs=0.01)
        assert lens.mode.fps >= SETTINGS.fps


@pytest.mark.parametrize(("sensor", "share"), [(MODULE_3, 0.667), (MODULE_2, 0.585)], ids=lambda one: str(one))
def test_left_to_itself_the_library_would_crop(sensor: Sensor, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Why we ask for a mode at all."""
    monkeypatch.setattr(picamera, "whole_field", lambda modes, size, fps: {})
    with camera_on(sensor) as (camera, _):
        frame = camera.read()
        assert frame is not None
        assert frame.sees is not None
        assert frame.sees[2] == pytest.approx(share, abs=0.01)


def test_a_large_picture_takes_a_large_mode_and_a_quick_one_a_quick() -> None:
    with camera_on(MODULE_3, CameraSettings(driver="picamera", width=4608, height=2592, fps=10)) as (_, lens):
        assert lens.mode.size == (4608, 2592)
    with camera_on(MODULE_3, CameraSettings(driver="picamera", width=4608, height=2592, fps=30)) as (_, lens):
        assert lens.mode.size == (2304, 1296), "the other gives 14 frames a second"


def test_the_lens_finds_the_table_and_stays_there_while_people_play() -> None:
    with camera_on(MODULE_3) as (camera, lens):
        watch(camera)
        assert (lens.af_mode, lens.lens) == (AfMode.Continuous, TABLE_DIOPTRES)
        camera.hold_focus(True)
        watch(camera)
        assert (lens.af_mode, lens.lens) == (AfMode.Manual, TABLE_DIOPTRES), "a hand over the dice moves nothing"
        camera.hold_focus(False)
        watch(camera)
        assert lens.af_mode == AfMode.Continuous


def test_a_lens_that_still_hunts_is_not_held() -> None:
    with camera_on(MODULE_3) as (camera, lens):
        camera.hold_focus(True)
        watch(camera, 40)
        assert (lens.af_mode, lens.lens) == (AfMode.Manual, TABLE_DIOPTRES)


def test_optics_are_kept_only_once_the_picture_is_sharp() -> None:
    """Asked at once after the start, while the lens still hunts."""
    with camera_on(MODULE_3) as (camera, _):
        assert camera.locked().lens_position == TABLE_DIOPTRES


def test_a_focus_that_was_set_is_kept() -> None:
    with camera_on(MODULE_3, CameraSettings(driver="picamera", lens_position=2.5)) as (camera, lens):
        camera.hold_focus(True)
        watch(camera)
        assert (lens.af_mode, lens.lens) == (AfMode.Manual, 2.5)
        assert camera.locked().lens_position == 2.5


def test_a_camera_without_a_lens_that_moves_is_left_alone() -> None:
    with camera_on(MODULE_2) as (camera, _):
        camera.hold_focus(True)
        watch(camera, 3)
        assert camera.locked().lens_position == 0


def test_no_frame_that_began_before_the_press_is_shown() -> None:
    with camera_on(MODULE_3) as (camera, _):
        time.sleep(0.05)  # frames wait in the queue
        pressed = time.monotonic()
        frame = camera.read_after(pressed)
        assert frame is not None
        assert frame.taken_at >= pressed


def test_a_camera_in_use_has_a_cure() -> None:
    with camera_on(MODULE_3), pytest.raises(Trouble, match="in use by another program"):
        picamera.open_camera(SETTINGS)


def test_a_cable_pulled_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picamera, "PATIENCE_SECONDS", 0.2)
    with camera_on(MODULE_3) as (camera, lens):
        camera.read()
        lens.running = False
        with pytest.raises(Trouble, match="no more pictures"):
            watch(camera)
