"""Dice seen from low down, whose side is larger than their top and was taken for it."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice import standing
from vision.dice.find_dice import Candidate, face_side
from vision.dice.standing import above, stand_up
from vision.pyramid import Pyramid

Array = NDArray[np.float64]
PICTURE = Pyramid(np.zeros((720, 1280, 3), np.uint8))
EDGE = 40.0
COCKED = 0.88


def die(x: float, slant: float, turn: float, face: str = "top") -> Candidate:
    """A die that stands, seen so many degrees off straight above; one of its faces is taken for its top."""
    a, b = np.radians(slant), np.radians(turn)
    corners = np.array([(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)] if face == "top" else FRONT) * EDGE / 2
    spin = np.array([[np.cos(b), -np.sin(b), 0], [np.sin(b), np.cos(b), 0], [0, 0, 1]])
    eye = np.array([[1, 0, 0], [0, -np.cos(a), -np.sin(a)]])  # table x right, y away, z up; picture x right, y down
    up = eye @ (np.array([0, 0, EDGE]) if face == "top" else spin @ np.array([0, -EDGE, 0]))
    quad = (corners @ spin.T @ eye.T + (x, 300)).astype(np.float32)
    return Candidate(quad, (x - 30, 270, 60, 60), 2.0, 3.0, (-2.0, -2.0), up.astype(np.float32), 0.03, 0.03)


FRONT = [(-1, -1, 1), (1, -1, 1), (1, -1, -1), (-1, -1, -1)]


def level(slant: float) -> Array:
    return np.array([0.0, -np.sin(np.radians(slant))])


@pytest.mark.parametrize("slant", [35, 50, 65])
@pytest.mark.parametrize("turn", [-40, -15, 0, 20, 44])
def test_the_top_lies_where_the_side_has_its_upper_edge(slant: float, turn: float) -> None:
    side, top = die(600, slant, turn, "front"), die(600, slant, turn)
    found = above(side.quad, level(slant))
    assert (
        min(np.abs(np.roll(found, n, axis=0) - way).max() for n in range(4) for way in (top.quad, top.quad[::-1])) < 0.1
    )
    assert face_side(found) == pytest.approx(top.side, rel=0.01)


def test_a_die_whose_side_was_taken_for_its_top_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three stand; of the fourth a side is seen best. Looked at where its top should be, it stands, too."""
    dice = [die(200, 55, 10), die(400, 55, 70), die(600, 55, 30), die(900, 55, 20, "front")]
    true = die(900, 55, 20)
    monkeypatch.setattr(standing, "look", lambda picture, proposals: [true])
    monkeypatch.setattr(standing, "chances_of_leaning", lambda picture, dice, table: [0.001] * len(dice))
    found = stand_up(PICTURE, dice, [0.0, 0.1, 0.0, 0.97], COCKED, None)
    assert list(found) == [3]
    assert found[3][0].quad is true.quad and found[3][0].box == dice[3].box and found[3][1] == 0.001
    assert stand_up(PICTURE, dice, [0.0, 0.1, 0.0, 0.5], COCKED, None) == {}


def test_a_die_that_leans_stays_cocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """No top face is seen just there, or one that leans, too."""
    dice = [die(200, 55, 10), die(400, 55, 70), die(600, 55, 30), die(900, 55, 20, "front")]
    true, chances = die(900, 55, 20), [0.0, 0.1, 0.0, 0.97]
    aside = replace(true, quad=true.quad + np.array([8, 0], np.float32))
    monkeypatch.setattr(standing, "chances_of_leaning", lambda picture, dice, table: [0.001] * len(dice))
    monkeypatch.setattr(standing, "look", lambda picture, proposals: [aside])
    assert stand_up(PICTURE, dice, chances, COCKED, None) == {}
    monkeypatch.setattr(standing, "look", lambda picture, proposals: [true])
    monkeypatch.setattr(standing, "chances_of_leaning", lambda picture, dice, table: [0.2] * len(dice))
    assert stand_up(PICTURE, dice, chances, COCKED, None) == {}


def test_from_straight_above_no_side_is_taken_for_a_top() -> None:
    dice = [die(x, 10, turn) for x, turn in ((200, 10), (400, 70), (600, 30))]
    assert stand_up(PICTURE, dice, [0.0, 0.0, 0.97], COCKED, None) == {}


def test_a_die_whose_corners_were_mixed_up_stands_if_a_larger_picture_shows_its_top(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Even from above; but not by the face of a neighbour, nor by the very face that seemed to lean."""
    dice = [die(200, 10, 10), die(400, 10, 70), die(600, 10, 30), die(655, 10, 0)]
    nearer: list[Candidate] = []
    monkeypatch.setattr(standing, "propose_near", lambda picture, one: [])
    monkeypatch.setattr(standing, "look_closely", lambda picture, proposals: nearer)
    monkeypatch.setattr(standing, "chances_of_leaning", lambda picture, dice, table: [0.001] * len(dice))
    leaning = [0.0, 0.0, 0.97, 0.0]
    for there, stood in ((617.0, [2]), (603.0, []), (640.0, [])):
        nearer[:] = [die(there, 10, 30)]
        assert list(stand_up(PICTURE, dice, leaning, COCKED, None)) == stood


def test_a_face_far_smaller_than_the_others_tops_is_no_top(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture on the leaning die, or a glint on its edge, seems to lie level, too."""
    dice = [die(200, 10, 10), die(400, 10, 70), die(600, 10, 30)]
    tiny = die(617, 10, 30)
    tiny = replace(tiny, quad=(tiny.quad - tiny.centre) * np.float32(0.4) + tiny.centre)
    monkeypatch.setattr(standing, "propose_near", lambda picture, one: [])
    monkeypatch.setattr(standing, "look_closely", lambda picture, proposals: [tiny])
    monkeypatch.setattr(standing, "chances_of_leaning", lambda picture, dice, table: [0.001] * len(dice))
    assert stand_up(PICTURE, dice, [0.0, 0.0, 0.97], COCKED, None) == {}
