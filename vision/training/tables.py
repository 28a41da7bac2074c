"""Rendered and drawn tables with their cameras, on which sheets and flat pieces are laid by geometry."""

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.render.cloths import CLOTHS, cloth_art
from vision.training.augment import boards
from vision.training.boards import checks

Floats = NDArray[np.float64]
Rng = np.random.Generator
SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
_RIM = np.stack([np.cos(t := np.linspace(0, 2 * np.pi, 48, endpoint=False)), np.sin(t)], 1)
_COVERED = 0.03  # of a piece may lie under what lies there already
_FAR = 20  # times the width of what is laid, beyond which nothing is seen
_WOVEN, _CHEQUERED = 0.4, 0.6  # of drawn tables, and of all of these
_FINE = 0.5  # of a pixel of what is laid, softened so that none is left out


@dataclass(frozen=True, eq=False)
class Top:
    """A table without flat pieces: its picture, its camera, and where things lie on it already."""

    pixels: Pixels = field(repr=False)
    inner: Floats  # 3 x 3
    lens: Floats
    turn: Floats  # 3 x 3, from the table to the camera
    shift: Floats
    things: tuple[tuple[float, float, float, float], ...] = ()  # boxes
    flat: tuple[tuple[float, float, float, float], ...] = ()  # of those, what could be taken for a flat piece


FLAT_THINGS = ("playing_card", "token", "tile", "coin", "disc", "domino", "card", "sheet")


def rendered(path: Path) -> Top:
    """One of the shared renders."""
    told = json.loads(path.read_text())
    camera, things = told["camera"], (*told["dice"], *told["distractors"])
    return Top(
        np.asarray(cv2.imread(str(path.with_suffix(".jpg")), cv2.IMREAD_COLOR), np.uint8),
        np.array(camera["K"]),
        np.array(camera["dist"]),
        np.array(camera["R"]),
        np.array(camera["t"]),
        tuple(tuple(one["box_px"]) for one in things),
        tuple(tuple(one["box_px"]) for one in told["distractors"] if one["kind"] in FLAT_THINGS),
    )


@cache
def cloths() -> tuple[Pixels, ...]:
    """What painted tables are covered with, small."""
    woven = (cloth_art(kind, seed) for kind in CLOTHS for seed in range(2))
    return tuple(np.asarray(cv2.resize(one, (512, 512), interpolation=cv2.INTER_AREA), np.uint8) for one in woven)


def drawn(rng: Rng) -> Top:
    """Cloth, wood, paper or a printed board under any camera."""
    wide, high, far = 960, 540, float(rng.uniform(450, 800))
    inner = np.array([[1100.0, 0, wide / 2], [0, 1100.0, high / 2], [0, 0, 1]])
    tilt = np.radians(rng.uniform(0, 18) if rng.random() < 0.6 else rng.uniform(20, 48))
    yaw = rng.normal(0, 0.15)
    lean = np.array([[1, 0, 0], [0, -np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), -np.cos(tilt)]])
    spin = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    top = Top(np.zeros((high, wide, 3), np.uint8), inner, np.zeros(5), lean @ spin, np.array([0, 0, far]))
    grounds = cloths() if rng.random() < _WOVEN else boards()
    board = grounds[int(rng.integers(len(grounds)))]
    if rng.random() < _CHEQUERED:
        board = np.asarray(checks(rng), np.uint8)
    fine = float(np.exp(rng.uniform(np.log(0.35), np.log(2))))  # mm a pixel of the board
    spots = project(top, SQUARE * fine * board.shape[0] * 2, 0.0)
    if rng.random() < 0.5:  # dyed
        board = (board * rng.uniform(0.3, 1.2, 3)).clip(0, 255).astype(np.uint8)
    tiled = np.tile(board, (4, 4, 1))
    whole = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * tiled.shape[0] - 0.5
    way = cv2.getPerspectiveTransform(whole.astype(np.float32), spots[[3, 2, 1, 0]].astype(np.float32))
    cv2.warpPerspective(tiled, way, (wide, high), top.pixels, cv2.INTER_LINEAR, cv2.BORDER_REFLECT_101)
    return top


def project(top: Top, points: Floats, height: float) -> Floats:
    space = np.column_stack([points, np.full(len(points), height)])
    seen, _ = cv2.projectPoints(space, cv2.Rodrigues(top.turn)[0], top.shift, top.inner, top.lens)
    return np.asarray(np.asarray(seen).reshape(-1, 2), np.float64)


class Table:
    """One part of a table, as a camera shows it, on which sheets and pieces are laid one by one."""

    def __init__(self, top: Top, rng: Rng, view: Floats, size: tuple[int, int]) -> None:
        self.top, self.rng, self.view = top, rng, view
        zoom = float(np.sqrt(abs(np.linalg.det(view[:, :2]))))
        source = cv2.GaussianBlur(top.pixels, (0, 0), 0.4 / zoom) if zoom < 0.8 else top.pixels
        shown = cv2.warpAffine(source, view, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
        self.canvas = np.asarray(shown, np.float32)
        self.taken = np.zeros(self.canvas.shape[:2], np.uint8)
        for x, y, w, h in top.things:
            corners = self._viewed(np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]))
            cv2.fillConvexPoly(self.taken, corners.round().astype(np.int32), 1)
        self.gain = (rng.uniform(0.5, 1.0) * np.exp(rng.normal(0, 0.08, 3))).astype(np.float32)
        self.dark, self.sun = float(rng.uniform(0.1, 0.7)), rng.uniform(-1, 1, 2)

    def _viewed(self, points: Floats) -> Floats:
        return np.asarray(points @ self.view[:, :2].T + self.view[:, 2])

    def seen(self, points: Floats, height: float) -> Floats:
        """Where points of the table, or above it, are seen."""
        return self._viewed(project(self.top, points, height))

    def below(self, share: Floats) -> Floats:
        """The point of the table that is seen at a share of the picture's width and height."""
        at = np.linalg.solve(self.view[:, :2], share * self.canvas.shape[1::-1] - self.view[:, 2])
        turn, eye = self.top.turn, self.top.shift
        ray, origin = turn.T @ np.linalg.solve(self.top.inner, [*at, 1.0]), -turn.T @ eye
        return np.asarray((origin - origin[2] / min(ray[2], -0.05) * ray)[:2])

    def cover(self, art: Pixels, at: Floats, turn: float, fine: float) -> None:
        """A sheet of this print, ``fine`` pixels of which are a millimetre."""
        high, wide = art.shape[:2]
        spin = np.array([[np.cos(turn), np.sin(turn)], [np.sin(turn), -np.cos(turn)]])
        corners = self.seen((SQUARE * [wide / fine / 2, high / fine / 2]) @ spin.T + at, 0.0)
        if not (np.abs(corners) < _FAR * wide).all():
            return  # it reaches behind the camera
        shrink = wide / max(1.0, float(np.linalg.norm(corners[1] - corners[0])))
        soft = cv2.GaussianBlur(art, (0, 0), max(0.1, _FINE * shrink))
        source = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
        way, shape = cv2.getPerspectiveTransform(source, corners.astype(np.float32)), self.taken.shape
        flat = cv2.warpPerspective(soft, way, shape[::-1], borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        mask = filled(shape, corners) * (self.taken == 0)
        self.canvas += (flat * self.gain * np.float32(1.1) - self.canvas) * mask[..., None]

    def lay(self, art: Pixels, size: Floats, thick: float, disc: bool, at: Floats, turn: float) -> Floats | None:
        """Lays a piece, if there is room and it is in the picture at all; its corners there."""
        spin = np.array([[np.cos(turn), np.sin(turn)], [np.sin(turn), -np.cos(turn)]])  # art runs down, tables away
        ground = ((_RIM if disc else SQUARE) * size / 2) @ spin.T + at
        top, foot = self.seen(ground, thick), self.seen(ground, 0.0)
        cast = self.seen(ground + self.sun * thick, 0.0)
        limit = np.array(self.taken.shape[::-1])
        every = np.vstack([top, foot, cast])
        if not (np.abs(every) < _FAR * limit.max()).all():
            return None
        low = np.maximum(np.floor(every.min(0)).astype(int) - 8, 0)
        far = np.minimum(np.ceil(every.max(0)).astype(int) + 8, limit)
        if (far - low < 4).any():
            return None
        window, shape = (slice(low[1], far[1]), slice(low[0], far[0])), (far[1] - low[1], far[0] - low[0])
        face, whole, shadow = (
            filled(shape, points - low) for points in (top, np.vstack([top, foot]), np.vstack([cast, foot]))
        )
        canvas, taken = self.canvas[window], self.taken[window]
        if ((taken > 0) & (face > 0.5)).sum() > _COVERED * face.sum():
            return None
        corners = self.seen((SQUARE * size / 2) @ spin.T + at, thick)
        source = np.array([[0, 0], [art.shape[1], 0], art.shape[1::-1], [0, art.shape[0]]]) - 0.5
        shrink = art.shape[0] / max(1.0, float(np.linalg.norm(corners[1] - corners[2])))
        soft = cv2.GaussianBlur(art, (0, 0), max(0.1, 0.45 * shrink))
        there = cv2.getPerspectiveTransform(source.astype(np.float32), (corners - low).astype(np.float32))
        flat = cv2.warpPerspective(soft, there, shape[::-1], borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        canvas *= (1 - self.dark * cv2.GaussianBlur(shadow, (0, 0), max(0.6, self.dark * 2)))[..., None]
        side = art.reshape(-1, 3).mean(0).astype(np.float32) * np.float32(self.rng.uniform(0.35, 0.95)) * self.gain
        canvas += (side - canvas) * whole[..., None]
        canvas += (flat * self.gain * np.float32(1 + self.rng.normal(0, 0.03)) - canvas) * face[..., None]
        taken[whole > 0.5] = 1
        return np.asarray(corners, np.float64)

    def photo(self) -> Pixels:
        """Falling-off light, softness, noise."""
        high, wide = self.canvas.shape[:2]
        across, down = self.rng.normal(0, 0.2, 2)
        fall = 1 + across * np.linspace(-1, 1, wide)[None] + down * np.linspace(-1, 1, high)[:, None]
        light = np.float32(self.rng.uniform(0.45, 1.1))
        picture = self.canvas * fall.clip(0.3, 1.6)[..., None].astype(np.float32) * light
        if self.rng.random() < 0.6:
            picture = cv2.GaussianBlur(picture, (0, 0), float(self.rng.uniform(0.3, 0.9)))
        picture += self.rng.standard_normal(picture.shape, np.float32) * np.float32(self.rng.uniform(0, 5))
        coded = cv2.imencode(".jpg", picture.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def filled(shape: tuple[int, ...], points: Floats) -> NDArray[np.float32]:
    hull = cv2.convexHull((points * 16).round().astype(np.int32))
    mask = cv2.fillPoly(np.zeros(shape, np.uint8), [np.asarray(hull, np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(mask / np.float32(255), np.float32)
