"""Runs the referee in its one thread, behind a queue that never grows."""

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from companion.referee import commands as c
from companion.referee.referee import Referee
from companion.referee.settle import Look
from hardware.ports import Press
from hardware.trouble import Trouble

log = logging.getLogger(__name__)
T = TypeVar("T")

Given = Look | Press | c.Command
WAITING = 64  # inputs the referee may be behind


class Desk(threading.Thread):
    """Whoever has something for the referee puts it here; nobody waits for a verdict."""

    def __init__(self, publish: Callable[[Referee], None]) -> None:
        super().__init__(name="referee", daemon=True)
        self.referee: Referee | None = None
        self._publish = publish
        self._inbox: queue.Queue[Given | Callable[[], None] | None] = queue.Queue(WAITING)

    def put(self, given: Given) -> None:
        """Hand something in. A look too many is dropped: the next one tells the same."""
        try:
            if isinstance(given, Look):
                self._inbox.put_nowait(given)
            else:
                self._inbox.put(given, timeout=5)
        except queue.Full:
            log.info("dropped %s", type(given).__name__)

    def do(self, work: Callable[[], T]) -> T:
        """Have something done by the referee's own thread and wait for it; what it raises is raised here."""
        done: Future[T] = Future()

        def job() -> None:
            try:
                done.set_result(work())
            except Exception as error:  # the asker is told, the referee goes on
                done.set_exception(error)

        self._inbox.put(job, timeout=5)
        return done.result(timeout=10)

    def run(self) -> None:
        while (given := self._inbox.get()) is not None:
            try:
                if callable(given):
                    given()
                elif self.referee is not None:
                    self.referee.take(given)
                if self.referee is not None:
                    self._publish(self.referee)
            except Trouble as trouble:
                log.error("trouble say=%s fix=%s", trouble.say, trouble.fix)
                self._say(trouble)
            except Exception:  # one odd input must not end the evening; the log has it
                log.exception("the referee could not take %s", given)

    def _say(self, trouble: Trouble) -> None:
        if self.referee is not None:
            said: Any = self.referee.wording.trouble("Machine", say=trouble.say, fix=trouble.fix)
            self.referee.say(said)

    def close(self) -> None:
        if not self.is_alive():
            return
        try:
            self._inbox.put(None, timeout=2)
        except queue.Full:
            return
        self.join(3)
