"""A pretend host with a painted table, who does what the wizards ask: to try them without a camera."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.print.loose import BOARD_SQUARES, lens_board
from calibration.prompt import Prompt
from hardware.frame import Frame
from vision.render.lens import Lens as PaintedLens
from vision.render.lens import lens
from vision.render.paint import Painter
from vision.render.scene import HEIGHT, WIDTH, Camera, Scene, hung
from vision.table.zones import EDGE_MM, Mat

FPS = 15.0
_BOARD_PX = 8  # of the painted board a millimetre
_CORNERS = {"top left": (-1, -1), "top right": (1, -1), "bottom left": (-1, 1), "bottom right": (1, 1)}
_EDGES = {"left edge": (0, -1, 0), "right edge": (0, 1, 0), "far edge": (1, 0, 0), "near edge": (-1, 0, 0)}

Pixels = NDArray[np.uint8]


def over(sheet: Mat, tilt_deg: float = 15.0) -> Camera:
    """A camera that has the whole mat in view."""
    focal = 1020.0
    height = 1.12 * focal * max(sheet.width / WIDTH, sheet.height / HEIGHT) * (1 + tilt_deg / 200)
    middle = (sheet.width / 2 - EDGE_MM, sheet.height / 2 - EDGE_MM)
    return replace(hung(middle, height, tilt_deg), focal_px=focal)


class PretendMount:
    """A camera over a painted mat, and a host who holds the board where the wizard wants it."""

    def __init__(self, prompt: Callable[[], Prompt], sheet: Mat, scene: Scene | None = None) -> None:
        self.scene = scene or Scene(camera=over(sheet), mat=sheet, noise=1.5)
        self._prompt = prompt
        self._painter = Painter()
        self._number = 0
        self._wish = ""
        self._held = 0

    def read(self) -> Frame:
        self._number += 1
        prompt = self._prompt()
        picture = self._painter.paint(replace(self.scene, frame=self._number))
        if prompt.step == "board":
            if prompt.say != self._wish or self._held > 8:
                self._wish, self._held = prompt.say, 0
            self._held += 1
            picture = hold_board(picture, lens(self.scene.camera, (WIDTH, HEIGHT)), self._wish, self._number // 9)
        return Frame(picture, self._number, self._number / FPS, "pretend")

    def read_after(self, moment: float) -> Frame:
        return self.read()

    def close(self) -> None:
        """Nothing is open."""


@cache
def _board_art() -> Pixels:
    across, down = BOARD_SQUARES
    size = (across * 30 * _BOARD_PX, down * 30 * _BOARD_PX)
    art = np.asarray(lens_board(30.0).generateImage(size, marginSize=0), dtype=np.uint8)
    return np.asarray(cv2.GaussianBlur(np.clip(art, 25, 235), (0, 0), 0.3 * _BOARD_PX), dtype=np.uint8)


def hold_board(picture: Pixels, eye: PaintedLens, wish: str, turn: int = 0) -> Pixels:
    """Hold the board before the camera as a wish of the lens measurement says."""
    away, spot, tilt = 430.0, np.zeros(2), np.zeros(3)
    for words, (x, y) in _CORNERS.items():
        if words in wish:
            spot, away = np.array([x * 165.0, y * 80.0]), 470.0
    for words, axis in _EDGES.items():
        if words in wish:
            tilt = np.array(axis) * math.radians(28)
    if "more times" in wish:
        way = turn * 2.4
        tilt = np.array([math.cos(way), math.sin(way), 0.3]) * math.radians(24)
        spot = np.array([math.sin(way) * 60, math.cos(way) * 30])
    rotation = np.asarray(cv2.Rodrigues(tilt.astype(np.float64))[0])
    middle = np.array([BOARD_SQUARES[0] * 15.0, BOARD_SQUARES[1] * 15.0, 0])
    origin = np.array([*spot, away]) - rotation @ middle
    return _paste(picture, eye, rotation, origin)


def _paste(picture: Pixels, eye: PaintedLens, rotation: Any, origin: Any) -> Pixels:
    """Paint the board where each pixel's ray meets it; softened a little, as any lens does."""
    seen = eye.rays
    rays = np.dstack([seen, np.ones(seen.shape[:2], np.float32)])
    rotation, origin = rotation.astype(np.float32), origin.astype(np.float32)
    normal = rotation[:, 2]
    far = float(normal @ origin) / (rays @ normal)
    flat = (rays * far[..., None] - origin) @ rotation[:, :2]
    x, y = (np.ascontiguousarray(flat[..., axis] * _BOARD_PX - 0.5, dtype=np.float32) for axis in (0, 1))
    board = cv2.remap(_board_art(), x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(235,))
    rim = 12.0
    high = np.array(BOARD_SQUARES) * 30.0 + rim
    inside = ((flat > -rim) & (flat < high)).all(axis=2)
    out = picture.copy()
    out[inside] = np.asarray(board)[inside][:, None]
    return out
