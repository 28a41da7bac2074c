"""Where a rendered sequence is played: camera, light, the printed mat, and what befalls the table meanwhile."""

import math
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
from turn_stage import TurnStage
from turn_wish import Wish

from companion.rehearsal.mistakes import BESIDE
from vision.render.lens import Lens
from vision.render.scene import HEIGHT, WIDTH, Camera, Hand, Thing, bumped, hung
from vision.table.zones import EDGE_MM, MARKER_MM, PAGE_MM, Mat

Light = dict[str, Any]


class Trouble:
    """What befalls the table while the game goes on."""

    def __init__(
        self,
        wish: Wish,
        stage: TurnStage,
        mat: Mat,
        chance: Random,
        cameras: list[Camera],
        lights: list[dict[str, Any]],
    ) -> None:
        self._stage, self._mat, self._chance = stage, mat, chance
        self._cameras, self._lights = cameras, lights
        kinds = [kind for kind in wish.troubles if kind in ("bump", "arm", "lamp", "clutter")]
        self._due = {kind: chance.randint(2, max(3, wish.deeds - 5)) for kind in kinds}
        self._arm_until = 0

    def come(self, so_far: int, setting: dict[str, int]) -> None:
        for kind in [kind for kind, due in self._due.items() if due <= so_far]:
            del self._due[kind]
            getattr(self, f"_{kind}")(so_far, setting)
        if self._stage.arms and so_far >= self._arm_until:
            self._stage.arms = ()

    def _bump(self, so_far: int, setting: dict[str, int]) -> None:
        by = self._chance.uniform(4, 14) * self._chance.choice((-1, 1)), self._chance.uniform(-8, 8)
        self._cameras.append(bumped(self._cameras[-1], by, self._chance.uniform(-1.5, 1.5)))
        setting["camera"] = len(self._cameras) - 1

    def _lamp(self, so_far: int, setting: dict[str, int]) -> None:
        other = light(self._chance)
        self._lights.append(other | {"lamps": [*self._lights[-1]["lamps"], *other["lamps"][:1]]})
        setting["light"] = len(self._lights) - 1

    def _arm(self, so_far: int, setting: dict[str, int]) -> None:
        """Somebody leans on the table, over a marker."""
        x, y = self._chance.choice(self._mat.markers)
        side = 180.0 if x < 100 else 0.0
        self._stage.arms = (Hand((x, y), side + self._chance.uniform(-25, 25), "open", 0.0, 2, 3),)
        self._arm_until = so_far + self._chance.randint(3, 6)

    def _clutter(self, so_far: int, setting: dict[str, int]) -> None:
        width, height = self._mat.markers[1]
        spots = [(x, y * height) for x in (-72.0, width + 72.0) for y in (0.2, 0.75)]
        self._chance.shuffle(spots)
        kinds = ["coin", "pencil", "playing-card", "mug"]
        self._stage.things = tuple(
            Thing(self._chance.choice(kinds), spot, 0.0, self._chance.randrange(1000)) for spot in spots[:3]
        )


def camera(mat: Mat, chance: Random) -> Camera:
    """Hung so that all markers and a hand's breadth beside them are seen."""
    middle = mat.markers[1][0] / 2, mat.markers[1][1] / 2
    reach = MARKER_MM / 2 + 7
    corners = [(x + sx * reach, y + sy * reach, 0.0) for x, y in mat.markers for sx in (-1, 1) for sy in (-1, 1)]
    corners += [(BESIDE[0] - 14, BESIDE[1], 0.0)]
    while True:
        far = chance.uniform(430, 620) * mat.width / 400
        focal = chance.uniform(900, 1250)
        tilt, side = chance.uniform(2, 24), -90 + chance.uniform(-25, 25)
        spot = middle[0] + chance.uniform(-8, 8), middle[1] + chance.uniform(-8, 8)
        lens = (chance.uniform(-0.1, 0.02), chance.uniform(0, 0.03), 0.0, 0.0, 0.0)
        off = chance.uniform(-6, 6), chance.uniform(-6, 6)
        made = replace(
            hung(spot, far, tilt, side), roll_deg=chance.uniform(-3, 3), focal_px=focal, lens=lens, off_centre_px=off
        )
        pixels = Lens(made, (WIDTH, HEIGHT)).project(corners)
        span = np.ptp(pixels, axis=0)
        inside = (pixels > 12).all() and (pixels < (WIDTH - 12, HEIGHT - 12)).all()
        if inside and max(span[0] / WIDTH, span[1] / HEIGHT) > 0.78:
            return made


def light(chance: Random) -> Light:
    """One lamp, two, a hard one, or a window."""
    kind = chance.choice(("one", "one", "two", "hard", "window", "window"))
    lamps = []
    for _ in range(2 if kind == "two" else 1):
        way = chance.uniform(0, 2 * math.pi)
        low = kind == "window"
        far, high = chance.uniform(600, 1100) if low else chance.uniform(200, 700), chance.uniform(500, 1000)
        mm = {"hard": chance.uniform(15, 50), "window": chance.uniform(500, 900)}.get(kind, chance.uniform(80, 350))
        bright = chance.uniform(0.4, 0.75) / (1.5 if kind == "two" else 1)
        at = [170 + far * math.cos(way), 100 + far * math.sin(way), high]
        lamps.append({"at": at, "mm": mm, "bright": bright, "warm": chance.uniform(-0.2, 0.3)})
    return {
        "lamps": lamps, "room": chance.uniform(0.15, 0.4), "room_warm": chance.gauss(0, 0.08),
        "exposure": chance.uniform(-0.3, 0.15), "kind": kind,
    }  # fmt: skip


def sheets_of(mat: Mat, paper: str, chance: Random) -> list[dict[str, Any]]:
    """One sheet, or a page for each, taped together not quite true."""
    middle = mat.width / 2 - EDGE_MM, mat.height / 2 - EDGE_MM
    if paper != "a4":
        return [{"image": "mat.png", "size": [mat.width, mat.height], "at": list(middle)}]
    found = []
    for page in range(mat.pages):
        x = PAGE_MM[0] * (page + 0.5) - EDGE_MM
        off, yaw = (0.0, 0.0, 0.0), 0.0
        if page:
            off, yaw = (chance.uniform(0, 0.4), chance.uniform(-0.4, 0.4), 0.0), chance.uniform(-0.25, 0.25)
        found.append(
            {"image": f"mat-{page}.png", "size": list(PAGE_MM), "at": [x + off[0], middle[1] + off[1]], "yaw": yaw}
        )
    return found
