"""Draws the little pictures on a stranger's dice: worms and food, each with its own shapes, inks and outline."""

import math
from collections.abc import Callable

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.training.art import SIDE, Colour, brightness, contrasting

Rng = np.random.Generator
FINE = 4 * SIDE  # drawn this large, then shrunk


class Sheet:
    """A picture in the making; places run from -1 to 1, turned and scaled as the whole picture is."""

    def __init__(self, body: Colour, rng: Rng, ink: Colour | None = None) -> None:
        self.canvas = np.full((FINE, FINE, 3), body, np.uint8)
        turn, scale = rng.normal(0, 0.25), rng.uniform(0.3, 0.4) * FINE
        self.frame = scale * np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        self.scale = float(scale)
        self.ink = ink or ((25, 25, 25) if brightness(body) > 110 else (235, 235, 235))
        self.line = int(rng.choice([0, 5, 8, 12]))

    def places(self, points: np.ndarray) -> np.ndarray:
        return np.round(np.asarray(points, float) @ self.frame.T + FINE / 2).astype(np.int32)

    def shape(self, points: np.ndarray, ink: Colour, edge: bool = True) -> None:
        place = [self.places(points)]
        cv2.fillPoly(self.canvas, place, ink, cv2.LINE_AA)
        if edge and self.line:
            cv2.polylines(self.canvas, place, True, self.ink, self.line, cv2.LINE_AA)

    def oval(self, at: tuple[float, float], wide: float, high: float, ink: Colour, edge: bool = True) -> None:
        turns = np.linspace(0, 2 * math.pi, 60)
        self.shape(np.stack([at[0] + wide * np.cos(turns), at[1] + high * np.sin(turns)], 1), ink, edge)

    def stroke(self, points: np.ndarray, thick: float, ink: Colour, edge: bool = True) -> None:
        place, wide = [self.places(points)], max(2, round(thick * self.scale))
        if edge and self.line:
            cv2.polylines(self.canvas, place, False, self.ink, wide + 2 * self.line, cv2.LINE_AA)
        cv2.polylines(self.canvas, place, False, ink, wide, cv2.LINE_AA)

    def done(self) -> Pixels:
        return np.asarray(cv2.resize(self.canvas, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def tint(rng: Rng, hue: float, vivid: float = 200, bright: float = 210) -> Colour:
    """A colour near a hue (OpenCV's, 0 to 180)."""
    hsv = (
        (hue + rng.normal(0, 4)) % 180,
        np.clip(rng.normal(vivid, 20), 0, 255),
        np.clip(rng.normal(bright, 18), 0, 255),
    )
    b, g, r = (int(v) for v in cv2.cvtColor(np.array([[hsv]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0])
    return b, g, r


def apart(body: Colour, ink: Colour) -> Colour:
    """The ink, darker or paler where it would be lost on the body."""
    if max(abs(a - b) for a, b in zip(body, ink, strict=True)) > 60:
        return ink
    b, g, r = (int(v * 0.45) if brightness(body) > 110 else int(255 - (255 - v) * 0.45) for v in ink)
    return b, g, r


def draw_worm(body: Colour, rng: Rng, ink: Colour) -> Pixels:
    """A squiggle with a face: smooth, of beads, or tapering to its tail."""
    sheet = Sheet(body, rng)
    t = np.linspace(0, 1, 50)
    kind = int(rng.integers(4))
    if kind == 0:  # a wave
        line = np.stack(
            [1.7 * t - 0.85, rng.uniform(0.3, 0.55) * np.sin(t * rng.uniform(5, 11) + rng.uniform(0, 6))], 1
        )
    elif kind == 1:  # rearing up
        line = np.stack([0.8 - 1.5 * t, 0.7 - 1.3 * t**2 - 0.15 * np.sin(t * 14)], 1)
    elif kind == 2:  # curled up
        turn = rng.uniform(0, 6) + t * rng.uniform(6, 11)
        line = np.stack([np.cos(turn), np.sin(turn)], 1) * (0.15 + 0.65 * t)[:, None]
    else:  # an S
        line = np.stack([0.6 * np.sin(t * 2 * math.pi), 1.6 * t - 0.8], 1) @ np.array([[1, 0], [0, -1]])
    thick, second = float(rng.uniform(0.26, 0.42)), contrasting(rng, ink, 60)
    build = int(rng.integers(3))
    if build == 0:
        sheet.stroke(line, thick, ink)
    for n in range(0, 50, 5) if build == 1 else ():
        sheet.oval((line[n, 0], line[n, 1]), thick * 0.6, thick * 0.6, ink if n % 10 else second)
    if build == 2:
        across = np.gradient(line, axis=0)[:, ::-1] * (-1, 1)
        across *= (thick / 2 * (0.2 + 0.8 * t) / np.linalg.norm(across, axis=1))[:, None]
        sheet.shape(np.concatenate([line + across, (line - across)[::-1]]), ink)
    if build != 1 and rng.random() < 0.5:
        for n in range(5, 44, 6):
            sheet.oval((line[n, 0], line[n, 1]), thick / 6, thick / 6, second, edge=False)
    head_on(sheet, rng, (float(line[-1, 0]), float(line[-1, 1])), thick * float(rng.uniform(0.65, 0.95)), ink, second)
    return sheet.done()


def head_on(sheet: Sheet, rng: Rng, at: tuple[float, float], size: float, ink: Colour, second: Colour) -> None:
    """A head with eyes, a mouth and perhaps feelers or a cap."""
    x, y = at
    if rng.random() < 0.4:
        for way in (-0.5, 0.5):
            sheet.stroke(np.array([[x, y], [x + way * size, y - 1.7 * size]]), size * 0.16, sheet.ink, edge=False)
    sheet.oval(at, size, size * float(rng.uniform(0.8, 1.1)), ink)
    for way in (-0.4, 0.4):
        sheet.oval((x + way * size, y - 0.2 * size), size * 0.32, size * 0.36, (250, 250, 250))
        sheet.oval((x + way * size, y - 0.15 * size), size * 0.16, size * 0.18, (10, 10, 10), edge=False)
    smile = np.linspace(-0.5, 0.5, 9)
    mouth = np.stack([x + smile * size, y + (0.6 - smile**2) * size], 1)
    sheet.stroke(mouth, size * 0.14, (15, 15, 15), edge=False)
    if rng.random() < 0.3:
        cap = np.array([[-0.8, -0.7], [0.8, -0.7], [0.5, -1.5], [-0.5, -1.5]]) * size + np.array(at)
        sheet.shape(cap, second)


def draw_cucumber(body: Colour, rng: Rng) -> Pixels:
    sheet, skin = Sheet(body, rng), apart(body, tint(rng, 55, 200, rng.choice([90, 140])))
    pale = tint(rng, 45, 100, 225)
    if rng.random() < 0.4:  # a slice
        sheet.oval((0, 0), 0.85, 0.85, skin)
        sheet.oval((0, 0), 0.68, 0.68, pale, edge=False)
        for turn in np.arange(0, 6.28, 6.29 / int(rng.integers(5, 9))):
            sheet.oval((0.36 * math.cos(turn), 0.36 * math.sin(turn)), 0.1, 0.1, tint(rng, 30, 70, 250), edge=False)
        return sheet.done()
    t = np.linspace(-1, 1, 40)
    bend = float(rng.uniform(-0.35, 0.35))
    line = np.stack([0.8 * t, bend * (t**2 - 0.5)], 1)
    sheet.stroke(line, float(rng.uniform(0.42, 0.62)), skin)
    for n in range(4, 38, int(rng.integers(4, 8))):
        sheet.oval((line[n, 0], line[n, 1] + rng.uniform(-0.13, 0.13)), 0.06, 0.045, pale, edge=False)
    return sheet.done()


def draw_bun(body: Colour, rng: Rng) -> Pixels:
    sheet, crust = Sheet(body, rng), apart(body, tint(rng, 14, 170, rng.choice([150, 195])))
    kind, seed = int(rng.integers(3)), tint(rng, 22, 60, 250)
    if kind == 0:  # seen from the side, open
        arch = np.linspace(math.pi, 2 * math.pi, 40)
        sheet.shape(np.stack([0.9 * np.cos(arch), 0.85 * np.sin(arch) - 0.1], 1), crust)
        sheet.shape(np.array([[-0.85, 0.25], [0.85, 0.25], [0.7, 0.65], [-0.7, 0.65]]), crust)
        filling = tint(rng, rng.choice([50, 8]), 200, 130)
        sheet.stroke(np.array([[-0.85, 0.08], [0.85, 0.08]]), 0.18, filling, edge=False)
    elif kind == 1:  # a roll from above, cut crosswise
        sheet.oval((0, 0), 0.85, 0.78, crust)
        for way in ((0.5, 0.5), (0.5, -0.5)):
            sheet.stroke(np.array([way, (-way[0], -way[1])]), 0.12, seed, edge=False)
    else:  # long, split along
        sheet.oval((0, 0), 0.95, 0.5, crust)
        sheet.oval((0, 0.02), 0.72, 0.12, seed)
    for _ in range(int(rng.integers(4, 9)) if kind != 1 else 0):
        sheet.oval(
            (rng.uniform(-0.5, 0.5), rng.uniform(-0.7, -0.3) * (1 if kind == 0 else 0.5)), 0.06, 0.04, seed, False
        )
    return sheet.done()


def draw_cheese(body: Colour, rng: Rng) -> Pixels:
    sheet, paste = Sheet(body, rng), apart(body, tint(rng, 25, 190, 245))
    b, g, r = paste
    hole = int(b * 0.7), int(g * 0.7), int(r * 0.75)
    kind = int(rng.integers(3))
    if kind == 0:  # a wedge from the side
        sheet.shape(np.array([[-0.9, 0.0], [0.6, -0.6], [0.9, 0.0], [0.9, 0.6], [-0.9, 0.6]]), paste)
        sheet.stroke(np.array([[-0.9, 0.0], [0.9, 0.0]]), 0.05, hole, edge=False)
        spots = [(-0.5, 0.3), (0.1, 0.38), (0.6, 0.2), (0.5, -0.25)]
    elif kind == 1:  # a square slice
        sheet.shape(np.array([[-0.75, -0.75], [0.75, -0.75], [0.75, 0.75], [-0.75, 0.75]]), paste)
        spots = [(-0.4, -0.35), (0.3, -0.45), (0.05, 0.1), (-0.4, 0.45), (0.45, 0.4)]
    else:  # a slice of the wheel from above
        arch = np.linspace(-0.55, 0.55, 20)
        rim = np.stack([1.7 * np.cos(arch) - 0.9, 1.5 * np.sin(arch)], 1)
        sheet.shape(np.concatenate([[[-0.9, 0.0]], rim]), paste)
        spots = [(-0.3, 0.0), (0.2, -0.3), (0.25, 0.25), (0.55, 0.0)]
    for x, y in spots:
        size = float(rng.uniform(0.09, 0.17))
        sheet.oval((x, y), size, size * 0.9, hole)
    return sheet.done()


def draw_ketchup(body: Colour, rng: Rng) -> Pixels:
    sheet, red = Sheet(body, rng), apart(body, tint(rng, 178, 220, rng.choice([160, 205])))
    kind, white = int(rng.integers(3)), tint(rng, 20, 20, 245)
    if kind == 0:  # a bottle
        sheet.shape(
            np.array([[-0.16, -0.6], [0.16, -0.6], [0.42, -0.1], [0.42, 0.95], [-0.42, 0.95], [-0.42, -0.1]]), red
        )
        sheet.shape(np.array([[-0.2, -0.95], [0.2, -0.95], [0.2, -0.6], [-0.2, -0.6]]), white)
        sheet.shape(np.array([[-0.42, 0.15], [0.42, 0.15], [0.42, 0.65], [-0.42, 0.65]]), white)
        sheet.oval((0, 0.4), 0.15, 0.15, red, edge=False)
    elif kind == 1:  # a splash
        turns = np.linspace(0, 2 * math.pi, 80)
        reach = 0.62 + rng.uniform(0.15, 0.25) * np.sin(int(rng.integers(5, 9)) * turns)
        sheet.shape(np.stack([reach * np.cos(turns), reach * np.sin(turns)], 1), red)
        sheet.oval((-0.2, -0.22), 0.14, 0.08, white, edge=False)
    else:  # a tomato
        sheet.oval((0, 0.1), 0.82, 0.72, red)
        star = np.arange(10) * math.pi / 5
        reach = np.where(np.arange(10) % 2, 0.16, 0.5)
        sheet.shape(np.stack([reach * np.cos(star), reach * 0.6 * np.sin(star) - 0.5], 1), tint(rng, 55, 200, 120))
    return sheet.done()


FOOD: dict[str, Callable[[Colour, Rng], Pixels]] = {
    "cucumber": draw_cucumber, "bun": draw_bun, "cheese": draw_cheese, "ketchup": draw_ketchup,
}  # fmt: skip
