"""Keeps the frames around each decision in one file, with all that was pressed and touched, to be judged again."""

import json
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.journal import Deed
from companion.referee import commands as c
from companion.referee.settle import Look, State
from companion.referee.sitting import Sitting
from hardware.cameras.recording import Recorder, attached
from hardware.frame import Frame
from hardware.ports import Press
from hardware.trouble import Trouble

MATCH, INPUTS = "match.json", "inputs.jsonl"
MOVING_SECONDS = 0.3  # of what moves, a frame so often is enough to know that it moved ...
COMING_TO_REST_SECONDS = 0.6  # ... but how it came to rest is kept whole, for the verdict depends on it
KINDS: Mapping[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        *(Press, c.Act, c.CorrectDie, c.Undo, c.Pause, c.Resume, c.Skip, c.AddPlayer, c.LetGo, c.Answer, c.EndMatch),
        *(c.AsISay, c.LetRobotPlay, c.Coach),
    )
}
Timed = tuple[float, Press | c.Command]


class MatchRecorder:
    """Takes every frame with its look and every input, from any thread, and keeps what matters."""

    def __init__(self, path: Path, sitting: Sitting, before: Sequence[Deed], sets: Sequence[str], ground: str) -> None:
        try:
            self._recorder = Recorder(path)
        except OSError as error:
            raise Trouble(f"I cannot record into {path}: {error.strerror}.", "Name a file I may write.") from error
        match = sitting.match
        told = {"game": match.game.name, "players": match.players, "options": dict(match.options)}
        deeds = [{"kind": deed.kind, "deed": dict(deed.deed)} for deed in before]
        self._recorder.attach(MATCH, json.dumps({**told, "sets": list(sets), "ground": ground, "deeds": deeds}))
        self._kept, self._kept_at = False, float("-inf")
        self._moving: deque[Frame] = deque()
        self._inputs: list[str] = []
        self._lock = threading.Lock()
        self._closed = False

    def add(self, frame: Frame, look: Look) -> None:
        with self._lock:
            if self._closed:
                return
            if look.state is not State.STABLE:
                self._stirring(frame)
            elif self._moving or look.observation is not None or not self._kept:
                self._keep_all()
                self._keep(frame)
            else:
                self._recorder.again(frame)  # at rest, and read before

    def _stirring(self, frame: Frame) -> None:
        """Something moves, or nothing can be seen."""
        self._moving.append(frame)
        while frame.taken_at - self._moving[0].taken_at > COMING_TO_REST_SECONDS:
            passed = self._moving.popleft()
            if passed.taken_at - self._kept_at >= MOVING_SECONDS:
                self._keep(passed)

    def _keep_all(self) -> None:
        for frame in self._moving:
            self._keep(frame)
        self._moving.clear()

    def _keep(self, frame: Frame) -> None:
        self._recorder.add(frame)
        self._kept, self._kept_at = True, frame.taken_at

    def note(self, given: Press | c.Command, at: float) -> None:
        """Something was pressed or touched at this moment of the frames' clock."""
        with self._lock:
            self._inputs.append(json.dumps({"t": at, "kind": type(given).__name__, "values": asdict(given)}))

    def close(self) -> None:
        with self._lock:
            if not self._closed:
                self._closed = True
                self._keep_all()
                self._recorder.attach(INPUTS, "\n".join(self._inputs))
                self._recorder.close()


def match_of(path: Path) -> dict[str, Any]:
    """What was played in a recording."""
    told = attached(path, MATCH)
    if told is None:
        raise Trouble(f"{path} does not say which game it is.", "Play it with: companion run --camera playback:FILE")
    return dict(json.loads(told))


def inputs_of(path: Path) -> tuple[Timed, ...]:
    """What was pressed and touched in a recording."""
    facts = [json.loads(line) for line in (attached(path, INPUTS) or "").splitlines()]
    return tuple((float(fact["t"]), KINDS[fact["kind"]](**fact["values"])) for fact in facts)
