"""Every driver and its twin keep the port: one body each over real drivers on fake wires, twins, and wired parts."""

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest
from fake_parts import FakePicamera, FakePlug, Terminal, fake_libcamera
from gpiozero.pins.mock import MockFactory
from mats import mat_on
from street_camera import StreetCamera

from calibration.pretend import over
from companion.rehearsal.camera import PaintedCamera
from companion.rehearsal.play import Play
from hardware import drivers
from hardware.buttons.gpio import GpioButtons
from hardware.buttons.keyboard import KeyboardButtons
from hardware.buttons.scripted import ScriptedButtons
from hardware.cameras import phone, url
from hardware.cameras.picamera import PiCamera, started
from hardware.cameras.playback import PlaybackCamera, frames_of
from hardware.cameras.recording import Recorder
from hardware.cameras.webcam import Webcam
from hardware.displays.max7219 import Max7219Display
from hardware.displays.recorded import RecordedDisplay
from hardware.displays.terminal import TerminalDisplay
from hardware.frame import Frame
from hardware.microphones.portaudio import PortaudioMicrophone
from hardware.microphones.recorded import RecordedMicrophone
from hardware.ports import SAMPLE_RATE, Buttons, Camera, Display, Microphone, Speaker
from hardware.settings import ButtonsSettings, CameraSettings, DisplaySettings, MicrophoneSettings, SpeakerSettings
from hardware.speakers.alsa import AlsaSpeaker
from hardware.speakers.silent import SilentSpeaker
from hardware.trouble import Trouble
from vision.render.scene import Scene

SMALL = CameraSettings(width=320, height=180)
on_a_pi = pytest.mark.pi


def wired(open_part: Callable[[], Any]) -> Any:
    """A real part, or a skip that says what is missing."""
    try:
        return open_part()
    except Trouble as trouble:
        pytest.skip(f"not wired here: {trouble}")


# --- cameras ---------------------------------------------------------------------------------------------------------


def a_folder(tmp_path: Path) -> Camera:
    for number in range(6):
        cv2.imwrite(str(tmp_path / f"frame{number}.png"), np.full((180, 320, 3), 40 * number, np.uint8))
    return PlaybackCamera(frames_of(tmp_path, fps=10))


def a_recording(tmp_path: Path) -> Camera:
    with Recorder(tmp_path / "night.zip") as recorder:
        for number in range(6):
            recorder.add(Frame(np.full((180, 320, 3), 40 * number, np.uint8), number, 7 + number / 10))
    return PlaybackCamera(frames_of(tmp_path / "night.zip", fps=10))


def a_video(tmp_path: Path) -> Camera:
    out = cv2.VideoWriter(str(tmp_path / "v.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 180))
    for number in range(6):
        out.write(np.full((180, 320, 3), 40 * number, np.uint8))
    out.release()
    return PlaybackCamera(frames_of(tmp_path / "v.avi", fps=10))


def a_picamera(tmp_path: Path) -> Camera:
    return PiCamera(SMALL, lambda: started(FakePicamera(), SMALL, fake_libcamera()))


class StillPlay:
    """A table that is laid and left alone."""

    shown = Scene(camera=over(mat_on("heckmeck", 2)), mat=mat_on("heckmeck", 2))

    def shots(self) -> Iterator[Any]:
        return iter(())


def a_painted_table(tmp_path: Path) -> Camera:
    camera = PaintedCamera(sleep=lambda seconds: None)
    camera.show(cast(Play, StillPlay()))
    return camera


def a_webcam(tmp_path: Path) -> Camera:
    return Webcam(SMALL, FakePlug(320, 180).plug)


def an_address(tmp_path: Path) -> Camera:
    """The real driver over a real network; the twin of a phone's app sends until the test is over."""
    there = StreetCamera([np.full((180, 320, 3), 40 * number, np.uint8) for number in range(6)], 20.0)
    return url.open_camera(CameraSettings(address=there.address))


def a_phone(tmp_path: Path) -> Camera:
    """The real driver; its twin sends a picture every now and then, as a phone does."""
    line = phone.Line()

    def send() -> None:
        for number in range(200):
            jpeg = cv2.imencode(".jpg", np.full((180, 320, 3), number % 200, np.uint8))[1].tobytes()
            line.offer(jpeg, monotonic())
            sleep(0.05)

    Thread(target=send, daemon=True).start()
    return phone.PhoneCamera(SMALL, line)


CAMERAS = [
    a_phone,
    an_address,
    a_folder,
    a_recording,
    a_video,
    a_painted_table,
    a_picamera,
    a_webcam,
    pytest.param(
        lambda _: wired(lambda: drivers.open_camera(CameraSettings(driver="picamera"))),
        marks=on_a_pi,
        id="wired-picamera",
    ),
    pytest.param(
        lambda _: wired(lambda: drivers.open_camera(CameraSettings(driver="webcam"))), marks=on_a_pi, id="wired-webcam"
    ),
]


@pytest.mark.parametrize("opened", CAMERAS)
def test_a_camera_gives_numbered_colour_frames_in_order_of_time(
    opened: Callable[[Path], Camera], tmp_path: Path
) -> None:
    camera = opened(tmp_path)
    frames = [camera.read() for _ in range(3)]

    for frame in frames:
        assert frame is not None
        assert frame.pixels.dtype == np.uint8
        assert frame.pixels.ndim == 3
        assert frame.pixels.shape[2] == 3
        assert frame.source
    numbers, times = zip(*((frame.number, frame.taken_at) for frame in frames if frame), strict=True)
    assert list(numbers) == sorted(set(numbers))
    assert list(times) == sorted(set(times))
    camera.close()


@pytest.mark.parametrize("opened", CAMERAS)
def test_a_frame_asked_for_after_a_moment_was_begun_after_it(opened: Callable[[Path], Camera], tmp_path: Path) -> None:
    camera = opened(tmp_path)
    first = camera.read()
    assert first is not None
    moment = first.taken_at + 0.15

    later = camera.read_after(moment)

    assert later is not None
    assert later.taken_at > moment
    camera.close()


# --- buttons ---------------------------------------------------------------------------------------------------------


@contextmanager
def scripted_green() -> Iterator[Buttons]:
    buttons = ScriptedButtons()
    buttons.press("green")
    yield buttons


@contextmanager
def keyboard_green() -> Iterator[Buttons]:
    out, into = os.pipe()
    os.write(into, b"g")
    with os.fdopen(out) as keys:
        yield KeyboardButtons(keys)
    os.close(into)


@contextmanager
def gpio_green() -> Iterator[Buttons]:
    settings = ButtonsSettings(settle_seconds=0.001)
    factory = MockFactory()
    buttons = GpioButtons(settings, factory)
    factory.pin(settings.green).drive_low()
    wait_a_moment()
    buttons.presses()
    factory.pin(settings.green).drive_high()
    wait_a_moment()
    yield buttons


def wait_a_moment() -> None:
    """The one thing that cannot be faked with gpiozero's own mock: its edges carry the time of this machine."""
    until = monotonic() + 0.003
    while monotonic() < until:
        pass


BUTTONS = [scripted_green, keyboard_green, gpio_green]


@pytest.mark.parametrize("pressed", BUTTONS)
def test_a_press_is_told_once_with_its_button_and_time(pressed: Callable[[], Any]) -> None:
    before = monotonic()
    with pressed() as buttons:
        told = buttons.presses()
        assert [(press.button, press.kind) for press in told] == [("green", "press")]
        assert before <= told[0].at <= monotonic()
        assert buttons.presses() == ()
        buttons.close()


@on_a_pi
def test_the_wired_buttons_are_at_rest() -> None:
    buttons = wired(lambda: drivers.open_buttons(ButtonsSettings(driver="gpio")))
    assert buttons.presses() == ()
    buttons.close()


# --- displays --------------------------------------------------------------------------------------------------------


class FakeSerial:
    """Where luma would write to the SPI bus."""

    def __init__(self) -> None:
        self.sent: list[list[int]] = []

    def data(self, data: list[int]) -> None:
        self.sent.append(list(data))

    def cleanup(self) -> None:
        self.sent.clear()


DISPLAYS = [
    pytest.param(lambda: RecordedDisplay(32), id="recorded"),
    pytest.param(lambda: TerminalDisplay(Terminal(), 32, columns=80), id="terminal"),
    pytest.param(lambda: Max7219Display(DisplaySettings(), FakeSerial()), id="max7219"),
    pytest.param(
        lambda: wired(lambda: drivers.open_display(DisplaySettings(driver="max7219"))),
        marks=on_a_pi,
        id="wired-max7219",
    ),
]


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma 1.9 under Pillow 13
@pytest.mark.parametrize("opened", DISPLAYS)
def test_a_display_shows_any_picture_of_its_size_and_does_not_keep_it(opened: Callable[[], Display]) -> None:
    display = opened()
    assert (display.width, display.height) == (32, 8)
    picture = np.zeros((8, 32), np.uint8)
    for level in (0, 255, 90):
        picture[:, ::2] = level
        display.show(picture)
        picture[:] = 17  # the caller draws its next picture into the same array
    display.close()


# --- speakers --------------------------------------------------------------------------------------------------------


SPEAKERS = [
    pytest.param(SilentSpeaker, id="silent"),
    pytest.param(lambda: AlsaSpeaker(("sh", "-c", "exec sleep 60")), id="alsa"),
    pytest.param(
        lambda: wired(lambda: drivers.open_speaker(SpeakerSettings(driver="alsa"))), marks=on_a_pi, id="wired-alsa"
    ),
]


@pytest.mark.parametrize("opened", SPEAKERS)
def test_a_speaker_plays_without_waiting_and_stops_when_told(opened: Callable[[], Speaker]) -> None:
    speaker = opened()
    assert not speaker.busy()
    speaker.play(np.zeros(60 * SAMPLE_RATE, np.int16), "a minute of silence")
    assert speaker.busy()  # who had waited for the minute would find it over
    speaker.stop()
    assert not speaker.busy()
    speaker.close()


# --- microphones -----------------------------------------------------------------------------------------------------


def a_portaudio(heard: np.ndarray[Any, Any]) -> Microphone:
    """The real driver; the library's own thread brings what it hears in two pieces of one column each."""

    class InputStream:
        def __init__(self, *, samplerate: int, channels: int, dtype: str, device: str | None, callback: Any) -> None:
            assert (samplerate, channels, dtype, device) == (SAMPLE_RATE, 1, "int16", None)
            self._callback = callback

        def start(self) -> None:
            for piece in np.array_split(heard, 2):
                self._callback(piece[:, None], len(piece), None, None)

        def stop(self) -> None:
            pass

        def close(self) -> None:
            pass

    return PortaudioMicrophone(MicrophoneSettings(driver="portaudio"), SimpleNamespace(InputStream=InputStream))


def a_recorded_microphone(heard: np.ndarray[Any, Any]) -> Microphone:
    microphone = RecordedMicrophone()
    for piece in np.array_split(heard, 2):
        microphone.hear(piece)
    return microphone


@pytest.mark.parametrize("opened", [a_portaudio, a_recorded_microphone])
def test_a_microphone_gives_everything_once_and_in_order(opened: Callable[[Any], Microphone]) -> None:
    heard = np.arange(1000, dtype=np.int16)
    microphone = opened(heard)

    assert microphone.listen().tolist() == heard.tolist()
    nothing = microphone.listen()

    assert len(nothing) == 0
    assert nothing.dtype == np.int16
    microphone.close()


@on_a_pi
def test_the_wired_microphone_listens() -> None:
    microphone = wired(lambda: drivers.open_microphone(MicrophoneSettings(driver="portaudio")))
    until = monotonic() + 5
    while not len(heard := microphone.listen()) and monotonic() < until:
        pass
    assert len(heard)
    assert heard.dtype == np.int16
    microphone.close()


# --- by name ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("folder", "names"),
    [
        ("cameras", {"picamera", "webcam", "playback", "phone", "url"}),
        ("buttons", {"gpio", "keyboard", "scripted"}),
        ("displays", {"max7219", "terminal", "recorded"}),
        ("speakers", {"alsa", "silent"}),
        ("microphones", {"portaudio", "recorded"}),
    ],
)
def test_a_driver_is_a_file_of_its_name(folder: str, names: set[str]) -> None:
    assert names <= set(drivers.driver_names(folder))


def test_an_unknown_driver_is_refused_with_the_ones_there_are() -> None:
    with pytest.raises(Trouble, match="no displays driver called 'os'") as trouble:
        drivers.open_display(DisplaySettings(driver="os"))
    assert "recorded" in trouble.value.fix


def test_a_part_that_fails_is_told_and_its_twin_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """SPI is absent, GPIO is out of reach, no sound plays: the game goes on."""
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.setitem(sys.modules, "spidev", None)
    told: list[Trouble] = []

    display = drivers.or_twin(drivers.open_display, DisplaySettings(driver="max7219"), "recorded", told.append)
    buttons = drivers.or_twin(drivers.open_buttons, ButtonsSettings(driver="gpio"), "scripted", told.append)
    speaker = drivers.or_twin(drivers.open_speaker, SpeakerSettings(driver="alsa"), "silent", told.append)

    assert isinstance(display, RecordedDisplay)
    assert isinstance(buttons, ScriptedButtons)
    assert isinstance(speaker, SilentSpeaker)
    assert len(told) == 3
    assert all(trouble.say and trouble.fix for trouble in told)
    drivers.or_twin(drivers.open_speaker, SpeakerSettings(driver="silent"), "silent", told.append)
    assert len(told) == 3


def test_all_drivers_can_be_imported_without_their_libraries() -> None:
    """A laptop has no picamera2, no lgpio, no spidev."""
    code = (
        "import sys; sys.modules.update(dict.fromkeys("
        "('picamera2', 'libcamera', 'gpiozero', 'luma', 'lgpio', 'spidev', 'sounddevice')))\n"
        "from hardware.drivers import driver_names\n"
        "print(*[f'{folder}/{name}' for folder in sys.argv[1:] for name in driver_names(folder)])"
    )
    folders = ("cameras", "buttons", "displays", "speakers", "microphones")
    line = ["python3", "-c", code, *folders]
    done = subprocess.run(line, capture_output=True, text=True, env=_env(), check=False)
    here = [f"{folder}/{name}" for folder in folders for name in drivers.driver_names(folder)]
    assert done.stdout.split() == here, done.stderr


def _env() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def test_the_terminal_draws_nothing_into_a_pipe() -> None:
    pipe = io.StringIO()
    TerminalDisplay(pipe).show(np.full((8, 32), 255, np.uint8))
    assert pipe.getvalue() == ""
