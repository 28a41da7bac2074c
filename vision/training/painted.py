"""Painted tables to train on: cheap, exact, and what a newcomer's first game is played on."""

import json
import sys
from pathlib import Path

import cv2

from vision.render.invent import random_scene
from vision.render.paint import paint
from vision.render.truth import truth

KINDS = ("heckmeck", "junior", "pips", "heckmeck", "pips", "junior", "rooster", "grill", "empty")


def paint_scene(seed: int, folder: Path) -> None:
    scene = random_scene(seed, KINDS[seed % len(KINDS)])
    seen = truth(scene)
    cv2.imwrite(str(folder / f"{seed:05d}.jpg"), paint(scene), [cv2.IMWRITE_JPEG_QUALITY, 92])
    dice = [
        {"face": d.face, "cocked": d.cocked, "quad_px": d.quad, "box_px": d.box, "style": d.set_name} for d in seen.dice
    ]
    (folder / f"{seed:05d}.json").write_text(json.dumps({"dice": dice}))


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for number in range(int(sys.argv[2]), int(sys.argv[3])):
        paint_scene(number, target)
