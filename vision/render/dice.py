"""The styles of dice we can paint: their faces, how they lie on the cube, their colour and their shine."""

import random
import zlib
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from vision.render import pictures
from vision.render.canvas import Art, Canvas, Colour, shade

# The six sides of the cube in our order: top, front, right, left, back, bottom. Opposite ones add up to five.
PIPS = ("1", "2", "3", "4", "5", "6")
HECKMECK = ("1", "2", "3", "4", "5", "worm")
JUNIOR = ("worm", "cucumber", "bun", "ketchup", "cheese", "worm")
GOLDEN = ("1", "worm", "1", "worm", "1", "worm")

DELICACIES = {
    "cucumber": pictures.cucumber,
    "bun": pictures.bun,
    "cheese": pictures.cheese,
    "ketchup": pictures.ketchup,
}
_PLACES = {
    "1": ((0.5, 0.5),),
    "2": ((0.27, 0.27), (0.73, 0.73)),
    "3": ((0.26, 0.26), (0.5, 0.5), (0.74, 0.74)),
    "4": ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)),
    "5": ((0.26, 0.26), (0.74, 0.26), (0.26, 0.74), (0.74, 0.74), (0.5, 0.5)),
    "6": ((0.28, 0.24), (0.72, 0.24), (0.28, 0.5), (0.72, 0.5), (0.28, 0.76), (0.72, 0.76)),
}


@dataclass(frozen=True)
class DieStyle:
    faces: tuple[str, str, str, str, str, str]
    body: Colour = (232, 240, 244)
    ink: Colour = (150, 70, 30)
    worm: Colour = (60, 60, 205)
    worm_shape: int = 0
    worm_pattern: str = "rings"
    digits: bool = False
    pip: float = 0.095  # radius, in units of the face
    grain: float = 0.0  # how much the wood shows
    gloss: float = 0.35
    metal: bool = False
    round_mm: float = 1.7
    seed: int = 0


STYLES = {
    "heckmeck": DieStyle(HECKMECK, (222, 236, 243), (160, 72, 26), (58, 52, 205), grain=0.6, gloss=0.12),
    "digits": DieStyle(HECKMECK, (244, 244, 246), (46, 40, 190), (70, 160, 60), 2, "bands", digits=True, gloss=0.5),
    "blue": DieStyle(HECKMECK, (158, 66, 22), (244, 244, 244), (70, 205, 245), 1, "plain", gloss=0.6),
    "junior": DieStyle(JUNIOR, (240, 244, 246), worm=(150, 110, 235), worm_shape=5, gloss=0.4),
    "golden": DieStyle(GOLDEN, (60, 175, 235), (24, 22, 26), (36, 28, 120), 0, gloss=0.9, metal=True),
    "pips": DieStyle(PIPS, (238, 242, 244), (26, 24, 24), gloss=0.5),
    "pips-red": DieStyle(PIPS, (44, 34, 190), (248, 248, 248), gloss=0.7),
    "pips-blue": DieStyle(PIPS, (170, 84, 24), (248, 248, 248), gloss=0.7),
    "pips-green": DieStyle(PIPS, (70, 130, 28), (248, 248, 248), gloss=0.7),
    "pips-black": DieStyle(PIPS, (36, 32, 32), (240, 240, 240), gloss=0.7),
    "pips-yellow": DieStyle(PIPS, (60, 200, 245), (30, 26, 26), gloss=0.6),
}


@lru_cache(maxsize=256)
def die_style(name: str) -> DieStyle:
    """A style by name; "random-heckmeck:7" (or junior, pips, golden) makes one up from its seed."""
    kind, _, seed = name.partition(":")
    return _made_up(kind.removeprefix("random-"), int(seed)) if seed else STYLES[name]


def _made_up(kind: str, seed: int) -> DieStyle:
    chance = random.Random(zlib.crc32(f"{kind} {seed}".encode()))
    base = STYLES[kind]
    hue, light = chance.randrange(180), chance.random()
    if kind != "golden":
        pale = chance.random() < (0.9 if kind == "junior" else 0.6)
        body = _colour(hue, chance.randrange(10, 60) if pale else chance.randrange(130, 230), 200 + 55 * light)
        body = body if pale else shade(body, chance.uniform(0.3, 0.9))
        far = (hue + chance.randrange(40, 140)) % 180
        ink = _colour(far, chance.randrange(0, 255), chance.randrange(20, 120) if pale else 250)
        worm = _colour((far + chance.randrange(30, 150)) % 180, 200, chance.randrange(110, 200) if pale else 250)
        base = replace(base, body=body, ink=ink if pale else _colour(far, chance.randrange(0, 60), 250), worm=worm)
    return replace(
        base,
        worm_shape=chance.randrange(len(pictures.WORMS)),
        worm_pattern=chance.choice(("rings", "bands", "dots", "plain")),
        digits=kind == "heckmeck" and chance.random() < 0.35,
        pip=chance.uniform(0.075, 0.12),
        grain=chance.choice((0.0, 0.0, 0.7)),
        gloss=chance.uniform(0.05, 0.9),
        round_mm=chance.uniform(0.8, 3.0),
        seed=seed,
    )


def _colour(hue: float, saturation: float, value: float) -> Colour:
    pixel = np.array([[[int(hue), int(saturation), int(value)]]], np.uint8)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return float(blue), float(green), float(red)


@lru_cache(maxsize=512)
def face_art(style: str, face: str, side_px: int) -> Art:
    """The picture of one side of a die."""
    look = die_style(style)
    board = Canvas(side_px, side_px, look.body)
    if face in DELICACIES:
        DELICACIES[face](board)
    elif face == "worm":
        pictures.worm(board, look.worm, look.worm_shape, pattern=look.worm_pattern, size=0.96)
    elif look.digits:
        board.text(face, (0.5, 0.5), 0.56, look.ink, 0.19)
    else:
        _pips(board, face, look)
    art = board.finished()
    return _grained(art, look) if look.grain else art


def _pips(board: Canvas, face: str, look: DieStyle) -> None:
    """Drilled and painted: the rim away from the lamp catches light."""
    for x, y in _PLACES[face]:
        board.disc((x + 0.006, y + 0.008), look.pip * 1.1, shade(look.body, 1.35))
        board.disc((x - 0.004, y - 0.006), look.pip * 1.06, shade(look.ink, 0.6))
        board.disc((x, y), look.pip, look.ink)


def _grained(art: Art, look: DieStyle) -> Art:
    rng = np.random.default_rng(look.seed)
    rough = rng.normal(0, 1, art.shape[:2]).astype(np.float32)
    lines = np.asarray(cv2.GaussianBlur(rough, (0, 0), sigmaX=art.shape[1] / 3, sigmaY=art.shape[0] / 70), np.float32)
    lines *= np.float32(7.0 * look.grain / max(1e-6, float(lines.std())))
    return np.asarray(np.clip(art + lines[..., None], 0, 255), np.uint8)
