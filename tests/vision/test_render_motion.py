"""Dice tumble to rest, hands come and go, and what moves is smeared."""

from dataclasses import replace

import cv2
import numpy as np
from mats import mat_on

from vision.render.lens import over_mat
from vision.render.motion import reach, tumble
from vision.render.paint import paint, truth
from vision.render.scene import Die, Hand, Scene

MAT = mat_on("heckmeck", 4)
TABLE = Scene(camera=over_mat(MAT), mat=MAT, noise=0.0)
DICE = tuple(Die(face, (70.0 + 28 * n, 60.0), 31.0 * n) for n, face in enumerate("12345"))


def test_tumbling_dice_come_to_rest_where_they_were_told() -> None:
    frames = tumble(DICE, 12, seed=3)
    assert len(frames) == 12
    assert frames[-1] == DICE
    assert all(die.smear != (0.0, 0.0) for die in frames[3])


def test_tumbling_dice_turn_over_on_the_way() -> None:
    """On some frame each die is cocked, and they do not all stop at once."""
    frames = tumble(DICE, 12, seed=3)
    seen = [truth(replace(TABLE, dice=dice)) for dice in frames]
    assert max(sum(die.cocked for die in look.dice) for look in seen) >= 4
    assert any(0 < sum(die in DICE for die in dice) < len(DICE) for dice in frames)


def test_the_same_seed_tumbles_alike() -> None:
    assert tumble(DICE, 8, seed=3) == tumble(DICE, 8, seed=3) != tumble(DICE, 8, seed=4)


def test_a_die_in_motion_is_smeared_along_its_way() -> None:
    die = Die("5", (170.0, 60.0))
    still, moving = (paint(replace(TABLE, dice=(replace(die, smear=smear),))) for smear in ((0.0, 0.0), (14.0, 0.0)))
    x, y, w, h = (int(n) for n in truth(replace(TABLE, dice=(die,))).dice[0].box)
    sharp = [float(np.abs(cv2.Sobel(p[y : y + h, x : x + w, 2], cv2.CV_32F, 1, 0)).mean()) for p in (still, moving)]
    assert sharp[1] < 0.7 * sharp[0]


def test_a_reaching_hand_comes_stays_and_goes() -> None:
    hand = Hand((170.0, 60.0), arm_from=-60.0, pose="grip")
    path = reach(hand, 4, 3, 5)
    there = [step.at == hand.at for step in path]
    assert there == [False] * 4 + [True] * 3 + [False] * 5
    away = [np.hypot(step.at[0] - hand.at[0], step.at[1] - hand.at[1]) for step in path]
    assert away[:4] == sorted(away[:4], reverse=True) and away[-5:] == sorted(away[-5:])
    gone = paint(replace(TABLE, hands=(replace(hand, at=(500.0, -700.0)),)))
    assert (gone == paint(TABLE)).mean() > 0.99
