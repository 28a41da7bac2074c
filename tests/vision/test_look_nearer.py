"""What may be a die though nobody knows its face is looked for once more, from nearer."""

from dataclasses import replace

import numpy as np

from vision.dice.find_dice import likely_dice
from vision.dice.look_nearer import seen_nearer
from vision.dice.read_faces import describe_turned, name_pips, patches_of, surface
from vision.dice.real_dice import Thing
from vision.pyramid import Pyramid
from vision.render.invent import random_scene
from vision.render.paint import paint


def amiss(die: Thing) -> Thing:
    """The same with its corners a third of a side off, so that nobody knew its face."""
    seen = replace(die.seen, quad=die.seen.quad + np.float32(die.seen.side * 0.3))
    return replace(die, seen=seen, reading=replace(die.reading, face=None))


def test_what_may_be_a_die_without_a_face_is_found_anew_from_nearer() -> None:
    """Where it really is; what is known, or hardly a die, is not looked for."""
    picture = Pyramid(paint(random_scene(101, "pips")))
    found = likely_dice(picture)
    patches = patches_of(picture, [one.quad for one in found])
    readings = [name_pips(views[:, -7:]) for views in describe_turned(patches)]
    dice = [Thing(one, told, surface(patch)) for one, told, patch in zip(found, readings, patches, strict=True)]
    doubted = [replace(amiss(die), chance=0.3) for die in dice]
    assert len(dice) > 3
    for one, die in zip(doubted, dice, strict=True):
        off = min(float(np.linalg.norm(seen.centre - die.seen.centre)) for seen in seen_nearer(picture, [one]))
        assert off < 0.1 * die.seen.side
    assert not seen_nearer(picture, dice)
    assert not seen_nearer(picture, [replace(one, chance=0.05) for one in doubted])
