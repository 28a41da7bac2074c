"""Makes flattened top faces: of invented dice, and of labelled ones, as badly cut and lit as at a real table."""

import cv2
import numpy as np

from vision.dice.read_faces import PATCH, patch_corners
from vision.training.art import colour
from vision.training.augment import spoil
from vision.training.scenes import Die, Floats, Picture, Pixels

SIDE, EDGE = 64, 20  # of an invented face while it is lit, and of what lies around it
Rng = np.random.Generator
GRID = np.mgrid[: SIDE + 2 * EDGE, : SIDE + 2 * EDGE].astype(np.float32)


def flatten(pixels: Pixels, quad: Floats, turns: int = 0) -> Pixels:
    """The patch under a quad."""
    matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), patch_corners(turns))
    return np.asarray(
        cv2.warpPerspective(pixels, matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    )


def shaken(quad: Floats, rng: Rng, amount: float = 0.045) -> Floats:
    """Corners as found, not as they are."""
    side = float(np.sqrt(max(cv2.contourArea(np.asarray(quad, np.float32)), 1.0)))
    drift = rng.normal(0, amount * 0.6, 2) * side
    swell = 1 + rng.normal(0, 0.04)
    middle = quad.mean(0)
    return np.asarray((quad - middle) * swell + middle + drift + rng.normal(0, amount, (4, 2)) * side, np.float32)


def labelled(picture: Picture, die: Die, rng: Rng, turns: int) -> Pixels:
    assert die.quad is not None
    side = float(np.sqrt(max(cv2.contourArea(die.quad), 1.0)))
    pixels = picture.pixels
    low = np.floor(np.maximum(die.quad.min(0) - side, 0)).astype(int)
    high = np.ceil(die.quad.max(0) + side).astype(int)
    pixels, quad = pixels[low[1] : high[1], low[0] : high[0]], die.quad - low
    if side > 26 and rng.random() < 0.4:
        small = float(rng.uniform(16, side)) / side
        pixels = np.asarray(cv2.resize(pixels, None, fx=small, fy=small, interpolation=cv2.INTER_AREA), np.uint8)
        quad = (quad + 0.5) * small - 0.5
    elif side > PATCH * 1.3:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.4 * side / PATCH), np.uint8)
    return spoil(flatten(pixels, shaken(quad, rng), turns), rng)


def other_colours(patch: Pixels, rng: Rng) -> Pixels:
    """Pips stay the same pips in any colour, light on dark or dark on light."""
    if rng.random() < 0.2:
        patch = 255 - patch
    if rng.random() < 0.2:
        patch = np.ascontiguousarray(patch[..., rng.permutation(3)])
    return patch


def invented(art: Pixels, body: tuple[int, int, int], rng: Rng, turns: int) -> Pixels:
    """A view of an invented face."""
    edge, whole = EDGE, SIDE + 2 * EDGE
    ground = np.array(colour(rng), np.float32)
    scene = np.empty((whole, whole, 3), np.float32)
    scene[:] = ground + rng.normal(0, 12, 3)
    if rng.random() < 0.4:
        scene += rng.normal(0, 25, (whole // 8 + 1, whole // 8 + 1, 3)).repeat(8, 0).repeat(8, 1)[:whole, :whole]
    first = int(rng.integers(4))
    for side in range(int(rng.integers(0, 3))):  # the sides of the die that a slanted camera sees
        shade = np.array(body, np.float32) * rng.uniform(0.25, 0.95)
        depth = int(edge * rng.uniform(0.2, 1.0))
        across = slice(edge, -edge)
        before, behind = slice(edge - depth, edge), slice(-edge, whole - edge + depth)
        area = [(before, across), (across, behind), (behind, across), (across, before)][(first + side) % 4]
        scene[area] = shade
    lit = cv2.resize(art, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    mask = np.zeros((SIDE, SIDE), np.float32)
    radius = int(SIDE * rng.uniform(0.03, 0.25))
    cv2.rectangle(mask, (radius, 0), (SIDE - 1 - radius, SIDE - 1), 1.0, -1)
    cv2.rectangle(mask, (0, radius), (SIDE - 1, SIDE - 1 - radius), 1.0, -1)
    for x in (radius, SIDE - 1 - radius):
        for y in (radius, SIDE - 1 - radius):
            cv2.circle(mask, (x, y), radius, 1.0, -1)
    rim = cv2.GaussianBlur(mask, (0, 0), SIDE * 0.05) * 2 - 1  # the rounded edge turns away from the lamp
    lit = lit * (1 - rng.uniform(-0.15, 0.5) * (1 - np.clip(rim, 0, 1)))[..., None]
    inner = scene[edge : edge + SIDE, edge : edge + SIDE]
    inner[:] = inner * (1 - mask[..., None]) + lit * mask[..., None]
    if rng.random() < 0.35:  # a lamp reflected
        spot, reach = rng.uniform(0, whole, 2), rng.uniform(4, 25)
        y, x = GRID
        glow = np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (2 * reach**2))
        scene += (glow * rng.uniform(30, 200))[..., None]
    if rng.random() < 0.3:  # a shadow's edge
        normal, far = rng.normal(0, 1, 2), rng.uniform(-25, 25)
        y, x = GRID - whole / 2
        dark = 1 / (1 + np.exp(-(x * normal[0] + y * normal[1] - far) / rng.uniform(0.5, 6)))
        scene *= (1 - rng.uniform(0.2, 0.6) * dark)[..., None]
    seen = float(np.exp(rng.uniform(np.log(15), np.log(60))))  # how many pixels the camera had for the face
    factor = seen / SIDE
    whole_face = np.clip(scene, 0, 255).astype(np.uint8)
    small = np.asarray(cv2.resize(whole_face, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    start, end = (edge + 0.0) * factor - 0.5, (edge + SIDE) * factor - 0.5
    quad = np.array([[start, start], [end, start], [end, end], [start, end]], np.float32)
    if rng.random() < 0.5:
        small, quad = squeezed(small, quad, rng)
    return spoil(flatten(small, shaken(quad, rng), turns), rng)


def squeezed(pixels: Pixels, quad: Floats, rng: Rng) -> tuple[Pixels, Floats]:
    """Foreshortened along some direction, as a slanted camera sees it: pixels are lost one way only."""
    height, width = pixels.shape[:2]
    angle, less = rng.uniform(0, np.pi), rng.uniform(0.55, 1.0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = np.diag([1.0, less]) @ turn
    middle = np.array([width, height]) / 2
    full = np.hstack([matrix, (middle - matrix @ middle)[:, None]]).astype(np.float32)
    out = cv2.warpAffine(pixels, full, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out), (quad @ full[:, :2].T + full[:, 2]).astype(np.float32)
