"""Where the camera hangs over the table, and how its pixels become millimetres."""

import os
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.trouble import Trouble
from vision.observation import MarkerSeen, Point
from vision.table.zones import MARKER_MM

FORMAT = 1
Array = NDArray[np.float64]
Place = tuple[float, float, float]  # a marker's centre in mm and its turn in radians, in the marker frame
Size = tuple[int, int]

_HALF = MARKER_MM / 2
_CORNERS = _HALF * np.array([-1 + 1j, 1 + 1j, 1 - 1j, -1 - 1j])  # x + iy from the centre


@dataclass(frozen=True)
class Lens:
    """How the lens draws: focal lengths and centre in pixels of a picture of this size, and its distortion."""

    size: Size
    focal: tuple[float, float]
    centre: Point
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    error_px: float | None = None  # of the calibration; none: never measured, only guessed from the markers

    @property
    def matrix(self) -> Array:
        return np.array([[self.focal[0], 0, self.centre[0]], [0, self.focal[1], self.centre[1]], [0, 0, 1.0]])

    def at_size(self, size: Size) -> "Lens":
        """The same lens drawing a larger or smaller picture of the same view."""
        x, y = size[0] / self.size[0], size[1] / self.size[1]
        centre = (self.centre[0] + 0.5) * x - 0.5, (self.centre[1] + 0.5) * y - 0.5
        return Lens(size, (self.focal[0] * x, self.focal[1] * y), centre, self.distortion, self.error_px)


@dataclass(frozen=True)
class Mounting:
    """A lens, where it hangs (camera point = R X + t, mm, z up from the table), and the markers it was told by."""

    lens: Lens
    turn: tuple[float, float, float]  # R as a rotation vector
    shift: tuple[float, float, float]  # t
    places: Mapping[int, Place]  # of all markers known, seen at the moment or not
    error_px: float = 0.0  # how far the markers lie from where they should
    controls: Mapping[str, float] = field(default_factory=dict)  # exposure, gains and focus as they were locked

    @property
    def size(self) -> Size:
        return self.lens.size

    @cached_property
    def eye(self) -> Array:
        """Where the camera is, in mm over the table."""
        return np.asarray(-self._rotation.T @ np.array(self.shift))

    @cached_property
    def _rotation(self) -> Array:
        return np.asarray(cv2.Rodrigues(np.array(self.turn))[0])

    @property
    def upright(self) -> Array:
        """Away from the table, as the camera sees it."""
        return np.asarray(self._rotation[:, 2])

    def at_mm(self, point: Point, height_mm: float = 0.0) -> Point:
        """The table point below this pixel, for something ``height_mm`` above the table."""
        x, y = self.points_mm(np.array([point]), height_mm)[0]
        return float(x), float(y)

    def points_mm(self, points: Array, height_mm: float = 0.0) -> Array:
        straight = cv2.undistortPoints(
            np.asarray(points, dtype=np.float64).reshape(-1, 1, 2),
            self.lens.matrix,
            np.array(self.lens.distortion),
        ).reshape(-1, 2)
        rays = np.column_stack([straight, np.ones(len(straight))]) @ self._rotation
        eye = self.eye
        reach = (height_mm - eye[2]) / rays[:, 2]
        return np.asarray(eye[:2] + reach[:, None] * rays[:, :2])

    def to_pixels(self, points_mm: Array) -> Array:
        """Where points of the table (x, y, z in mm) appear in the picture."""
        pixels, _ = cv2.projectPoints(
            np.asarray(points_mm, dtype=np.float64).reshape(-1, 1, 3),
            np.array(self.turn),
            np.array(self.shift),
            self.lens.matrix,
            np.array(self.lens.distortion),
        )
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)

    def homography(self) -> Array:
        """Pixel to millimetre on the table for a lens without distortion: for flattening pictures quickly."""
        rotation = self._rotation
        plane = np.column_stack([rotation[:, 0], rotation[:, 1], np.array(self.shift)])
        flat = np.linalg.inv(self.lens.matrix @ plane)
        return np.asarray(flat / flat[2, 2])

    def moved_mm(self, markers: Sequence[MarkerSeen]) -> float | None:
        """How far the seen markers lie from their places: a bump of camera or mat. None without markers."""
        known = [marker for marker in markers if marker.id in self.places]
        if not known:
            return None
        seen = self.points_mm(np.array([marker.corners for marker in known]).reshape(-1, 2))
        due = marker_corners([self.places[marker.id] for marker in known])
        # A marker half under a sleeve is found askew: the middle one of all corners is believed.
        return float(np.median(np.linalg.norm(seen - due, axis=1)))

    def save(self, path: Path) -> None:
        """Write it so that a power cut leaves the old file or the new one, never half of either."""
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(_toml(self))
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)

    @staticmethod
    def load(path: Path) -> "Mounting":
        try:
            told = tomllib.loads(path.read_text(encoding="utf-8"))
            if told["format"] > FORMAT:
                raise Trouble(f"{path} was written by a newer version of this program.", "Update, or mount again.")
            lens = told["lens"]
            return Mounting(
                lens=Lens(
                    size=(int(lens["size"][0]), int(lens["size"][1])),
                    focal=(float(lens["focal"][0]), float(lens["focal"][1])),
                    centre=(float(lens["centre"][0]), float(lens["centre"][1])),
                    distortion=_five(lens["distortion"]),
                    error_px=lens.get("error_px"),
                ),
                turn=_three(told["camera"]["turn"]),
                shift=_three(told["camera"]["shift_mm"]),
                places={int(id): _three(place) for id, place in told["markers"].items()},
                error_px=float(told["camera"]["error_px"]),
                controls={name: float(value) for name, value in told.get("controls", {}).items()},
            )
        except FileNotFoundError:
            raise Trouble("The camera has not been mounted yet.", "Run: companion mount") from None
        except (KeyError, IndexError, TypeError, ValueError, OSError) as why:
            raise Trouble(f"I cannot read the mounting in {path} ({why}).", "Mount again: companion mount") from None


def marker_corners(places: Sequence[Place]) -> Array:
    """Of all these markers, one after the other."""
    x, y, turn = np.array(places).T
    corners = _CORNERS * np.exp(1j * turn)[:, None] + (x + 1j * y)[:, None]
    return np.column_stack([corners.real.ravel(), corners.imag.ravel()])


def _three(values: Sequence[float]) -> tuple[float, float, float]:
    a, b, c = values
    return float(a), float(b), float(c)


def _five(values: Sequence[float]) -> tuple[float, float, float, float, float]:
    a, b, c, d, e = values
    return float(a), float(b), float(c), float(d), float(e)


def _toml(mounting: Mounting) -> str:
    lens = mounting.lens
    lines = [
        "# Where the camera hangs; written by: companion mount",
        f"format = {FORMAT}",
        "",
        "[lens]",
        f"size = {list(lens.size)}",
        f"focal = {list(lens.focal)}",
        f"centre = {list(lens.centre)}",
        f"distortion = {list(lens.distortion)}",
        *([] if lens.error_px is None else [f"error_px = {lens.error_px}"]),
        "",
        "[camera]",
        f"turn = {list(mounting.turn)}",
        f"shift_mm = {list(mounting.shift)}",
        f"error_px = {mounting.error_px}",
        "",
        "[markers]  # centre in mm, turn in radians",
        *(f"{id} = {list(place)}" for id, place in sorted(mounting.places.items())),
        "",
        "[controls]  # as locked when the camera was mounted",
        *(f"{name} = {value}" for name, value in sorted(mounting.controls.items())),
    ]
    return "\n".join(lines) + "\n"
