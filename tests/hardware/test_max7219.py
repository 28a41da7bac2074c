"""The matrix driver, down to the bytes on the SPI wire."""

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hardware.displays.max7219 import Max7219Display, open_display
from hardware.settings import DisplaySettings
from hardware.trouble import Trouble

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

SCAN_LIMIT, DECODE, TEST, INTENSITY, SHUTDOWN = 0x0B, 0x09, 0x0F, 0x0A, 0x0C


class Wire:
    def __init__(self) -> None:
        self.sent: list[list[int]] = []
        self.broken = False

    def data(self, data: list[int]) -> None:
        if self.broken:
            raise OSError(5, "Input/output error")
        self.sent.append(list(data))

    def cleanup(self) -> None:
        self.broken = True


def one_module(**settings: Any) -> tuple[Max7219Display, Wire]:
    wire = Wire()
    return Max7219Display(DisplaySettings(modules=1, **{"orientation": 0, **settings}), wire), wire


def test_the_chip_is_woken_at_low_brightness_and_dark() -> None:
    _, wire = one_module(brightness=0.1)
    assert wire.sent[:4] == [[SCAN_LIMIT, 7], [DECODE, 0], [TEST, 0], [INTENSITY, 1]]
    assert wire.sent[4:12] == [[column, 0] for column in range(1, 9)]
    assert wire.sent[12:] == [[SHUTDOWN, 1]]


def test_a_picture_goes_out_column_by_column() -> None:
    display, wire = one_module()
    wire.sent.clear()
    picture = np.zeros((8, 8), np.uint8)
    picture[0, 0] = 255  # top left lamp: column 1, lowest bit
    picture[7, 7] = 255  # bottom right lamp: column 8, highest bit
    picture[2, :] = 63  # too faint to be lit
    display.show(picture)
    assert wire.sent == [[1, 1], *[[column, 0] for column in range(2, 8)], [8, 128]]


def test_a_chain_is_told_from_its_far_end() -> None:
    wire = Wire()
    display = Max7219Display(DisplaySettings(modules=4, orientation=0), wire)
    wire.sent.clear()
    picture = np.zeros((8, 32), np.uint8)
    picture[0, 0] = picture[1, 31] = 255
    display.show(picture)
    assert wire.sent[0] == [1, 0, 1, 0, 1, 0, 1, 1]
    assert wire.sent[7] == [8, 2, 8, 0, 8, 0, 8, 0]


def test_modules_mounted_on_their_side_are_turned_back() -> None:
    display, wire = one_module(orientation=-90)
    wire.sent.clear()
    picture = np.zeros((8, 8), np.uint8)
    picture[0, :] = 255  # the upper edge
    display.show(picture)
    assert wire.sent == [*[[column, 0] for column in range(1, 8)], [8, 255]]


def test_the_same_picture_is_not_sent_twice() -> None:
    display, wire = one_module()
    wire.sent.clear()
    display.show(np.zeros((8, 8), np.uint8))
    display.show(np.zeros((8, 8), np.uint8))
    assert len(wire.sent) == 8


def test_a_wire_that_falls_off_is_a_trouble_with_a_cure() -> None:
    display, wire = one_module()
    wire.broken = True
    with pytest.raises(Trouble, match="stopped listening") as trouble:
        display.show(np.zeros((8, 8), np.uint8))
    assert "five wires" in trouble.value.fix


@pytest.mark.parametrize(
    ("error", "say", "fix"),
    [
        (FileNotFoundError(2, "No such file"), r"no SPI for the LED matrix \(/dev/spidev0\.0\)", "do_spi 0"),
        (PermissionError(13, "Permission denied"), "may not use SPI", "usermod -aG spi"),
        (ImportError("No module named 'spidev'"), "needs spidev", "python3-spidev"),
    ],
)
def test_spi_out_of_reach_has_a_cure(monkeypatch: pytest.MonkeyPatch, error: Exception, say: str, fix: str) -> None:
    class SpiDev:
        def __init__(self) -> None:
            raise error

    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=SpiDev))
    with pytest.raises(Trouble, match=say) as trouble:
        open_display(DisplaySettings())
    assert fix in trouble.value.fix


def test_the_call_buttons_pins_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """luma would by default drive GPIO 24 and 25, where players 5 and 6 call."""
    opened: list[Any] = []

    class SpiDev:
        max_speed_hz = 0

        def open(self, port: int, device: int) -> None:
            opened.append((port, device))

        def writebytes(self, data: list[int]) -> None:
            opened.append(bytes(data))

    class NoGpio:
        def __getattr__(self, name: str) -> Any:
            raise AssertionError("the matrix needs no GPIO")

    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=SpiDev))
    monkeypatch.setitem(sys.modules, "RPi.GPIO", NoGpio())
    open_display(DisplaySettings(spi_device=1))
    assert opened[0] == (0, 1)
    assert opened[1] == bytes([SCAN_LIMIT, 7] * 4)
