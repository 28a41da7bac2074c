"""Corners that make no level square are looked for again."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice import square_tops
from vision.dice.find_dice import Candidate, Floats
from vision.dice.square_tops import crooked
from vision.pyramid import Pyramid

Array = NDArray[np.float64]
PICTURE = Pyramid(np.zeros((720, 1280, 3), np.uint8))
SLANT = np.radians(50)
LEVEL = np.array([0.0, -np.sin(SLANT)])
SQUARE = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 20.0


def top(x: float, turn: float = 0.0, longer: float = 1.0) -> Floats:
    """A face that lies level, seen at a slant; ``longer`` takes in the side below it."""
    angle = np.radians(turn)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(SQUARE @ spin.T * (1, np.cos(SLANT) * longer) + (x, 300), np.float32)


def die(quad: Floats, error: float = 0.02, word: float = 3.0) -> Candidate:
    x, y = quad.mean(axis=0)
    up = (LEVEL * 40).astype(np.float32)
    return Candidate(quad, (x - 30, y - 20, 60, 60), word / 2, word / 2, (-3.0, -3.0), up, error, 0.03)


@pytest.mark.parametrize("turn", [0, 20, 45, 70])
def test_a_level_square_is_known_however_it_is_turned(turn: float) -> None:
    assert crooked(top(500, turn), LEVEL) < 0.01
    assert crooked(top(500, turn, longer=1.8), LEVEL) > 0.3
    assert crooked(top(500, turn), np.zeros(2)) > 0.3


def test_where_top_and_side_were_taken_for_one_face_the_look_that_makes_a_square_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The looker was not sure of it, and at one of six more looks it saw the edge between them."""
    others, amiss = [die(top(x)) for x in (200, 500, 800)], die(top(1000, longer=1.8), error=0.06)
    looks = [top(1000, longer=1.9), top(1000, turn=3), top(1000, longer=1.6)]
    monkeypatch.setattr(square_tops, "further_quads", lambda picture, die: looks)
    *same, mended = square_tops.square_tops(PICTURE, [*others, amiss], None)
    assert same == others and mended.quad is looks[1] and mended.box == amiss.box


def test_what_the_looker_is_sure_of_and_what_no_look_mends_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    others, looks = [die(top(x)) for x in (200, 500, 800)], [top(1000, longer=1.7)]
    monkeypatch.setattr(square_tops, "further_quads", lambda picture, die: looks)
    for one in (die(top(1000, longer=1.8), error=0.02), die(top(1000, longer=1.8), error=0.06)):
        assert square_tops.square_tops(PICTURE, [*others, one], None) == [*others, one]


def test_nobody_knows_what_is_level_where_only_two_dice_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(square_tops, "further_quads", lambda picture, die: [top(1000)])
    two = [die(top(200)), die(top(1000, longer=1.8), error=0.06)]
    assert square_tops.square_tops(PICTURE, two, None) == two
