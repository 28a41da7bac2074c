"""Judges a picture of the table: bright, sharp, and no lamp mirrored in it; advises if not."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.wording import Line, line
from vision.observation import MarkerSeen

SOFT_EDGE_PX = 4.5  # from black to white over a marker's rim; a sharp camera needs two or three
DARK = 75.0  # for the brightest hundredth: dice, paper or tiles, on however dark a cloth
BURNT_SHARE = 0.12
GLARE_SHARE = 0.003  # of the picture burnt out in one spot
HAND_SHARE = 0.012  # of the picture under a hand

Pixels = NDArray[np.uint8]


def advice(pixels: Pixels, markers: Sequence[MarkerSeen] = ()) -> tuple[Line, ...]:
    """What its owner could do better, worst first; empty for a good picture."""
    gray = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    told = []
    if brightness(gray) < DARK:
        told.append(line("It is dark: switch a lamp on, or bring it nearer."))
    elif float((gray[::4, ::4] >= 250).mean()) > BURNT_SHARE:
        told.append(line("It is too bright: dim the lamp, or move it away."))
    if (spot := glare(pixels)) is not None:
        told.append(line("The lamp is reflected {spot}: tilt it, or move it aside.", spot=spot))
    edge = edge_px(gray, markers)
    if edge is not None and edge > SOFT_EDGE_PX:
        told.append(
            line("The picture is not sharp: wipe the lens, focus on the table, and let nothing shake the camera.")
        )
    return tuple(told)


def brightness(gray: Pixels) -> float:
    """The level that a hundredth of the picture outshines: a dark cloth does not make a dark picture."""
    return float(np.percentile(gray[::4, ::4], 99))


def glare(pixels: Pixels) -> str | None:
    """Where a lamp is mirrored, in words, or none. Paper is white too, but it never burns out so far."""
    small = cv2.resize(pixels, (320, 180), interpolation=cv2.INTER_AREA)
    burnt = np.asarray(small.min(axis=2) >= 252, dtype=np.uint8)
    count, _, facts, centres = cv2.connectedComponentsWithStats(burnt)
    spots = [(int(facts[n, cv2.CC_STAT_AREA]), centres[n]) for n in range(1, count)]
    area, centre = max(spots, key=lambda spot: spot[0], default=(0, (0.0, 0.0)))
    if area < GLARE_SHARE * burnt.size:
        return None
    across = ("left", "", "right")[min(2, int(centre[0] * 3 / 320))]
    down = ("at the top", "", "at the bottom")[min(2, int(centre[1] * 3 / 180))]
    return " ".join(filter(None, (down or ("at the" if across else "in the middle"), across)))


def edge_px(gray: Pixels, markers: Sequence[MarkerSeen]) -> float | None:
    """How many pixels the markers' rims take from black to white (10 to 90 %); none without markers."""
    widths = [width for marker in markers for width in _rim_widths(gray, np.array(marker.corners))]
    return float(np.median(widths)) if widths else None


def sharpness(gray: Pixels) -> float:
    """How much fine detail there is; only to compare pictures of the same thing."""
    return float(cv2.Laplacian(gray, cv2.CV_32F, ksize=3).var())


def _rim_widths(gray: Pixels, corners: NDArray[np.float64]) -> list[float]:
    middle = corners.mean(axis=0)
    side = float(np.linalg.norm(corners[1] - corners[0]))
    reach = side / 8
    steps = np.linspace(-reach, reach, 65)
    widths = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        outward = (start + end) / 2 - middle
        outward /= np.linalg.norm(outward)
        spots = start + np.linspace(0.2, 0.8, 9)[:, None] * (end - start)
        x, y = ((spots[:, None, axis] + steps * outward[axis]).astype(np.float32) for axis in (0, 1))
        profile = cv2.remap(gray, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).mean(axis=0)
        low, high = float(profile[:8].mean()), float(profile[-8:].mean())
        if high - low < 40:
            continue
        inside = np.clip((profile - low) / (high - low), 0, 1)
        widths.append(float(((inside > 0.1) & (inside < 0.9)).sum()) * (steps[1] - steps[0]))
    return widths


def thumbnail(pixels: Pixels) -> NDArray[np.float32]:
    """A small picture of even brightness, to compare tables by colour."""
    small = cv2.resize(pixels, (160, 90), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(small * (100 / max(float(small.mean()), 1.0)), dtype=np.float32)


def reaches_in(now: NDArray[np.float32], rest: NDArray[np.float32]) -> bool:
    """Whether something large that was not there at rest reaches over the border; skin shows in colour, not in grey."""
    strayed = np.asarray(np.abs(now - rest).max(axis=2) > 20, dtype=np.uint8)
    strayed = np.asarray(cv2.morphologyEx(strayed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), dtype=np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(strayed)
    for x, y, w, h, area in stats[1:]:
        if area >= HAND_SHARE * strayed.size and (x == 0 or y == 0 or x + w == 160 or y + h == 90):
            return True
    return False
