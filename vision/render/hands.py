"""Hands and forearms, modelled as a height over the table and shaded, that come and go above the pieces."""

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import lamp
from vision.render.lens import Doubles, Floats, Lens
from vision.render.scene import Hand, Light, Spot

PX_PER_MM = 2.0
_WIDE, _LONG = 200, 560  # millimetres of the modelled piece
_TIP = (100.0, 60.0)  # where the hand's spot lies in it: millimetres from its left and its upper edge
_LAMP_STEP = 15  # degrees: the shading is worked out for so many directions of the lamp

SKINS = ((176, 206, 240), (148, 182, 226), (112, 152, 204), (80, 118, 172), (56, 82, 128), (40, 56, 88))
SLEEVES = ((96, 70, 44), (60, 60, 66), (70, 50, 150), (176, 176, 172), (90, 110, 60))

# Each limb: points (x, y, radius, height of its middle) in millimetres from the spot, y towards the fingertips.
Limb = tuple[tuple[float, float, float, float], ...]
_ARM: tuple[Limb, ...] = (
    ((0, -152, 25, 20), (0, -190, 25, 24), (1, -270, 33, 34), (2, -520, 42, 60)),
    ((-22, -76, 14, 20), (-15, -145, 18, 20)),
    ((-7, -70, 15, 22), (-4, -150, 19, 21)),
    ((11, -72, 15, 21), (7, -148, 19, 20)),
    ((25, -84, 13, 18), (14, -146, 17, 18)),
)
_POSES: dict[str, tuple[Limb, ...]] = {
    "open": (
        ((-25, -72, 10.5, 20), (-33, -30, 9.0, 22), (-36, -8, 8.2, 15), (-37, 8, 7.2, 9)),
        ((-8, -66, 10.5, 22), (-9, -20, 9.2, 25), (-10, 4, 8.4, 16), (-10, 20, 7.4, 9)),
        ((11, -68, 10.2, 21), (15, -26, 8.8, 23), (17, -3, 8.0, 15), (18, 12, 7.0, 9)),
        ((26, -80, 9.2, 18), (36, -48, 7.8, 19), (40, -30, 7.0, 13), (43, -16, 6.2, 8)),
        ((-26, -134, 15, 18), (-50, -100, 12, 18), (-64, -74, 10, 14), (-70, -56, 8.6, 9)),
    ),
    "grip": (
        ((-25, -72, 10.5, 26), (-27, -34, 9.4, 32), (-17, -14, 8.4, 20), (-10, -4, 7.4, 9)),
        ((-8, -66, 10.5, 28), (-6, -26, 9.5, 35), (-1, -6, 8.6, 22), (2, 3, 7.6, 9)),
        ((11, -68, 10.2, 27), (15, -32, 9.2, 32), (13, -12, 8.2, 20), (11, -2, 7.2, 9)),
        ((26, -80, 9.2, 24), (31, -48, 8.0, 26), (26, -30, 7.2, 16), (22, -20, 6.4, 9)),
        ((-26, -134, 15, 18), (-47, -96, 12, 20), (-38, -60, 10, 16), (-22, -36, 8.8, 9)),
    ),
    "point": (
        ((-25, -72, 10.5, 22), (-14, -34, 9.2, 22), (-6, -10, 8.2, 16), (0, 2, 7.0, 9)),
        ((-8, -66, 10.5, 24), (-3, -36, 10.0, 30), (2, -44, 9.0, 18)),
        ((11, -68, 10.2, 23), (15, -44, 9.6, 28), (15, -54, 9.0, 18)),
        ((26, -80, 9.2, 20), (30, -62, 8.4, 23), (28, -70, 8.0, 15)),
        ((-26, -134, 15, 18), (-42, -96, 12, 18), (-30, -66, 10, 18), (-12, -52, 9, 20)),
    ),
}
_NAILS = {"open": 5, "grip": 0, "point": 1}  # of how many fingers, from the index on, the nail is seen
_CUFF = -215.0  # the sleeve begins here
_SLEEVE: Limb = ((0, _CUFF, 33, 29), (1, -290, 42, 41), (2, -520, 52, 63))


def limbs(pose: str) -> tuple[tuple[Limb, ...], Limb]:
    """The limbs of hand and forearm, and the sleeve over them."""
    return (*_ARM, *_POSES[pose]), _SLEEVE


@dataclass(frozen=True, eq=False)
class _Model:
    height: Floats
    cover: Floats
    tips: tuple[tuple[float, float, float, float], ...]  # of the fingers: x, y, radius, direction


@lru_cache(maxsize=8)
def _model(pose: str) -> _Model:
    """How high skin and sleeve are over each spot, and where there is any."""
    columns, rows = int(_WIDE * PX_PER_MM), int(_LONG * PX_PER_MM)
    x = ((np.arange(columns, dtype=np.float32) + 0.5) / PX_PER_MM - _TIP[0])[None]
    y = (_TIP[1] - (np.arange(rows, dtype=np.float32) + 0.5) / PX_PER_MM)[:, None]
    height = np.full((rows, columns), np.float32(-40))
    for limb in (*_ARM, *_POSES[pose]):
        for one, two in pairwise(limb):
            _swell(height, x, y, one, two)
    for one, two in pairwise(_SLEEVE):
        _swell(height, x, y, one, two)
    cover = np.clip(1.6 * cv2.GaussianBlur((height > -20).astype(np.float32), (0, 0), 1.3) - 0.3, 0, 1)
    ends = [(limb[-2], limb[-1]) for limb in _POSES[pose]][: _NAILS[pose]]
    tips = tuple((b[0], b[1], b[2], math.atan2(b[1] - a[1], b[0] - a[0])) for a, b in ends)
    return _Model(height, np.asarray(cover, np.float32), tips)


def _swell(
    height: Floats, x: Floats, y: Floats, one: tuple[float, float, float, float], two: tuple[float, float, float, float]
) -> None:
    """Raise the height to that of a round limb between two points, melting softly into what is there."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    along = np.clip(((x - one[0]) * dx + (y - one[1]) * dy) / max(1e-6, dx * dx + dy * dy), 0, 1)
    radius, middle = one[2] + (two[2] - one[2]) * along, one[3] + (two[3] - one[3]) * along
    square = (x - one[0] - along * dx) ** 2 + (y - one[1] - along * dy) ** 2
    here = np.where(square < radius**2, middle * 0.6 + np.sqrt(np.maximum(radius**2 - square, 0)), np.float32(-40))
    soft = np.float32(2.5)
    gap = np.clip(0.5 + 0.5 * (here - height) / soft, 0, 1)
    np.copyto(height, height + (here - height) * gap + soft * gap * (1 - gap) * (height > -20) * (here > -20))


@lru_cache(maxsize=2)  # each takes almost two megabytes, an evening sees dozens, and none comes back soon
def hand_art(pose: str, skin: int, sleeve: int, lamp_deg: int, room: float) -> NDArray[np.uint8]:
    """Blue, green, red and cover of a hand pointing up, lit from a direction on the page."""
    model = _model(pose)
    smooth = cv2.GaussianBlur(model.height, (0, 0), 2.2)
    down, across = np.gradient(smooth * np.float32(PX_PER_MM))
    length = np.sqrt(1 + across**2 + down**2)
    turn = math.radians(lamp_deg)
    to_lamp = (0.62 * math.cos(turn), -0.62 * math.sin(turn), 0.78)
    facing = np.maximum((-across * to_lamp[0] - down * to_lamp[1] + to_lamp[2]) / length, 0)
    up = 1 / length
    rng = np.random.default_rng(7)
    rough: Floats = rng.standard_normal((2, *smooth.shape), np.float32)
    mottle, fine = cv2.GaussianBlur(rough[0], (0, 0), 5), cv2.GaussianBlur(rough[1], (0, 0), 0.8)
    colour = np.empty((*smooth.shape, 3), np.float32)
    colour[:] = SKINS[skin % len(SKINS)]
    colour *= 1 + (0.35 * mottle + 0.03 * fine)[..., None] * np.array([1.0, 0.8, 0.5], np.float32)
    _details(colour, model, skin)
    light = np.power(room * (0.55 + 0.45 * up) + (1 - room) * facing * 1.25, np.float32(lamp.GAMMA))
    # Skin lets red through: what turns away from the lamp stays warmer than paint would.
    colour *= light[..., None] ** np.array([1.15, 1.06, 0.86], np.float32)
    edge = round((_TIP[1] - _CUFF) * PX_PER_MM)
    fabric = np.array(SLEEVES[sleeve % len(SLEEVES)], np.float32)
    weave = 1 + 0.05 * fine[edge:] + 0.22 * mottle[edge:]
    colour[edge:] = fabric * (weave * light[edge:])[..., None]
    colour[edge - 5 : edge + 3] *= np.linspace(0.75, 0.6, 8, dtype=np.float32)[:, None, None]
    colour[edge + 14 : edge + 17] *= np.float32(0.8)
    shine = 18 * np.maximum(facing, 0) ** 24
    colour[:edge] += shine[:edge, :, None]
    art = np.dstack([np.clip(colour, 0, 255) * model.cover[..., None], model.cover * 255])
    return np.asarray(art, np.uint8)


def _details(colour: Floats, model: _Model, skin: int) -> None:
    """Rosy fingertips and nails."""
    warm = np.zeros(colour.shape[:2], np.float32)
    nails = np.zeros(colour.shape[:2], np.uint8)
    for x, y, radius, way in model.tips:
        middle = _page(x, y)
        cv2.circle(warm, (round(middle[0]), round(middle[1])), round(radius * 2.4), 1.0, cv2.FILLED)
        nail = (round(middle[0] + 2 * math.cos(way)), round(middle[1] - 2 * math.sin(way)))
        axes = (round(radius * 1.15), round(radius * 0.95))
        cv2.ellipse(nails, nail, axes, -math.degrees(way), 0, 360, 255, cv2.FILLED, cv2.LINE_AA)
    warm = np.asarray(cv2.GaussianBlur(warm, (0, 0), 9), np.float32)
    colour *= 1 - warm[..., None] * np.array([0.16, 0.13, 0.0], np.float32)
    pale = cv2.GaussianBlur(nails, (0, 0), 0.8).astype(np.float32)[..., None] / 255
    lighter = np.array(SKINS[skin % len(SKINS)], np.float32) * 0.55 + np.array([205, 208, 250], np.float32) * 0.45
    colour += (lighter - colour) * pale * np.float32(0.6)
    rim = cv2.morphologyEx(nails, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).astype(np.float32)[..., None] / 255
    colour *= 1 - np.float32(0.16) * rim


def _page(x: float, y: float) -> tuple[float, float]:
    return (x + _TIP[0]) * PX_PER_MM, (_TIP[1] - y) * PX_PER_MM


def _in_space(hand: Hand) -> Doubles:
    """The corners of the modelled piece in space: it lies over the table and rises towards the elbow."""
    turn = math.radians(hand.arm_from + 180)
    ahead, right = (math.cos(turn), math.sin(turn)), (math.sin(turn), -math.cos(turn))
    corners = []
    left, right_x, top, low = -_TIP[0], _WIDE - _TIP[0], _TIP[1], _TIP[1] - _LONG
    for x, y in ((left, top), (right_x, top), (right_x, low), (left, low)):
        z = hand.height_mm + 0.1 * (_TIP[1] - y)
        corners.append((hand.at[0] + right[0] * x + ahead[0] * y, hand.at[1] + right[1] * x + ahead[1] * y, z))
    return np.array(corners)


@dataclass(frozen=True, eq=False)
class HandSeen:
    """A hand in the picture: where, its colours (already times cover), and how much of each pixel it covers."""

    x: int
    y: int
    colour: NDArray[np.uint8]
    cover: NDArray[np.uint8]

    def over(self, pixels: Doubles) -> bool:
        """Whether it hides anything of the box around these points."""
        low, high = np.floor(pixels.min(0)).astype(int), np.ceil(pixels.max(0)).astype(int)
        rows = slice(max(0, low[1] - self.y), max(0, high[1] - self.y))
        columns = slice(max(0, low[0] - self.x), max(0, high[0] - self.x))
        return bool((self.cover[rows, columns] > 127).any())


def hand_seen(hand: Hand, lens: Lens, light: Light, middle: Spot) -> HandSeen | None:
    art = _art(hand, light)
    pixels = lens.project(_in_space(hand))
    box = _window(pixels, lens.size)
    if box is None:
        return None
    x, y, w, h = box
    warped = _warp(art, pixels - (x, y), (w, h))
    spot = np.array([*hand.at, hand.height_mm])
    ends = lens.project([spot, spot + np.array([*hand.smear, 0.0])])
    warped = _smeared(warped, ends[1] - ends[0])
    share = lamp.share_at(light, hand.at, middle)
    bright = (light.brightness * (light.room + (1 - light.room) * share)) ** lamp.GAMMA
    tinted = cv2.multiply(warped[..., :3].copy(), np.array([*(lamp.tint(light.kelvin) * bright), 0.0], np.float64))
    return HandSeen(x, y, np.asarray(tinted, np.uint8), np.ascontiguousarray(warped[..., 3]))


def _art(hand: Hand, light: Light) -> NDArray[np.uint8]:
    away = math.degrees(math.atan2(light.lamp[1] - hand.at[1], light.lamp[0] - hand.at[0]))
    page = away - (hand.arm_from + 180) + 90  # on the page the hand points up
    page = 180 - page if hand.left else page
    step = round(page / _LAMP_STEP) * _LAMP_STEP % 360
    art = hand_art(hand.pose, hand.skin, hand.sleeve, step, round(light.room, 2))
    return np.asarray(art[:, ::-1] if hand.left else art, np.uint8)


def _warp(art: NDArray[np.uint8], corners: Doubles, size: tuple[int, int]) -> NDArray[np.uint8]:
    rows, columns = art.shape[:2]
    page = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32) - np.float32(0.5)
    to_picture = cv2.getPerspectiveTransform(page, corners.astype(np.float32))
    return np.asarray(cv2.warpPerspective(art, to_picture, size, flags=cv2.INTER_LINEAR), np.uint8)


def _smeared(art: NDArray[np.uint8], way: Doubles) -> NDArray[np.uint8]:
    reach = int(np.ceil(np.abs(way).max() / 2))
    if reach < 2:
        return art
    line = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    ends = np.round(np.array([-way, way]) / 2 + reach).astype(int)
    cv2.line(line, ends[0].tolist(), ends[1].tolist(), 255, 1)
    # A long smear is as good at half the size and four times as quick.
    small = cv2.resize(art, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    brush = cv2.resize(line, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32)
    blurred = cv2.filter2D(small, -1, brush / brush.sum())
    return np.asarray(cv2.resize(blurred, art.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def _window(pixels: Doubles, size: tuple[int, int]) -> tuple[int, int, int, int] | None:
    low, high = np.floor(pixels.min(0)), np.ceil(pixels.max(0))
    x, y = int(max(0, low[0])), int(max(0, low[1]))
    w, h = int(min(size[0], high[0])) - x, int(min(size[1], high[1])) - y
    return (x, y, w, h) if w > 4 and h > 4 else None


def lay_hand(picture: NDArray[np.uint8], seen: HandSeen) -> None:
    rows, columns = seen.cover.shape
    part = picture[seen.y : seen.y + rows, seen.x : seen.x + columns]
    through = cv2.bitwise_not(seen.cover)
    cv2.multiply(part, cv2.merge([through, through, through]), dst=part, scale=1 / 255)
    cv2.add(part, seen.colour, dst=part)


def lay_hand_shadow(picture: NDArray[np.uint8], hand: Hand, lens: Lens, light: Light) -> None:
    """The soft dark a hand throws on table and pieces."""
    corners = _in_space(hand)
    bulb = np.array(light.lamp)
    reach = bulb[2] / np.maximum(bulb[2] - corners[:, 2:], 50.0)
    fallen = bulb + (corners - bulb) * reach
    fallen[:, 2] = 0
    pixels = lens.project(fallen) / 4  # a soft shadow is drawn at a quarter of the size
    quarter = (-(-lens.size[0] // 4), -(-lens.size[1] // 4))
    soft = 0.25 * lens.px_per_mm((*hand.at, 0.0)) * (4 + hand.height_mm * light.lamp_mm / bulb[2])
    pad = int(3 * soft) + 2
    box = _window(np.array([pixels.min(0) - pad, pixels.max(0) + pad]), quarter)
    if box is None:
        return
    x, y, w, h = box
    cover = np.ascontiguousarray(_art(hand, light)[::2, ::2, 3])
    dark = cv2.GaussianBlur(_warp(cover, pixels - (x, y), (w, h)), (0, 0), soft)
    kept = cv2.LUT(dark, _KEPT[round(light.room * 20)])
    right, low = min(4 * (x + w), lens.size[0]), min(4 * (y + h), lens.size[1])
    kept = cv2.resize(kept, (w * 4, h * 4), interpolation=cv2.INTER_LINEAR)[: low - 4 * y, : right - 4 * x]
    part = picture[4 * y : low, 4 * x : right]
    cv2.multiply(part, cv2.merge([kept, kept, kept]), dst=part, scale=1 / 255)


# For each share of room light: what is left of a grey level under so much of a hand.
_KEPT = [
    np.array([255 * (1 - d / 255 * (1 - room / 20) * 0.95) ** lamp.GAMMA for d in range(256)], np.uint8)
    for room in range(21)
]
