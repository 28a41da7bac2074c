"""Which GPIO pin does what, and which pin was asked to do two things."""

from collections.abc import Mapping

from hardware.wording import line

# The LED matrix speaks over SPI0; GPIO 0 and 1 identify add-on boards at start-up.
RESERVED = {
    7: "the LED matrix (SPI CE1)",
    8: "the LED matrix (SPI CE0)",
    9: "the LED matrix (SPI MISO)",
    10: "the LED matrix (SPI MOSI)",
    11: "the LED matrix (SPI SCLK)",
    1: "the memory of add-on boards (ID_SC)",
}

# BCM number -> place on the 40-pin header.
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip


def refuse_conflicts(pins: Mapping[str, int]) -> None:
    """Raise ValueError, naming both users, if a pin cannot serve the button it was given to."""
    users = dict(RESERVED)
    for button, pin in pins.items():
        if pin in users:
            raise ValueError(
                line(
                    "GPIO {pin} is asked for by {button}, but belongs to {user}.",
                    pin=pin,
                    button=button,
                    user=users[pin],
                )
            )
        if pin not in HEADER:
            raise ValueError(
                line("GPIO {pin} is asked for by {button}, but is not on the header.", pin=pin, button=button)
            )
        users[pin] = button
