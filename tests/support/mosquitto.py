"""A real Mosquitto for tests, on a free port of loopback, that can be killed and started again."""

import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

PROGRAM = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
needs_mosquitto = pytest.mark.skipif(PROGRAM is None, reason="Mosquitto is not installed: apt-get install mosquitto")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Mosquitto:
    """One broker; its configuration is ours or, without one, open to everybody on this machine."""

    def __init__(self, folder: Path, config: str = "", port: int = 0) -> None:
        self.port = port or free_port()
        self._file = folder / "mosquitto.conf"
        plain = f"listener {self.port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 20000\n"
        self._file.write_text(config or plain)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        assert PROGRAM is not None
        self._process = subprocess.Popen([PROGRAM, "-c", str(self._file)], stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise TimeoutError("Mosquitto did not start")

    def kill(self) -> None:
        """As when the plug is pulled."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait(10)
            self._process = None

    def restart(self) -> None:
        self.kill()
        self.start()
