"""Further looks at a die: shifted, turned, mirrored or nearer, they see the same top face, not the same mistake."""

import numpy as np
import pytest

from vision.dice import leaning
from vision.dice.find_dice import Candidate, Floats, bystanders, likely_dice
from vision.dice.leaning import chances_of_leaning, leans_by
from vision.dice.look_again import LOOKS, Look, further_quads
from vision.pyramid import Pyramid
from vision.render.invent import random_scene
from vision.render.paint import paint


@pytest.fixture(scope="module")
def picture() -> Pyramid:
    return Pyramid(paint(random_scene(101, "pips")))


@pytest.fixture(scope="module")
def dice(picture: Pyramid) -> list[Candidate]:
    return likely_dice(picture)


def apart(one: Floats, other: Floats) -> float:
    """How far corners lie apart, whichever of them is named first."""
    return min(float(np.linalg.norm(np.roll(one, turn, axis=0) - other, axis=1).mean()) for turn in range(4))


@pytest.mark.parametrize("look", LOOKS)
def test_every_look_sees_the_same_top_face(look: Look, picture: Pyramid, dice: list[Candidate]) -> None:
    which = LOOKS.index(look)
    off = [apart(further_quads(picture, die)[which], die.quad) / die.side for die in dice]
    assert len(dice) > 3 and np.median(off) < 0.06


def test_dice_that_plainly_stand_are_not_asked(picture: Pyramid, dice: list[Candidate]) -> None:
    assert leans_by(picture, dice, None) == [None] * len(dice)


def test_only_what_seems_to_lean_is_looked_at_again(
    picture: Pyramid, dice: list[Candidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Candidate] = []

    def look_again(there: Pyramid, die: Candidate) -> list[Floats]:
        asked.append(die)
        return further_quads(there, die)

    monkeypatch.setattr(leaning, "may_lean", lambda *_: True)
    monkeypatch.setattr(leaning, "further_quads", look_again)
    once = leans_by(picture, dice, None)
    assert not asked
    often = leans_by(picture, dice, None, every=True)
    assert asked == dice and often != once


def test_two_dice_without_markers_tell_where_up_is_with_a_bystander(
    picture: Pyramid, dice: list[Candidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two that disagree nobody knows which one leans; anything like a die beside them tells."""
    monkeypatch.setattr(leaning, "may_lean", lambda *_: True)
    pair, third = dice[:2], dice[2]
    assert leans_by(picture, pair, None) == [None, None]
    assert None not in leans_by(picture, [*pair, third], None)
    assert chances_of_leaning(picture, pair, None, [third]) != chances_of_leaning(picture, pair, None)


def test_a_bystander_is_another_thing_than_the_dice(dice: list[Candidate]) -> None:
    assert bystanders(dice, dice[1:]) == dice[:1]
    assert bystanders([*dice, *dice], dice) == []
