"""What can be set about camera, buttons, display, speaker and microphone: one section of table.toml each."""

from dataclasses import dataclass, field, fields
from typing import Any, Literal

from hardware.pins import refuse_conflicts
from hardware.speakers.themes import OURS, themes
from hardware.wording import line

COLOURS = ("green", "red", "blue", "yellow")
Talkative = Literal["results", "next", "everything"]
CALLS = tuple(f"call:{seat}" for seat in range(1, 7))


def within(default: float, low: float, high: float, unit: str = "") -> Any:
    """A setting whose value lies between two bounds."""
    return field(default=default, metadata={"low": low, "high": high, "unit": unit})


def refuse_outside(settings: Any) -> None:
    for one in fields(settings):
        low, high = one.metadata.get("low"), one.metadata.get("high")
        if low is not None and not low <= getattr(settings, one.name) <= high:
            raise ValueError(line("{name} must be between {low:g} and {high:g}.", name=one.name, low=low, high=high))


@dataclass(frozen=True)
class CameraSettings:
    driver: str = "painted"  # painted, none, picamera, webcam, phone, url or playback
    path: str = ""  # playback only: a folder of numbered frames, a photo, a video or a recording (.zip)
    address: str = ""  # url only: where a phone's camera app or another one sends MJPEG (http) or RTSP
    width: int = within(1280, 160, 8192, "px")  # pixels asked for
    height: int = within(720, 160, 8192, "px")  # pixels asked for
    fps: float = within(15.0, 0.1, 120, "/s")  # frames a second
    real_time: bool = False  # playback only: deliver frames at their own pace instead of as fast as they are read
    index: int = within(0, 0, 63)  # which camera, if several are plugged in
    upside_down: bool = False  # turn the picture by half a turn
    mains_hz: Literal[0, 50, 60] = 50  # lamps flicker with the mains; 0 leaves the camera alone
    exposure_us: int = within(0, 0, 200_000, "µs")  # 0: the camera chooses; companion check camera --lock helps
    analogue_gain: float = within(0.0, 0, 64)  # 0 lets the camera choose
    red_gain: float = within(0.0, 0, 64)  # white balance; 0 lets the camera choose
    blue_gain: float = within(0.0, 0, 64)  # white balance; 0 lets the camera choose
    lens_position: float = within(0.0, 0, 64, "dpt")  # focus in dioptres (1 / metres); 0 lets the camera choose

    def __post_init__(self) -> None:
        refuse_outside(self)


@dataclass(frozen=True)
class ButtonsSettings:
    driver: str = "scripted"  # gpio, keyboard or scripted
    path: str = ""  # scripted only: a file of lines like {"t": 2.5, "button": "green"}
    green: int = 5  # GPIO numbers (BCM), each button between its pin and ground; 0 is not wired
    red: int = 6  # GPIO
    blue: int = 13  # GPIO
    yellow: int = 26  # GPIO
    call_1: int = 17  # GPIO of the first player's call button
    call_2: int = 27  # GPIO
    call_3: int = 22  # GPIO
    call_4: int = 23  # GPIO
    call_5: int = 24  # GPIO
    call_6: int = 25  # GPIO
    settle_seconds: float = within(0.012, 0.001, 0.05, "s")  # a contact quiet for so long has stopped bouncing
    chord_seconds: float = within(0.15, 0.02, 1, "s")  # two colours pressed within this time are one chord
    hold_seconds: float = within(0.8, 0.2, 5, "s")  # a colour down for so long is held
    long_hold_seconds: float = within(5.0, 1, 30, "s")  # and for so long means shut down, which is asked back

    def pins(self) -> dict[str, int]:
        """The wired buttons and their GPIO numbers, in wiring order."""
        wired = {button: getattr(self, button.replace(":", "_")) for button in (*COLOURS, *CALLS)}
        return {button: pin for button, pin in wired.items() if pin}

    def __post_init__(self) -> None:
        refuse_conflicts(self.pins())
        refuse_outside(self)


@dataclass(frozen=True)
class DisplaySettings:
    driver: str = "terminal"  # max7219, terminal or recorded
    modules: int = within(4, 1, 16)  # 8x8 modules side by side: 4 make 32x8
    brightness: float = within(0.1, 0, 1, "%")  # 0 to 1; low is plenty in a living room
    orientation: Literal[0, 90, -90, 180] = -90  # how each 8x8 module is turned on its board
    reverse: bool = False  # the cable enters at the right-hand end
    spi_device: int = within(0, 0, 1)  # /dev/spidev0.<device>: 0 is CE0 (GPIO 8), 1 is CE1 (GPIO 7)

    def __post_init__(self) -> None:
        refuse_outside(self)


@dataclass(frozen=True)
class SpeakerSettings:
    driver: str = "silent"  # alsa (pw-play or aplay) or silent
    volume: float = within(0.7, 0, 1, "%")  # 0 to 1
    sounds: bool = True  # short sounds for every accepted deed
    silenced: tuple[str, ...] = ()  # single sounds to leave out: "tick", "crow", "keep", ...
    theme: str = field(default=OURS, metadata={"choices": themes})  # whose sounds; a folder of yours under sounds/
    voice: bool = True  # spoken announcements
    talk: Talkative = "next"  # what is spoken: results; what to do next, too; or everything
    jokes: bool = True  # a joke at take, steal and win

    def __post_init__(self) -> None:
        refuse_outside(self)


@dataclass(frozen=True)
class MicrophoneSettings:
    driver: str = "none"  # none, portaudio or recorded; it only guesses who crowed, a button decides
    device: str = ""  # part of the microphone's name; empty takes the system's own
