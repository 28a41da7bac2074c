"""Looks the machine over and names, for each thing that is wrong, its cure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from companion.appliance.machine import Machine, version_of
from companion.settings import Settings
from hardware.folders import data_folder

State = Literal["good", "note", "ill"]

GROUPS = {"gpio": "the buttons", "spi": "the LED matrix", "video": "the camera", "audio": "the speaker"}
DISK_FREE_MB = 500
HOT_CELSIUS = 80
THROTTLED = {
    0x1: "The power supply is too weak right now",
    0x4: "The processor is slowed down right now",
    0x10000: "The power supply was too weak since the last start",
    0x40000: "The processor was slowed down since the last start",
}


@dataclass(frozen=True)
class Finding:
    """One thing looked at: good, a note (nobody asked for it), or ill with its cure."""

    part: str
    state: State
    say: str
    fix: str = ""


def examine(settings: Settings, machine: Machine) -> tuple[Finding, ...]:
    """All findings, in the order in which they should be cured; what table.toml does not ask for is only noted."""
    looks: tuple[Callable[[Settings, Machine], Iterator[Finding]], ...] = (
        _python,
        _packages,
        _board,
        _groups,
        _camera,
        _buttons,
        _display,
        _speaker,
        _speech,
        _microphone,
        _clock,
        _disk,
        _warmth,
        _memory,
    )
    return tuple(finding for look in looks for finding in look(settings, machine))


def on_a_pi(machine: Machine) -> bool:
    return "Raspberry Pi" in (machine.read("/proc/device-tree/model") or "")


def _asked(wanted: bool) -> State:
    return "ill" if wanted else "note"


def _python(_: Settings, machine: Machine) -> Iterator[Finding]:
    major, minor = machine.python()
    if (3, 11) <= (major, minor) <= (3, 13):
        yield Finding("python", "good", f"Python {major}.{minor}.")
    else:
        yield Finding(
            "python", "ill", f"Python {major}.{minor} is not tried.", "Use the system's Python of bookworm or trixie."
        )
    if machine.architecture() in ("aarch64", "arm64", "x86_64", "AMD64"):
        yield Finding("system", "good", f"64-bit system ({machine.architecture()}).")
    else:
        yield Finding(
            "system",
            "ill",
            f"This system is not 64-bit ({machine.architecture()}).",
            "Install Raspberry Pi OS (64-bit): there are no packages for 32 bits.",
        )


def _packages(_: Settings, machine: Machine) -> Iterator[Finding]:
    broken = [
        (name, error)
        for name in ("numpy", "cv2", "PIL", "onnxruntime", "starlette", "uvicorn")
        if (error := machine.import_error(name))
    ]
    for name, error in broken:
        cure = "Run: sudo apt install libgl1 libglib2.0-0." if "libG" in str(error) else "Install me again."
        yield Finding("packages", "ill", f"{name} does not load ({error}).", cure)
    if machine.package("opencv-python") and machine.package("opencv-python-headless"):
        yield Finding(
            "packages",
            "ill",
            "opencv-python and opencv-python-headless are both installed and overwrite each other.",
            "Run: pip uninstall opencv-python-headless, then install me again.",
        )
    if not broken:
        yield Finding("packages", "good", "numpy, OpenCV, Pillow and the rest load.")


def _board(_: Settings, machine: Machine) -> Iterator[Finding]:
    model = machine.read("/proc/device-tree/model")
    if model and "Raspberry Pi" in model:
        yield Finding("board", "good", f"{model}.")
    else:
        yield Finding("board", "note", "This is no Raspberry Pi: painted table, keyboard and terminal stand in.")


def _groups(settings: Settings, machine: Machine) -> Iterator[Finding]:
    if not on_a_pi(machine) or machine.is_root():
        return
    missing = [group for group in GROUPS if group not in machine.groups()]
    if missing:
        parts = ", ".join(GROUPS[group] for group in missing)
        yield Finding(
            "groups",
            "ill",
            f"You may not use {parts}.",
            f"Run: sudo usermod -aG {','.join(missing)} $USER, then log out and in.",
        )
    else:
        yield Finding("groups", "good", f"You are in {', '.join(GROUPS)}.")


def _camera(settings: Settings, machine: Machine) -> Iterator[Finding]:
    driver = settings.camera.driver
    if driver == "webcam":
        device = f"/dev/video{settings.camera.index}"
        if machine.exists(device):
            yield Finding("camera", "good", f"A USB camera is at {device}.")
        else:
            yield Finding(
                "camera", "ill", f"There is no camera at {device}.", "Plug it in, or set index in table.toml."
            )
        return
    if driver != "picamera" and not on_a_pi(machine):
        yield Finding("camera", "good", f"The camera is {driver}.")
        return
    error = machine.import_error("libcamera") or machine.import_error("picamera2")
    if error is None:
        yield Finding("camera", "good", "picamera2 and libcamera load.")
    elif "numpy.dtype size changed" in str(error):
        yield Finding(
            "camera",
            _asked(driver == "picamera"),
            "picamera2 does not fit numpy 2 (apt's simplejpeg is too old).",
            'Run: pipx inject --force cockadoodle "simplejpeg>=1.8.2".',
        )
    else:
        yield Finding(
            "camera",
            _asked(driver == "picamera"),
            f"picamera2 does not load ({error}).",
            "Run: sudo apt install python3-picamera2, then pipx install --system-site-packages cockadoodle[pi].",
        )


def _buttons(settings: Settings, machine: Machine) -> Iterator[Finding]:
    asked = settings.buttons.driver == "gpio"
    if not asked and not on_a_pi(machine):
        yield Finding("buttons", "good", f"The buttons are {settings.buttons.driver}.")
        return
    gpiozero = machine.package("gpiozero") or "0"
    if version_of(gpiozero) < (2, 0, 1, 3):
        yield Finding(
            "buttons",
            _asked(asked),
            f"gpiozero {gpiozero} does not know the Pi 5's pins.",
            'Run: pipx inject --force cockadoodle "gpiozero>=2.0.1.post3".',
        )
    lgpio = machine.package("lgpio")
    if lgpio and version_of(lgpio) < (0, 2):
        yield Finding(
            "buttons",
            _asked(asked),
            f"lgpio {lgpio} is an empty shell: there is no wheel for this Python.",
            "Run: pip uninstall lgpio, then sudo apt install python3-lgpio.",
        )
    elif machine.import_error("lgpio"):
        yield Finding("buttons", _asked(asked), "lgpio is not installed.", "Run: sudo apt install python3-lgpio.")
    elif not any(machine.exists(f"/dev/gpiochip{chip}") for chip in (0, 4)):
        yield Finding(
            "buttons", _asked(asked), "There are no GPIO pins here.", 'Set driver = "keyboard" under [buttons].'
        )
    else:
        yield Finding("buttons", "good", "GPIO is within reach.")


def _display(settings: Settings, machine: Machine) -> Iterator[Finding]:
    asked = settings.display.driver == "max7219"
    if not asked and not on_a_pi(machine):
        yield Finding("matrix", "good", f"The lamps are {settings.display.driver}.")
        return
    device = f"/dev/spidev{settings.display.spi_port}.{settings.display.spi_device}"
    if not machine.exists(device):
        cure = "Run: sudo raspi-config nonint do_spi 0, then restart the Pi."
        yield Finding("matrix", _asked(asked), f"SPI is switched off ({device} is missing).", cure)
    elif not machine.may_write(device):
        cure = "Run: sudo usermod -aG spi $USER, then log out and in."
        yield Finding("matrix", _asked(asked), f"You may not use {device}.", cure)
    elif machine.import_error("spidev"):
        yield Finding("matrix", _asked(asked), "spidev is not installed.", "Run: sudo apt install python3-spidev.")
    elif machine.import_error("luma.led_matrix"):
        cure = 'Run: pipx inject cockadoodle "luma.led_matrix>=1.7".'
        yield Finding("matrix", _asked(asked), "luma.led_matrix is not installed.", cure)
    else:
        yield Finding("matrix", "good", f"{device} is ready.")


def _speaker(settings: Settings, machine: Machine) -> Iterator[Finding]:
    asked = settings.speaker.driver == "alsa"
    if not machine.has_program("pw-play") and not machine.has_program("aplay"):
        cure = "Run: sudo apt install pipewire-bin alsa-utils."
        yield Finding("speaker", _asked(asked), "There is no program to play sound.", cure)
        return
    runtime = machine.environment("XDG_RUNTIME_DIR")
    if machine.has_program("pw-play") and not (runtime and machine.exists(f"{runtime}/pipewire-0")):
        yield Finding(
            "speaker",
            _asked(asked),
            "PipeWire is not running for you, so there may be no sound.",
            "Start me in your own session or with companion install --service: a system unit has no sound.",
        )
    elif asked and (trouble := machine.sound_trouble()):
        yield Finding("speaker", "ill", trouble.say, trouble.fix)
    else:
        yield Finding("speaker", "good", "Sound plays." if asked else "Sound could be played.")


def _speech(settings: Settings, machine: Machine) -> Iterator[Finding]:
    if machine.has_program("espeak-ng"):
        yield Finding("speech", "good", "espeak-ng speaks.")
    else:
        asked = settings.speaker.driver == "alsa" and settings.speaker.voice
        yield Finding("speech", _asked(asked), "espeak-ng is not installed.", "Run: sudo apt install espeak-ng.")


def _microphone(settings: Settings, machine: Machine) -> Iterator[Finding]:
    if settings.microphone.driver == "none":
        return  # a toy nobody asked for is not worth a line
    if trouble := machine.hearing_trouble(settings.microphone):
        yield Finding("microphone", "ill", trouble.say, trouble.fix)
    else:
        yield Finding("microphone", "good", "The microphone listens.")


def _clock(_: Settings, machine: Machine) -> Iterator[Finding]:
    synchronised = machine.run("timedatectl", "show", "-p", "NTPSynchronized", "--value")
    if machine.year() < 2025:
        cure = "Connect to a network, or run: sudo timedatectl set-time 'YYYY-MM-DD HH:MM'."
        yield Finding("clock", "ill", f"The clock says it is {machine.year()}.", cure)
    elif synchronised == "no" and on_a_pi(machine):
        yield Finding("clock", "note", "The clock is not set by a network; matches may carry a wrong date.")
    else:
        yield Finding("clock", "good", "The clock is set.")


def _disk(_: Settings, machine: Machine) -> Iterator[Finding]:
    folder = data_folder()
    free = machine.free_bytes(folder) // 2**20
    if free < DISK_FREE_MB:
        cure = f"Delete old recordings in {folder}, or run: sudo apt clean."
        yield Finding("disk", "ill", f"Only {free} MB are free for matches.", cure)
    else:
        yield Finding("disk", "good", f"{free / 1024:.0f} GB are free.")
    mounts = machine.read("/proc/mounts") or ""
    if any(line.split()[1:3] == ["/", "overlay"] for line in mounts.splitlines() if len(line.split()) > 2):
        yield Finding(
            "disk",
            "ill" if on_a_pi(machine) else "note",
            "The root file system is an overlay: every match is lost at power-off.",
            "Keep the data on a partition of its own and point XDG_DATA_HOME to it.",
        )


def _warmth(_: Settings, machine: Machine) -> Iterator[Finding]:
    text = machine.read("/sys/class/thermal/thermal_zone0/temp")
    if on_a_pi(machine) and text and text.lstrip("-").isdigit():
        celsius = int(text) / 1000
        if celsius >= HOT_CELSIUS:
            cure = "Give it air: a heat sink, a fan, an open case."
            yield Finding("warmth", "ill", f"The processor has {celsius:.0f} °C.", cure)
        else:
            yield Finding("warmth", "good", f"The processor has {celsius:.0f} °C.")
    answer = machine.run("vcgencmd", "get_throttled") if on_a_pi(machine) else None
    if answer and "=" in answer:
        bits = int(answer.split("=")[1], 16)
        for bit, say in THROTTLED.items():
            if bits & bit:
                weak = "supply" in say
                cure = (
                    "Use the Pi's own power supply and a short cable." if weak else "Give it air, or a better supply."
                )
                yield Finding("power", "ill" if bit < 0x10000 else "note", f"{say}.", cure)
        if not bits:
            yield Finding("power", "good", "Power and speed are as they should be.")


def _memory(_: Settings, machine: Machine) -> Iterator[Finding]:
    lines = (machine.read("/proc/meminfo") or "").splitlines()
    total = next((int(line.split()[1]) // 1024 for line in lines if line.startswith("MemTotal")), None)
    if total is not None and total < 1800:
        yield Finding(
            "memory",
            "note",
            f"{total} MB of memory are too few for me and a browser.",
            "Show the page on another device: serve_network = true under [kiosk].",
        )
