"""Where a point of the table falls in the picture, and which ray reaches a pixel."""

import math
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.render.scene import HEIGHT, WIDTH, Camera, hung
from vision.table.zones import EDGE_MM, Mat

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]


class Lens:
    """One camera's geometry for one picture size; rays are worked out for the box that is asked for."""

    def __init__(self, camera: Camera, size: tuple[int, int]) -> None:
        self.size = size
        scale = size[0] / WIDTH
        right, down = camera.off_centre_px
        # A pixel's centre is at whole numbers, so the middle of a picture 1280 wide is at 639.5.
        self.k: Doubles = np.array(
            [
                [camera.focal_px * scale, 0, (size[0] - 1) / 2 + right * scale],
                [0, camera.focal_px * scale, (size[1] - 1) / 2 + down * scale],
                [0, 0, 1],
            ]
        )
        self.distortion: Doubles = np.array(camera.lens)
        self.eye: Doubles = np.array(camera.eye, float)
        self.rotation: Doubles = _look(camera)
        self.shift: Doubles = -self.rotation @ self.eye

    def project(self, points: ArrayLike) -> Doubles:
        """Pixels (n, 2) of points in space (n, 3)."""
        space = np.asarray(points, np.float64).reshape(-1, 1, 3)
        turn = cv2.Rodrigues(self.rotation)[0]
        pixels: Any = cv2.projectPoints(space, turn, self.shift, self.k, self.distortion)[0]
        return np.asarray(pixels, np.float64).reshape(-1, 2)

    def px_per_mm(self, point: ArrayLike) -> float:
        """How many pixels a millimetre fills at this point when seen square on."""
        away = float(np.linalg.norm(np.asarray(point, np.float64) - self.eye))
        return float(self.k[0, 0]) / away

    @property
    def rays(self) -> Floats:
        """For each pixel the ray's (x, y) at z = 1 before the camera, with the lens undone."""
        return self._rays(0, 0, *self.size)

    @cached_property
    def _coarse(self) -> Floats:
        """The lens bends smoothly: every eighth pixel's ray is worked out, the others lie between."""
        width, height = self.size
        xs = np.linspace(0, width - 1, max(2, width // 8))
        ys = np.linspace(0, height - 1, max(2, height // 8))
        grid = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 1, 2)
        ends = cv2.undistortPoints(grid, self.k, self.distortion).reshape(len(ys), len(xs), 2)
        return np.asarray(ends, np.float32)

    def _rays(self, x: int, y: int, w: int, h: int) -> Floats:
        rows, columns = self._coarse.shape[:2]
        across = np.linspace(0, columns - 1, self.size[0], dtype=np.float32)[x : x + w]
        down = np.linspace(0, rows - 1, self.size[1], dtype=np.float32)[y : y + h]
        map_x, map_y = np.tile(across, (h, 1)), np.tile(down[:, None], (1, w))
        return np.asarray(cv2.remap(self._coarse, map_x, map_y, cv2.INTER_LINEAR), np.float32)

    def rays_of(self, box: tuple[int, int, int, int], finer: int) -> Floats:
        """The rays of a box x, y, w, h of pixels, each pixel divided into finer x finer."""
        _, _, w, h = box
        rays = self._rays(*box)
        if finer == 1:
            return rays
        return np.asarray(cv2.resize(rays, (w * finer, h * finer), interpolation=cv2.INTER_LINEAR), np.float32)

    def on_table(self, rays: Floats, z: float = 0.0) -> Floats:
        """Where rays meet the plane at this height: (rows, columns, 2) in millimetres."""
        back = self.rotation.T.astype(np.float32)
        x, y = rays[..., 0], rays[..., 1]
        down = x * back[2, 0] + y * back[2, 1] + back[2, 2]
        far = np.float32(z - self.eye[2]) / np.minimum(down, np.float32(-1e-3))
        across = (x * back[0, 0] + y * back[0, 1] + back[0, 2]) * far + np.float32(self.eye[0])
        up = (x * back[1, 0] + y * back[1, 1] + back[1, 2]) * far + np.float32(self.eye[1])
        return np.stack([across, up], -1)


@lru_cache(maxsize=8)
def lens(camera: Camera, size: tuple[int, int]) -> Lens:
    return Lens(camera, size)


def over_mat(mat: Mat, height_mm: float = 600.0, tilt_deg: float = 12.0, side_deg: float = -90.0) -> Camera:
    """A camera hung so that the whole mat fills the picture."""
    left, low, right, top = -EDGE_MM, -EDGE_MM, mat.width - EDGE_MM, mat.height - EDGE_MM
    corners = [(x, y, 0.0) for x in (left, right) for y in (low, top)]
    x, y = (left + right) / 2, (low + top) / 2
    camera = hung((x, y), height_mm, tilt_deg, side_deg)
    for _ in range(6):
        pixels = Lens(camera, (WIDTH, HEIGHT)).project(corners)
        middle, reach = (pixels.max(0) + pixels.min(0)) / 2, (pixels.max(0) - pixels.min(0)) / 2
        zoom = min(0.48 * WIDTH / reach[0], 0.48 * HEIGHT / reach[1])
        off = (middle - camera.centre_px) / camera.focal_px * height_mm
        x, y = x + float(off[0]), y - float(off[1]) * math.cos(math.radians(tilt_deg))
        camera = replace(hung((x, y), height_mm, tilt_deg, side_deg), focal_px=camera.focal_px * float(zoom))
    return camera


def _look(camera: Camera) -> Doubles:
    """World to camera: x right, y down, z forward, the table's y pointing up in the picture."""
    forward = np.array([*camera.looks_at, 0.0]) - np.array(camera.eye)
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, (0.0, 1.0, 0.0))
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    roll = np.radians(camera.roll_deg)
    cos, sin = np.cos(roll), np.sin(roll)
    return np.array([cos * right + sin * down, -sin * right + cos * down, forward])
