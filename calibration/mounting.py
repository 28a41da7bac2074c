"""Measures where the camera hangs and where the mat lies."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import CELLS, ENOUGH_SHOTS, LEANS, BoardShot, adds, full_board, measure_lens, missing, see_board
from calibration.picture import advice
from calibration.print.loose import CORNERS
from calibration.prompt import Bar, Prompt
from calibration.wording import NOTHING, Line, line, lines, told
from hardware.folders import data_folder
from hardware.frame import Frame
from hardware.ports import Camera
from hardware.settings import CameraSettings
from hardware.trouble import Trouble
from vision.observation import MarkerSeen
from vision.pyramid import Pyramid
from vision.table.markers import find_markers
from vision.table.mounting import Lens, Mounting, Place
from vision.table.register import from_markers
from vision.table.zones import MOST_PAGES, Mat

SETTLED_FRAMES = 8
LOOKS = 8  # of the markers, averaged
WAIT_SECONDS = 3.0  # for a fourth marker, before three are taken
LOCKED = ("exposure_us", "analogue_gain", "red_gain", "blue_gain", "lens_position")
SNAP = 0.02  # markers this close to a mat's own spacing are that mat's


def mounting_path(name: str = "table") -> Path:
    """Where a mounting is kept; ``mounting = "table"`` in table.toml names it."""
    return data_folder() / "mountings" / f"{name}.toml"


def locked(settings: CameraSettings, mounting: Mounting) -> CameraSettings:
    """The camera as it was when mounted: the light it was set to, the focus it had."""
    known: dict[str, Any] = {name: value for name, value in mounting.controls.items() if name in LOCKED}
    if "exposure_us" in known:
        known["exposure_us"] = int(known["exposure_us"])
    return replace(settings, **known)


def controls(camera: Camera) -> Mapping[str, float]:
    """Exposure, gains and focus as they are now, for cameras that can tell."""
    tell = getattr(camera, "locked", None)
    if tell is None:
        return {}
    now: CameraSettings = tell()
    return {name: float(getattr(now, name)) for name in LOCKED}


class MountWizard:
    """Settle the picture, measure the lens, find the table; moved on by frames and a few answers."""

    def __init__(
        self, lock: Callable[[], Mapping[str, float]] = dict, board: bool = True, lens: Lens | None = None
    ) -> None:
        self.mounting: Mounting | None = None
        self.lens = lens
        self.shots: list[BoardShot] = []
        self._lock = lock
        self._wants_board = board
        self._controls: Mapping[str, float] = {}
        self._step = "settle"
        self._lights: list[NDArray[np.float64]] = []
        self._before: NDArray[np.float64] | None = None
        self._looks: list[tuple[MarkerSeen, ...]] = []
        self._first_look: float | None = None
        self._see = self._fault = NOTHING

    def take(self, frame: Frame) -> None:
        self._see = self._fault = NOTHING
        match self._step:
            case "settle":
                self._settle(frame)
            case "board":
                self._board(frame)
            case "markers":
                self._markers(frame)

    def answer(self, choice: str) -> None:
        match self._step, choice:
            case "board", "skip":
                self._step = "markers"
            case "board", "restart":
                self.shots.clear()
            case "done", "again":
                self._step, self.mounting, self._looks = "markers", None, []

    @property
    def prompt(self) -> Prompt:
        match self._step:
            case "settle":
                say = line("Hold still while the camera finds its exposure, white balance and focus.")
                settled = Bar("settled", min(len(self._lights), SETTLED_FRAMES), SETTLED_FRAMES)
                return Prompt("settle", say, self._see, self._fault, (settled,))
            case "board":
                wishes = missing(self.shots)
                say = wishes[0] if wishes else line("Hold on.")
                if not self.shots:
                    say = line("Hold the board flat under the camera, all of it in the picture.")
                places = sum(any(cell in shot.cells for shot in self.shots) for cell in CELLS.values())
                tilts = len({shot.lean for shot in self.shots} & set(LEANS))
                bars = (
                    Bar("places", places, len(CELLS)),
                    Bar("tilts", tilts, len(LEANS)),
                    Bar("shots", min(len(self.shots), ENOUGH_SHOTS), ENOUGH_SHOTS),
                )
                choices = (
                    ("skip", line("Skip the lens: I have no board.")),
                    ("restart", line("Take all shots again.")),
                )
                return Prompt("board", say, self._see, self._fault, bars, choices)
            case "markers":
                say = line("Lay the mat flat under the camera, nothing on its four corners.")
                return Prompt("markers", say, self._see, self._fault, (Bar("looks", len(self._looks), LOOKS),))
        again = ("again", line("Measure the table again."))
        return Prompt("done", self._summary(), fault=self._fault, choices=(again,), done=True)

    def _settle(self, frame: Frame) -> None:
        light = np.asarray(frame.pixels[::16, ::16].mean(axis=(0, 1)), dtype=np.float64)
        if self._lights and float(np.abs(light / np.maximum(self._lights[-1], 1) - 1).max()) > 0.01:
            self._lights = []  # still adapting
            self._see = line("The light is still changing.")
        self._lights.append(light)
        if better := advice(frame.pixels, find_markers(Pyramid(frame.pixels))):
            self._fault = better[0]
        if len(self._lights) >= SETTLED_FRAMES:
            self._controls = self._lock()
            self._step = "board" if self._wants_board else "markers"

    def _board(self, frame: Frame) -> None:
        shot = see_board(_gray(frame))
        if shot is None:
            self._before = None
            self._see = line("I do not see the board.")
            return
        self._see = line("I see {count} of the board's {all} corners.", count=len(shot.ids), all=full_board())
        middle = shot.corners.mean(axis=0)
        still = self._before is not None and float(np.linalg.norm(middle - self._before)) < 1.5
        self._before = middle
        if not still:
            self._fault = line("Hold the board still for a moment.")
            return
        if adds(shot, self.shots):
            self.shots.append(shot)
        if not missing(self.shots):
            try:
                self.lens = measure_lens(self.shots, (frame.pixels.shape[1], frame.pixels.shape[0]))
                self._step = "markers"
            except Trouble as trouble:
                self.shots.clear()
                self._fault = told(trouble)

    def _markers(self, frame: Frame) -> None:
        markers = find_markers(Pyramid(frame.pixels))
        seen = {marker.id for marker in markers}
        hidden = [line("{corner} ({id})", corner=CORNERS[id], id=id) for id in range(4) if id not in seen]
        self._see = line("I see {count} of the 4 markers.", count=4 - len(hidden))
        if self._first_look is None:
            self._first_look = frame.taken_at
        if hidden:
            away = reduce(lambda one, other: line("{one} and {other}", one=one, other=other), hidden)
            self._fault = line("I cannot see the marker {which}: uncover it, or move the camera back.", which=away)
        if len(hidden) > 1 or (hidden and frame.taken_at - self._first_look < WAIT_SECONDS):
            self._looks = []
            return
        if self._looks and _jump(self._looks[-1], markers) > 2.0:
            self._looks = []
            self._fault = line("The picture moves: let go of the camera.")
        self._looks.append(markers)
        if len(self._looks) >= LOOKS:
            self._measure(frame)

    def _measure(self, frame: Frame) -> None:
        size = (frame.pixels.shape[1], frame.pixels.shape[0])
        markers = _averaged(self._looks)
        found = from_markers(markers, size, self.lens)
        if found is not None and (places := snapped(found.places)) is not None:
            found = from_markers(markers, size, self.lens, places)
        if found is None or found.error_px > 3:
            self._looks = []
            self._fault = line("The markers do not lie flat on one table: smooth the mat, or tape the markers down.")
            return
        self.mounting = replace(found, controls=dict(self._controls))
        self._fault = lines(*advice(frame.pixels, markers))
        self._step = "done"

    def _summary(self) -> Line:
        mounting = self.mounting
        if mounting is None:
            return NOTHING
        height = float(mounting.eye[2])
        px = mounting.lens.focal[0] / height
        hangs = line(
            "The camera hangs {height:.0f} cm above the table; a die is about {wide:.0f} pixels wide.",
            height=height / 10,
            wide=16 * px,
        )
        fit = line("The markers fit to {error:.2f} px.", error=mounting.error_px)
        if mounting.lens.error_px is None:
            return lines(hangs, fit, line("The lens is guessed."))
        return lines(hangs, fit, line("The lens is measured to {error:.2f} px.", error=mounting.lens.error_px))


def snapped(places: Mapping[int, Place]) -> dict[int, Place] | None:
    """The exact places of the printed mat these markers belong to, if they belong to one."""
    pages = snapped_pages(places)
    return {id: (x, y, 0.0) for id, (x, y) in enumerate(Mat("", pages, ()).markers)} if pages is not None else None


def snapped_pages(places: Mapping[int, Place]) -> int | None:
    """How many pages wide the printed mat is that has its markers there."""
    for pages in range(1, MOST_PAGES + 1):
        centres = Mat("", pages, ()).markers
        span = max(max(centre) for centre in centres)
        off = max(abs(places[id][axis] - centres[id][axis]) for id in range(4) for axis in (0, 1))
        if off < SNAP * span and all(abs(places[id][2]) < 0.05 for id in range(4)):
            return pages
    return None


def _gray(frame: Frame) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _averaged(looks: list[tuple[MarkerSeen, ...]]) -> list[MarkerSeen]:
    averaged = []
    for id in sorted({marker.id for look in looks for marker in look}):
        corners = np.median([marker.corners for look in looks for marker in look if marker.id == id], axis=0)
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        averaged.append(MarkerSeen(id, (a, b, c, d)))
    return averaged


def _jump(before: tuple[MarkerSeen, ...], now: tuple[MarkerSeen, ...]) -> float:
    old = {marker.id: np.array(marker.corners) for marker in before}
    moves = [float(np.abs(np.array(m.corners) - old[m.id]).max()) for m in now if m.id in old]
    return max(moves, default=0.0)
