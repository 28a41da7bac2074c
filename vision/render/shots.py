"""Scenes for teaching: one die close up, or all tiles, tokens and cards of a box laid out."""

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from vision.render.invent import COLOURS, random_light
from vision.render.scene import Camera, Card, Cloth, Die, Light, Scene, Spot, Tile, Token, hung, usual_worms
from vision.render.truth import truth

CLOSE_UP = (640, 480)  # the size a close-up is meant to be painted in


def close_up(style: str, face: str, seed: int = 0, light: Light | None = None) -> Scene:
    """A die alone, about eighty pixels wide in a picture of CLOSE_UP, as a host shows it to the camera."""
    chance = Random(f"{style} {face} {seed}")
    side = chance.uniform(-180, 180)
    camera = replace(hung((0.0, 0.0), 480.0, chance.uniform(0, 16), side), focal_px=chance.uniform(4400, 5200))
    die = Die(face, (chance.uniform(-14, 14), chance.uniform(-9, 9)), chance.uniform(0, 360), style)
    cloth = Cloth(chance.choice(("linen-grey", "linen", "felt-navy", "oak", "felt-green")), chance.randrange(100))
    lamp = light or replace(random_light(chance), brightness=chance.uniform(0.8, 1.0))
    return Scene(camera, lamp, cloth, dice=(die,), seed=seed, noise=1.5)


def filling(scene: Scene, share: float, size: tuple[int, int] = CLOSE_UP) -> Scene:
    """The same die through a longer lens, nearer the middle: so much of the picture's height is taken by it."""
    now = max(truth(scene, size).dice[0].box[2:]) / size[1]
    x, y = scene.dice[0].at
    die = replace(scene.dice[0], at=(x * now / share, y * now / share))
    camera = replace(scene.camera, focal_px=scene.camera.focal_px * share / now)
    return replace(scene, camera=camera, dice=(die,))


def all_tiles(numbers: Sequence[int] = tuple(range(21, 37)), seed: int = 0) -> Scene:
    spots = _rows(len(numbers), 8, (34.0, 62.0))
    chance = Random(seed)
    tiles = [
        Tile(number, at, chance.uniform(-3, 3), worms=usual_worms(number))
        for number, at in zip(numbers, spots, strict=True)
    ]
    return Scene(_over(spots, 40.0), cloth=Cloth("felt-navy", seed), tiles=tuple(tiles), seed=seed)


def all_tokens(seed: int = 0) -> Scene:
    """The thirty-two worms and a blank one, face up, and one that lies face down."""
    designs = [*(f"{colour}-{number}" for colour in COLOURS for number in range(1, 9)), "blank", "back"]
    spots = _rows(len(designs), 8, (42.0, 42.0))
    chance = Random(seed)
    tokens = [
        Token(design, at, chance.uniform(-20, 20), face_up=design != "back")
        for design, at in zip(designs, spots, strict=True)
    ]
    return Scene(_over(spots, 30.0), cloth=Cloth("linen-grey", seed), tokens=tuple(tokens), seed=seed)


def all_cards(points: Sequence[int] = (1, 1, 2, 3, 4, 5, 6, 7), seed: int = 0) -> Scene:
    """The thirty-two chickens; each colour has these points."""
    worth = [(f"{colour}-{n}", points[n - 1]) for colour in COLOURS for n in range(1, 9)]
    spots = _rows(len(worth), 8, (68.0, 68.0))
    cards = [Card(design, value, at) for (design, value), at in zip(worth, spots, strict=True)]
    return Scene(_over(spots, 40.0), cloth=Cloth("felt-green", seed), cards=tuple(cards), seed=seed)


def _rows(count: int, a_row: int, apart: tuple[float, float]) -> list[Spot]:
    return [(index % a_row * apart[0], -(index // a_row) * apart[1]) for index in range(count)]


def _over(spots: Sequence[Spot], margin: float) -> Camera:
    """A camera that has all the spots in view."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    wide, high = max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin
    return replace(hung(middle, 700.0, 6.0), focal_px=700.0 / math.cos(math.radians(6)) * min(1280 / wide, 720 / high))
