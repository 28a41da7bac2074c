"""Makes of a stranger's dice: numerals, pips and pictures in inks and bodies nobody tuned the eye to."""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.training.art import SIDE, Colour, Design, brightness, contrasting, draw_face, fonts, letters
from vision.training.strangers.drawings import FOOD, apart, draw_worm, tint

Rng = np.random.Generator
ROMAN = ("I", "II", "III", "IV", "V")
BODIES: dict[str, Colour] = {  # BGR
    "white": (240, 240, 240), "cream": (190, 225, 238), "black": (30, 28, 28), "red": (40, 35, 185),
    "navy": (105, 45, 25), "sky": (225, 170, 90), "green": (70, 125, 30), "lime": (60, 200, 160),
    "wood": (95, 150, 195), "walnut": (45, 70, 105), "orange": (30, 120, 235), "purple": (130, 45, 95),
    "pink": (190, 150, 240), "yellow": (50, 205, 245), "grey": (135, 130, 128), "teal": (130, 130, 20),
    "clear-red": (60, 50, 210), "clear-blue": (210, 120, 40), "clear-green": (90, 170, 50),
}  # fmt: skip
GOLDS: tuple[Colour, ...] = ((40, 150, 215), (60, 165, 205), (55, 130, 195), (90, 175, 225))


@dataclass(frozen=True)
class Look:
    """How a surface takes the light."""

    rough: float = 0.5
    metal: float = 0.0
    clear: float = 0.0
    relief: float = 0.0  # how deep what is printed is cut in


@dataclass(frozen=True, eq=False)
class Style:
    """One make of dice: six faces in the order of the sides of a cube, and the body they are on."""

    name: str
    faces: tuple[str, ...]
    strip: Pixels = field(repr=False)
    body: Colour
    side: float
    round: float
    ball: float
    look: Look
    golden: bool = False


def tally(design: Design, count: int) -> Pixels:
    """Strokes, the fifth across the four others."""
    art = np.full((SIDE, SIDE, 3), design.body, np.uint8)
    upright = min(count, 4)
    for n in range(upright):
        x = round(SIDE / 2 + (n - (upright - 1) / 2) * SIDE * 0.17)
        cv2.line(art, (x, round(SIDE * 0.24)), (x, round(SIDE * 0.76)), design.ink, 10, cv2.LINE_AA)
    if count == 5:
        cv2.line(
            art, (round(SIDE * 0.14), round(SIDE * 0.68)), (round(SIDE * 0.86), round(SIDE * 0.32)), design.ink, 10
        )
    return art


def numeral(design: Design, way: str, count: int, height: float) -> Pixels:
    """The face that counts one to five (or six) the style's way."""
    plain = np.full((SIDE, SIDE, 3), design.body, np.uint8)
    if way == "roman":
        return letters(plain, design.ink, ROMAN[count - 1], design.font, height * (0.8 if count == 3 else 1))
    if way == "tally":
        return tally(design, count)
    if way == "digits":
        return letters(plain, design.ink, str(count), design.font, height)
    return draw_face(design, str(count))


def bold_fonts() -> list[str]:
    return [font for font in fonts() if any(word in font for word in ("Bold", "DejaVu", "cmb10", "cmss"))]


def make(rng: Rng, body: Colour, bodyname: str, ink: Colour | None = None) -> tuple[Design, Look, float, float, float]:
    """The ink, pips and lettering of a die; its surface, side, roundness and how far a ball cuts its corners."""
    shape = str(rng.choice(["round", "square", "ring", "diamond"], p=[0.76, 0.08, 0.08, 0.08]))
    one = float(rng.choice([1.0, 1.0, 1.4, 1.8]))
    pip = float(rng.uniform(0.07, 0.12)), float(rng.uniform(0.21, 0.28)), shape, one
    design = Design(body, ink or plain_ink(rng, body), "pips", (), 0, pip, str(rng.choice(bold_fonts())))
    clear = float(rng.uniform(0.35, 0.6)) if bodyname.startswith("clear") else 0.0
    look = Look(float(rng.uniform(0.12, 0.55)), 0.0, clear, float(rng.choice([0.0, 0.0, 0.5, 1.0])))
    ball = float(rng.uniform(0.68, 0.8)) if rng.random() < 0.25 else 1.0
    return design, look, float(round(rng.uniform(12, 20) * 2) / 2), float(rng.uniform(0.04, 0.2)), ball


def plain_ink(rng: Rng, body: Colour) -> Colour:
    """Mostly black on pale and white on dark, sometimes any colour that is seen."""
    if rng.random() < 0.3:
        return contrasting(rng, body, 80)
    return (22, 20, 20) if brightness(body) > 125 else (240, 240, 238)


def grained(strip: Pixels, rng: Rng) -> Pixels:
    lines = rng.normal(1, 0.1, (24, strip.shape[1] // 40)).astype(np.float32)
    grain = cv2.resize(lines, strip.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    return np.clip(strip * grain[..., None], 0, 255).astype(np.uint8)


def mould(rng: Rng, six: tuple[str, ...]) -> tuple[str, ...]:
    """Which face is on which side of the cube: opposite sides stay opposite, the pairs turn."""
    pairs = [six[n : n + 2][:: int(rng.choice([-1, 1]))] for n in (0, 2, 4)]
    return tuple(face for n in rng.permutation(3) for face in pairs[n])


def heckmeck_styles(rng: Rng, count: int) -> list[tuple[Style, Style]]:
    """Makes of dice with 1 to 5 and a worm, each with its golden die."""
    ways = [str(way) for way in rng.permutation(["pips", "digits", rng.choice(["pips", "roman", "tally", "digits"])])]
    names = [str(name) for name in rng.permutation(list(BODIES))]
    return [heckmeck_style(rng, names[n], ways[n % 3], "abcdefgh"[n]) for n in range(count)]


def heckmeck_style(rng: Rng, bodyname: str, way: str, letter: str) -> tuple[Style, Style]:
    body = BODIES[bodyname]
    design, look, side, round_, ball = make(rng, body, bodyname)
    height, drawing = float(rng.uniform(0.55, 0.72)), int(rng.integers(1 << 30))
    worm_ink = apart(body, tint(rng, float(rng.uniform(0, 180)))) if rng.random() < 0.6 else design.ink
    faces = mould(rng, ("1", "worm", "2", "5", "3", "4"))

    def strip(design: Design, worm_ink: Colour) -> Pixels:
        worm = draw_worm(design.body, np.random.default_rng(drawing), worm_ink)
        return np.hstack([worm if f == "worm" else numeral(design, way, int(f), height) for f in faces])

    art = strip(design, worm_ink)
    art = grained(art, rng) if bodyname in ("wood", "walnut") else art
    common = Style(f"{letter}-{bodyname}-{way}", faces, art, body, side, round_, ball, look)
    gold, dark = GOLDS[int(rng.integers(len(GOLDS)))], (15, 20, 35)
    shine = Look(float(rng.uniform(0.18, 0.4)), float(rng.uniform(0.6, 0.9)), 0.0, look.relief)
    golden = replace(
        common, strip=strip(replace(design, body=gold, ink=dark), (25, 30, 70)), body=gold, look=shine, golden=True
    )
    return common, golden


def junior_style(rng: Rng, letter: str) -> Style:
    """Five pictures, the worm twice."""
    bodyname = str(rng.choice(["white", "white", "cream", "wood", "black", "sky", "yellow", "grey", "navy", "pink"]))
    body = BODIES[bodyname]
    _, look, side, round_, ball = make(rng, body, bodyname)
    inks = [tint(rng, float(rng.choice([150, 165, 120, 8]))), tint(rng, 90, 170, 190)]
    arts = {name: draw(body, rng) for name, draw in FOOD.items()}
    arts["worm"] = draw_worm(body, rng, apart(body, inks[int(rng.integers(2))]))
    faces = mould(rng, ("worm", "worm", "cucumber", "bun", "cheese", "ketchup"))
    art = np.hstack([arts[face] for face in faces])
    art = grained(art, rng) if bodyname == "wood" else art
    return Style(f"{letter}-{bodyname}", faces, art, body, max(side, 14.0), round_, ball, look)


def pips_style(rng: Rng, letter: str) -> Style:
    """An ordinary die; on some the one and the four are red."""
    bodyname = str(rng.choice(list(BODIES)))
    body = BODIES[bodyname]
    design, look, side, round_, ball = make(rng, body, bodyname)
    eastern = brightness(body) > 160 and rng.random() < 0.25
    red = replace(design, ink=(35, 30, 190), pip=(*design.pip[:3], 1.8)) if eastern else design
    faces = mould(rng, ("1", "6", "2", "5", "3", "4"))
    art = np.hstack([draw_face(red if face in "14" else design, face) for face in faces])
    art = grained(art, rng) if bodyname in ("wood", "walnut") else art
    return Style(f"{letter}-{bodyname}", faces, art, body, side, round_, ball, look)
