"""Of two dice that touch the finder may see but one place, between them: both are found all the same."""

import math

import numpy as np

from vision.dice.find_dice import Proposal, likely_dice, neighbours
from vision.pyramid import Pyramid
from vision.render.paint import paint
from vision.render.scene import Die, Scene


def test_where_a_proposal_was_far_off_the_die_beside_is_found_too() -> None:
    pair = (Die("3", (150.0, 90.0), 20.0, "pips"), Die("4", (165.5, 95.6), 20.0, "pips"))
    picture = Pyramid(paint(Scene(dice=pair, noise=0.0)))
    one, other = likely_dice(picture)
    between = Proposal(((one.centre + other.centre) / 2).astype(np.float32), 1.2 * one.side, 0.57)
    found = neighbours(picture, [(one, between)])
    assert [math.dist(new.centre, other.centre) < 0.1 * other.side for new in found] == [True]


def test_a_proposal_that_was_right_is_not_followed_up() -> None:
    picture = Pyramid(paint(Scene(dice=(Die("3", (150.0, 90.0), 20.0, "pips"),), noise=0.0)))
    (one,) = likely_dice(picture)
    assert neighbours(picture, [(one, Proposal(one.centre + np.float32(1), one.side, 0.9))]) == []
