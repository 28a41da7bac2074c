"""A Raspberry Pi sees what a desktop sees: nothing hangs on the last bit of a number."""

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.verbs.look import as_json
from hardware.frame import Frame
from vision.observation import TableObservation
from vision.piece_set import load_set
from vision.reader import Reader
from vision.render.paint import Painter
from vision.render.scene import Camera, Cloth, Die, Light, Scene, Tile, Token, hung

WITHOUT = ("", "AVX2,FMA3,AVX,SSE4_2,SSE4_1,SSSE3")  # what OpenCV must do without
SETS = {0: (), 1: ("heckmeck-tiles",), 2: ("rooster-tokens",)}  # beside dice, on every picture of so many
EVERY = 6
ALIKE = 0.02  # sureness
READ = """
import json, sys
sys.path[:0] = sys.argv[1].split("|")
from pathlib import Path
from test_processors import read
print(json.dumps(read(Path(sys.argv[2]))))
"""


def scene(seed: int) -> Scene:
    camera: Camera = hung((170.0, 100.0), height_mm=480.0 + 20 * seed, tilt_deg=4.0 + 3 * seed)
    faces = ("1", "2", "3", "4", "5", "worm")
    dice = tuple(Die(faces[(seed + n) % 6], (60.0 + 40 * n, 20.0 + 7 * seed), 31.0 * n * seed) for n in range(6))
    tiles = tuple(
        Tile(21 + (3 * seed + n) % 16, (70.0 + 28 * n, 160.0), float(seed - n), (seed + n) % 4 > 0, 1 + n % 4)
        for n in range(7)
    )
    tokens = tuple(Token(f"red-{n + 1}", (90.0 + 45 * n, 150.0), 50.0 * n) for n in range(4))
    light = Light(kelvin=3000 + 500.0 * seed, brightness=0.6 + 0.1 * (seed % 4))
    cloth = Cloth(("oak", "felt-green", "walnut", "linen")[seed % 4])
    lies = SETS.get(seed % EVERY, ())
    return Scene(
        camera,
        light,
        cloth,
        dice=dice,
        tiles=tiles if "heckmeck-tiles" in lies else (),
        tokens=tokens if "rooster-tokens" in lies else (),
        seed=seed,
    )


def read(folder: Path) -> list[list[tuple[str, str, float]]]:
    """What lies on each picture of the folder: kind, what it is taken for, and how surely."""
    told = []
    for path in sorted(folder.glob("*.png")):
        names = "heckmeck-dice", *SETS.get(int(path.stem) % EVERY, ())
        picture = np.asarray(cv2.imread(str(path)), np.uint8)
        told.append(words(Reader([load_set(name) for name in names]).read(Frame(picture, 0, 0.0))))
    return told


def words(seen: TableObservation) -> list[tuple[str, str, float]]:
    table = as_json("", seen)
    return sorted(
        (kind, str(one.get("face") or one.get("design") or one.get("number") or one.get("cocked")), one["sureness"])
        for kind in ("dice", "tokens", "cards", "tiles")
        for one in table[kind]
    )


def test_every_processor_sees_the_same(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    painter = Painter()
    for seed in range(12):
        cv2.imwrite(str(tmp_path / f"{seed:02d}.png"), painter.paint(scene(seed)))
    where = "|".join((str(pytestconfig.rootpath), str(Path(__file__).parent)))
    seen = []
    for less in WITHOUT:
        run = [sys.executable, "-c", READ, where, str(tmp_path)]
        told = subprocess.run(run, env={**os.environ, "OPENCV_CPU_DISABLE": less}, capture_output=True, check=True)
        seen.append(json.loads(told.stdout))

    usual, *others = seen
    assert sum(len(one) for one in usual) > 80
    for other in others:
        assert [[one[:2] for one in picture] for picture in other] == [
            [one[:2] for one in picture] for picture in usual
        ]
        pairs = [(a[2], b[2]) for x, y in zip(usual, other, strict=True) for a, b in zip(x, y, strict=True)]
        assert max(abs(a - b) for a, b in pairs) < ALIKE
