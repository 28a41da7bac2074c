"""Holds a plumb line to dice: shows a network each one level with its edges, and asks which way it points up."""

import cmath
import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.dice.find_dice import REACH, face_side
from vision.network import network, planes
from vision.pyramid import Pyramid

Array = NDArray[np.float64]
Points = Array | NDArray[np.float32]
Complexes = NDArray[np.complex128]
CUT = 96  # pixels of the cut it is held to


def hold(picture: Pyramid, quads: Sequence[NDArray[np.float32]]) -> tuple[NDArray[np.float32], Complexes]:
    """What the plumb line tells of dice with these top faces, and the way it was level with."""
    told = network("plumb")(planes([marked(picture, quad) for quad in quads]))
    return told, np.array([edge_way(quad) for quad in quads])


def marked(picture: Pyramid, quad: NDArray[np.float32]) -> Pixels:
    """A cut around a top face, its edges level, with a fourth plane in which that face is white."""
    middle, reach, way = quad.mean(axis=0), face_side(quad) * REACH, edge_way(quad)
    there = turned(quad - middle, np.array(way.conjugate())) * (CUT / reach) + (CUT - 1) / 2
    return with_face(picture.cut(middle, reach, CUT, way), there)


def with_face(cut: Pixels, quad: Points) -> Pixels:
    face = np.zeros(cut.shape[:2], np.uint8)
    cv2.fillConvexPoly(face, np.round(quad * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    four = np.asarray(cv2.cvtColor(cut, cv2.COLOR_BGR2BGRA), np.uint8)
    four[..., 3] = face
    return four


def edge_way(quad: NDArray[np.float32]) -> complex:
    """The direction of those edges of a top face that are nearest to level, x + iy, of length 1."""
    a, b, c, d = (complex(*corner) for corner in quad.tolist())
    way = (b - a) - 1j * (c - b) - (d - c) + 1j * (a - d) or 1 + 0j
    quarters = round(cmath.phase(way) / (math.pi / 2))
    return way / abs(way) * (-1j) ** quarters


def turned(points: Points, by: Complexes) -> Array:
    """Points or directions turned about the origin, each as a complex number of length 1 says."""
    moved = (points[:, 0] + 1j * points[:, 1]) * by
    return np.stack([moved.real, moved.imag], axis=1)
