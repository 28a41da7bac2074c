"""Keeps the frames around each decision in one file, so that it can be judged again."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.referee.settle import Look, State
from hardware.cameras.recording import Recorder, attached
from hardware.frame import Frame
from hardware.trouble import Trouble

MATCH = "match.json"
MOVING_SECONDS = 0.3  # of what moves, a frame so often is enough to know that it moved


class MatchRecorder:
    """Takes every frame with its look, and keeps those that matter."""

    def __init__(self, path: Path, match: Mapping[str, Any]) -> None:
        try:
            self._recorder = Recorder(path)
        except OSError as error:
            raise Trouble(f"I cannot record into {path}: {error.strerror}.", "Name a file I may write.") from error
        self._recorder.attach(MATCH, json.dumps(dict(match)))
        self._last = (float("-inf"), State.EMPTY)

    def add(self, frame: Frame, look: Look) -> None:
        at, state = self._last
        if look.observation is not None or look.state is not state or frame.taken_at - at >= MOVING_SECONDS:
            self._recorder.add(frame)
            self._last = frame.taken_at, look.state

    def close(self) -> None:
        self._recorder.close()


def match_of(path: Path) -> dict[str, Any]:
    """What was played in a recording."""
    told = attached(path, MATCH)
    if told is None:
        raise Trouble(f"{path} does not say which game it is.", "Play it with: companion run --camera playback:FILE")
    return dict(json.loads(told))
