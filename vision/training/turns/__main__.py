"""Renders scripted games: the photographs their pieces are taught from, and one clean picture a moment.

Runs where the package bpy is installed: python -m vision.training.turns FOLDER..., each with the shots.json of a
script. What is already there is not rendered again, unless the script has become another one.
"""

import argparse
import json
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
from vision.training.strangers.__main__ import Scene, enrol_die, mild_room, write_picture
from vision.training.strangers.flat import enrol_pieces, enrolment_shots
from vision.training.strangers.shapes import Eye
from vision.training.turns.pieces import Pieces, sheets
from vision.training.turns.studio import Lamp, Lighting, Studio

SAMPLES, MOVING_SAMPLES = 6, 2
MOVING_QUALITY = 70
SIZE = 1280, 720
WIDER = 0.96  # of the focal length, so that a bent picture has no black corners


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--shots", type=int, help="no more than so many pictures")
    options = parser.parse_args()
    for folder in options.folders:
        plan = json.loads((folder / "shots.json").read_text())
        enrol(plan["config"], folder / "enroll")
        render(plan, folder, options.shots)


def enrol(config: Mapping[str, Any], folder: Path) -> None:
    """Two photographs a face of the dice, and some of the flat pieces with their labels."""
    pieces, seed = Pieces(config), config["seed"]
    kinds = config["pieces"]["teach"]
    for name, style in (("dice", pieces.common), ("golden", pieces.golden)):
        for face in sorted(set(style.faces)) if name in kinds else ():
            for shot in (1, 2):
                path = folder / name / face / f"{shot:02d}.jpg"
                rng = np.random.default_rng([seed, style.faces.index(face), shot, len(name)])
                if not path.exists():
                    write_picture(path, enrol_die(rng, style, face), mild_room(rng), rng)
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


def render(plan: Mapping[str, Any], folder: Path, most: int | None) -> None:
    config, shots = plan["config"], plan["shots"][:most]
    (folder / "base").mkdir(exist_ok=True)
    missing = [n for n, shot in enumerate(shots) if not (folder / "base" / f"{shot['base']:03d}.jpg").exists()]
    if not missing:
        return
    shots = shots[missing[0] :]
    pieces = Pieces(config)
    with tempfile.TemporaryDirectory() as scratch:
        studio = Studio(config["table"], config["seed"], sheets(config, folder), Path(scratch))
        taker = Taker(studio, config)
        for shot in shots:
            started = time.process_time()
            pixels = taker.take(pieces, shot)
            path = folder / "base" / f"{shot['base']:03d}.jpg"
            quality = config["quality"] if shot["rest"] else MOVING_QUALITY
            cv2.imwrite(str(path), pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
            print(f"{path} {time.process_time() - started:.1f} s  {shot['what']}", flush=True)


class Taker:
    """Takes a script's pictures one after the other, anew only where something changed since the last rest."""

    def __init__(self, studio: Studio, config: Mapping[str, Any]) -> None:
        self._studio, self._config = studio, config
        self._set: tuple[int, int] | None = None  # which camera and which light
        self._rest: Pixels | None = None
        self._since: list[np.ndarray] = []  # all that came or went since that rest

    def take(self, pieces: Pieces, shot: Mapping[str, Any]) -> Pixels:
        now = shot.get("camera", 0), shot.get("light", 0)
        if now != self._set:
            self._camera = Lens(Camera(**self._config["cameras"][now[0]]), SIZE)
            self._studio.look_from(pinhole(self._camera))
            self._studio.light(lighting(self._config["lights"][now[1]]))
            self._set, self._rest = now, None
        self._since += self._studio.lay(pieces.solids(shot))
        if shot["rest"]:
            box = self._studio.box_of(self._since)
            if self._rest is None or box is not None:
                self._rest = self._studio.shoot(self._rest, box, SAMPLES)
            self._since = []
            return self._developed(self._rest, 1)
        behind = None if self._rest is None else halved(self._rest)
        box = self._studio.box_of(self._since)
        seen = behind if behind is not None and box is None else self._studio.shoot(behind, box, MOVING_SAMPLES, 2)
        return self._developed(seen, 2)

    def _developed(self, pixels: Pixels, share: int) -> Pixels:
        """Through the lens: bent, a little soft, darker towards the corners."""
        size = SIZE[0] // share, SIZE[1] // share
        lens = Lens(Camera(**self._config["cameras"][self._set[0] if self._set else 0]), size)
        rays, inner = lens.rays, pinhole(lens).inner
        across = (rays[..., 0] * inner[0, 0] + inner[0, 2]).astype(np.float32)
        down = (rays[..., 1] * inner[1, 1] + inner[1, 2]).astype(np.float32)
        bent = cv2.remap(pixels, across, down, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        y, x = np.mgrid[: size[1], : size[0]].astype(np.float32)
        away = ((x - size[0] / 2) ** 2 + (y - size[1] / 2) ** 2) / (size[0] ** 2 + size[1] ** 2) * 4
        light = np.asarray(cv2.GaussianBlur(bent, (0, 0), self._config["soft_px"] / share)).astype(np.float32)
        light *= (1 - self._config["vignette"] * away)[..., None]
        return np.clip(light * np.array(self._config["tint"], np.float32) + 0.5, 0, 255).astype(np.uint8)


def halved(pixels: Pixels) -> Pixels:
    return np.asarray(cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def pinhole(lens: Lens) -> Eye:
    """The eye Blender has: it sees a little more than the lens, and straight."""
    return Eye(*lens.size, lens.k[0, 0] * WIDER, lens.rotation, lens.shift)


def lighting(told: Mapping[str, Any]) -> Lighting:
    lamps = tuple(Lamp(tuple(one["at"]), one["mm"], one["bright"], one["warm"]) for one in told["lamps"])
    return Lighting(lamps, told["room"], told.get("room_warm", 0.0), told.get("exposure", 0.0))


if __name__ == "__main__":
    main()
