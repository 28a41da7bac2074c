"""Painted tables to train on: cheap, exact, and full of cocked dice, which the renders are short of."""

import json
import random
import sys
from dataclasses import replace
from pathlib import Path

import cv2

from vision.render.invent import random_scene
from vision.render.paint import paint
from vision.render.scene import Die, Scene
from vision.render.truth import truth

KINDS = ("heckmeck", "junior", "pips", "heckmeck", "pips", "junior", "rooster", "grill", "empty")


def leaning(scene: Scene, chance: random.Random) -> Scene:
    """An eighth of the dice leaning on something or balanced on an edge."""

    def lean(die: Die) -> Die:
        if any(die.turned) or chance.random() > 0.12:
            return die
        angle = chance.uniform(12, 38)
        across, along = chance.uniform(-1, 1), chance.uniform(-1, 1)
        length = max((across**2 + along**2) ** 0.5, 1e-3)
        return replace(die, turned=(angle * across / length, angle * along / length, 0.0))

    return replace(scene, dice=tuple(lean(die) for die in scene.dice))


def paint_scene(seed: int, folder: Path) -> None:
    scene = leaning(random_scene(seed, KINDS[seed % len(KINDS)]), random.Random(seed))
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
