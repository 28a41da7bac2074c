"""The camera's side: a lost camera comes back, and a folder of frames is judged line by line."""

import json
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest
from mats import mat_on
from twin_sight import observe

from companion import frames
from companion.cli import main
from companion.referee import eye as eye_module
from companion.referee.desk import Desk
from companion.referee.eye import Eye
from companion.referee.settle import Look, State
from companion.referee.watch import Watch
from companion.settings import RefereeSettings
from hardware.frame import Frame
from hardware.trouble import Trouble
from vision.observation import TableObservation
from vision.render.scene import Die, Scene

CHANCE = np.random.default_rng(1)
FACES = ("1", "2", "3", "4", "5", "5", "5", "worm")


def picture(spot: int | None = None) -> Frame:
    """A noisy grey table, with something bright on it."""
    pixels = np.clip(CHANCE.normal(120, 2, (180, 320, 3)), 0, 255).astype(np.uint8)
    if spot is not None:
        pixels[80:120, spot : spot + 40] = 240
    return Frame(pixels, 0, 0.0)


class FixedReader:
    """Sees eight dice in the tray, whatever the picture."""

    def read(self, frame: Frame) -> TableObservation:
        dice = tuple(Die(face, (60.0 + 25 * n, 60.0), 10.0) for n, face in enumerate(FACES))
        return observe(Scene(mat=mat_on("heckmeck", 2), dice=dice), frame.number, frame.taken_at)


class Fickle:
    """A camera that gives two frames, is gone for a while, comes back for two more, and ends."""

    opened = 0

    def __init__(self) -> None:
        Fickle.opened += 1
        self._left = 2

    def read(self) -> Frame | None:
        if self._left == 0:
            if Fickle.opened < 3:
                raise Trouble("The camera is gone.", "Check the cable.")
            return None
        self._left -= 1
        return picture()

    def read_after(self, moment: float) -> Frame | None:
        return self.read()

    def close(self) -> None:
        pass


class Pile(Desk):
    """A desk that only collects."""

    def __init__(self) -> None:
        super().__init__(lambda referee: None)
        self.looks: list[Look] = []

    def put(self, given: object) -> None:
        assert isinstance(given, Look)
        self.looks.append(given)


def test_a_camera_that_is_lost_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eye_module, "TRY_AGAIN_SECONDS", 0.001)
    Fickle.opened = 0
    desk = Pile()
    eye = Eye(Fickle, Watch(FixedReader(), RefereeSettings()), desk, lambda frame, look: None)
    eye.open()
    eye.start()
    assert eye.ended.wait(10)
    eye.close()
    assert Fickle.opened == 3
    assert [look.state is State.BLIND for look in desk.looks].count(True) == 2, "said once for each time it was gone"
    assert len(desk.looks) == 8
    assert not any(thread.name == "eye" for thread in threading.enumerate())


def test_a_folder_of_frames_is_judged_as_json_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A die slides across, then all rests: one roll is seen, green comes too early and is refused."""
    for number, spot in enumerate([40, 90, 140, *[190] * 12]):
        cv2.imwrite(str(tmp_path / f"{number:03d}.png"), picture(spot).pixels)
    presses = tmp_path / "presses.jsonl"
    presses.write_text('{"t": 0.9, "button": "green"}\n')
    monkeypatch.setattr(frames, "open_reader", lambda table: FixedReader())
    words = ["run", "--game", "heckmeck", "--players", "Ana", "Ben", "--camera", f"playback:{tmp_path}", "--fps", "15"]
    assert main([*words, "--headless", "--json", "--presses", str(presses)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all({"t", "frame", "kind"} <= set(line) for line in lines)
    assert {line["kind"] for line in lines} <= {"state", "deed", "refusal", "question", "announcement"}
    assert [line["deed"] for line in lines if line["kind"] == "deed"] == [{"roll": list(FACES)}]
    refused = [line for line in lines if line["kind"] == "refusal"]
    assert [line["key"] for line in refused] == ["KeepFirst"] and refused[0]["rule"] and refused[0]["say"]
    assert [line["state"] for line in lines if line["kind"] == "state"][-1] == "STABLE"
