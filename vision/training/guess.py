"""Guesses the corners of photographed dice with the eye as it is so far, where it agrees with the label."""

from dataclasses import replace

import numpy as np

from vision.find_dice import likely_dice
from vision.pyramid import Pyramid
from vision.training.augment import face_size
from vision.training.scenes import Die, Picture


def with_corners(picture: Picture) -> Picture:
    """The picture with only those dice whose corners could be guessed."""
    view = Pyramid(picture.pixels)
    seen = likely_dice(view)
    dice: list[Die] = []
    for die in picture.dice:
        side = face_size(die)
        near = [one for one in seen if np.linalg.norm(one.quad.mean(0) - die.centre) < 0.3 * side]
        if len(near) == 1:
            guessed = replace(die, quad=near[0].quad)
            if 0.6 < face_size(guessed) / side < 1.5:
                dice.append(guessed)
    return replace(picture, dice=dice)
