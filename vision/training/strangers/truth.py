"""What is true of a stranger's table: where each die, marker and thing is seen, and how much of it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from vision.training.cubes import SIDES, outward, rounded
from vision.training.strangers.art import Style
from vision.training.strangers.shapes import Eye, Solid, corners_of, die_solid

Truth = dict[str, Any]


@dataclass(eq=False)
class Die:
    """A die as it lies; ``turn`` takes its own axes to the table's."""

    style: Style
    turn: np.ndarray
    centre: np.ndarray
    cocked: bool = False
    cut: bool = False

    @property
    def points(self) -> np.ndarray:
        return np.asarray(mesh_of(self.style)[0] * self.style.side @ self.turn.T + self.centre)

    @property
    def outline(self) -> np.ndarray:
        return np.asarray(cv2.convexHull(self.points[:, :2].astype(np.float32)).reshape(-1, 2))

    @property
    def solid(self) -> Solid:
        return die_solid(self.style, mesh_of(self.style), self.turn, self.centre)

    def rest(self) -> None:
        """Lets it down until it touches the table."""
        self.centre[2] -= self.points[:, 2].min()


@lru_cache(maxsize=64)
def mesh_of(style: Style) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return rounded(style.round, style.ball)


def free(outline: np.ndarray, taken: list[np.ndarray], gap: float) -> bool:
    middle = outline.mean(0)
    away = outline - middle
    grown = (middle + away * (1 + gap / np.linalg.norm(away, axis=1, keepdims=True))).astype(np.float32)
    return all(cv2.intersectConvexConvex(grown, other.astype(np.float32))[0] < 0.02 for other in taken)


def inside(eye: Eye, points: np.ndarray) -> float:
    """Which share of what is seen of it lies in the picture."""
    hull = eye.hull(points)
    frame = np.array([[0, 0], [eye.width, 0], [eye.width, eye.height], [0, eye.height]], np.float32) - 0.5
    return float(cv2.intersectConvexConvex(hull, frame)[0] / max(cv2.contourArea(hull), 1e-6))


def covers(eye: Eye, solids: list[Solid], points: np.ndarray) -> bool:
    """Whether something tall hides one of the points."""
    hulls = [eye.hull(solid.points) for solid in solids if solid.tall]
    return any(
        cv2.pointPolygonTest(hull, (float(x), float(y)), False) >= 0 for hull in hulls for x, y in eye.seen(points)
    )


def tell_dice(eye: Eye, dice: list[Die], things: list[Solid]) -> list[Truth]:
    """What there is to know of each die, in pixels; what is nearer hides what is farther."""
    pad = 150
    taken = np.zeros((eye.height + 2 * pad, eye.width + 2 * pad), np.uint8)
    frame = np.zeros_like(taken)
    frame[pad:-pad, pad:-pad] = 1
    told: dict[int, Truth] = {}
    bodies = [(die.points, die) for die in dice] + [(thing.points, None) for thing in things if thing.tall]
    for points, die in sorted(bodies, key=lambda body: far_away(eye, body[0])):
        mine = np.zeros_like(taken)
        cv2.fillConvexPoly(mine, np.round((eye.hull(points) + pad) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        if die is not None:
            told[id(die)] = tell_die(eye, die, dice) | shares(mine, frame, taken, pad)
        taken |= mine
    return [told[id(die)] for die in dice]


def far_away(eye: Eye, points: np.ndarray) -> float:
    middle = (points.min(0) + points.max(0)) / 2
    return float(np.linalg.norm(np.array([*middle[:2], 0.0]) - eye.place))


def shares(mine: np.ndarray, frame: np.ndarray, taken: np.ndarray, pad: int) -> Truth:
    seen, whole = mine & frame & (1 - taken), max(1, int(mine.sum()))
    ys, xs = np.nonzero(seen)
    box = (xs.min() - pad, ys.min() - pad, np.ptp(xs) + 1, np.ptp(ys) + 1) if len(xs) else (0, 0, 0, 0)
    within = float((mine & frame).sum()) / whole
    return {
        "box_px": [int(v) for v in box], "visible_fraction": round(float(seen.sum()) / whole, 3),
        "inside_fraction": round(within, 3), "truncated": within < 0.97,
    }  # fmt: skip


def tell_die(eye: Eye, die: Die, dice: list[Die]) -> Truth:
    normals = np.array([outward(n) for n in range(6)]) @ die.turn.T
    top, half = int(np.argmax(normals[:, 2])), die.style.side / 2
    across, down = (die.turn @ np.array(v) * half for v in SIDES[top])
    middle = die.centre + normals[top] * half
    corners = np.array([middle - across - down, middle + across - down, middle + across + down, middle - across + down])
    face = die.style.faces[top]
    return {
        "face": None if die.cocked else face, "golden": die.style.golden, "style": die.style.name,
        "quad_px": eye.seen(corners).round(2).tolist(), "cocked": die.cocked,
        "touching": not free(die.outline, [other.outline for other in dice if other is not die], 0.8),
        "size_mm": die.style.side, "nearest_face": face, "centre_mm": die.centre.round(2).tolist(),
    }  # fmt: skip


def tell_marker(eye: Eye, number: int, spot: np.ndarray) -> Truth:
    corners = eye.seen(corners_of((40, 40), 0.2, spot, 0.0))
    return {"id": number, "centre_mm": spot.round(1).tolist(), "corners_px": corners.round(2).tolist(), "side_mm": 40}


def tell_thing(eye: Eye, thing: Solid) -> Truth:
    pixels = np.clip(eye.seen(thing.points), 0, [eye.width, eye.height])
    low, high = pixels.min(0), pixels.max(0)
    return {"kind": thing.kind, "box_px": [round(float(v), 1) for v in (*low, *(high - low))]}
