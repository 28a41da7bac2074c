"""What can be set about camera, buttons, display, speaker and microphone: one section of table.toml each."""

from dataclasses import dataclass, field
from typing import Literal

from hardware.pins import refuse_conflicts
from hardware.speakers.themes import OURS, themes
from hardware.wording import line

COLOURS = ("green", "red", "blue", "yellow")
Talkative = Literal["results", "next", "everything"]
CALLS = tuple(f"call:{seat}" for seat in range(1, 7))


def refuse_outside(settings: object, low: float, high: float, *names: str) -> None:
    for name in names:
        if not low <= getattr(settings, name) <= high:
            raise ValueError(line("{name} must be between {low:g} and {high:g}.", name=name, low=low, high=high))


@dataclass(frozen=True)
class CameraSettings:
    driver: str = "painted"  # painted, picamera, webcam or playback
    path: str = ""  # playback only: a folder of numbered frames, a photo, a video or a recording (.zip)
    width: int = 1280  # pixels asked for
    height: int = 720  # pixels asked for
    fps: float = 15.0  # frames a second
    real_time: bool = False  # playback only: deliver frames at their own pace instead of as fast as they are read
    index: int = 0  # which camera, if several are plugged in
    upside_down: bool = False  # turn the picture by half a turn
    mains_hz: Literal[0, 50, 60] = 50  # lamps flicker with the mains; 0 leaves the camera alone
    exposure_us: int = 0  # 0 lets the camera choose; companion check camera --lock prints what to keep
    analogue_gain: float = 0.0  # 0 lets the camera choose
    red_gain: float = 0.0  # white balance; 0 lets the camera choose
    blue_gain: float = 0.0  # white balance; 0 lets the camera choose
    lens_position: float = 0.0  # focus in dioptres (1 / metres); 0 lets the camera choose

    def __post_init__(self) -> None:
        refuse_outside(self, 160, 8192, "width", "height")
        refuse_outside(self, 0.1, 120, "fps")
        refuse_outside(self, 0, 63, "index")
        refuse_outside(self, 0, 200_000, "exposure_us")
        refuse_outside(self, 0, 64, "analogue_gain", "red_gain", "blue_gain", "lens_position")


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
    settle_seconds: float = 0.012  # a contact quiet for so long has stopped bouncing
    chord_seconds: float = 0.15  # two colours pressed within this time are one chord
    hold_seconds: float = 0.8  # a colour down for so long is held
    long_hold_seconds: float = 5.0  # and for so long means shut down, which is asked back

    def pins(self) -> dict[str, int]:
        """The wired buttons and their GPIO numbers, in wiring order."""
        wired = {button: getattr(self, button.replace(":", "_")) for button in (*COLOURS, *CALLS)}
        return {button: pin for button, pin in wired.items() if pin}

    def __post_init__(self) -> None:
        refuse_conflicts(self.pins())
        refuse_outside(self, 0.001, 0.05, "settle_seconds")
        refuse_outside(self, 0.02, 1, "chord_seconds")
        refuse_outside(self, 0.2, 5, "hold_seconds")
        refuse_outside(self, 1, 30, "long_hold_seconds")


@dataclass(frozen=True)
class DisplaySettings:
    driver: str = "terminal"  # max7219, terminal or recorded
    modules: int = 4  # 8x8 modules side by side: 4 make 32x8
    brightness: float = 0.1  # 0 to 1; low is plenty in a living room
    orientation: Literal[0, 90, -90, 180] = -90  # how each 8x8 module is turned on its board
    reverse: bool = False  # the cable enters at the right-hand end
    spi_device: int = 0  # /dev/spidev0.<device>: 0 is CE0 (GPIO 8), 1 is CE1 (GPIO 7)

    def __post_init__(self) -> None:
        refuse_outside(self, 1, 16, "modules")
        refuse_outside(self, 0, 1, "brightness", "spi_device")


@dataclass(frozen=True)
class SpeakerSettings:
    driver: str = "silent"  # alsa (pw-play or aplay) or silent
    volume: float = 0.7  # 0 to 1
    sounds: bool = True  # short sounds for every accepted deed
    silenced: tuple[str, ...] = ()  # single sounds to leave out: "tick", "crow", "keep", ...
    theme: str = field(default=OURS, metadata={"choices": themes})  # whose sounds; a folder of yours under sounds/
    voice: bool = True  # spoken announcements
    talk: Talkative = "next"  # what is spoken: results; what to do next, too; or everything
    jokes: bool = True  # a joke at take, steal and win

    def __post_init__(self) -> None:
        refuse_outside(self, 0, 1, "volume")


@dataclass(frozen=True)
class MicrophoneSettings:
    driver: str = "none"  # none, portaudio or recorded; it only guesses who crowed, a button decides
    device: str = ""  # part of the microphone's name; empty takes the system's own
