"""Finds the four corner markers of the mat, to a tenth of a pixel."""

import math
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.observation import MarkerSeen, Quad
from vision.pyramid import Pyramid

IDS = range(4)
_QUICK_WIDTH, _CLOSE_WIDTH = 640, 1280
_LEAST_SIDE = 9.6  # pixels; smaller ones cannot be decoded, and a patterned cloth has thousands of smaller squares
_LEAST_DARKER = 10  # grey levels of 255 than what lies around: ink is, even by candle light; most weaves are not
# Edges lie half-way from black to white in linear light only: in a camera's gamma a marker looks half a pixel small.
_LINEAR = (255 * (np.arange(256) / 255) ** 2.2).round().astype(np.uint8)
_STOP = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 0.01)

Gray = NDArray[np.uint8]
Corners = NDArray[np.float32]


def dictionary() -> Any:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def _ours() -> Any:
    """The four alone: every square of a chequered cloth is compared with each marker there could be."""
    known = dictionary()
    return cv2.aruco.Dictionary(known.bytesList[: len(IDS)], known.markerSize, known.maxCorrectionBits)


def find_markers(picture: Pyramid) -> tuple[MarkerSeen, ...]:
    """The markers 0 to 3; looks closer only when some but not all were found."""
    found = _find(picture, _QUICK_WIDTH)
    if 0 < len(found) < len(IDS) and picture.width > _QUICK_WIDTH:
        found = _find(picture, _CLOSE_WIDTH) | found
    return tuple(MarkerSeen(id, _quad(_sharpen(picture, corners))) for id, corners in sorted(found.items()))


@cache
def _detector(width: int) -> Any:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 13
    settings.adaptiveThreshConstant = _LEAST_DARKER
    settings.minMarkerPerimeterRate = 4 * _LEAST_SIDE / width
    settings.minDistanceToBorder = 1
    settings.minMarkerDistanceRate = 0.05  # less, and the inner edge of a large marker's frame is taken for the outer
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    return cv2.aruco.ArucoDetector(_ours(), settings)


def _find(picture: Pyramid, width: int) -> dict[int, Corners]:
    gray = _gray(picture.levels[picture.halved(width / picture.width)])
    if gray.shape[1] > width:
        shrink = width / gray.shape[1]
        gray = np.asarray(cv2.resize(gray, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    scale = picture.width / gray.shape[1]
    corners, ids, _ = _detector(width).detectMarkers(gray)
    if ids is None:
        return {}
    quads = [np.asarray(quad).reshape(4, 2) for quad in corners]
    found = sorted(zip(quads, np.asarray(ids).ravel().tolist(), strict=True), key=lambda one: cv2.contourArea(one[0]))
    return {int(id): (quad + 0.5) * scale - 0.5 for quad, id in found}  # of one found twice the outer edge counts


def _sharpen(picture: Pyramid, corners: Corners) -> Corners:
    side = min(math.dist(one, other) for one, other in zip(corners, corners[[1, 2, 3, 0]], strict=True))
    reach = max(2, round(side / 14))  # wider windows catch the white modules inside
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 3 * reach, 0)
    high = np.ceil(corners.max(axis=0)).astype(int) + 3 * reach
    part = np.asarray(cv2.LUT(_gray(picture.levels[0][low[1] : high[1], low[0] : high[0]]), _LINEAR))
    start = (corners - low).astype(np.float32).reshape(-1, 1, 2)
    if min(part.shape) < 2 * reach + 6:
        return corners
    sharp = cv2.cornerSubPix(part, start, (reach, reach), (-1, -1), _STOP)
    return np.asarray(np.reshape(sharp, (4, 2)) + low, dtype=np.float32)


def _gray(pixels: Pixels) -> Gray:
    return pixels if pixels.ndim == 2 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def _quad(corners: Corners) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d
