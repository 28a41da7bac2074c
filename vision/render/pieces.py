"""Turns the pieces of a scene into solids: where they stand, how they are turned, what is printed on them."""

import cv2
import numpy as np

from vision.render.dice import die_style, face_art
from vision.render.lens import Doubles
from vision.render.scene import Die
from vision.render.solids import SIDES, TOP, Solid

_SIZES = (64, 128, 256, 512)


def art_px(length_mm: float, px_per_mm: float) -> int:
    """How finely a side is drawn: at least as fine as the finest rays will ask."""
    wanted = length_mm * px_per_mm * 2
    return next((size for size in _SIZES if size >= wanted), _SIZES[-1])


def upright(yaw: float) -> Doubles:
    """A turn about the table's z."""
    cos, sin = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def die_turn(die: Die) -> Doubles:
    """The die's own axes to the table's: the face brought up, turned by its yaw, leaned over."""
    faces = die_style(die.style).faces
    sides = [index for index, face in enumerate(faces) if face == die.face]
    if not sides:
        raise ValueError(f"a {die.style} die has no {die.face}; it has {', '.join(faces)}")
    # A face printed on several sides lies this way or that; the yaw decides, so that a scene is always painted alike.
    side = SIDES[sides[int(abs(die.yaw)) % len(sides)]]
    lean: Doubles = np.asarray(cv2.Rodrigues(np.radians(np.array(die.turned, np.float64)))[0], np.float64)
    return np.asarray(lean @ upright(die.yaw) @ side, np.float64)


def die_centre(die: Die) -> Doubles:
    """Its middle, so that its lowest point is at its z."""
    turn = die_turn(die)
    half, round_mm = die.size_mm / 2, die_style(die.style).round_mm
    low = float(np.abs(turn[2]).sum()) * (half - round_mm) + round_mm
    return np.array([*die.at, die.z + low])


def die_solid(die: Die, px_per_mm: float) -> Solid:
    style = die_style(die.style)
    side_px = art_px(die.size_mm, px_per_mm)
    art = {side: face_art(die.style, face, side_px) for side, face in enumerate(style.faces)}
    half = np.full(3, die.size_mm / 2)
    return Solid(
        die_centre(die), die_turn(die), half, style.round_mm, art, style.body, gloss=style.gloss, metal=style.metal
    )


def side_corners(solid: Solid, side: int = TOP) -> Doubles:
    """The corners of a side in space, clockwise from the top left of its art."""
    right, up, out = SIDES[side]
    around = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    own = np.array([(right * a + up * b + out) * solid.half for a, b in around])
    return np.asarray(own @ solid.turn.T + solid.centre, np.float64)
