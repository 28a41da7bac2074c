"""Painted tables to train on: cheap, exact, and what a newcomer's first game is played on."""

import json
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.render.dice import die_style
from vision.render.invent import random_scene
from vision.render.lens import Lens, lens
from vision.render.paint import paint
from vision.render.pieces import die_centre, die_solid, side_corners
from vision.render.scene import HEIGHT, WIDTH, Die
from vision.render.truth import COCKED_DEG, SEEN, Sight, sights, upper_side
from vision.table.mat_file import mat_from
from vision.table.zones import Mat

KINDS = ("heckmeck", "junior", "pips", "heckmeck", "pips", "junior", "rooster", "grill", "empty")


@cache
def mats() -> tuple[Mat, ...]:
    """All mats of this checkout: what people print and play on."""
    files = sorted(Path(__file__).parents[2].glob("**/games/*/mat.toml"))
    boxes = [tomllib.loads(file.with_name("box.toml").read_text("utf-8")) for file in files]
    marks = [{int(tile): count for tile, count in box.get("tiles", {}).items()} for box in boxes]
    return tuple(
        mat_from(f.read_text("utf-8"), f.parent.name, printed) for f, printed in zip(files, marks, strict=True)
    )


def paint_scene(seed: int, folder: Path) -> None:
    scene = random_scene(seed, KINDS[seed % len(KINDS)], mats())
    eye = lens(scene.camera, (WIDTH, HEIGHT))
    dice = [told(one, one.piece, eye) for one in sights(scene) if isinstance(one.piece, Die) and one.share >= SEEN]
    cv2.imwrite(str(folder / f"{seed:05d}.jpg"), paint(scene), [cv2.IMWRITE_JPEG_QUALITY, 92])
    (folder / f"{seed:05d}.json").write_text(json.dumps({"dice": dice}))


def told(sight: Sight, die: Die, eye: Lens) -> dict[str, Any]:
    """A die as the shared renders tell it: the corners of the face that looks up most, its outline, its upright."""
    side, lean = upper_side(die)
    centre = die_centre(die)
    top = side_corners(die_solid(die, eye.px_per_mm(centre)), side)
    below = 2 * centre - top
    cocked = lean > COCKED_DEG
    return {
        "face": None if cocked else die_style(die.style).faces[side],
        "cocked": cocked,
        "quad_px": eye.project(top).round(2).tolist(),
        "hull_px": cv2.convexHull(eye.project([*top, *below]).astype(np.float32)).reshape(-1, 2).tolist(),
        "up_px": (eye.project([top.mean(axis=0)]) - eye.project([below.mean(axis=0)]))[0].round(2).tolist(),
        "box_px": sight.box,
        "seen": round(sight.share, 3),
        "style": die.style,
    }


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for number in range(int(sys.argv[2]), int(sys.argv[3])):
        paint_scene(number, target)
