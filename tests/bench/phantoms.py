"""Counts flat pieces that are not there: on mats, papers, cloths and cluttered tables, by the way that needs no mat.

Half of the sets are painted boxes as taught, half are invented ones in the very colour of the paper they are sought
on; every picture is its own. What is read there was never laid there.
"""

import sys
from dataclasses import replace
from random import Random

import cv2
import numpy as np

from companion.mats import all_mats
from hardware.frame import Frame, Pixels
from vision.observation import CardSeen, TableObservation, TileSeen, TokenSeen
from vision.piece_set import Example, PieceSet, load_set
from vision.reader import Reader
from vision.render.cloths import CLOTHS
from vision.render.invent import random_scene
from vision.render.paint import Painter
from vision.render.scene import Cloth, Light, Marker, Scene, Thing, hung

PICTURES = 300
PAPERS = ((234, 245, 251), (205, 222, 228), (216, 234, 228), (150, 190, 220), (90, 130, 70))
THINGS = ("coin", "pencil", "playing-card", "mug")


def empty(seed: int) -> Scene:
    """A table without a flat piece: under a mat, papers or nothing, with whatever else lies about."""
    chance, mats = Random(f"phantoms {seed}"), all_mats()
    what = seed % 3
    if what == 0:
        scene = random_scene(seed, "empty", mats)
    else:
        camera = hung((170.0, 100.0), chance.uniform(450, 800), chance.uniform(2, 40), chance.uniform(-120, -60))
        light = Light(kelvin=chance.uniform(2800, 6000), brightness=chance.uniform(0.5, 1.1))
        cloth = Cloth(chance.choice(tuple(CLOTHS)), chance.randrange(2), chance.uniform(0, 360))
        scene = Scene(camera, light, cloth, noise=chance.uniform(1, 4), seed=seed)
        if what == 1:
            mat = mats[seed % len(mats)]
            scene = replace(scene, mat=mat, camera=hung((mat.markers[1][0] / 2, 100.0), 290.0 * mat.pages, 12.0))
    spots = [(chance.uniform(20, 320), chance.uniform(20, 190)) for _ in range(chance.randrange(4))]
    things = tuple(Thing(chance.choice(THINGS), at, chance.uniform(0, 360), seed) for at in spots)
    markers = scene.markers or (() if scene.mat or seed % 2 else tuple(Marker(n, (340.0 * n, 0.0)) for n in range(2)))
    return replace(scene, things=(*scene.things, *things), markers=markers)


def papered(picture: Pixels, paper: tuple[int, int, int], seed: int) -> Pixels:
    """Sheets of one colour strewn over a picture, some with lines of print."""
    chance, seen = Random(seed), picture.copy()
    for _ in range(chance.randrange(1, 4)):
        wide, high = chance.uniform(120, 520), chance.uniform(120, 420)
        at = chance.uniform(100, 1180), chance.uniform(80, 640)
        corners = cv2.boxPoints((at, (wide, high), chance.uniform(0, 90)))
        tint = tuple(int(v * chance.uniform(0.75, 1.0)) for v in paper)
        cv2.fillConvexPoly(seen, corners.round().astype(np.int32), tint, cv2.LINE_AA)
        if chance.random() < 0.6:
            for line in range(int(high / 22)):
                y = int(at[1] - high / 2 + 22 * line)
                cv2.putText(seen, "the camera reads " * 2, (int(at[0] - wide / 3), y), 1, 0.9, (90, 90, 90))
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.6), np.uint8)


def in_colour_of(paper: tuple[int, int, int], made: PieceSet) -> PieceSet:
    """The same print on such material."""
    arts = []
    for example in made.examples:
        ground = np.median(example.patch.reshape(-1, 3), axis=0)
        lit = example.patch.astype(np.float32) + (np.array(paper) - ground).astype(np.float32)
        arts.append(Example(example.name, np.asarray(lit.clip(0, 255), np.uint8)))
    return replace(made, examples=tuple(arts))


def flat_in(told: TableObservation) -> list[str]:
    pieces: tuple[TokenSeen | CardSeen | TileSeen, ...] = (*told.tokens, *told.cards, *told.tiles)
    return [f"{type(one).__name__[:-4]} {one.sureness:.2f}" for one in pieces]


def phantom_rows(pictures: int = PICTURES) -> None:
    sets = [load_set(name) for name in ("rooster-tokens", "rooster-cards", "heckmeck-tiles")]
    readers = {
        paper: Reader([in_colour_of(paper, one) for one in sets] if n else sets)
        for n, paper in enumerate(((0, 0, 0), *PAPERS))
    }
    painter, phantoms, spoiled = Painter(), 0, 0
    for seed in range(pictures):
        paper = list(readers)[seed % len(readers)]
        picture = painter.paint(empty(seed))
        if seed % 3 == 2:
            picture = papered(picture, paper if seed % len(readers) else PAPERS[0], seed)
        found = flat_in(readers[paper].read(Frame(picture, 0, 0.0)))
        readers[paper].forget()
        phantoms, spoiled = phantoms + len(found), spoiled + bool(found)
        if found:
            print(f"    picture {seed}: {', '.join(found)}")
    print(f"\nphantoms: {phantoms} flat pieces on {spoiled} of {pictures} pictures without any", end=" ")
    print(f"(wanted: {pictures // 100} at most)")


if __name__ == "__main__":
    phantom_rows(*map(int, sys.argv[1:]))
