"""What stands on the machine's table, from outside: its camera's pictures, its buttons, its lamps' wires, its sound."""

import io
import re
import socket
import struct
import subprocess
import threading
import wave
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from emulated_pi.machine import Machine
from hardware.displays.max7219 import Max7219Display
from hardware.ports import SAMPLE_RATE, Sound
from hardware.settings import ButtonsSettings, DisplaySettings

PULL = "/sys/devices/platform/gpio-sim/gpiochip0/sim_gpio{pin}/pull"
TRACING = "/sys/kernel/tracing"
QUALITY = 92


class Lens:
    """The pictures the emulated camera shows."""

    def __init__(self, machine: Machine) -> None:
        self._line = socket.create_connection(machine.address("camera"), timeout=60)

    def show(self, pixels: NDArray[np.uint8]) -> None:
        _, encoded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        self._line.sendall(struct.pack(">I", len(encoded)) + encoded.tobytes())

    def close(self) -> None:
        self._line.close()


def press(machine: Machine, *buttons: str, seconds: float = 0.4) -> None:
    """Fingers pull the buttons' pins to ground for a moment."""
    pins = ButtonsSettings().pins()
    pulls = [PULL.format(pin=pins[button]) for button in buttons]
    script = [f"echo pull-down > {pull}; sleep {seconds}; echo pull-up > {pull}; sleep 0.2" for pull in pulls]
    machine.run("; ".join(script), user="root")


class Wires:
    """Every byte that went over the matrix's wires, as the kernel saw it go."""

    def __init__(self, machine: Machine) -> None:
        machine.run(f"echo 16384 > {TRACING}/buffer_size_kb", user="root")
        machine.run(f"echo 1 > {TRACING}/events/spi/spi_transfer_start/enable", user="root")
        self._reader = machine.start(f"cat {TRACING}/trace_pipe")
        self._sent = bytearray()
        self._lock = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._reader.stdout is not None
        for line in self._reader.stdout:
            if found := re.search(rb"tx=\[([0-9a-f-]+)\]", line):
                with self._lock:
                    self._sent += bytes.fromhex(found[1].decode().replace("-", ""))

    @property
    def sent(self) -> bytes:
        with self._lock:
            return bytes(self._sent)

    def close(self) -> None:
        self._reader.terminate()


def bytes_of(rows: Sequence[str], settings: DisplaySettings) -> bytes:
    """What goes over the wires for this picture of the page's lamps."""
    sent: list[int] = []
    wire: Any = SimpleNamespace(data=lambda some: sent.extend(some), command=lambda *some: sent.extend(some))
    wire.cleanup = lambda: None
    display = Max7219Display(settings, wire)
    sent.clear()
    lit = [[255 if lamp == "#" else 0 for lamp in row] for row in rows]
    display.show(np.array(lit, np.uint8))
    return bytes(sent)


class Ear:
    """Listens at the far end of the sound card's cable."""

    def __init__(self, machine: Machine) -> None:
        recorder = f"exec arecord -q -D plughw:Loopback,1,0 -f S16_LE -c 1 -r {SAMPLE_RATE} -t raw -"
        self._recorder = subprocess.Popen(machine.ssh("root", recorder), stdout=subprocess.PIPE)
        self._heard = bytearray()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._recorder.stdout is not None
        while some := self._recorder.stdout.read1(65536):  # type: ignore[attr-defined]
            self._heard += some

    @property
    def heard(self) -> Sound:
        return np.frombuffer(bytes(self._heard[: len(self._heard) // 2 * 2]), "<i2")

    def close(self) -> None:
        self._recorder.terminate()


def likeness(heard: Sound, played: Sound, piece_seconds: float = 0.25) -> float:
    """How much of what was played is heard, piece by piece: a busy emulator stretches pauses, not pieces."""
    size = round(piece_seconds * SAMPLE_RATE)
    pieces = [played[at : at + size] for at in range(0, len(played) - size + 1, size)]
    loud = [piece for piece in pieces if np.abs(piece.astype(float)).max() > 1000]
    found = [float(np.abs(_correlated(heard, piece)).max(initial=0.0)) for piece in loud]
    return float(np.median(found)) if found else 0.0


def _correlated(heard: Sound, piece: Sound) -> NDArray[np.float64]:
    """Normalised cross-correlation, 1 where the piece lies in what was heard."""
    if len(heard) < len(piece):
        return np.zeros(1)
    long, short = heard.astype(np.float64), piece.astype(np.float64)
    size = 1 << (len(long) + len(short)).bit_length()
    raw = np.fft.irfft(np.fft.rfft(long, size) * np.conj(np.fft.rfft(short, size)), size)[: len(long) - len(short) + 1]
    power = np.concatenate([[0.0], np.cumsum(long**2)])
    power = power[len(short) :] - power[: len(power) - len(short)]
    result: NDArray[np.float64] = raw / np.sqrt(np.maximum(power * (short**2).sum(), 1e6))
    return result


def wav_sound(content: bytes) -> Sound:
    with wave.open(io.BytesIO(content)) as file:
        return np.frombuffer(file.readframes(file.getnframes()), "<i2")
