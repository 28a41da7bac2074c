"""Turns one labelled picture into endless others: cut, turned, recoloured, blurred, badly lit."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from vision.training.boards import SIDE as BOARD
from vision.training.boards import board
from vision.training.scenes import Die, Floats, Picture, Pixels

UPRIGHT = 0.8  # of the cuts: cameras stand on their feet, so a slanted one sees the sides below the top faces
BOARDS = 120
Rng = np.random.Generator


def turned(rng: Rng) -> float:
    """By how many degrees a cut is turned."""
    return float(rng.normal(0, 7)) if rng.random() < UPRIGHT else float(rng.uniform(0, 360))


def move(points: Floats, matrix: Floats) -> Floats:
    return (points @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)


def warp(pixels: Pixels, matrix: Floats, size: int, factor: float) -> Pixels:
    """Warp into a size x size cut; blur first where it shrinks, as a good resize would."""
    if factor < 0.8:
        pixels, matrix = around(pixels, matrix, size, 2 / factor)
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.4 / factor), np.uint8)
    edge = cv2.BORDER_REFLECT_101
    return np.asarray(cv2.warpAffine(pixels, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=edge), np.uint8)


def around(pixels: Pixels, matrix: Floats, size: int, more: float) -> tuple[Pixels, Floats]:
    """The part of a picture a cut needs, with its affine: blurring the whole takes longer than all the rest."""
    back = np.asarray(cv2.invertAffineTransform(matrix), np.float32)
    there = move(np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32), back)
    low = np.maximum(np.floor(there.min(0) - more).astype(int), 0)
    high = np.minimum(np.ceil(there.max(0) + more).astype(int), pixels.shape[1::-1])
    if (high - low < 2).any():
        return pixels, matrix
    shift = matrix[:, 2:] + matrix[:, :2] @ low.astype(np.float32)[:, None]
    return pixels[low[1] : high[1], low[0] : high[0]], np.hstack([matrix[:, :2], shift]).astype(np.float32)


def frame(centre: Floats, factor: float, size: int, degrees: float, rng: Rng) -> Floats:
    """The affine that brings a spot to the middle of a cut, turned so far and mirrored every other time."""
    angle = float(np.radians(degrees))
    turn = factor * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        turn = turn @ np.diag([-1.0, 1.0])
    return np.hstack([turn, ((size - 1) / 2 - turn @ centre)[:, None]]).astype(np.float32)


def taken(pixels: Pixels, matrix: Floats, size: int, factor: float, rng: Rng) -> Pixels:
    """The cut an affine describes, now and then as if taken from farther away."""
    if factor <= 0.5 or rng.random() >= 0.3:
        return warp(pixels, matrix, size, factor)
    small = float(rng.uniform(0.35, 0.9))
    far = warp(pixels, matrix * small, max(12, int(size * small)), factor * small)
    return np.asarray(cv2.resize(far, (size, size), interpolation=cv2.INTER_LINEAR), np.uint8)


def cut(picture: Picture, rng: Rng, size: int, face_px: tuple[float, float]) -> tuple[Pixels, list[Die]]:
    """A square cut in which the dice's faces come out at a size drawn from ``face_px``."""
    height, width = picture.pixels.shape[:2]
    known = [face_size(d) for d in picture.dice] or [float(rng.uniform(20, 60)) * width / 960]
    wanted = float(np.exp(rng.uniform(*np.log(face_px))))
    factor = float(np.clip(wanted / np.median(known), size / max(width, height) * 0.8, 4.0))
    if picture.dice and rng.random() < 0.9:
        centre = picture.dice[int(rng.integers(len(picture.dice)))].centre + rng.uniform(-0.4, 0.4, 2) * size / factor
    else:
        centre = rng.uniform(0, 1, 2) * (width, height)
    turn = cv2.getRotationMatrix2D((0, 0), turned(rng), factor)[:, :2]
    if rng.random() < 0.5:
        turn = turn @ np.diag([-1.0, 1.0])
    if rng.random() < 0.4:  # squeezed, as a wide lens or a stretched photograph does
        less = float(rng.uniform(0.7, 1.0))
        turn = np.diag([1.0, less] if rng.random() < 0.6 else [less, 1.0]) @ turn
    matrix = np.hstack([turn, (size / 2 - turn @ centre)[:, None]]).astype(np.float32)
    pixels = warp(picture.pixels, matrix, size, factor)
    # beyond the border lie mirrored dice that nobody labelled: cover them
    inside = cv2.warpAffine(np.full((height, width), 255, np.uint8), matrix, (size, size))
    pixels[inside < 128] = np.array(cv2.mean(pixels)[:3], np.uint8)
    dice = [moved(die, matrix) for die in picture.dice]
    dice = [d for d in dice if -20 < d.centre[0] < size + 20 and -20 < d.centre[1] < size + 20]
    if rng.random() < 0.25:
        pixels = retable(pixels, dice, rng)
    for die in dice:
        if die.hull is not None and rng.random() < 0.35:
            pixels = recolour(pixels, die.hull, rng)
    return strange(pixels, rng), dice


@lru_cache
def boards() -> tuple[Pixels, ...]:
    return tuple(board(np.random.default_rng((7, n))) for n in range(BOARDS))


@lru_cache
def bare_tables() -> tuple[Pixels, ...]:
    """Boards as they are, and many side by side as a slanted camera sees them."""
    return (*boards(), *(slanted(np.tile(top, (3, 3, 1)), np.random.default_rng(n)) for n, top in enumerate(boards())))


def slanted(pixels: Pixels, rng: Rng) -> Pixels:
    side = 960
    height = side * float(rng.uniform(0.35, 1.0))
    inset = side * float(rng.uniform(0, 0.25)) * (1 - height / side)
    far = pixels.shape[0] - 1
    corners = np.array([[0, 0], [far, 0], [far, far], [0, far]], np.float32)
    there = np.array([[inset, 0], [side - inset, 0], [side, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, there)
    soft = cv2.GaussianBlur(pixels, (0, 0), 0.5 * far / side)
    return np.asarray(
        cv2.warpPerspective(soft, matrix, (side, int(height)), borderMode=cv2.BORDER_REFLECT_101), np.uint8
    )


def retable(pixels: Pixels, dice: list[Die], rng: Rng) -> Pixels:
    """The same dice in the same light on another, busier table; their shadows stay."""
    if not dice or any(die.hull is None for die in dice):
        return pixels
    size = pixels.shape[0]
    mask = np.zeros((size, size), np.float32)
    for die in dice:
        assert die.hull is not None
        cv2.fillConvexPoly(mask, np.round(die.hull).astype(np.int32), 1.0, cv2.LINE_AA)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.7), np.float32)[..., None]
    top = boards()[int(rng.integers(BOARDS))]
    turn = cv2.getRotationMatrix2D((BOARD / 2, BOARD / 2), float(rng.uniform(0, 360)), float(rng.uniform(0.5, 1.5)))
    turn[:, 2] += rng.uniform(-1, 1, 2) * BOARD / 4 - (BOARD - size) / 2
    under = cv2.warpAffine(top, turn, (size, size), borderMode=cv2.BORDER_REFLECT_101).astype(np.float32)
    light = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 1.5), np.float32).max(2, keepdims=True)
    around = light[mask < 0.5]
    light = np.clip(light / max(float(np.median(around)) if around.size else 1.0, 8.0), 0.15, 1.4)
    return np.clip(pixels * soft + under * light * (1 - soft), 0, 255).astype(np.uint8)


def moved(die: Die, matrix: Floats) -> Die:
    here = replace(die, centre=move(die.centre[None], matrix)[0])
    if die.quad is not None:
        here.quad = move(die.quad, matrix)
    if die.hull is not None:
        here.hull = move(die.hull, matrix)
    if die.up is not None:
        here.up = (die.up @ matrix[:, :2].T).astype(np.float32)
    if die.box is not None:
        x, y, w, h = die.box
        around = die.hull if die.hull is not None else np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
        there = move(np.asarray(around, np.float32), matrix)
        low, high = there.min(0), there.max(0)
        if die.hull is None:  # a turned box hugs less tightly
            span = (high - low) * 0.12
            low, high = low + span, high - span
        here.box = np.array([*low, *(high - low)], np.float32)
    return here


def face_size(die: Die) -> float:
    """The side of the square with the top face's area."""
    if die.quad is not None:
        return float(np.sqrt(max(cv2.contourArea(die.quad), 1.0)))
    assert die.box is not None
    return float(np.sqrt(max(die.box[2] * die.box[3], 1.0))) * 0.8


def recolour(pixels: Pixels, hull: Floats, rng: Rng) -> Pixels:
    """Give one die other colours: near-black with pale pips is what the renders lack most."""
    low = np.maximum(np.floor(hull.min(0)).astype(int) - 4, 0)
    high = np.maximum(np.ceil(hull.max(0)).astype(int) + 5, low + 1)
    whole, pixels = pixels, pixels[low[1] : high[1], low[0] : high[0]]
    if pixels.size == 0:
        return whole
    mask = np.zeros(pixels.shape[:2], np.float32)
    cv2.fillConvexPoly(mask, np.round(hull - low).astype(np.int32), 1.0, cv2.LINE_AA)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.8), np.float32)[..., None]
    inner = soft[..., 0] > 0.5
    if not inner.any():
        return whole
    lab = pixels.astype(np.float32)
    level = float(np.percentile(lab[inner], 98))
    kind = rng.integers(4)
    if kind == 0:
        other = np.clip(level + float(np.percentile(lab[inner], 2)) - lab, 0, 255)
    elif kind == 1:
        other = lab[..., rng.permutation(3)]
    elif kind == 2:
        other = lab * rng.uniform(0.3, 1.3, 3)
    else:
        grey = lab.mean(2, keepdims=True)
        other = np.clip(level - grey, 0, 255) * rng.uniform(0.5, 1.2, 3)
    done = whole.copy()
    done[low[1] : high[1], low[0] : high[0]] = np.clip(pixels * (1 - soft) + other * soft, 0, 255)
    return done


def strange(pixels: Pixels, rng: Rng) -> Pixels:
    """What finds dice knows them in any colours, and through haze or a lamp's glare in the lens."""
    if rng.random() < 0.12:
        pixels = np.ascontiguousarray(pixels[..., rng.permutation(3)])
    if rng.random() < 0.2:
        pixels = np.asarray(cv2.convertScaleAbs(pixels, None, float(rng.uniform(0.4, 0.9)), float(rng.uniform(0, 70))))
    return spoil(pixels, rng)


def spoil(pixels: Pixels, rng: Rng) -> Pixels:
    """Lamp, lens, sensor and JPEG, each sometimes."""
    picture = pixels.astype(np.float32)
    if rng.random() < 0.7:
        picture *= (rng.uniform(0.75, 1.3, 3) * np.exp(rng.normal(0.0, 0.35))).astype(np.float32)
    if rng.random() < 0.3:
        bend = float(np.exp(rng.normal(0, 0.35)))
        picture = np.asarray(255 * cv2.pow(np.clip(picture / 255, 0, 1), bend), np.float32)
    if rng.random() < 0.3:
        grey = np.asarray(cv2.transform(picture, np.full((1, 3), 1 / 3, np.float32)), np.float32)[..., None]
        picture = grey + (picture - grey) * float(rng.uniform(0.0, 1.8))
    if rng.random() < 0.25:
        height, width = picture.shape[:2]
        across = np.linspace(-1, 1, width, dtype=np.float32)[None] * np.float32(rng.normal(0, 0.3))
        down = np.linspace(-1, 1, height, dtype=np.float32)[:, None] * np.float32(rng.normal(0, 0.3))
        picture *= np.clip(1 + across + down, 0.3, 1.8)[..., None]
    if rng.random() < 0.35:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.5))), np.float32)
    elif rng.random() < 0.15:
        sharp = cv2.GaussianBlur(picture, (0, 0), 1.0)
        picture = picture + (picture - sharp) * float(rng.uniform(0.3, 1.5))
    if rng.random() < 0.5:
        picture += rng.standard_normal(picture.shape, np.float32) * np.float32(rng.uniform(1, 9))
    done = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        coded = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])[1]
        done = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return done
