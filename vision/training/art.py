"""Invents dice nobody has seen: bodies, pips, digits and little pictures, by seed."""

import math
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from hardware.frame import Pixels

Rng = np.random.Generator
Colour = tuple[int, int, int]  # BGR
SIDE = 128
SPOTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
SYMBOLS = [
    *range(0x2600, 0x2670), *range(0x2690, 0x26B2), *range(0x2701, 0x27BF), *range(0x2190, 0x21B0),
    *range(0x25A0, 0x25FF),
    *range(0x41, 0x5B), *range(0x61, 0x7B), *range(0x391, 0x3CA), *range(0x410, 0x430), *range(0x2654, 0x2668),
]  # fmt: skip


@dataclass(frozen=True)
class Design:
    """One die: its body, its ink and what its faces show ("1".."6" mean pips or digits)."""

    body: Colour
    ink: Colour
    kind: str
    faces: tuple[str, ...]
    seed: int
    pip: tuple[float, float, str, float] = (0.1, 0.27, "round", 1.0)  # radius, spread, shape, size of the one
    font: str = ""
    rim: float = 0.0
    inks: tuple[Colour, ...] = field(default=())

    @property
    def pips(self) -> bool:
        return self.kind.startswith("pips")


@lru_cache
def fonts() -> tuple[str, ...]:
    import matplotlib

    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    skip = ("Display", "NonUni", "STIXSiz", "cmsy", "cmex", "cmmi")
    return tuple(sorted(str(p) for p in folder.glob("*.ttf") if not any(word in p.name for word in skip)))


def colour(rng: Rng) -> Colour:
    hue, sat, val = int(rng.integers(180)), int(255 * rng.random() ** 0.7), int(255 * rng.random() ** 0.6)
    b, g, r = cv2.cvtColor(np.array([[[hue, sat, val]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return int(b), int(g), int(r)


def grey(rng: Rng, low: int, high: int) -> Colour:
    level = int(rng.integers(low, high))
    return level, level, level


def brightness(c: Colour) -> float:
    return 0.114 * c[0] + 0.587 * c[1] + 0.299 * c[2]


def contrasting(rng: Rng, body: Colour, least: float = 70) -> Colour:
    for _ in range(20):
        ink = colour(rng) if rng.random() < 0.6 else ((15, 12, 12) if rng.random() < 0.5 else (245, 245, 245))
        if abs(brightness(ink) - brightness(body)) > least:
            return ink
    return (250, 250, 250) if brightness(body) < 128 else (12, 12, 12)


def random_design(rng: Rng) -> Design:
    draw = rng.random()
    white = grey(rng, 215, 250)
    cream = (int(rng.integers(170, 215)), int(rng.integers(205, 235)), int(rng.integers(220, 245)))
    black = grey(rng, 12, 45)
    body = white if draw < 0.22 else cream if draw < 0.34 else black if draw < 0.46 else colour(rng)
    ink = contrasting(rng, body, 70 if rng.random() < 0.75 else 30)
    kind = str(
        rng.choice(["pips", "digits", "pictures", "pips+picture", "digits+picture"], p=[0.3, 0.14, 0.28, 0.18, 0.1])
    )
    faces = [str(n) for n in range(1, 7)]
    if kind == "pictures":
        faces = [f"g{int(rng.integers(1_000_000_000))}" for _ in range(6)]
    elif "+" in kind:
        faces[5] = f"g{int(rng.integers(1_000_000_000))}"
    shape = str(rng.choice(["round", "square", "ring", "diamond"], p=[0.8, 0.08, 0.06, 0.06]))
    pip = (
        float(rng.uniform(0.06, 0.125)),
        float(rng.uniform(0.2, 0.3)),
        shape,
        float(rng.choice([1.0, 1.0, 1.4, 1.8])),
    )
    return Design(
        body, ink, kind, tuple(faces), int(rng.integers(1 << 30)), pip, str(rng.choice(fonts())),
        float(rng.choice([0, 0, 0, 0.04])), tuple(contrasting(rng, body, 45) for _ in range(3)),
    )  # fmt: skip


def draw_face(design: Design, face: str) -> Pixels:
    """The face upright, SIDE pixels square, on its body colour."""
    art = np.full((SIDE, SIDE, 3), design.body, np.uint8)
    if design.rim:
        cv2.rectangle(art, (8, 8), (SIDE - 9, SIDE - 9), design.ink, int(design.rim * SIDE), cv2.LINE_AA)
    if face.startswith("g"):
        return picture(art, design, int(face[1:]))
    if design.pips:
        return pips(art, design, int(face))
    return letters(art, design.ink, face, design.font, 0.62)


def pips(art: Pixels, design: Design, count: int) -> Pixels:
    radius, spread, shape, one = design.pip
    size = max(2, round(radius * SIDE * (one if count == 1 else 1.0)))
    for across, down in SPOTS[count]:
        x = round(SIDE / 2 + across * spread * SIDE)
        y = round(SIDE / 2 + down * spread * SIDE)
        if shape == "square":
            cv2.rectangle(art, (x - size, y - size), (x + size, y + size), design.ink, -1)
        elif shape == "diamond":
            points = np.array([(x, y - size), (x + size, y), (x, y + size), (x - size, y)])
            cv2.fillPoly(art, [points], design.ink, cv2.LINE_AA)
        elif shape == "ring":
            cv2.circle(art, (x, y), size, design.ink, max(3, size // 2), cv2.LINE_AA)
        else:
            cv2.circle(art, (x, y), size, design.ink, -1, cv2.LINE_AA)
    return art


def letters(art: Pixels, ink: Colour, text: str, font: str, height: float) -> Pixels:
    canvas = Image.fromarray(art)
    type_ = ImageFont.truetype(font, round(SIDE * height))
    ImageDraw.Draw(canvas).text((SIDE / 2, SIDE / 2), text, fill=ink, font=type_, anchor="mm")
    return np.asarray(canvas)


def picture(art: Pixels, design: Design, seed: int) -> Pixels:
    """A little drawing; the seed chooses shape and colours, the body only what stands out."""
    rng = np.random.default_rng(seed)
    inks = [design.ink, *design.inks]
    kind = rng.integers(4)
    if kind == 0:
        symbols = [f for f in fonts() if "DejaVuSans" in f and "Mono" not in f]
        ink = inks[int(rng.integers(len(inks)))]
        return letters(
            art,
            ink,
            chr(int(rng.choice(SYMBOLS))),
            symbols[int(rng.integers(len(symbols)))],
            float(rng.uniform(0.6, 0.95)),
        )
    if kind == 1:
        return worm(art, inks, rng)
    return still_life(art, inks, rng)


def worm(art: Pixels, inks: list[Colour], rng: Rng) -> Pixels:
    """One thick stroke with a head, perhaps striped, dotted or outlined."""
    steps = np.linspace(0, 1, 60)
    waves, phase, bend = rng.uniform(0.5, 2.5), rng.uniform(0, 6.3), rng.uniform(0.1, 0.3)
    if rng.random() < 0.35:  # curled
        turns, start = rng.uniform(0.6, 1.8), rng.uniform(0, 6.3)
        radius = 0.3 * (1 - 0.6 * steps)
        x, y = 0.5 + radius * np.cos(start + steps * turns * 6.28), 0.5 + radius * np.sin(start + steps * turns * 6.28)
    else:
        x, y = 0.18 + 0.64 * steps, 0.5 + bend * np.sin(phase + steps * waves * 6.28)
        if rng.random() < 0.5:
            x, y = y, x
    points = np.stack([x, y], 1) * SIDE
    thick = int(SIDE * rng.uniform(0.09, 0.2))
    ink, second = inks[int(rng.integers(len(inks)))], inks[int(rng.integers(len(inks)))]
    path = [np.round(points).astype(np.int32)]
    if rng.random() < 0.6:
        cv2.polylines(art, path, False, (20, 20, 20), thick + 5, cv2.LINE_AA)
    cv2.polylines(art, path, False, ink, thick, cv2.LINE_AA)
    trim = rng.integers(3)
    for n in range(6, 56, int(rng.integers(7, 12))) if trim else ():
        spot = tuple(int(v) for v in points[n])
        if trim == 1:
            cv2.circle(art, spot, thick // 4, second, -1, cv2.LINE_AA)
        else:
            along = points[n + 1] - points[n - 1]
            side = np.array([-along[1], along[0]]) / (np.linalg.norm(along) + 1e-6) * thick / 2
            a, b = (tuple(int(v) for v in points[n] + s) for s in (side, -side))
            cv2.line(art, a, b, second, max(2, thick // 4), cv2.LINE_AA)
    head = tuple(int(v) for v in points[-1])
    cv2.circle(art, head, int(thick * rng.uniform(0.6, 0.85)), ink, -1, cv2.LINE_AA)
    for side in (-1, 1):
        eye = (head[0] + side * thick // 4, head[1] - thick // 6)
        cv2.circle(art, eye, max(2, thick // 5), (255, 255, 255), -1, cv2.LINE_AA)
        cv2.circle(art, eye, max(1, thick // 9), (0, 0, 0), -1, cv2.LINE_AA)
    if rng.random() < 0.25:
        x0, y0, hat = head[0], head[1] - thick // 2, thick // 2
        cv2.rectangle(art, (x0 - hat, y0 - hat), (x0 + hat, y0), second, -1)
    return art


def still_life(art: Pixels, inks: list[Colour], rng: Rng) -> Pixels:
    """One to three shapes over each other, as a bun, a bottle or a flag is."""
    for _ in range(int(rng.integers(1, 4))):
        ink = inks[int(rng.integers(len(inks)))]
        centre = (SIDE / 2 + rng.normal(0, SIDE * 0.07), SIDE / 2 + rng.normal(0, SIDE * 0.07))
        spans = rng.uniform(0.1, 0.36, 2) * SIDE
        angle = float(rng.choice([0, 0, 45, 90, 135, rng.uniform(0, 180)]))
        kind = rng.integers(5)
        if kind == 0:
            cv2.ellipse(art, (centre, tuple(spans * 2), angle), ink, -1, cv2.LINE_AA)
        elif kind == 1:
            box = cv2.boxPoints((centre, tuple(spans * 2), angle))
            cv2.fillPoly(art, [np.round(box).astype(np.int32)], ink, cv2.LINE_AA)
        elif kind == 2:
            count, inner = int(rng.integers(3, 9)), float(rng.uniform(0.35, 1.0))
            turns = np.arange(count * 2) * math.pi / count + math.radians(angle)
            reach = np.where(np.arange(count * 2) % 2, inner, 1.0) * spans.max()
            star = np.stack([centre[0] + reach * np.cos(turns), centre[1] + reach * np.sin(turns)], 1)
            cv2.fillPoly(art, [np.round(star).astype(np.int32)], ink, cv2.LINE_AA)
        elif kind == 3:
            middle = (round(centre[0]), round(centre[1]))
            cv2.circle(art, middle, int(spans.max()), ink, max(3, int(spans.min() * 0.6)), cv2.LINE_AA)
        else:
            start = float(rng.uniform(0, 360))
            middle, reach = (round(centre[0]), round(centre[1])), (int(spans.max()), int(spans.max()))
            cv2.ellipse(art, middle, reach, angle, start, start + float(rng.uniform(90, 270)), ink, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        ink = inks[int(rng.integers(len(inks)))]
        for _ in range(int(rng.integers(2, 7))):
            spot = rng.normal(SIDE / 2, SIDE * 0.13, 2)
            if rng.random() < 0.5:
                cv2.circle(art, (int(spot[0]), int(spot[1])), int(rng.integers(3, 8)), ink, -1, cv2.LINE_AA)
            else:
                far = spot + rng.normal(0, SIDE * 0.15, 2)
                cv2.line(
                    art,
                    (int(spot[0]), int(spot[1])),
                    (int(far[0]), int(far[1])),
                    ink,
                    int(rng.integers(3, 7)),
                    cv2.LINE_AA,
                )
    return art
