"""Busy table tops to lay dice on: printed boards, cloths, papers. None of it is a die."""

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.training.art import colour

SIDE = 512
Rng = np.random.Generator


def board(rng: Rng) -> Pixels:
    """One square of table top."""
    canvas = np.full((SIDE, SIDE, 3), colour(rng), np.float32)
    kind = int(rng.integers(6))
    if kind == 0:
        canvas = checks(rng)
    elif kind == 1:
        canvas = hexes(rng)
    elif kind == 2:
        canvas = clouds(rng)
    elif kind == 3:
        canvas = speckles(rng)
    picture = np.clip(canvas, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(0, 50))):
        shape(picture, rng)
    if kind == 4:
        page(picture, rng)
    if rng.random() < 0.5:
        picture = np.clip(picture * (1 + 0.25 * (clouds(rng) - 128) / 128), 0, 255).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.5, 2.0))), np.uint8)


def cloth(rng: Rng) -> Pixels:
    """One colour, a little uneven."""
    plain = np.array(colour(rng), np.float32) * (1 + 0.06 * (clouds(rng).mean(2, keepdims=True) - 128) / 128)
    return np.clip(plain + rng.normal(0, float(rng.uniform(0, 6)), (SIDE, SIDE, 1)), 0, 255).astype(np.uint8)


def checks(rng: Rng) -> np.ndarray:
    wide, high = (int(v) for v in rng.integers(14, 90, 2))
    y, x = np.mgrid[:SIDE, :SIDE]
    a, b, c = (np.array(colour(rng), np.float32) for _ in range(3))
    columns, rows = (x // wide) % 2, (y // high) % 2
    mixed = (columns + rows)[..., None] / 2
    return np.where(mixed == 0.5, c, np.where(mixed > 0.5, a, b)).astype(np.float32)


def hexes(rng: Rng) -> np.ndarray:
    canvas = np.full((SIDE, SIDE, 3), colour(rng), np.uint8)
    side = float(np.exp(rng.uniform(np.log(14), np.log(70))))
    dotted = rng.random() < 0.6  # numbered discs with dots below the number tempt most
    turns = np.arange(6) * np.pi / 3
    kinds = [colour(rng) for _ in range(5)]
    line = colour(rng)
    for row in range(int(SIDE / side / 0.86) + 2):
        for column in range(int(SIDE / side / 1.5) + 2):
            middle = np.array([column * side * 1.5, (row * 2 + column % 2) * side * 0.866])
            corners = np.round(middle + side * np.stack([np.cos(turns), np.sin(turns)], 1)).astype(np.int32)
            cv2.fillPoly(canvas, [corners], kinds[int(rng.integers(5))], cv2.LINE_AA)
            cv2.polylines(canvas, [corners], True, line, max(1, int(side * 0.06)), cv2.LINE_AA)
            if rng.random() < 0.7:
                spot = (int(middle[0]), int(middle[1]))
                cv2.circle(canvas, spot, int(side * 0.3), (200, 225, 235), -1, cv2.LINE_AA)
                words(canvas, (spot[0], spot[1] - int(side * 0.06 * dotted)), side * 0.35, rng)
                if dotted:
                    dots(canvas, (spot[0], spot[1] + int(side * 0.2)), side * 0.03, rng)
    return canvas.astype(np.float32)


def dots(picture: Pixels, spot: tuple[int, int], radius: float, rng: Rng) -> None:
    """A row of one to five, in the ink of the number or red."""
    count, ink = int(rng.integers(1, 6)), (40, 40, 190) if rng.random() < 0.3 else (30, 30, 30)
    for n in range(count):
        across = spot[0] + round((n - (count - 1) / 2) * 3 * radius)
        cv2.circle(picture, (across, spot[1]), max(1, round(radius)), ink, -1, cv2.LINE_AA)


def clouds(rng: Rng) -> np.ndarray:
    """Noise of several sizes between two colours: stone, felt, grass, a printed landscape."""
    sum_, weight = np.zeros((SIDE, SIDE), np.float32), 0.0
    for cells in (4, 9, 20, 48, 128):
        share = float(rng.uniform(0, 1))
        squeeze = int(rng.choice([1, 1, 6]))  # grain
        noise = rng.random((max(2, cells // squeeze), cells), np.float32)
        sum_ += share * cv2.resize(noise, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
        weight += share
    level = np.clip((sum_ / max(weight, 1e-3) - 0.3) / 0.4, 0, 1)[..., None]
    return np.array(colour(rng), np.float32) * level + np.array(colour(rng), np.float32) * (1 - level)


def speckles(rng: Rng) -> np.ndarray:
    """Terrazzo, carpet, coarse weave: hard grains of a few colours."""
    size = int(rng.integers(2, 9))
    grains = rng.integers(0, int(rng.integers(2, 5)), (SIDE // size + 1, SIDE // size + 1)).astype(np.uint8)
    spread = cv2.resize(grains, None, fx=size, fy=size, interpolation=cv2.INTER_NEAREST)[:SIDE, :SIDE]
    return np.array([colour(rng) for _ in range(5)], np.float32)[spread]


def page(picture: Pixels, rng: Rng) -> None:
    """Lines of print."""
    ink, high = colour(rng), int(np.exp(rng.uniform(np.log(7), np.log(30))))
    for y in range(high, SIDE, int(high * rng.uniform(1.3, 2.5))):
        line = "".join(chr(int(v)) for v in rng.choice([*range(97, 123), 32, 32, 32, 32], SIDE // 4))
        cv2.putText(picture, line, (0, y), cv2.FONT_HERSHEY_DUPLEX, high / 30, ink, max(1, high // 14), cv2.LINE_AA)


def shape(picture: Pixels, rng: Rng) -> None:
    ink, spot = colour(rng), (int(rng.integers(SIDE)), int(rng.integers(SIDE)))
    size = int(np.exp(rng.uniform(np.log(5), np.log(70))))
    kind = rng.integers(5)
    if kind == 0:
        cv2.circle(picture, spot, size, ink, -1 if rng.random() < 0.6 else 2, cv2.LINE_AA)
    elif kind == 1:
        span = (float(size * 2), float(size * rng.uniform(0.4, 2.5)))
        corners = cv2.boxPoints((spot, span, float(rng.uniform(0, 90))))
        cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], ink, cv2.LINE_AA)
    elif kind == 2:
        words(picture, spot, size, rng)
    elif kind == 3:
        corners = (rng.normal(0, size, (int(rng.integers(3, 7)), 2)) + spot).astype(np.int32)
        cv2.fillPoly(picture, [corners], ink, cv2.LINE_AA)
    else:
        far = (spot[0] + int(rng.normal(0, 150)), spot[1] + int(rng.normal(0, 150)))
        cv2.line(picture, spot, far, ink, max(1, size // 8), cv2.LINE_AA)


def words(picture: Pixels, spot: tuple[int, int], size: float, rng: Rng) -> None:
    text = "".join(chr(int(rng.integers(48, 90))) for _ in range(int(rng.integers(1, 4))))
    scale, thick = size / 22, max(1, int(size / 9))
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    start = (spot[0] - wide // 2, spot[1] + high // 2)
    cv2.putText(picture, text, start, cv2.FONT_HERSHEY_DUPLEX, scale, colour(rng), thick, cv2.LINE_AA)
