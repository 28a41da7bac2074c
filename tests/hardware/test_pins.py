"""A pin serves one part, and a map that says otherwise is refused by name."""

import pytest

from hardware.pins import HEADER, RESERVED
from hardware.settings import ButtonsSettings, CameraSettings, DisplaySettings, SpeakerSettings


def test_two_buttons_on_one_pin_are_both_named() -> None:
    with pytest.raises(ValueError, match=r"GPIO 5 is asked for by call:2, but belongs to green\."):
        ButtonsSettings(call_2=5)


@pytest.mark.parametrize("pin", sorted(RESERVED))
def test_the_pins_of_the_matrix_are_no_buttons(pin: int) -> None:
    with pytest.raises(ValueError, match=f"GPIO {pin} is asked for by blue, but belongs to the"):
        ButtonsSettings(blue=pin)


def test_a_pin_must_be_on_the_header() -> None:
    with pytest.raises(ValueError, match="GPIO 40 is asked for by red, but is not on the header"):
        ButtonsSettings(red=40)


def test_a_button_set_to_0_is_not_wired() -> None:
    assert "call:6" not in ButtonsSettings(call_6=0).pins()
    assert list(ButtonsSettings().pins())[:4] == ["green", "red", "blue", "yellow"]


def test_the_header_has_each_gpio_once() -> None:
    assert sorted(HEADER) == list(range(2, 28))
    assert len(set(HEADER.values())) == len(HEADER)


@pytest.mark.parametrize(
    ("kind", "setting"),
    [
        (CameraSettings, {"fps": 0.0}),
        (CameraSettings, {"width": 0}),
        (DisplaySettings, {"modules": 0}),
        (DisplaySettings, {"brightness": 2.0}),
        (SpeakerSettings, {"volume": -1.0}),
        (ButtonsSettings, {"settle_seconds": 1.0}),
    ],
)
def test_an_impossible_setting_is_refused_with_what_is_possible(kind: type, setting: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(setting))} must be between"):
        kind(**setting)
