"""The report tells what the exam was worth, with pictures of what went wrong."""

import re
from pathlib import Path

import numpy as np
import pytest

from calibration.exam import ENOUGH_DICE, Answer, Marks, wilson
from calibration.report import page, write_report
from calibration.wording import NOTHING, Line
from vision.piece_set import Example, PieceSet

PATCH = np.full((48, 48, 3), 90, np.uint8)
MADE = PieceSet("red-dice", "dice", tuple(Example(face, PATCH) for face in ("1", "2", "worm")), about="by hand")


def answers(right: int, wrong: int = 0, sure: float = 0.6) -> tuple[Answer, ...]:
    good = tuple(Answer("1", "1", 0.99, PATCH) for _ in range(right))
    return good + tuple(Answer("2", "worm", sure, PATCH) for _ in range(wrong))


def test_few_dice_promise_little() -> None:
    assert wilson(12, 12) == pytest.approx((0.757, 1.0), abs=0.002)
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(990, 1000)
    assert low == pytest.approx(0.982, abs=0.002)
    assert high == pytest.approx(0.9945, abs=0.002)


def test_an_exam_is_passed_by_enough_dice_read_right() -> None:
    assert Marks(answers(ENOUGH_DICE)).passed
    assert not Marks(answers(ENOUGH_DICE - 1)).passed
    assert not Marks(answers(ENOUGH_DICE, wrong=2)).passed
    assert not Marks(()).passed


def test_advice_names_the_faces_to_redo() -> None:
    told = " ".join(Marks(answers(10, wrong=2)).advice(MADE.names))
    assert "The worm was taken for the 2 2 times: redo both" in told
    assert "never showed 2" in told
    assert "felt sure" not in told
    assert "felt sure" in " ".join(Marks(answers(10, wrong=1, sure=0.97)).advice(MADE.names))
    unread = Marks((Answer(None, "1", 0.2, PATCH),))
    assert "The 1 was not recognised once" in " ".join(unread.advice(("1",)))


def test_the_page_holds_everything_and_needs_nothing_from_outside() -> None:
    text = page(MADE, Marks(answers(11, wrong=1)), Line("Barely apart."), ("2", "worm"))
    assert "91.7%" in text
    assert "11 of 12 dice read right" in text
    assert "Exam not passed" in text
    assert '<td class="wrong">1</td>' in text
    assert "worm, read as 2 (60% sure)" in text
    assert text.count("<circle") == 11
    assert not re.findall(r'(?:src|href)="(?!data:)', text)


def test_names_cannot_smuggle_code_into_the_page() -> None:
    evil = PieceSet("x", "dice", (Example("<script>", PATCH), Example("2", PATCH)), about="<b>")
    text = page(evil, Marks((Answer("2", "<script>", 0.5, PATCH),)), Line("<i>"), ("<script>", "2"))
    assert "<script>" not in text
    assert "<b>" not in text


def test_the_report_lies_beside_its_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = write_report(MADE, Marks(()), NOTHING, ("1", "2"))
    assert path == tmp_path / "cockadoodle" / "sets" / "red-dice" / "report.html"
    assert "No exam was taken" in path.read_text()
