"""A chain of MAX7219 8x8 lamp modules on SPI, through luma.led_matrix."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from hardware.cure import pip
from hardware.ports import Picture
from hardware.settings import DisplaySettings
from hardware.trouble import Trouble
from hardware.wording import line


class Max7219Display:
    """Lamps are on or off; sends only pictures that differ from the last, for the chain keeps what it was told."""

    height = 8

    def __init__(self, settings: DisplaySettings, serial: Any) -> None:
        from luma.led_matrix.device import max7219

        self.width = 8 * settings.modules
        self._device = max7219(
            serial,
            cascaded=settings.modules,
            block_orientation=settings.orientation,
            blocks_arranged_in_reverse_order=settings.reverse,
            contrast=round(255 * min(max(settings.brightness, 0.0), 1.0)),
        )
        self._shown: bytes | None = None

    def show(self, picture: Picture) -> None:
        lit = np.where(picture >= 64, np.uint8(255), np.uint8(0))
        if lit.tobytes() == self._shown:
            return
        try:
            self._device.display(Image.fromarray(lit).convert("1"))
        except OSError as error:
            raise Trouble(line("The LED matrix stopped listening ({why}).", why=error.strerror), _CABLE) from error
        self._shown = lit.tobytes()

    def close(self) -> None:
        self._device.cleanup()


def open_display(settings: DisplaySettings) -> Max7219Display:
    try:
        from luma.core.error import Error
        from luma.core.interface.serial import noop, spi
    except ImportError as error:
        raise Trouble(
            line("luma.led_matrix is not installed."), line("Run: {command}", command=pip("install", "luma.led_matrix"))
        ) from error
    try:
        # luma would else take GPIO 24 and 25 for wires that a MAX7219 does not have: they are call buttons here.
        serial = spi(port=0, device=settings.spi_device, gpio=noop())
        return Max7219Display(settings, serial)
    except ImportError as error:
        raise Trouble(line("The LED matrix needs spidev."), line("Run: sudo apt install python3-spidev.")) from error
    except PermissionError as error:
        raise Trouble(
            line("I may not use SPI."), line("Run: sudo usermod -aG spi $USER, then log out and in.")
        ) from error
    except (Error, OSError) as error:
        raise Trouble(
            line("There is no SPI for the LED matrix (/dev/spidev0.{device}).", device=settings.spi_device),
            line("Run: sudo raspi-config nonint do_spi 0, then restart the Pi."),
        ) from error


_CABLE = line("Check the five wires of the matrix, then start again.")


def lacks() -> str:
    if not find_spec("luma"):
        return line("luma.led_matrix is not installed.")
    if not any(Path("/dev").glob("spidev0.*")):
        return line("There is no SPI for the LED matrix (/dev/spidev0.{device}).", device=0)
    return ""
