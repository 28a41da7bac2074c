"""What may be dice becomes dice: a face speaks for one, and so does the company it lies in."""

from dataclasses import replace

import numpy as np
import pytest

import vision.reader
from vision.find_dice import Candidate
from vision.read_faces import Reading, name_pips
from vision.reader import die_seen, pips_are_usual, real_dice

Named = tuple[Candidate, Reading]
CHANCES = {"3": 0.99, "?": 0.7}


@pytest.fixture(autouse=True)
def told_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has a face is surely a die here; what has none is so at seven in ten."""
    monkeypatch.setattr(vision.reader, "is_die", lambda reading, one: CHANCES[reading.face or "?"])


def thing(x: float, face: str | None, side: float = 40.0) -> Named:
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * side / 2
    quad = np.asarray(square + np.array((x, 100)), np.float32)
    box = (x - side / 2, 100 - side / 2, side, side)
    seen = Candidate(quad, box, 2.0, 2.0, (-3.0, -3.0), np.zeros(2, np.float32), 0.02, 0.03)
    return seen, Reading(face, None, 0.9, 0.9, set_name="pips")


def count(*things: Named) -> int:
    return len(real_dice(list(things)))


def test_a_faceless_thing_alone_is_no_die() -> None:
    assert count(thing(100, None)) == 0


def test_beside_dice_of_its_size_it_is_one() -> None:
    assert count(thing(100, "3"), thing(200, "3"), thing(300, None, side=44)) == 3


def test_beside_dice_of_another_size_it_is_none() -> None:
    assert count(thing(100, "3"), thing(200, "3"), thing(300, None, side=70)) == 2


def test_one_sure_die_is_no_company() -> None:
    assert count(thing(100, "3"), thing(300, None)) == 1


def test_a_giant_among_dice_is_no_die() -> None:
    assert count(thing(100, "3"), thing(200, "3"), thing(300, "3"), thing(600, "3", side=110)) == 3


def test_of_a_die_and_the_picture_on_its_face_the_likelier_by_both_networks_is_the_die() -> None:
    die, drawing = thing(100, "3"), thing(100, "3", side=20)
    drawing = (replace(drawing[0], heat=2.1, die=0.3), drawing[1])
    assert real_dice([drawing, die]) == [die]


def test_a_few_faceless_things_of_one_size_are_dice_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice nobody taught lie there: each alone would be too little."""
    monkeypatch.setitem(CHANCES, "?", 0.82)
    assert count(thing(100, None)) == 0
    assert count(thing(100, None), thing(200, None), thing(300, None, side=44)) == 3


@pytest.mark.parametrize(("sure", "face"), [(0.9, "3"), (0.2, "3"), (0.15, None)])
def test_what_a_throw_would_guess_as_well_is_not_named(
    sure: float, face: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vision.reader, "sureness", lambda reading, one: sure)
    told = die_seen(*thing(100, "3"), leans=0.0, at_mm=None)
    assert told.face == face
    assert told.sureness == pytest.approx(sure if face else 1 - sure)


SCORES = np.log(np.array([[0.3, 0.02, 0.02, 0.02, 0.02, 0.02, 0.6]], np.float32))  # a worn 1, or something else


def test_dice_of_one_table_are_of_one_kind() -> None:
    """What may be pips is read as such among dice with pips, and left nameless among dice with pictures."""
    alone, among_pips = pips_are_usual([]), pips_are_usual([thing(100, "3"), thing(200, "3")])
    assert name_pips(SCORES, alone).face is None
    assert name_pips(SCORES, among_pips).face == "1"
    assert name_pips(SCORES, among_pips).near == name_pips(SCORES).near, "it is named no more surely"


def test_pictures_speak_against_pips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHANCES, "?", 0.9)
    pictures = [thing(100, None), thing(200, None), thing(300, None)]
    pips = np.log(np.array([[0.45, 0.05, 0.05, 0.05, 0.02, 0.02, 0.36]], np.float32))
    assert name_pips(pips).face == "1"
    assert name_pips(pips, pips_are_usual(pictures)).face is None
    assert pips_are_usual([*pictures, thing(400, "3"), thing(500, "3"), thing(600, "3")]) == 0
