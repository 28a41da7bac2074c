"""Learns from the eye as it is so far: corners as it sees them, and what it wrongly takes for dice."""

from dataclasses import replace

import numpy as np

from vision.dice.find_dice import likely_dice, possible_dice
from vision.dice.look_again import further_quads
from vision.pyramid import Pyramid
from vision.training.augment import face_size
from vision.training.scenes import Die, Picture


def with_corners(picture: Picture) -> Picture:
    """The picture with only those dice whose corners could be guessed."""
    seen = likely_dice(Pyramid(picture.pixels))
    dice: list[Die] = []
    for die in picture.dice:
        side = face_size(die)
        near = [one for one in seen if np.linalg.norm(one.centre - die.centre) < 0.3 * side]
        if len(near) == 1:
            guessed = replace(die, quad=near[0].quad)
            if 0.6 < face_size(guessed) / side < 1.5:
                dice.append(guessed)
    return replace(picture, dice=dice)


def with_temptations(picture: Picture) -> Picture:
    """The picture with the places where the eye sees dice, or tops of dice, and the labels know of none."""
    tempting = []
    for one in possible_dice(Pyramid(picture.pixels)):
        if one.word > 0 and all(
            np.linalg.norm(die.centre - one.centre) > 0.5 * max(face_size(die), 0.5 * one.side) for die in picture.dice
        ):
            tempting.append((one.centre, one.side))
    return replace(picture, tempting=tempting)


def with_found(picture: Picture) -> Picture:
    """The picture with the top faces as the eye sees them at several looks: so they come to the plumb line."""
    pyramid = Pyramid(picture.pixels)
    seen = possible_dice(pyramid)
    dice = []
    for die in picture.dice:
        near = [one for one in seen if np.linalg.norm(one.centre - die.centre) < 0.45 * face_size(die)]
        best = max(near, key=lambda one: one.word, default=None)
        found = () if best is None else (best.quad, *further_quads(pyramid, best))
        dice.append(replace(die, found=found))
    return replace(picture, dice=dice)
