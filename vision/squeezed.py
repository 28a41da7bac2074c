"""Reads photographs, also those squeezed into a square, as collections of pictures often are."""

import math
from dataclasses import replace

import cv2
import numpy as np

from hardware.frame import Frame
from vision.observation import DieSeen, TableObservation
from vision.reader import Reader

FORMATS = (9 / 16, 2 / 3, 3 / 4, 4 / 3, 3 / 2, 16 / 9)  # cameras take these, width to height
MOST_SIDE = 1280  # pixels a side that other formats are tried with: six more large pictures would fill a small memory
MOST_ODDS, LEAST_ODDS = 5.0, -3.0  # how much one die can say for a format or against it


def read_photo(reader: Reader, photo: Frame) -> TableObservation:
    """What lies there; in a square picture, in whichever format its dice are read most surely."""
    reader.forget()
    given = reader.read(photo)
    if given.width != given.height or given.markers or reader.looker is not None:
        return given
    tries = [given, *(read_as(reader, photo, shape) for shape in FORMATS)]
    return replace(max(tries, key=evidence), ms=sum(one.ms for one in tries))


def read_as(reader: Reader, photo: Frame, shape: float) -> TableObservation:
    """As if it had been taken in another format; what is found is told in the picture's own pixels."""
    side = photo.pixels.shape[0]
    shown, method = (MOST_SIDE, cv2.INTER_AREA) if side > MOST_SIDE else (side, cv2.INTER_CUBIC)
    size = (round(shown * math.sqrt(shape)), round(shown / math.sqrt(shape)))
    pixels = np.asarray(cv2.resize(photo.pixels, size, interpolation=method), np.uint8)
    seen = reader.read(replace(photo, pixels=pixels))
    across, down = side / size[0], side / size[1]
    return replace(seen, width=side, height=side, dice=tuple(squeezed(die, across, down) for die in seen.dice))


def squeezed(die: DieSeen, across: float, down: float) -> DieSeen:
    x, y, w, h = die.box
    seen = replace(die, box=(x * across, y * down, w * across, h * down))
    if die.quad is None:
        return seen
    a, b, c, d = ((u * across, v * down) for u, v in die.quad)
    return replace(seen, quad=(a, b, c, d))


def evidence(seen: TableObservation) -> float:
    """How surely its faces are named, all together, as log odds: a squeezed die is doubted, a false one more so."""
    sure = np.array([die.sureness for die in seen.dice if die.face is not None])
    odds = np.log(np.clip(sure, 1e-6, 1 - 1e-6) / np.clip(1 - sure, 1e-6, 1.0))
    return float(np.clip(odds, LEAST_ODDS, MOST_ODDS).sum())
