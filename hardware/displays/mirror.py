"""A display that shows its pictures to somebody else as well: the page beside the real lamps."""

from collections.abc import Callable

from hardware.ports import Display, Picture


class MirrorDisplay:
    """Passes every changed picture on to the display and to ``watcher``, as rows of "#" and "."."""

    def __init__(self, display: Display, watcher: Callable[[list[str]], None]) -> None:
        self.width = display.width
        self.height = display.height
        self._display = display
        self._watcher = watcher
        self._shown: list[str] = []

    def show(self, picture: Picture) -> None:
        lamps = rows(picture)
        if lamps != self._shown:
            self._shown = lamps
            self._watcher(lamps)
        self._display.show(picture)

    def close(self) -> None:
        self._display.close()


def rows(picture: Picture) -> list[str]:
    """The picture as text, one line a row of lamps."""
    return ["".join("#" if lamp >= 64 else "." for lamp in row) for row in picture]
