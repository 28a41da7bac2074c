"""Looks the machine over and names, for each thing that is wrong, its cure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from calibration.wording import Line, line
from companion.appliance.check import field
from companion.appliance.machine import Machine, version_of
from companion.languages import said
from companion.settings import Settings
from hardware.cure import apt, pip
from hardware.folders import data_folder
from hardware.frame import Share
from hardware.trouble import Trouble

State = Literal["good", "note", "ill"]

GROUPS = {"gpio": "the buttons", "spi": "the LED matrix", "video": "the camera", "audio": "the speaker"}
DISK_FREE_MB = 500
HOT_CELSIUS = 80
OWN_SUPPLY = line("Use the Pi's own power supply and a short cable.")
AIR = line("Give it air, or a better supply.")
THROTTLED = {
    0x1: (line("The power supply is too weak right now."), OWN_SUPPLY),
    0x4: (line("The processor is slowed down right now."), AIR),
    0x10000: (line("The power supply was too weak since the last start."), OWN_SUPPLY),
    0x40000: (line("The processor was slowed down since the last start."), AIR),
}


@dataclass(frozen=True)
class Finding:
    """One thing looked at: good, a note (nobody asked for it), or ill with its cure."""

    part: str
    state: State
    say: str
    fix: str = ""

    def told(self, language: str) -> dict[str, str]:
        """The same for people, in their language."""
        texts = {"part": self.part, "say": self.say, "fix": self.fix}
        return {"state": self.state, **{name: said(text, language) for name, text in texts.items()}}


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


def run(command: str) -> Line:
    """What to type, and nothing after it, so that it can be copied to the end of the line."""
    return line("Run: {command}", command=command)


def on_a_pi(machine: Machine) -> bool:
    return "Raspberry Pi" in (machine.read("/proc/device-tree/model") or "")


def _asked(wanted: bool) -> State:
    return "ill" if wanted else "note"


def _python(_: Settings, machine: Machine) -> Iterator[Finding]:
    major, minor = machine.python()
    if (3, 11) <= (major, minor) <= (3, 13):
        yield Finding("python", "good", line("Python {version}.", version=f"{major}.{minor}"))
    else:
        yield Finding(
            "python",
            "ill",
            line("Python {version} is not tried.", version=f"{major}.{minor}"),
            line("Use the system's Python of bookworm or trixie."),
        )
    if machine.architecture() in ("aarch64", "arm64", "x86_64", "AMD64"):
        yield Finding("system", "good", line("64-bit system ({kind}).", kind=machine.architecture()))
    else:
        yield Finding(
            "system",
            "ill",
            line("This system is not 64-bit ({kind}).", kind=machine.architecture()),
            line("Install Raspberry Pi OS (64-bit): there are no packages for 32 bits."),
        )


def _packages(_: Settings, machine: Machine) -> Iterator[Finding]:
    broken = [
        (name, error)
        for name in ("numpy", "cv2", "PIL", "onnxruntime", "starlette", "uvicorn")
        if (error := machine.import_error(name))
    ]
    for name, error in broken:
        lacks = "libG" in str(error)
        cure = run("sudo apt install libgl1 libglib2.0-0") if lacks else line("Install me again.")
        yield Finding("packages", "ill", line("{name} does not load ({error}).", name=name, error=error), cure)
    if machine.package("opencv-python") and machine.package("opencv-python-headless"):
        yield Finding(
            "packages",
            "ill",
            line("opencv-python and opencv-python-headless are both installed and overwrite each other."),
            line(
                "Install me again after: {command}",
                command=pip("uninstall", "-y", "opencv-python", "opencv-python-headless"),
            ),
        )
    if not broken:
        runs = line("numpy, OpenCV, Pillow and the rest load; networks run with {engine}.", engine=machine.engine())
        yield Finding("packages", "good", runs)


def _board(_: Settings, machine: Machine) -> Iterator[Finding]:
    model = machine.read("/proc/device-tree/model")
    if model and "Raspberry Pi" in model:
        yield Finding("board", "good", line("{model}.", model=model))
    else:
        yield Finding("board", "note", line("This is no Raspberry Pi: painted table, keyboard and terminal stand in."))


def _groups(settings: Settings, machine: Machine) -> Iterator[Finding]:
    if not on_a_pi(machine) or machine.is_root():
        return
    missing = [group for group in GROUPS if group not in machine.groups()]
    cure = line("Log out and in again after: {command}", command=f"sudo usermod -aG {','.join(missing)} $USER")
    for group in missing:
        yield Finding("groups", "ill", line("You may not use {parts}.", parts=GROUPS[group]), cure)
    if not missing:
        yield Finding("groups", "good", line("You are in {groups}.", groups=", ".join(GROUPS)))


def _camera(settings: Settings, machine: Machine) -> Iterator[Finding]:
    driver = settings.camera.driver
    if driver == "webcam":
        device = f"/dev/video{settings.camera.index}"
        if machine.exists(device):
            yield Finding("camera", "good", line("A USB camera is at {device}.", device=device))
        else:
            yield Finding(
                "camera",
                "ill",
                line("There is no camera at {device}.", device=device),
                line("Plug it in, or set index under [camera] in table.toml."),
            )
        return
    if driver != "picamera" and not on_a_pi(machine):
        yield Finding("camera", "good", line("No camera is asked for ({driver}).", driver=driver))
        return
    error = machine.import_error("libcamera") or machine.import_error("picamera2")
    if error is None:
        yield Finding("camera", "good", line("picamera2 and libcamera load."))
        if driver == "picamera":
            yield _field(machine.camera_sees(settings.camera))
    elif "numpy.dtype size changed" in str(error):
        yield Finding(
            "camera",
            _asked(driver == "picamera"),
            line("picamera2 does not fit numpy 2 (apt's simplejpeg is too old)."),
            run(pip("install", "simplejpeg>=1.8.2")),
        )
    else:
        yield Finding(
            "camera",
            _asked(driver == "picamera"),
            line("{name} does not load ({error}).", name="picamera2", error=error),
            run(apt(["python3-picamera2"], then="make run")),
        )


def _field(sees: Share | Trouble | None) -> Finding:
    if isinstance(sees, Trouble):
        return Finding("camera", "ill", sees.say, sees.fix)
    if sees is None:
        return Finding("camera", "note", line("The camera does not tell how much of its sensor is in the picture."))
    return Finding("camera", "good", field(sees))


def _buttons(settings: Settings, machine: Machine) -> Iterator[Finding]:
    asked = settings.buttons.driver == "gpio"
    if not asked and not on_a_pi(machine):
        yield Finding("buttons", "good", line("No buttons are asked for ({driver}).", driver=settings.buttons.driver))
        return
    gpiozero = machine.package("gpiozero") or "0"
    if version_of(gpiozero) < (2, 0, 1, 3):
        yield Finding(
            "buttons",
            _asked(asked),
            line("gpiozero {version} does not know the Pi 5's pins.", version=gpiozero),
            run(pip("install", "gpiozero>=2.0.1.post3")),
        )
    lgpio = machine.package("lgpio")
    if lgpio and version_of(lgpio) < (0, 2):
        yield Finding(
            "buttons",
            _asked(asked),
            line("lgpio {version} is an empty shell: there is no wheel for this Python.", version=lgpio),
            run(apt(["python3-lgpio"], then=pip("uninstall", "-y", "lgpio"))),
        )
    elif machine.import_error("lgpio"):
        missing = line("{name} is not installed.", name="lgpio")
        yield Finding("buttons", _asked(asked), missing, run("sudo apt install python3-lgpio"))
    elif not any(machine.exists(f"/dev/gpiochip{chip}") for chip in (0, 4)):
        yield Finding(
            "buttons",
            _asked(asked),
            line("There are no GPIO pins here."),
            line("Set {setting} under {section}.", setting='driver = "keyboard"', section="[buttons]"),
        )
    else:
        yield Finding("buttons", "good", line("GPIO is within reach."))


def _display(settings: Settings, machine: Machine) -> Iterator[Finding]:
    asked = settings.display.driver == "max7219"
    if not asked and not on_a_pi(machine):
        yield Finding("matrix", "good", line("No LED matrix is asked for ({driver}).", driver=settings.display.driver))
        return
    device = f"/dev/spidev0.{settings.display.spi_device}"
    if not machine.exists(device):
        cure = line("Restart the Pi after: {command}", command="sudo raspi-config nonint do_spi 0")
        yield Finding("matrix", _asked(asked), line("SPI is switched off ({device} is missing).", device=device), cure)
    elif not machine.may_write(device):
        cure = line("Log out and in again after: {command}", command="sudo usermod -aG spi $USER")
        yield Finding("matrix", _asked(asked), line("You may not use {parts}.", parts=device), cure)
    elif machine.import_error("spidev"):
        missing = line("{name} is not installed.", name="spidev")
        yield Finding("matrix", _asked(asked), missing, run("sudo apt install python3-spidev"))
    elif machine.import_error("luma.led_matrix"):
        missing = line("{name} is not installed.", name="luma.led_matrix")
        yield Finding("matrix", _asked(asked), missing, run(pip("install", "luma.led_matrix>=1.7")))
    else:
        yield Finding("matrix", "good", line("{device} is ready.", device=device))


def _speaker(settings: Settings, machine: Machine) -> Iterator[Finding]:
    asked = settings.speaker.driver == "alsa"
    if not machine.has_program("pw-play") and not machine.has_program("aplay"):
        cure = run("sudo apt install pipewire-bin alsa-utils")
        yield Finding("speaker", _asked(asked), line("There is no program to play sound."), cure)
        return
    runtime = machine.environment("XDG_RUNTIME_DIR")
    if machine.has_program("pw-play") and not (runtime and machine.exists(f"{runtime}/pipewire-0")):
        yield Finding(
            "speaker",
            _asked(asked),
            line("PipeWire is not running for you, so there may be no sound."),
            line("Start me in your own session or with companion install --service: a system unit has no sound."),
        )
    elif asked and (trouble := machine.sound_trouble()):
        yield Finding("speaker", "ill", trouble.say, trouble.fix)
    else:
        yield Finding("speaker", "good", line("Sound plays.") if asked else line("Sound could be played."))


def _speech(settings: Settings, machine: Machine) -> Iterator[Finding]:
    if machine.has_program("espeak-ng"):
        yield Finding("speech", "good", line("espeak-ng speaks."))
    else:
        asked = settings.speaker.driver == "alsa" and settings.speaker.voice
        missing = line("{name} is not installed.", name="espeak-ng")
        yield Finding("speech", _asked(asked), missing, run("sudo apt install espeak-ng"))


def _microphone(settings: Settings, machine: Machine) -> Iterator[Finding]:
    if settings.microphone.driver == "none":
        return  # a toy nobody asked for is not worth a line
    if trouble := machine.hearing_trouble(settings.microphone):
        yield Finding("microphone", "ill", trouble.say, trouble.fix)
    else:
        yield Finding("microphone", "good", line("The microphone listens."))


def _clock(_: Settings, machine: Machine) -> Iterator[Finding]:
    synchronised = machine.run("timedatectl", "show", "-p", "NTPSynchronized", "--value")
    if machine.year() < 2025:
        cure = line(
            "Connect to a network, or set it: {command}", command="sudo timedatectl set-time 'YYYY-MM-DD HH:MM'"
        )
        yield Finding("clock", "ill", line("The clock says it is {year}.", year=machine.year()), cure)
    elif synchronised == "no" and on_a_pi(machine):
        note = line("The clock is not set by a network; matches may carry a wrong date.")
        yield Finding("clock", "note", note, run("sudo timedatectl set-ntp true"))
    else:
        yield Finding("clock", "good", line("The clock is set."))


def _disk(_: Settings, machine: Machine) -> Iterator[Finding]:
    folder = data_folder()
    free = machine.free_bytes(folder) // 2**20
    if free < DISK_FREE_MB:
        cure = line("Delete old recordings in {folder}, or run: {command}", folder=folder, command="sudo apt clean")
        yield Finding("disk", "ill", line("Only {free} MB are free for matches.", free=free), cure)
    else:
        yield Finding("disk", "good", line("{free:.0f} GB are free.", free=free / 1024))
    mounts = machine.read("/proc/mounts") or ""
    if any(line.split()[1:3] == ["/", "overlay"] for line in mounts.splitlines() if len(line.split()) > 2):
        yield Finding(
            "disk",
            "ill" if on_a_pi(machine) else "note",
            line("The root file system is an overlay: every match is lost at power-off."),
            line("Keep the data on a partition of its own and point XDG_DATA_HOME to it."),
        )


def _warmth(_: Settings, machine: Machine) -> Iterator[Finding]:
    text = machine.read("/sys/class/thermal/thermal_zone0/temp")
    if on_a_pi(machine) and text and text.lstrip("-").isdigit():
        celsius = int(text) / 1000
        warm = line("The processor has {celsius:.0f} °C.", celsius=celsius)
        if celsius >= HOT_CELSIUS:
            yield Finding("warmth", "ill", warm, line("Give it air: a heat sink, a fan, an open case."))
        else:
            yield Finding("warmth", "good", warm)
    answer = machine.run("vcgencmd", "get_throttled") if on_a_pi(machine) else None
    if answer and "=" in answer:
        bits = int(answer.split("=")[1], 16)
        for bit, (say, cure) in THROTTLED.items():
            if bits & bit:
                yield Finding("power", "ill" if bit < 0x10000 else "note", say, cure)
        if not bits:
            yield Finding("power", "good", line("Power and speed are as they should be."))


def _memory(_: Settings, machine: Machine) -> Iterator[Finding]:
    lines = (machine.read("/proc/meminfo") or "").splitlines()
    total = next((int(line.split()[1]) // 1024 for line in lines if line.startswith("MemTotal")), None)
    if total is not None and total < 1800:
        yield Finding(
            "memory",
            "note",
            line("{total} MB of memory are too few for me and a browser.", total=total),
            line("Show the page on another device: serve_network = true under [kiosk]."),
        )
