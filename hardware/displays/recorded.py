"""A display that remembers its pictures instead of lighting lamps."""

from collections import deque

from hardware.ports import Picture
from hardware.settings import DisplaySettings

REMEMBERED = 4096  # a long evening must not fill the memory


class RecordedDisplay:
    def __init__(self, width: int = 32, height: int = 8) -> None:
        self.width = width
        self.height = height
        self.pictures: deque[Picture] = deque(maxlen=REMEMBERED)

    def show(self, picture: Picture) -> None:
        self.pictures.append(picture.copy())

    def close(self) -> None:
        self.pictures.clear()


def open_display(settings: DisplaySettings) -> RecordedDisplay:
    return RecordedDisplay(8 * settings.modules)
