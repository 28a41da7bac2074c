"""Runs the referee in its one thread, behind a queue that never grows."""

import itertools
import logging
import queue
import threading
import time
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
WAITING = 64  # looks the referee may be behind; others find room beside them
SAY_AGAIN_SECONDS = 20.0
TICK_SECONDS = 0.5  # so often the referee is told the time when nothing else happens


class Desk(threading.Thread):
    """Whoever has something for the referee puts it here; nobody waits for a verdict."""

    def __init__(self, publish: Callable[[Referee], None], clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(name="referee", daemon=True)
        self._clock = clock
        self.referee: Referee | None = None
        self._publish = publish
        self._inbox: queue.PriorityQueue[tuple[bool, int, Given | Callable[[], None] | None]]
        self._inbox = queue.PriorityQueue(2 * WAITING)
        self._number = itertools.count()
        self._said = "", float("-inf")

    def put(self, given: Given) -> None:
        """Hand something in; a call goes before all else. A look too many is dropped: the next one tells the same."""
        if isinstance(given, Look) and self._inbox.qsize() >= WAITING:
            log.info("dropped a look")
            return
        try:
            self._add(given, 5, first=isinstance(given, Press) and given.button.startswith("call:"))
        except queue.Full:
            log.info("dropped %s", type(given).__name__)

    def _add(self, given: Given | Callable[[], None] | None, patience: float, first: bool = False) -> None:
        self._inbox.put((not first, next(self._number), given), timeout=patience)

    def do(self, work: Callable[[], T]) -> T:
        """Have something done by the referee's own thread and wait for it; what it raises is raised here."""
        done: Future[T] = Future()

        def job() -> None:
            try:
                done.set_result(work())
            except Exception as error:  # the asker is told, the referee goes on
                done.set_exception(error)

        self._add(job, 5)
        return done.result(timeout=10)

    def run(self) -> None:
        while (given := self._next()) is not None:
            try:
                if callable(given):
                    given()
                elif self.referee is not None:
                    self.referee.take(given)
                if self.referee is not None:
                    self.referee.tick(self._clock())
                    self._publish(self.referee)
            except Trouble as trouble:
                log.error("trouble say=%s fix=%s", trouble.say, trouble.fix)
                self._say(trouble)
            except Exception:  # one odd input must not end the evening; the log has it
                log.exception("the referee could not take %s", given)

    def _next(self) -> Given | Callable[[], None] | None:
        try:
            return self._inbox.get(timeout=TICK_SECONDS)[2]
        except queue.Empty:
            return lambda: None

    def _say(self, trouble: Trouble) -> None:
        """Say it, but not with every look: what was not done is tried again with each of them."""
        if trouble.say == self._said[0] and self._clock() - self._said[1] < SAY_AGAIN_SECONDS:
            return
        self._said = trouble.say, self._clock()
        if self.referee is not None:
            said: Any = self.referee.wording.trouble("Machine", say=trouble.say, fix=trouble.fix)
            self.referee.say(said)

    def close(self) -> None:
        if not self.is_alive():
            return
        try:
            self._add(None, 2)
        except queue.Full:
            return
        self.join(3)
