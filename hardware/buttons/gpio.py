"""Push buttons between GPIO pins and ground, through gpiozero."""

import atexit
import logging
import os
import shutil
import tempfile
import threading
import time
from collections import deque
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hardware.buttons.debounce import Debouncer
from hardware.ports import Press
from hardware.settings import ButtonsSettings
from hardware.trouble import Trouble
from hardware.wording import line

log = logging.getLogger(__name__)


class GpioButtons:
    """Edges are only noted when they come, with the kernel's time; what they mean is worked out when asked.

    So a busy process loses no press and mistakes no order.
    """

    def __init__(self, settings: ButtonsSettings, factory: Any) -> None:
        from gpiozero import InputDevice

        self._edges: deque[tuple[float, str, bool]] = deque()  # appended by gpiozero's thread, emptied by ours
        self._debouncer = Debouncer(settings)
        self._lock = threading.Lock()  # one thread may close what another is reading
        self._devices: dict[str, Any] = {}
        self._handlers: list[Any] = []  # gpiozero keeps only weak references to them
        for button, pin in settings.pins().items():
            try:
                device = InputDevice(pin, pull_up=True, pin_factory=factory)
                self._devices[button] = device
                self._listen(button, device.pin)
            except Exception as error:  # lgpio's errors have no common class that can be named without lgpio
                self.close()
                raise _pin_trouble(button, pin, error) from error

    def _listen(self, button: str, pin: Any) -> None:
        def note(ticks: float, state: int) -> None:
            now = time.monotonic()
            # Old kernels stamp edges with the wall clock; then the moment of the call is the best we have.
            self._edges.append((ticks if now - 60 < ticks <= now else now, button, not state))

        self._handlers.append(note)
        pin.bounce = None  # ours is tested, and the kernel's would shift the edge times
        pin.edges = "both"
        pin.when_changed = note

    def presses(self) -> tuple[Press, ...]:
        with self._lock:
            if not self._devices:
                return ()
            edges = sorted(self._edges.popleft() for _ in range(len(self._edges)))
            for at, button, down in edges:
                self._debouncer.edge(button, down, at)
            levels = {button: bool(device.is_active) for button, device in self._devices.items()}
            return self._debouncer.presses(time.monotonic(), levels)

    def close(self) -> None:
        with self._lock:
            for button, device in self._devices.items():
                try:
                    device.close()
                except Exception as error:  # lgpio's "GPIO busy" has no class; the others are still to be closed
                    log.warning("could not close button=%s error=%s", button, error)
            self._devices.clear()


def open_buttons(settings: ButtonsSettings) -> GpioButtons:
    return GpioButtons(settings, _factory())


def _factory() -> Any:
    """lgpio, the one that works on every Pi; gpiozero's own environment variable goes first, as for any program."""
    try:
        if os.environ.get("GPIOZERO_PIN_FACTORY"):
            from gpiozero import Device

            Device.ensure_pin_factory()
            return Device.pin_factory
        if "LG_WD" not in os.environ:
            # lgpio lays a pipe into the working directory, which may be read-only.
            os.environ["LG_WD"] = tempfile.mkdtemp(prefix="companion-gpio-")
            atexit.register(shutil.rmtree, os.environ["LG_WD"], ignore_errors=True)
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except ImportError as error:
        raise Trouble(
            line("I cannot reach the GPIO pins: lgpio is not installed."),
            line('On a Pi run: sudo apt install python3-lgpio; elsewhere set driver = "keyboard" under [buttons].'),
        ) from error
    except Exception as error:  # lgpio's errors have no common class that can be named without lgpio
        raise Trouble(
            line("I may not open the GPIO pins ({error}).", error=error),
            line('Run: sudo usermod -aG gpio $USER, then log out and in; on a laptop set driver = "keyboard".'),
        ) from error


def _pin_trouble(button: str, pin: int, error: Exception) -> Trouble:
    if "busy" in str(error).lower() or "use" in str(error).lower():
        return Trouble(
            line("GPIO {pin} of the {button} button is in use by another program.", pin=pin, button=button),
            line(
                "Stop that program (sudo gpioinfo names it), or wire {button} to another pin in table.toml.",
                button=button,
            ),
        )
    return Trouble(
        line("GPIO {pin} of the {button} button does not answer ({error}).", pin=pin, button=button, error=error),
        line("Run companion doctor."),
    )


def lacks() -> str:
    if os.environ.get("GPIOZERO_PIN_FACTORY"):
        return ""
    if not any(Path("/dev").glob("gpiochip*")):
        return line("This machine has no GPIO pins.")
    return "" if find_spec("lgpio") else line("I cannot reach the GPIO pins: lgpio is not installed.")
