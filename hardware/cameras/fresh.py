"""A camera that shows nothing older than the last press: frames queue up, and one fetched after it may be older."""

from hardware.frame import Frame
from hardware.ports import Camera


class FreshCamera:
    """Passes frames on; the first one after a press is one whose exposure began after its edge."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._pressed_at: float | None = None

    def pressed(self, at: float) -> None:
        """Somebody pressed a button at this moment of the monotonic clock; may be called from any thread."""
        self._pressed_at = at

    def read(self) -> Frame | None:
        moment, self._pressed_at = self._pressed_at, None
        return self._camera.read() if moment is None else self._camera.read_after(moment)

    def read_after(self, moment: float) -> Frame | None:
        return self._camera.read_after(moment)

    def close(self) -> None:
        self._camera.close()
