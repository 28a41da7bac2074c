"""Renders scripted games: the photographs their pieces are taught from, and one clean picture a moment.

Runs where the package bpy is installed: python -m vision.training.turns FOLDER..., each with the shots.json of a
script. What is already there is not rendered again, unless the script has become another one.
"""

import argparse
import json
import os
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.render.lens import Lens
from vision.render.scene import Camera
from vision.training.strangers.__main__ import Scene, mild_room, write_picture
from vision.training.strangers.art import Style
from vision.training.strangers.dice import look_down
from vision.training.strangers.flat import enrol_pieces, enrolment_shots
from vision.training.strangers.render import take
from vision.training.strangers.shapes import Eye
from vision.training.turns.motion import Mover
from vision.training.turns.pieces import Pieces, flat_die, sheets
from vision.training.turns.studio import Lamp, Lighting, Studio

SAMPLES = 4  # the denoiser does the rest
MOVING_QUALITY = 35
SIZE = 1280, 720
CELL = 280  # pixels of a photograph of one die
WIDER = 0.96  # of the focal length, so that a bent picture has no black corners


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    options = parser.parse_args()
    os.sched_setaffinity(0, {os.getpid() % (os.cpu_count() or 1)})  # the denoiser's threads wait for each other, busily
    for folder in options.folders:
        plan = json.loads((folder / "shots.json").read_text())
        enrol(plan["config"], folder / "enroll")
        render(plan, folder)


def enrol(config: Mapping[str, Any], folder: Path) -> None:
    """Two photographs a face of the dice, and some of the flat pieces with their labels."""
    pieces, seed = Pieces(config), config["seed"]
    kinds = config["pieces"]["teach"]
    for name, style in (("dice", pieces.common), ("golden", pieces.golden)):
        if name in kinds and not (folder / name).exists():
            for shot in (1, 2):
                teach_dice(np.random.default_rng([seed, shot, len(name)]), style, folder / name, f"{shot:02d}.jpg")
    for kind in ("tiles", "tokens", "cards"):
        labels, shots = [], enrolment_shots(kind) if kind in kinds else []
        if kind == "tiles" and shots:
            shots = [("01.jpg", [str(number) for number in config["pieces"]["worms"]])]
        for n, (name, shown) in enumerate(shots):
            rng = np.random.default_rng([seed, 40 + n, len(kind)])
            eye, solids, told = enrol_pieces(rng, pieces.box, kind, shown)
            labels.append({"image": name, "pieces": told})
            if not (folder / kind / name).exists():
                write_picture(folder / kind / name, Scene(eye, "overhead", solids, {}), mild_room(rng), rng)
        if labels:
            (folder / kind / "labels.json").write_text(json.dumps(labels, indent=1))


def teach_dice(rng: np.random.Generator, style: Style, folder: Path, name: str) -> None:
    """A die for each face, far apart, taken at once and cut into a photograph each: one picture costs less than six."""
    faces = sorted(set(style.faces))
    eye = look_down(rng, (CELL * 3, CELL * 2), CELL * 0.27 / style.side, 420, float(rng.uniform(0, 10)), 1.0)
    middles = [((n % 3 + 0.5) * CELL, (n // 3 + 0.5) * CELL) for n in range(len(faces))]
    solids = []
    for face, middle in zip(faces, middles, strict=True):
        spot = eye.on_table(np.array(middle) + rng.uniform(-12, 12, 2))
        solids.append(flat_die(style, face, spot.tolist(), float(rng.uniform(0, 360))).solid)
    pixels = take(solids, eye, mild_room(rng))
    for face, (x, y) in zip(faces, middles, strict=True):
        (folder / face).mkdir(parents=True, exist_ok=True)
        left, top = round(x - CELL / 2), round(y - CELL / 2)
        write(folder / face / name, np.ascontiguousarray(pixels[top : top + CELL, left : left + CELL]), 90)


def render(plan: Mapping[str, Any], folder: Path) -> None:
    """The pictures of rests, each but for the first rendered only where something changed; then those between them."""
    config, base = plan["config"], folder / "base"
    base.mkdir(exist_ok=True)
    rests = [shot for shot in plan["shots"] if shot["rest"]]
    paths = {shot["base"]: base / f"{shot['base']:03d}.jpg" for shot in plan["shots"]}
    missing = [n for n, shot in enumerate(rests) if not paths[shot["base"]].exists()]
    if missing:
        pieces = Pieces(config)
        with tempfile.TemporaryDirectory() as scratch:
            studio = Studio(config["table"], config["seed"], sheets(config, folder), Path(scratch))
            taker = Taker(studio, config)
            for shot in rests[missing[0] :]:
                started = time.process_time()
                write(paths[shot["base"]], taker.take(pieces, shot), config["quality"])
                print(f"{paths[shot['base']]} {time.process_time() - started:.1f} s  {shot['what']}", flush=True)
    seen = [(shot, np.asarray(cv2.imread(str(paths[shot["base"]])), np.uint8)) for shot in rests]
    mover = Mover(seen, config["pieces"]["side"])
    for shot in plan["shots"]:
        if not shot["rest"] and not paths[shot["base"]].exists():
            lens = Lens(Camera(**config["cameras"][shot.get("camera", 0)]), (SIZE[0] // 2, SIZE[1] // 2))
            lamp = config["lights"][shot.get("light", 0)]["lamps"][0]
            write(paths[shot["base"]], mover.take(shot, lens, lamp), MOVING_QUALITY)


def write(path: Path, pixels: Pixels, quality: int) -> None:
    cv2.imwrite(str(path), pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])


class Taker:
    """Takes the pictures of rests one after the other, anew only where something changed since the last."""

    def __init__(self, studio: Studio, config: Mapping[str, Any]) -> None:
        self._studio, self._config = studio, config
        self._set: tuple[int, int] | None = None  # which camera and which light
        self._last: Pixels | None = None

    def take(self, pieces: Pieces, shot: Mapping[str, Any]) -> Pixels:
        now = shot.get("camera", 0), shot.get("light", 0)
        if now != self._set:
            self._studio.look_from(pinhole(Lens(Camera(**self._config["cameras"][now[0]]), SIZE)))
            self._studio.light(lighting(self._config["lights"][now[1]]))
            self._set, self._last = now, None
        box = self._studio.box_of(self._studio.lay(pieces.solids(shot)))
        if self._last is None or box is not None:
            self._last = self._studio.shoot(self._last, box, SAMPLES)
        return developed(self._last, self._config, now[0])


def developed(pixels: Pixels, config: Mapping[str, Any], camera: int) -> Pixels:
    """Through the lens: bent, a little soft, darker towards the corners."""
    lens = Lens(Camera(**config["cameras"][camera]), SIZE)
    rays, inner = lens.rays, pinhole(lens).inner
    across = (rays[..., 0] * inner[0, 0] + inner[0, 2]).astype(np.float32)
    down = (rays[..., 1] * inner[1, 1] + inner[1, 2]).astype(np.float32)
    bent = cv2.remap(pixels, across, down, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    y, x = np.mgrid[: SIZE[1], : SIZE[0]].astype(np.float32)
    away = ((x - SIZE[0] / 2) ** 2 + (y - SIZE[1] / 2) ** 2) / (SIZE[0] ** 2 + SIZE[1] ** 2) * 4
    light = np.asarray(cv2.GaussianBlur(bent, (0, 0), config["soft_px"])).astype(np.float32)
    light *= (1 - config["vignette"] * away)[..., None]
    return np.clip(light * np.array(config["tint"], np.float32) + 0.5, 0, 255).astype(np.uint8)


def pinhole(lens: Lens) -> Eye:
    """The eye Blender has: it sees a little more than the lens, and straight."""
    return Eye(*lens.size, lens.k[0, 0] * WIDER, lens.rotation, lens.shift)


def lighting(told: Mapping[str, Any]) -> Lighting:
    lamps = tuple(Lamp(tuple(one["at"]), one["mm"], one["bright"], one["warm"]) for one in told["lamps"])
    return Lighting(lamps, told["room"], told.get("room_warm", 0.0), told.get("exposure", 0.0))


if __name__ == "__main__":
    main()
