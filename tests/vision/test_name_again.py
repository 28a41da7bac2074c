"""A die whose corners were seen amiss shows parts of two faces; further looks at it tell its name."""

from dataclasses import replace

import numpy as np
import pytest

from vision.dice import name_again
from vision.dice.find_dice import Floats, likely_dice
from vision.dice.name_again import named_again, seen_nearer
from vision.dice.read_faces import Reading, describe_turned, name_pips, patches_of, surface
from vision.dice.real_dice import Thing
from vision.pyramid import Pyramid
from vision.render.invent import random_scene
from vision.render.paint import paint


def pips(views: Floats) -> Reading:
    return name_pips(views[:, -7:])


@pytest.fixture(scope="module")
def picture() -> Pyramid:
    return Pyramid(paint(random_scene(101, "pips")))


@pytest.fixture(scope="module")
def dice(picture: Pyramid) -> list[Thing]:
    seen = likely_dice(picture)
    patches = patches_of(picture, [one.quad for one in seen])
    views = describe_turned(patches)
    return [Thing(one, pips(view), surface(patch)) for one, view, patch in zip(seen, views, patches, strict=True)]


def amiss(die: Thing) -> Thing:
    """The same with its corners a third of a side off, so that nobody knew its face."""
    seen = replace(die.seen, quad=die.seen.quad + np.float32(die.seen.side * 0.3))
    return replace(die, seen=seen, reading=replace(die.reading, face=None))


def test_a_die_seen_amiss_is_named_by_another_look(picture: Pyramid, dice: list[Thing]) -> None:
    told = named_again(picture, [amiss(die) for die in dice], pips)
    assert len(dice) > 3
    assert sum(one.reading.face == die.reading.face for one, die in zip(told, dice, strict=True)) >= len(dice) - 1
    assert all(one.reading.face in (die.reading.face, None) for one, die in zip(told, dice, strict=True))


def test_a_die_with_a_name_is_not_looked_at_again(
    picture: Pyramid, dice: list[Thing], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(name_again, "further_quads", lambda *_: pytest.fail("it was looked at again"))
    assert named_again(picture, dice, pips) == dice


def test_what_no_look_names_surely_stays_nameless(picture: Pyramid, dice: list[Thing]) -> None:
    one = amiss(dice[0])
    vague = Reading("3", "2", 0.3, 0.05, set_name="pips")
    assert named_again(picture, [one], lambda views: vague) == [one]


def test_what_may_be_a_die_without_a_face_is_found_anew_from_nearer(picture: Pyramid, dice: list[Thing]) -> None:
    """Where it really is; what is known, or hardly a die, is not looked for."""
    doubted = [replace(amiss(die), chance=0.3) for die in dice]
    for one, die in zip(doubted, dice, strict=True):
        off = min(float(np.linalg.norm(seen.centre - die.seen.centre)) for seen in seen_nearer(picture, [one]))
        assert off < 0.1 * die.seen.side
    assert not seen_nearer(picture, dice)
    assert not seen_nearer(picture, [replace(one, chance=0.05) for one in doubted])
