"""Shows the wizard's prompts and passes on the answers."""

import threading
import time
from collections.abc import Callable
from typing import Any

from calibration.mounting import MountWizard, mounting_path
from calibration.pretend import PretendMount
from calibration.session import Session, Wizard
from companion.kiosk.orders import BadOrder
from companion.kiosk.preview import Preview
from hardware.frame import Frame
from hardware.ports import Camera
from hardware.trouble import Trouble

FRAMES_PER_SECOND = 15
PATIENCE_SECONDS = 2.0


class TableCamera:
    """The frames the table's own camera delivers anyway, for a camera can be opened only once."""

    def __init__(self, preview: Preview) -> None:
        self._preview = preview
        self._number = 0
        self._last: object = None

    def read(self) -> Frame:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (pixels := self._preview.newest) is None or pixels is self._last:
            if time.monotonic() > deadline:
                raise Trouble("There is no picture.", "Check the camera cable.")
            time.sleep(0.02)
        self._last = pixels
        self._number += 1
        return Frame(pixels, self._number, time.monotonic(), "table")

    def read_after(self, moment: float) -> Frame:
        return self.read()

    def close(self) -> None:
        """The table goes on using it."""


class Guide:
    """At most one wizard at a time, in a thread of its own; pages look at it as often as they like."""

    def __init__(self, table: Preview, painted: bool) -> None:
        self.preview = Preview()  # what the wizard sees
        self._table = table
        self._painted = painted
        self._session: Session | None = None
        self._kind = self._name = ""
        self._keep: Callable[[], str] = str
        self._kept = ""
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, kind: str, name: str = "") -> None:
        """Start a wizard; one that was running is left, with what it had collected kept by itself."""
        self.leave()
        wizard, camera, keep = self._ready(kind, name)
        self._kind, self._name, self._keep, self._kept = kind, name, keep, ""
        self._session = Session(wizard, camera)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(self._session, self._stop), name="guide", daemon=True)
        self._thread.start()

    def look(self) -> dict[str, Any]:
        """The wizard as it stands, for the page."""
        if self._session is None:
            return {"kind": "", "prompt": None}
        size = self.preview.size()
        return {
            "kind": self._kind,
            "name": self._name,
            "prompt": self._session.prompt.to_json(),
            "picture": {"width": size[0], "height": size[1]} if size else None,
            "kept": self._kept,
        }

    def answer(self, choice: str) -> None:
        if self._session is None:
            raise BadOrder("No wizard is asking anything.")
        self._session.answer(choice)
        if self._thread is not None and not self._thread.is_alive():  # it was done, and is asked to go on
            self._session.step()
            self.begin_again()

    def begin_again(self) -> None:
        assert self._session is not None
        self._thread = threading.Thread(target=self._run, args=(self._session, self._stop), name="guide", daemon=True)
        self._thread.start()

    def leave(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(PATIENCE_SECONDS + 1)
        if self._session is not None:
            self._session.close()
        self._session = self._thread = None

    def _ready(self, kind: str, name: str) -> tuple[Wizard, Camera, Callable[[], str]]:
        if kind == "mount":
            wizard = MountWizard()
            return wizard, self._camera(PretendMount(lambda: wizard.prompt)), lambda: _keep_mounting(wizard)
        raise BadOrder(f"I know no wizard {kind!r}.")

    def _camera(self, pretend: Camera) -> Camera:
        """Without a camera a pretend host shows how it goes."""
        return pretend if self._painted else TableCamera(self._table)

    def _run(self, session: Session, stop: threading.Event) -> None:
        pace = 1 / FRAMES_PER_SECOND
        while not stop.is_set() and not session.prompt.done:
            begun = time.monotonic()
            if not session.step():
                break
            if session.frame is not None:
                self.preview.offer(session.frame.pixels)
            stop.wait(max(0.0, pace - (time.monotonic() - begun)))
        if session.prompt.done and not stop.is_set():
            self._kept = self._keep()


def _keep_mounting(wizard: MountWizard) -> str:
    if wizard.mounting is None:
        return ""
    wizard.mounting.save(mounting_path())
    return str(mounting_path())
