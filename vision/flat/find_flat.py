"""Finds what could be tokens, cards and tiles: regions with the closed outline of an ellipse or a parallelogram."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels

Array = NDArray[np.float64]
_RADII = (0.007, 0.12)  # of pieces, as parts of the picture's longer side
# How far to soften, how far edges must stand out from the picture's grain, how far to thicken them so that gaps close.
_CLOSE = ((1.0, (14.0, 7.0, 4.0), (1, 3)), (2.0, (5.0,), (3, 5)))
QUICK = ((1.0, (10.0, 5.0), (1, 3)),)
Looks = tuple[tuple[float, tuple[float, ...], tuple[int, ...]], ...]


@dataclass(frozen=True, eq=False)
class Found:
    """A disc or a rectangle; ``axes`` lead from the centre to the middle of the right and of the lower edge."""

    disc: bool
    centre: Array
    axes: Array = field(repr=False)  # columns; which edge of a rectangle is the right one is not known here
    clean: float  # how well the outline fits its shape; 1 is perfect

    @property
    def size(self) -> float:
        """The radius of a circle as large as the ellipse inside the piece."""
        return float(np.sqrt(abs(np.linalg.det(self.axes))))


def find_flat(bgr: Pixels, looks: Looks = _CLOSE) -> list[Found]:
    """All discs and rectangles, the cleanest first; a piece may be found twice, by its rim and by its frame."""
    long = max(bgr.shape[:2])
    least, most = (part * long for part in _RADII)
    found: list[Found] = []
    boxes: set[tuple[int, ...]] = set()
    for edges, thicknesses in _edges(bgr, looks):
        for thick in thicknesses:
            lines = cv2.dilate(edges, np.ones((thick, thick), np.uint8))
            # Pieces that lie apart show as the outside of a net of lines, pieces that touch as a hole in it.
            outlines, nesting = cv2.findContours(lines, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
            for outline, links in zip(outlines, nesting[0] if nesting is not None else (), strict=True):
                if len(outline) < 3 * least:
                    continue
                x, y, w, h = cv2.boundingRect(outline)
                if not (w > 1.6 * least and h > 0.8 * least and w < 3 * most and h < 3 * most):
                    continue
                key = tuple(round(v / 4) for v in (x, y, x + w, y + h))
                if key in boxes:
                    continue
                hole = links[3] >= 0
                one = _shaped(
                    np.asarray(outline, np.int32), (thick - 1) % 2 / 2, (thick - 2) / 2 if hole else -(thick - 1) / 2
                )
                if one is not None and least < one.size < most:
                    boxes.add(key)
                    found.append(one)
    return _distinct(sorted(found, key=lambda one: -one.clean))


def _edges(bgr: Pixels, looks: Looks) -> Iterator[tuple[NDArray[np.uint8], tuple[int, ...]]]:
    """Edges from strict to lenient, and how far to thicken them; a softened picture shows the faint ones too."""
    for soft, contrasts, thicknesses in looks:
        across, down, grain = gradients(bgr, soft)
        for contrast in contrasts:
            edges = cv2.Canny(across, down, 0.4 * contrast * grain, contrast * grain)
            yield np.asarray(edges, np.uint8), thicknesses


def gradients(bgr: Pixels, soft: float) -> tuple[NDArray[np.int16], NDArray[np.int16], float]:
    """Slopes of whichever channel changes most, in eighths, and how much the picture changes everywhere by itself."""
    smooth = cv2.GaussianBlur(bgr.astype(np.float32), (0, 0), soft)
    slopes = [
        (cv2.Sobel(channel, cv2.CV_16S, 1, 0, scale=8), cv2.Sobel(channel, cv2.CV_16S, 0, 1, scale=8))
        for channel in cv2.split(smooth)
    ]
    across, down = slopes[0]
    best = cv2.add(np.abs(across), np.abs(down))
    for other_across, other_down in slopes[1:]:
        strength = cv2.add(np.abs(other_across), np.abs(other_down))
        more = cv2.compare(strength, best, cv2.CMP_GT)
        across, down = cv2.copyTo(other_across, more, across), cv2.copyTo(other_down, more, down)
        best = cv2.max(best, strength)
    grain = max(8.0, float(np.median(best[::4, ::4])))
    return np.asarray(across, np.int16), np.asarray(down, np.int16), grain


def _shaped(outline: NDArray[np.int32], shift: float, grow: float) -> Found | None:
    """The outline as an ellipse or a parallelogram, if it is one; ``grow`` leads from it to the edge it stands for."""
    if len(outline) < 16:
        return None
    hull = cv2.convexHull(outline)
    area, filled = cv2.contourArea(hull), cv2.contourArea(outline)
    if area < 60 or filled < 0.8 * area:
        return None
    solid = filled / area
    (_, _), (w, h), _ = cv2.minAreaRect(hull)
    if area < 0.87 * w * h:
        (cx, cy), (a, b), angle = cv2.fitEllipseDirect(outline)
        if min(a, b) > 4 and (off := abs(np.pi * a * b / 4 / area - 1)) < 0.05:
            turn = np.deg2rad(angle)
            spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            axes = spin @ np.diag([a / 2 + grow, b / 2 + grow]) @ spin.T
            return Found(True, np.array([cx, cy]) - shift, axes, solid - off)
    quad = _parallelogram(np.asarray(hull, np.int32))
    if quad is None:
        return None
    centre, axes = quad
    off = abs(4 * abs(np.linalg.det(axes)) / area - 1)
    if off > 0.15:
        return None
    return Found(False, centre - shift, axes * (1 + grow / np.linalg.norm(axes, axis=0)), solid - off)


def _parallelogram(hull: NDArray[np.int32]) -> tuple[Array, Array] | None:
    perimeter = cv2.arcLength(hull, True)
    for part in (0.03, 0.05, 0.08):
        corners = cv2.approxPolyDP(hull, part * perimeter, True).reshape(-1, 2).astype(np.float64)
        if len(corners) == 4:
            break
    else:
        return None
    a, b, c, d = corners
    axes = np.stack([(b + c - a - d) / 4, (c + d - a - b) / 4], 1)
    if np.linalg.det(axes) < 0:
        axes = axes[:, ::-1]
    if np.linalg.norm(axes, axis=0).min() < 3 or np.linalg.det(axes) < 12:
        return None
    skew = np.linalg.norm(np.linalg.solve(axes, a + c - b - d)) / 4
    return (np.asarray(corners.mean(0)), axes) if skew < 0.2 else None


def _distinct(found: list[Found]) -> list[Found]:
    kept: list[Found] = []
    centres, sizes, discs = np.zeros((len(found), 2)), np.zeros(len(found)), np.zeros(len(found), bool)
    for one in found:
        n, size = len(kept), one.size
        near = np.abs(centres[:n] - one.centre).max(1, initial=0) < 0.12 * size
        if not (near & (discs[:n] == one.disc) & (np.abs(sizes[:n] / size - 1) < 0.1)).any():
            centres[n], sizes[n], discs[n] = one.centre, size, one.disc
            kept.append(one)
    return kept
