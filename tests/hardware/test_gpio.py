"""The GPIO driver on gpiozero's own mock pins."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.buttons import gpio
from hardware.buttons.gpio import GpioButtons, open_buttons
from hardware.settings import ButtonsSettings
from hardware.trouble import Trouble

SETTINGS = ButtonsSettings()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A monotonic clock that the test moves, for driver and mock pins alike."""
    now = [100.0]
    monkeypatch.setattr("hardware.buttons.gpio.time.monotonic", lambda: now[0])
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: now[0])
    return now


def test_bounce_that_the_library_lets_through_is_one_press(clock: list[float]) -> None:
    """gpiozero's mock ignores bounce_time; five bounces used to be six presses."""
    factory = MockFactory()
    buttons = GpioButtons(SETTINGS, factory)
    pin = factory.pin(SETTINGS.green)
    for _ in range(5):
        pin.drive_low()
        clock[0] += 0.001
        pin.drive_high()
        clock[0] += 0.001
    pin.drive_low()
    clock[0] += 0.1
    assert buttons.presses() == ()
    pin.drive_high()
    clock[0] += 0.1

    assert [(press.button, press.kind, press.at) for press in buttons.presses()] == [("green", "press", 100.0)]


def test_a_busy_process_hears_the_callers_in_the_order_of_their_edges(clock: list[float]) -> None:
    """Nobody asked for a second; the order is that of the fingers."""
    factory = MockFactory()
    buttons = GpioButtons(SETTINGS, factory)
    for seat in (4, 1, 6, 2, 5, 3):
        factory.pin(getattr(SETTINGS, f"call_{seat}")).drive_low()
        clock[0] += 0.001
    clock[0] += 1
    assert [press.button for press in buttons.presses()] == [f"call:{seat}" for seat in (4, 1, 6, 2, 5, 3)]


def test_edges_stamped_with_another_clock_count_from_when_they_came(clock: list[float]) -> None:
    """Old kernels stamp edges with the time of day."""
    factory = MockFactory()
    buttons = GpioButtons(SETTINGS, factory)
    note = factory.pin(SETTINGS.call_1).when_changed
    factory.pin(SETTINGS.call_1)._state = False
    note(1.7e9, 0)
    clock[0] += 0.05
    assert [press.at for press in buttons.presses()] == [100.0]


def test_pins_are_pulled_up_and_given_back(clock: list[float]) -> None:
    factory = MockFactory()
    buttons = GpioButtons(SETTINGS, factory)
    assert {factory.pin(pin).pull for pin in SETTINGS.pins().values()} == {"up"}
    buttons.close()
    assert buttons.presses() == ()
    GpioButtons(SETTINGS, factory).close()  # nothing is still reserved


def test_a_pin_that_cannot_be_given_back_keeps_no_other(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """lgpio says "GPIO busy" on closing, too; then the journal behind it was never closed."""
    factory = MockFactory()
    buttons = GpioButtons(SETTINGS, factory)
    first, *others = buttons._devices.values()
    monkeypatch.setattr(first, "close", lambda: 1 / 0)
    buttons.close()
    assert all(device.closed for device in others)
    monkeypatch.undo()
    first.close()


def test_a_pin_in_use_is_named_with_its_button(clock: list[float]) -> None:
    factory = MockFactory()
    first = GpioButtons(ButtonsSettings(), factory)  # held on to, or its pins are free again
    with pytest.raises(Trouble, match="GPIO 5 of the green button is in use by another program") as trouble:
        GpioButtons(SETTINGS, factory)
    assert "another pin" in trouble.value.fix
    first.close()


@pytest.mark.parametrize(
    ("error", "say"),
    [
        (ImportError("No module named 'lgpio'"), "lgpio is not installed"),
        (Exception("can not open gpiochip"), r"may not open the GPIO pins \(can not open gpiochip\)"),
    ],
)
def test_gpio_out_of_reach_has_a_cure(monkeypatch: pytest.MonkeyPatch, error: Exception, say: str) -> None:
    class NoFactory:
        def __init__(self) -> None:
            raise error

    monkeypatch.delitem(os.environ, "GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setitem(__import__("sys").modules, "gpiozero.pins.lgpio", _module(NoFactory))
    with pytest.raises(Trouble, match=say) as trouble:
        open_buttons(SETTINGS)
    assert "sudo" in trouble.value.fix
    assert "keyboard" in trouble.value.fix


def test_an_unwritable_working_directory_is_no_reason_to_ask_for_groups(tmp_path: Path) -> None:
    """lgpio lays its pipe where it is started; from a folder that takes none it must not fail."""
    pytest.importorskip("lgpio", reason="lgpio has no wheel for this Python")
    script = (
        "from hardware.buttons.gpio import open_buttons\n"
        "from hardware.settings import ButtonsSettings\n"
        "from hardware.trouble import Trouble\n"
        "try:\n    open_buttons(ButtonsSettings()).close()\n"
        "except Trouble as trouble:\n    print(trouble.say)\n"
        "import lgpio\n"  # it raises here if its pipe could not be laid
    )
    environment = {name: value for name, value in os.environ.items() if name not in ("LG_WD", "GPIOZERO_PIN_FACTORY")}
    environment |= {"PYTHONPATH": str(Path(gpio.__file__).parents[2]), "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd="/proc", env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "nfy" not in done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == [], "the pipe is cleared away"


def test_gpiozeros_own_variable_chooses_the_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import Device

    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr(Device, "pin_factory", None)
    buttons = gpio.open_buttons(SETTINGS)
    assert isinstance(Device.pin_factory, MockFactory)
    buttons.close()
    Device.pin_factory.close()


def _module(factory: type) -> Any:
    from types import SimpleNamespace

    return SimpleNamespace(LGPIOFactory=factory)
