"""Prints how many frames a second the painter paints: python tests/bench/bench_painter.py"""

import time
from dataclasses import replace

import cv2
from mats import mat_on

from vision.render.lens import over_mat
from vision.render.motion import reach, tumble
from vision.render.paint import Painter
from vision.render.scene import Die, Hand, Scene, Tile, usual_worms

MAT = mat_on("heckmeck", 4)
FACES = ("1", "2", "3", "4", "5", "worm", "worm", "5")


def main() -> None:
    cv2.setNumThreads(1)
    dice = tuple(Die(face, (50.0 + 33 * n, 40.0 + 17 * (n % 3)), 37.0 * n) for n, face in enumerate(FACES))
    tiles = tuple(Tile(n, MAT.zone(f"home:{n}").centre, worms=usual_worms(n)) for n in range(21, 37))
    table = Scene(camera=over_mat(MAT), mat=MAT, dice=dice, tiles=tiles)
    rolls = tumble(dice, 30, seed=1)
    hands = reach(Hand((170.0, 60.0), pose="grip"), 10, 10, 10)
    stories = {
        "at rest": [replace(table, frame=n) for n in range(60)],
        "eight dice tumbling": [replace(table, dice=roll, frame=n) for n, roll in enumerate(rolls)],
        "a hand reaching in": [replace(table, hands=(hand,), frame=n) for n, hand in enumerate(hands)],
    }
    painter = Painter()
    start = time.process_time()
    painter.paint(table)
    print(f"{'first frame':22} {time.process_time() - start:6.2f} s")
    painter.paint(replace(table, hands=(hands[0],)))
    for name, scenes in stories.items():
        start = time.process_time()
        for scene in scenes:
            painter.paint(scene)
        print(f"{name:22} {len(scenes) / (time.process_time() - start):6.1f} frames a second of one core")


if __name__ == "__main__":
    main()
