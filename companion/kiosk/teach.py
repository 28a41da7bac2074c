"""Shows the wizard's prompts and passes on the answers."""

import threading
import time
from collections.abc import Callable
from typing import Any

from calibration.session import Session, Wizard
from companion.kiosk.orders import BadOrder
from companion.kiosk.preview import Preview
from companion.languages import tongue
from hardware.trouble import Trouble

FRAMES_PER_SECOND = 15
PATIENCE_SECONDS = 3.0


class Guide:
    """At most one wizard at a time, in a thread of its own; pages look at it as often as they like."""

    def __init__(self, table: Preview, painted: bool) -> None:
        self.preview = Preview()  # what the wizard sees
        self._table = table
        self._painted = painted
        self._session: Session | None = None
        self._kind = self._name = ""
        self._keep: Callable[[], str] = str
        self._report: Callable[[Wizard, str], dict[str, Any] | None]
        self._crop: Callable[[Wizard, int], bytes | None]
        self._kept = self._fault = ""
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, kind: str, name: str = "", pieces: str = "dice", language: str = "en") -> None:
        """Start a wizard; one that was running is left, with what it had collected kept by itself."""
        from companion.kiosk import wizards  # loads the eye and the painter: only those who teach pay for it

        real = None if self._painted else wizards.TableCamera(self._table)
        wizard, camera, keep = wizards.ready(kind, name, pieces, real, language)
        self.leave()
        self._kind, self._name, self._keep, self._kept, self._fault = kind, name, keep, "", ""
        self._report, self._crop = wizards.report, wizards.crop
        self._session = Session(wizard, camera)
        self._stop = threading.Event()
        self._start(self._session)

    def look(self, language: str = "en") -> dict[str, Any]:
        """The wizard as it stands, for the page, in its language."""
        if self._session is None:
            return {"kind": "", "prompt": None}
        kept = self._kept  # before the prompt: what is kept was done, and the wizard goes on meanwhile
        size = self.preview.size()
        return {
            "kind": self._kind,
            "name": self._name,
            "prompt": self._session.prompt.to_json(tongue(language)) | ({"fault": self._fault} if self._fault else {}),
            "picture": {"width": size[0], "height": size[1]} if size else None,
            "sees": self.preview.sees,
            "kept": kept,
            "report": self._report(self._session.wizard, language),
        }

    def crop(self, index: int) -> bytes | None:
        """The picture of one die of the exam."""
        return None if self._session is None else self._crop(self._session.wizard, index)

    def answer(self, choice: str) -> None:
        if self._session is None:
            raise BadOrder("No wizard is asking anything.")
        self._session.answer(choice)
        if self._thread is not None and not self._thread.is_alive():  # it was done, and is asked to go on
            self._fault = ""
            self._session.step()
            self._start(self._session)

    def leave(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(PATIENCE_SECONDS + 1)
        if self._session is not None:
            self._session.close()
        self._session = self._thread = None

    def _start(self, session: Session) -> None:
        self._thread = threading.Thread(target=self._run, args=(session, self._stop), name="guide", daemon=True)
        self._thread.start()

    def _run(self, session: Session, stop: threading.Event) -> None:
        try:
            self._follow(session, stop)
        except Trouble as trouble:  # the eye lacks something: the page says what, and what was collected is safe
            self._fault = str(trouble)

    def _follow(self, session: Session, stop: threading.Event) -> None:
        pace = 1 / FRAMES_PER_SECOND
        while not stop.is_set() and not session.prompt.done:
            begun = time.monotonic()
            if not session.step():
                break
            if session.frame is not None:
                self.preview.offer(session.frame.pixels, session.frame.sees)
            stop.wait(max(0.0, pace - (time.monotonic() - begun)))
        if session.prompt.done and not stop.is_set():
            self._kept = self._keep()
