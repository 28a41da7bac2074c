"""Cameras that are pulled out, locked, played back, or not what they seem."""

import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import cv2
import numpy as np
import pytest
from fake_parts import FakePicamera, FakePlug, fake_libcamera

from calibration import mounting
from companion.assemble import RunningTable
from companion.kiosk.preview import Preview
from companion.kiosk.wizards import TableCamera
from companion.settings import Settings
from companion.wanted import Wanted
from hardware.cameras import picamera, playback, webcam
from hardware.cameras.fresh import FreshCamera
from hardware.cameras.picamera import MANUAL, PiCamera, controls, started
from hardware.cameras.recording import Recorder, attached
from hardware.cameras.webcam import Webcam
from hardware.frame import Frame
from hardware.ports import Press
from hardware.settings import CameraSettings, DisplaySettings
from hardware.trouble import Trouble
from vision.observation import TableObservation
from vision.table.mounting import Lens, Mounting

LOCKED = CameraSettings(
    width=640, height=360, exposure_us=8000, analogue_gain=2.0, red_gain=1.9, blue_gain=1.4, lens_position=1.2
)


# --- picamera --------------------------------------------------------------------------------------------------------


def test_two_streams_of_one_instant() -> None:
    camera = FakePicamera()
    frame = PiCamera(LOCKED, lambda: started(camera, LOCKED, fake_libcamera())).read()

    wanted = dict(camera.asked)["configuration"]
    assert wanted["main"] == {"size": (640, 360), "format": "RGB888"}
    assert wanted["lores"] == {"size": (212, 120), "format": "YUV420"}
    assert wanted["controls"] == {"FrameDurationLimits": (66667, 66667)}
    assert frame is not None
    assert frame.small is not None
    assert frame.pixels.shape == (360, 640, 3)
    assert frame.small.shape == (120, 212)  # the brightness plane, without the padding of its lines
    assert frame.taken_at == pytest.approx(camera.now - 0.008)  # the sensor stamps the end of the exposure


def test_only_what_the_camera_has_is_locked() -> None:
    names = fake_libcamera().controls
    fixed_focus = controls(LOCKED, FakePicamera.camera_controls, names)
    assert fixed_focus == {
        "AeFlickerMode": "manual flicker",
        "AeFlickerPeriod": 10000,
        "AeEnable": False,
        "ExposureTime": 8000,
        "AnalogueGain": 2.0,
        "AwbEnable": False,
        "ColourGains": (1.9, 1.4),
    }
    focusing = controls(LOCKED, {**FakePicamera.camera_controls, "AfMode": None, "LensPosition": None}, names)
    assert focusing["AfMode"] == MANUAL
    assert focusing["LensPosition"] == 1.2


@pytest.mark.parametrize(("hertz", "microseconds"), [(50, 10000), (60, 8333)])
def test_flicker_follows_the_mains(hertz: Any, microseconds: int) -> None:
    wanted = controls(CameraSettings(mains_hz=hertz), FakePicamera.camera_controls, fake_libcamera().controls)
    assert wanted["AeFlickerPeriod"] == microseconds
    assert "AeEnable" not in wanted


def test_the_optics_of_the_moment_can_be_kept() -> None:
    free = CameraSettings(width=640, height=360)
    kept = PiCamera(free, lambda: started(FakePicamera(), free, fake_libcamera())).locked()
    assert (kept.exposure_us, kept.analogue_gain, kept.red_gain, kept.lens_position) == (8000, 2.0, 1.9, 1.25)


def test_the_optics_kept_when_mounting_are_those_the_camera_starts_with() -> None:
    """Mounted by page or by command, the table looks as it looked then."""
    free = CameraSettings(width=640, height=360)
    camera = PiCamera(free, lambda: started(FakePicamera(), free, fake_libcamera()))
    preview = Preview()
    preview.optics = lambda: mounting.controls(camera)
    lens = Lens((640, 360), (500.0, 500.0), (320.0, 180.0))
    kept = Mounting(lens, (0.0, 0.0, 0.0), (0.0, 0.0, 700.0), {}, controls=TableCamera(preview).optics())
    again = mounting.locked(free, kept)
    assert again == camera.locked()
    assert controls(again, FakePicamera.camera_controls, fake_libcamera().controls)["ExposureTime"] == 8000


def test_the_first_frame_after_a_press_was_begun_after_it() -> None:
    """Three frames wait in the queue when green is pressed: none of them is shown."""
    pi = FakePicamera()
    camera = FreshCamera(PiCamera(LOCKED, lambda: started(pi, LOCKED, fake_libcamera())))
    first = camera.read()
    assert first is not None
    pressed_at = first.taken_at + 0.17

    camera.pressed(pressed_at)
    shown, later = camera.read(), camera.read()

    assert shown is not None
    assert pressed_at < shown.taken_at < pressed_at + 0.06
    assert later is not None
    assert later.taken_at == pytest.approx(shown.taken_at + 0.05), "the press is over and done with"
    camera.close()
    assert pi.closed


def test_a_press_at_the_table_makes_the_camera_look_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red is pressed on the page: what the referee sees next was taken after that."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    asked: list[float] = []

    class Watched(Webcam):
        def read_after(self, moment: float) -> Frame | None:
            asked.append(moment)
            return super().read_after(moment)

    socket = FakePlug(320, 180)
    monkeypatch.setattr(webcam, "open_camera", lambda settings: Watched(settings, socket.plug))
    settings = Settings(
        camera=CameraSettings(driver="webcam", width=320, height=180), display=DisplaySettings("recorded")
    )
    table = RunningTable(settings, Wanted(quiet=True), lambda table: Blind(), tmp_path / "table.toml")
    table.open()
    pressed = Press("red", time.monotonic())
    table._press(pressed)
    until = time.monotonic() + 30
    while not asked and time.monotonic() < until:
        time.sleep(0.01)
    table.close()
    assert asked == [pressed.at]


class Blind:
    def read(self, frame: Frame) -> TableObservation:
        return TableObservation(frame.number, frame.taken_at, 0, 0)


def test_a_pi_camera_that_fails_is_started_anew() -> None:
    made: list[FakePicamera] = []

    def start() -> Any:
        made.append(FakePicamera())
        return started(made[-1], LOCKED, fake_libcamera())

    camera = PiCamera(LOCKED, start)
    made[0].broken = True
    with pytest.raises(Trouble, match="no more pictures") as trouble:
        camera.read()
    assert "ribbon cable" in trouble.value.fix
    assert made[0].closed
    assert camera.read() is not None
    assert len(made) == 2


def test_no_picamera2_has_a_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "libcamera", None)
    with pytest.raises(Trouble, match="libcamera is missing") as trouble:
        picamera.open_camera(LOCKED)
    assert "sudo apt install python3-picamera2" in trouble.value.fix


# --- webcam ----------------------------------------------------------------------------------------------------------


def test_a_usb_camera_pulled_out_and_plugged_in_goes_on() -> None:
    socket = FakePlug(320, 180)
    camera = Webcam(CameraSettings(width=320, height=180), socket.plug)
    first = camera.read()
    socket.plugged = False
    for _ in range(3):
        with pytest.raises(Trouble):
            camera.read()
    socket.plugged = True
    again = camera.read()
    assert first is not None
    assert again is not None
    assert again.number > first.number
    assert socket.opened == 2


def test_frames_that_waited_in_the_driver_are_thrown_away() -> None:
    """Nobody read for a while: what comes first out of the buffers is old."""
    now = 50.0
    stamps = iter([48.0, 48.07, 49.95, 50.0])

    class Buffered:
        def read(self) -> tuple[bool, Any]:
            return True, np.zeros((180, 320, 3), np.uint8)

        def get(self, _: int) -> float:
            return 1000 * next(stamps)

    camera = Webcam(CameraSettings(), Buffered, clock=lambda: now)
    frame = camera.read()
    assert frame is not None
    assert frame.taken_at == pytest.approx(49.95 - 1 / 15)


def test_a_camera_hung_upside_down_is_turned() -> None:
    pixels = np.zeros((180, 320, 3), np.uint8)
    pixels[0, 0] = 255

    class Device:
        def read(self) -> tuple[bool, Any]:
            return True, pixels

        def get(self, _: int) -> float:
            return 0.0

    frame = Webcam(CameraSettings(upside_down=True), Device).read()
    assert frame is not None
    assert frame.pixels[-1, -1].tolist() == [255, 255, 255]


def test_no_usb_camera_has_a_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = MagicMock(isOpened=lambda: False)
    monkeypatch.setattr(cv2, "VideoCapture", lambda index, api: closed)
    with pytest.raises(Trouble, match="no USB camera number 7") as trouble:
        webcam.open_camera(CameraSettings(index=7))
    assert "/dev/video" in trouble.value.fix


# --- playback --------------------------------------------------------------------------------------------------------


def grey(level: int) -> Any:
    return np.full((60, 80, 3), level, np.uint8)


def test_frame_10_comes_after_frame_9(tmp_path: Path) -> None:
    for number in (10, 9, 1):
        cv2.imwrite(str(tmp_path / f"t{number}.png"), grey(number))
    camera = playback.open_camera(CameraSettings(path=str(tmp_path), fps=4))
    levels = [int(frame.pixels[0, 0, 0]) for frame in iter(camera.read, None)]
    assert levels == [1, 9, 10]
    assert camera.read() is None


def test_a_photo_is_one_frame(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), grey(77))
    camera = playback.open_camera(CameraSettings(path=str(tmp_path / "table.png")))
    frame = camera.read()
    assert frame is not None
    assert frame.taken_at == 0
    assert camera.read() is None


def test_in_real_time_each_frame_waits_until_it_is_due(tmp_path: Path) -> None:
    now = [500.0]
    camera = playback.PlaybackCamera(
        [Frame(grey(1), 1, 3.0), Frame(grey(2), 2, 3.5)],
        real_time=True,
        clock=lambda: now[0],
        sleep=lambda seconds: now.__setitem__(0, now[0] + seconds),
    )
    times = [frame.taken_at for frame in iter(camera.read, None)]
    assert times == [500.0, 500.5]
    assert now[0] == 500.5


def test_a_recording_keeps_numbers_times_and_what_was_attached(tmp_path: Path) -> None:
    file = tmp_path / "night.zip"
    with Recorder(file) as recorder:
        recorder.add(Frame(grey(100), 41, 12.25))
        recorder.add(Frame(grey(200), 57, 13.5))
        recorder.attach("table.toml", "[camera]")
    frames = list(playback.frames_of(file, fps=99))
    assert [(frame.number, frame.taken_at) for frame in frames] == [(41, 12.25), (57, 13.5)]
    assert abs(int(frames[1].pixels[5, 5, 0]) - 200) <= 2
    assert attached(file, "table.toml") == "[camera]"
    assert attached(file, "nothing") is None


@pytest.mark.parametrize(
    ("name", "content", "say"),
    [
        ("a.jpg", b"no picture", "is no picture I can read"),
        ("a.jpg", b"", "is no picture I can read"),
        ("a.zip", b"no zip", "is not a whole recording"),
        ("a.mp4", b"no video", "is no video I can read"),
        ("a.doc", b"", "cannot play a.doc back"),
        ("missing", None, "no file or folder"),
    ],
)
def test_what_cannot_be_played_back_is_said(tmp_path: Path, name: str, content: bytes | None, say: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(Trouble, match=say) as trouble:
        playback.open_camera(CameraSettings(path=str(tmp_path / name))).read()
    assert trouble.value.fix


def test_an_empty_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="no pictures in"):
        playback.open_camera(CameraSettings(path=str(tmp_path)))


def test_the_clock_of_a_webcam_without_stamps_is_ours() -> None:
    socket = FakePlug(80, 60)
    socket.get = lambda _: 0.0  # type: ignore[method-assign]
    frame = Webcam(CameraSettings(), socket.plug).read()
    assert frame is not None
    assert 0 < time.monotonic() - frame.taken_at < 1
