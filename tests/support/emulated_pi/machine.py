"""The emulated machine: starts, is spoken to over ssh, and has its power cut."""

import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from emulated_pi.workshop import Failed, Workshop

MEMORY_MB = 2048
BOOT_SECONDS = 1800.0
LOGIN_SECONDS = 300.0  # for one log-in, while the machine is still starting
SSH = (
    *("-q", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
    *("-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=30", "-o", "ServerAliveCountMax=20"),
)


def board(extra: Sequence[str] = ()) -> list[str]:
    """A board with the processor of a Pi 4; half its cores, for this machine may have no more itself."""
    return [
        *("qemu-system-aarch64", "-M", "virt,gic-version=3", "-cpu", "cortex-a72", "-smp", "2", "-m", str(MEMORY_MB)),
        *("-nographic", "-nodefaults", "-no-reboot", *extra),
    ]


@dataclass(frozen=True)
class Parts:
    """What a machine is started from."""

    kernel: Path
    first_root: Path
    tree: Path
    disk: Path
    wheels: Path | None
    key: Path


class Machine:
    """One machine that runs; ``cut`` is pulling its plug."""

    def __init__(self, workshop: Workshop, parts: Parts, init: str = "") -> None:
        self._workshop = workshop
        self._parts = parts
        self.ports = {"ssh": _free_port(), "page": _free_port(), "camera": _free_port()}
        inside = {"ssh": 22, "page": 8080, "camera": 7000}
        ways = "".join(f",hostfwd=tcp:127.0.0.1:{self.ports[name]}-:{inside[name]}" for name in inside)
        drives = [parts.disk, *([parts.wheels] if parts.wheels else [])]
        told = "console=ttyAMA0 rw quiet panic=1 systemd.log_color=0" + (f" init={init}" if init else "")
        devices: list[str] = []
        for number, drive in enumerate(drives):
            kind = "qcow2" if drive.suffix == ".qcow2" else "raw"
            sparing = ",readonly=on" if drive == parts.wheels else ""
            devices += ["-drive", f"if=none,id=d{number},file={drive},format={kind},cache=writeback{sparing}"]
            devices += ["-device", f"virtio-blk-pci,drive=d{number}"]
        self._lines = tempfile.mkdtemp(prefix="pi-")
        self.console = workshop.folder / "console.txt"
        command = board(
            [
                *("-accel", "tcg,thread=multi", "-kernel", str(parts.kernel), "-initrd", str(parts.first_root)),
                *("-dtb", str(parts.tree), "-append", told, "-serial", f"file:{self.console}", "-display", "none"),
                *devices,
                *("-device", "virtio-rng-pci"),
                # Nothing goes out: what reaches the machine comes from here.
                *("-netdev", f"user,id=net,restrict=on{ways}", "-device", "virtio-net-pci,netdev=net,romfile="),
            ]
        )
        with workshop.log.open("a") as log:
            log.write(f"$ {' '.join(command)}\n")
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        workshop.at_the_end.append(self.off)

    def wait_until_up(self) -> float:
        """How long it took until somebody could log in."""
        began = time.monotonic()
        while time.monotonic() - began < BOOT_SECONDS:
            if self._process.poll() is not None:
                raise Failed(f"the emulator ended ({self._process.returncode}); see {self._workshop.log}")
            try:
                if all(self.does("true", who, LOGIN_SECONDS) for who in ("root", "pi")):  # the owner later than root
                    self._open_lines()
                    return time.monotonic() - began
            except subprocess.TimeoutExpired:
                pass
            time.sleep(2)
        raise Failed(f"the machine did not start; see {self.console}")

    def _open_lines(self) -> None:
        """One handshake for all that follow: an emulated processor takes seconds for each."""
        nothing = subprocess.DEVNULL
        for user in ("root", "pi"):
            subprocess.run(
                [*self.ssh(user, "")[:-1], "-MNf"], stdin=nothing, stdout=nothing, stderr=nothing, check=True
            )

    def wait_until_off(self, seconds: float) -> None:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.cut()
            raise Failed(f"the machine did not switch itself off; see {self.console}") from None

    def run(self, script: str, user: str = "pi", patience: float = 3600, given: bytes | None = None) -> str:
        """What a shell there answers to this."""
        command = self.ssh(user, script)
        with self._workshop.log.open("a") as log:
            log.write(f"[{user}] $ {script}\n")
        ended = subprocess.run(command, input=given, capture_output=True, timeout=patience, check=False)
        out = (ended.stdout + ended.stderr).decode(errors="replace")
        with self._workshop.log.open("a") as log:
            log.write(out)
        if ended.returncode:
            last = [line for line in out.splitlines() if line.strip()][-3:]
            raise Failed(f"{script.splitlines()[0][:60]} failed ({ended.returncode}): {' / '.join(last)}")
        return ended.stdout.decode(errors="replace")

    def does(self, script: str, user: str = "root", patience: float = 600) -> bool:
        ended = subprocess.run(self.ssh(user, script), capture_output=True, timeout=patience, check=False)
        return ended.returncode == 0

    def start(self, script: str, user: str = "root") -> subprocess.Popen[bytes]:
        """Something that goes on there while we do something else."""
        return subprocess.Popen(
            self.ssh(user, script), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    def put(self, content: bytes, path: str, user: str = "root") -> None:
        self.run(f"cat >{path}", user, given=content)

    def address(self, way: str) -> tuple[str, int]:
        return "127.0.0.1", self.ports[way]

    def cut(self) -> None:
        """The plug is pulled: nothing is told, nothing is written any more."""
        self._process.kill()
        self._process.wait()

    def off(self) -> None:
        """As an owner switches it off."""
        if self._process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                self.does("systemctl poweroff", patience=60)
            self.wait_until_off(600)

    def ssh(self, user: str, script: str) -> list[str]:
        path = ["-o", f"ControlPath={self._lines}/%r", "-i", str(self._parts.key), "-p", str(self.ports["ssh"])]
        return ["ssh", *SSH, *path, f"{user}@127.0.0.1", script]


def first_start(workshop: Workshop, parts: Parts, seconds: float = 3600) -> None:
    """The packages set themselves up, and the machine switches itself off."""
    machine = Machine(workshop, parts, init="/second-stage")
    machine.wait_until_off(seconds)
    said = machine.console.read_text(errors="replace")
    if "SECOND STAGE DONE" not in said:
        raise Failed(f"the packages could not be set up; see {machine.console}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
