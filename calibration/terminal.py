"""Holds a wizard's conversation in a terminal."""

import queue
import sys
import threading
import time
from typing import TextIO

from calibration.prompt import Bar, Prompt
from calibration.session import PATIENCE_SECONDS, Session
from calibration.wording import ENGLISH, NOTHING, Language

LASTING_FRAMES = 4  # a fault of one frame is not worth a word


def converse(
    session: Session, typed: TextIO | None = None, out: TextIO | None = None, language: Language = ENGLISH
) -> Prompt:
    """Run the session to its end; what is typed is passed on as answers, an empty line as the first choice."""
    out = out or sys.stdout
    lines = _lines(typed) if typed is not None else queue.SimpleQueue[str]()
    teller = _Teller(out, language)
    teller.tell(session.prompt)
    while not session.prompt.done and session.step():
        while not lines.empty():
            word = lines.get().strip()
            choices = session.prompt.choices
            session.answer(word or (choices[0][0] if choices else ""))
        teller.tell(session.prompt)
        if session.camera_gone:
            time.sleep(PATIENCE_SECONDS)
    return session.prompt


class _Teller:
    """Says what is new: the task when it changes, a fault when it lasts, the bars when they grow."""

    def __init__(self, out: TextIO, language: Language) -> None:
        self._out, self._language = out, language
        self._said = Prompt("", NOTHING)
        self._fault, self._lasted = "", 0

    def tell(self, prompt: Prompt) -> None:
        if prompt.say != self._said.say:
            print(f"\n> {self._language.said(prompt.say)}", file=self._out)
            for answer, words in prompt.choices:
                print(f"    {answer:10} {self._language.said(words)}", file=self._out)
        self._lasted = self._lasted + 1 if prompt.fault and prompt.fault == self._fault else 0
        self._fault = prompt.fault
        if self._lasted == LASTING_FRAMES or (prompt.done and prompt.fault):
            print(f"  ! {self._language.said(prompt.fault)}", file=self._out)
        if prompt.bars and prompt.bars != self._said.bars:
            print("  " + "  ".join(_bar(bar, self._language.said(bar.name)) for bar in prompt.bars), file=self._out)
        self._out.flush()
        self._said = prompt


def _bar(bar: Bar, name: str) -> str:
    full = round(8 * bar.got / bar.wanted) if bar.wanted else 8
    return f"{name} {'#' * full}{'.' * (8 - full)} {bar.got}/{bar.wanted}"


def _lines(typed: TextIO) -> "queue.SimpleQueue[str]":
    """What is typed, line by line, without waiting for it."""
    heard: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in typed:
            heard.put(line)

    threading.Thread(target=listen, name="keyboard", daemon=True).start()
    return heard
