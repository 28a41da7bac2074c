"""A computer in any state of health."""

from pathlib import Path

from companion.appliance.machine import Machine
from hardware.frame import Share
from hardware.settings import CameraSettings, MicrophoneSettings
from hardware.trouble import Trouble

PI = "Raspberry Pi 5 Model B Rev 1.0"


class FakeMachine(Machine):
    """A healthy Pi; tests break what they are about."""

    def __init__(self) -> None:
        self.version = (3, 13)
        self.processor = "aarch64"
        self.files = {
            "/proc/device-tree/model": PI,
            "/sys/class/thermal/thermal_zone0/temp": "51234",
            "/proc/meminfo": "MemTotal:  4000000 kB",
            "/proc/mounts": "/dev/mmcblk0p2 / ext4 rw 0 0",
        }
        self.paths = {"/dev/spidev0.0", "/dev/gpiochip0", "/dev/video0", "/run/user/1000/pipewire-0"}
        self.locked: set[str] = set()
        self.programs = {"pw-play", "aplay", "espeak-ng"}
        self.variables = {"XDG_RUNTIME_DIR": "/run/user/1000"}
        self.answers: dict[tuple[str, ...], str] = {("vcgencmd", "get_throttled"): "throttled=0x0"}
        self.mine = {"gpio", "spi", "video", "audio"}
        self.packages = {"gpiozero": "2.0.1.post3", "opencv-python": "5.0.0.93", "lgpio": "0.2.2.0"}
        self.errors: dict[str, Exception] = {}
        self.sees: Share | Trouble | None = (0.0, 0.0, 1.0, 1.0)
        self.silence: Trouble | None = None
        self.deafness: Trouble | None = None
        self.free = 20 * 2**30
        self.now = 2026

    def python(self) -> tuple[int, int]:
        return self.version

    def architecture(self) -> str:
        return self.processor

    def read(self, path: str) -> str | None:
        return self.files.get(path)

    def exists(self, path: str) -> bool:
        return path in self.paths

    def may_write(self, path: str) -> bool:
        return path not in self.locked

    def environment(self, name: str) -> str:
        return self.variables.get(name, "")

    def has_program(self, name: str) -> bool:
        return name in self.programs

    def run(self, *command: str) -> str | None:
        return self.answers.get(command)

    def camera_sees(self, settings: CameraSettings) -> Share | Trouble | None:
        return self.sees

    def groups(self) -> set[str]:
        return self.mine

    def is_root(self) -> bool:
        return False

    def package(self, name: str) -> str | None:
        return self.packages.get(name)

    def engine(self) -> str:
        return "onnxruntime"

    def import_error(self, module: str) -> Exception | None:
        return self.errors.get(module)

    def sound_trouble(self) -> Trouble | None:
        return self.silence

    def hearing_trouble(self, settings: MicrophoneSettings) -> Trouble | None:
        return self.deafness

    def free_bytes(self, path: Path) -> int:
        return self.free

    def year(self) -> int:
        return self.now
