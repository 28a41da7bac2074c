"""A recording is one file with all that decided: judged again it says the same, at once and in real time."""

import json
from pathlib import Path
from random import Random
from typing import Any

import cv2
import pytest
from sketch import SketchBook, SketchSight

from companion import frames
from companion.cli import main
from companion.games import GAMES
from companion.journal import Journal
from companion.odds.robots import cautious
from companion.referee import commands as c
from companion.referee.recording import MatchRecorder, inputs_of
from companion.referee.settle import Look
from companion.referee.sitting import sit_down
from companion.rehearsal.onlooker import Onlooker
from companion.rehearsal.play import Play
from companion.rehearsal.run import NAMES, rehearse
from companion.settings import RefereeSettings
from companion.verbs.replay import in_real_time
from hardware.cameras.recording import recorded_frames
from hardware.frame import Frame
from hardware.ports import Press
from vision.render.scene import Scene

SETTINGS = RefereeSettings()


class Recording(SketchSight):
    """Keeps what it sees, and what the robots press and touch."""

    def __init__(self, recorder: MatchRecorder, book: SketchBook) -> None:
        super().__init__(SETTINGS, book)
        self._recorder = recorder
        self.now = 0.0

    def seen(self, frame: Frame, look: Look) -> None:
        self.now = frame.taken_at
        self._recorder.add(frame, look)

    def noted(self, given: Press | c.Command) -> None:
        # What is pressed after a look comes before the next one.
        self._recorder.note(given, self.now + 0.001)


def recorded(game: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[SketchBook, list[dict[str, Any]]]:
    """A whole game recorded: the book that can read its frames, and the deeds that were accepted."""
    book, journal = SketchBook(), Journal(":memory:")
    sights: list[Recording] = []
    recorders: list[MatchRecorder] = []

    def sight(play: Play) -> Recording:
        recorder = MatchRecorder(path, sit_down(Journal(":memory:"), game, NAMES[:3], {}), (), (), "mat")
        recorders.append(recorder)
        sights.append(Recording(recorder, book))
        return sights[-1]

    tell = Onlooker.tell

    def told(bench: Any, given: Press | c.Command) -> None:
        sights[-1].noted(given)
        tell(bench, given)

    monkeypatch.setattr(Onlooker, "tell", told)
    verdicts = rehearse(GAMES[game], 3, cautious(Random(3)), sight, journal=journal, settings=SETTINGS)
    recorders[-1].close()
    assert (verdicts.wrong, verdicts.questions) == (0, 0)
    deeds = journal.record(journal.matches()[0]).deeds
    return book, [dict(deed.deed) for deed in deeds if deed.kind == "action"]


@pytest.mark.parametrize("game", ["heckmeck-junior", "rooster-run"])
def test_a_game_judged_again_has_the_same_deeds(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sitting.zip"
    book, deeds = recorded(game, path, monkeypatch)
    monkeypatch.setattr(frames, "open_reader", lambda table: book)
    assert main(["replay", str(path), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["deed"] for line in lines if line["kind"] == "deed" and "done" not in line] == deeds


def test_in_real_time_each_frame_comes_when_it_is_due(tmp_path: Path) -> None:
    now, slept = [50.0], list[float]()

    def sleep(seconds: float) -> None:
        slept.append(round(seconds, 3))
        now[0] += seconds

    book = SketchBook()
    frames = [book.draw(Scene(), n, at) for n, at in enumerate((7.0, 7.1, 7.5))]
    assert [frame.number for frame in in_real_time(frames, lambda: now[0], sleep)] == [0, 1, 2]
    assert slept == [0.0, 0.1, 0.4]


def test_a_folder_judged_without_a_page_can_be_recorded_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """companion run --headless --record, then companion replay: the same lines."""
    book = SketchBook()
    folder = tmp_path / "frames"
    folder.mkdir()
    for number in range(20):
        cv2.imwrite(str(folder / f"{number:03d}.png"), book.draw(Scene(), number, number / 15).pixels)
    presses = tmp_path / "presses.jsonl"
    presses.write_text('{"t": 0.5, "button": "green"}\n')
    monkeypatch.setattr(frames, "open_reader", lambda table: book)
    kept = tmp_path / "kept.zip"
    words = ["run", "--game", "heckmeck", "--players", "Ana", "Ben", "--camera", f"playback:{folder}", "--fps", "15"]
    assert main([*words, "--headless", "--json", "--presses", str(presses), "--record", str(kept)]) == 0
    first = [line for line in capsys.readouterr().out.splitlines() if '"refusal"' in line]
    assert inputs_of(kept) == ((0.5, Press("green", 0.5)),)
    assert list(recorded_frames(kept))
    assert main(["replay", str(kept), "--json"]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if '"refusal"' in line] == first != []
