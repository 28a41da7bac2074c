"""Invents boxes of tokens, cards and tiles: art, colours and sizes nobody tuned the reader to."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

Art = NDArray[np.uint8]
Ink = tuple[int, int, int]
Rng = np.random.Generator
SIDE = 128  # pixels of a piece's longer side
DOWN = "down"  # a tile's other side
NAMES = [f"{colour}-{number}" for colour in ("red", "blue", "green", "yellow") for number in range(1, 9)]
_INKS = ((40, 40, 190), (190, 80, 40), (60, 140, 50), (30, 170, 220))
_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)


@dataclass(frozen=True, eq=False)
class Kind:
    """All pieces of one kind in one box."""

    arts: dict[str, Art] = field(repr=False)
    size_mm: tuple[float, float]
    thick_mm: float
    disc: bool = False


def invent(seed: int) -> dict[str, Kind]:
    """One box; the same seed makes it again."""
    rng = np.random.default_rng(seed)
    inks = [_near(rng, ink) for ink in _INKS]
    worms = (
        [int(one) for one in rng.integers(1 << 30, size=8)] if rng.random() < 0.4 else [int(rng.integers(1 << 30))] * 8
    )
    across, high, wide = float(rng.uniform(26, 38)), float(rng.uniform(52, 68)), float(rng.uniform(0.46, 0.62))
    return {
        "tokens": Kind(_tokens(rng, inks, worms), (across, across), float(rng.uniform(1.5, 5)), disc=True),
        "cards": (cards := _cards(rng, inks, worms), Kind(cards, (high * _aspect(cards), high), 0.6))[1],
        "tiles": Kind(_tiles(rng, wide), (52 * wide, 52.0), float(rng.uniform(2, 8))),
    }


def _aspect(arts: dict[str, Art]) -> float:
    high, wide = next(iter(arts.values())).shape[:2]
    return float(wide / high)


def _colour(rng: Rng, pale: float) -> Ink:
    """Any colour, or with the chance ``pale`` one like paper, cream or wood."""
    if rng.random() < pale:
        hsv = rng.integers(8, 40), rng.integers(0, 90), rng.integers(185, 256)
    else:
        hsv = rng.integers(0, 180), rng.integers(40, 255), rng.integers(40, 255)
    b, g, r = (int(v) for v in cv2.cvtColor(np.array([[hsv]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0])
    return b, g, r


def _near(rng: Rng, ink: Ink) -> Ink:
    b, g, r = (int(np.clip(v + rng.normal(0, 20), 0, 255)) for v in ink)
    return b, g, r


def _shade(ink: Ink, by: float) -> Ink:
    b, g, r = (min(255, int(v * by + (20 if by > 1 else 0))) for v in ink)
    return b, g, r


def _apart(rng: Rng, pale: float, others: list[Ink], least: int = 60) -> Ink:
    """A colour that stands out from others."""
    while True:
        ink = _colour(rng, pale)
        if all(max(abs(a - b) for a, b in zip(ink, other, strict=True)) > least for other in others):
            return ink


def _ground(wide: int, ink: Ink) -> Art:
    return np.full((SIDE, wide, 3), ink, np.uint8)


def _worm(art: Art, seed: int, number: int, at: tuple[float, float], size: float, ink: Ink) -> None:
    """One of eight worms of a family: bent, curled or waved; striped, dotted, with a hat or large eyes."""
    rng = np.random.default_rng(seed)
    bend, phase, thick = rng.uniform(4, 7), rng.uniform(0, 6), max(2, int(size * rng.uniform(0.28, 0.42)))
    t = np.linspace(0, 1, 40)
    line = np.stack([(2 * t - 1) * 0.75, 0.38 * np.sin(t * bend + phase)], 1)
    if number in (5, 6):  # curled, once or more often
        turn = t * (4.8 if number == 5 else rng.uniform(9, 16)) + 0.6
        line = (
            np.stack([np.cos(turn), np.sin(turn)], 1)
            * (np.full_like(t, 0.6) if number == 5 else 0.1 + 0.6 * t)[:, None]
        )
    elif number == 7:
        line = np.stack([(2 * t - 1) * 0.85, 0.33 * np.sin(t * bend * 1.9)], 1)
    points = (np.array(at) + line * size).round().astype(np.int32)
    cv2.polylines(art, [points], False, ink, thick, cv2.LINE_AA)
    pale, black = (240, 240, 235), (25, 25, 25)
    if number in (0, 7):
        for n in range(4, 37, 6):
            way = np.array([points[n + 1][1] - points[n - 1][1], points[n - 1][0] - points[n + 1][0]], float)
            way *= thick * 0.45 / max(1e-6, float(np.linalg.norm(way)))
            ends = [[int(v) for v in points[n] + sign * way] for sign in (-1, 1)]
            cv2.line(art, ends[0], ends[1], pale, max(1, thick // 4), cv2.LINE_AA)
    if number == 1:
        for n in range(4, 36, 6):
            cv2.circle(art, [int(v) for v in points[n]], max(1, thick // 5), pale, -1, cv2.LINE_AA)
    x, y = (int(v) for v in points[-1])
    cv2.circle(art, (x, y), int(thick * 0.62), ink, -1, cv2.LINE_AA)
    eye = max(1, int(thick * (0.34 if number == 2 else 0.18)))
    for side in (-1, 1):
        cv2.circle(art, (x + side * eye, y - eye // 2), eye, pale, -1, cv2.LINE_AA)
        cv2.circle(art, (x + side * eye, y - eye // 2), max(1, eye // 2), black, -1, cv2.LINE_AA)
    if number == 3:
        cv2.rectangle(art, (x - thick // 3, y - int(1.2 * thick)), (x + thick // 3, y - thick // 2), black, -1)
        cv2.line(art, (x - thick, y - thick // 2), (x + thick, y - thick // 2), black, max(1, thick // 6))
    if number == 4:
        bow = np.array([[x, y + thick // 2], [x + thick // 2, y + thick], [x - thick // 2, y + thick]], np.int32)
        cv2.fillPoly(art, [bow], _shade(ink, 0.4), cv2.LINE_AA)


def _tokens(rng: Rng, inks: list[Ink], worms: list[int]) -> dict[str, Art]:
    ground = _apart(rng, 0.75, inks)
    back, rim = _apart(rng, 0.1, [ground], 50), _colour(rng, 0.2)
    blank, width = _ground(SIDE, ground), int(rng.integers(0, 6))
    if width:
        cv2.circle(blank, (64, 64), int(rng.integers(52, 62)), rim, width, cv2.LINE_AA)
    arts, size = {}, float(rng.uniform(36, 50))
    for n, name in enumerate(NAMES):
        arts[name] = blank.copy()
        _worm(arts[name], worms[n % 8], n % 8, (64, 64), size, inks[n // 8])
    other = _ground(SIDE, back)
    for radius in rng.integers(12, 60, int(rng.integers(1, 4))):
        cv2.circle(other, (64, 64), int(radius), _shade(back, 1.4 if rng.random() < 0.5 else 0.5), 3, cv2.LINE_AA)
    shape = (64 + rng.normal(0, 18, (7, 2))).astype(np.int32)
    cv2.fillPoly(other, [np.asarray(cv2.convexHull(shape), np.int32)], _shade(back, 0.45), cv2.LINE_AA)
    return {**arts, "blank": blank, "back": other}


def _cards(rng: Rng, inks: list[Ink], worms: list[int]) -> dict[str, Art]:
    wide = SIDE if rng.random() < 0.5 else int(SIDE * rng.uniform(0.64, 0.95))
    common = _ground(wide, _colour(rng, 0.3))
    for _ in range(int(rng.integers(0, 3))):
        edge = int(rng.integers(3, 9))
        cv2.rectangle(
            common, (edge, edge), (wide - 1 - edge, SIDE - 1 - edge), _colour(rng, 0.1), int(rng.integers(1, 4))
        )
    body = (int(wide * 0.36), 52)
    cv2.ellipse(common, body, (22, 15), float(rng.uniform(-20, 20)), 0, 360, _colour(rng, 0.6), -1, cv2.LINE_AA)
    cv2.circle(common, (body[0] + 16, body[1] - 20), 9, _colour(rng, 0.6), -1, cv2.LINE_AA)
    cv2.circle(common, (body[0] + 16, body[1] - 29), 4, (40, 40, 200), -1, cv2.LINE_AA)
    radius, disc = int(rng.integers(26, 33)), _colour(rng, 0.0)
    spot, corner = (wide - radius - 7, 88), (int(rng.choice([18, wide - 20])), 20)
    cv2.circle(common, spot, radius, _apart(rng, 1.0, inks), -1, cv2.LINE_AA)
    cv2.circle(common, corner, 14, disc, -1, cv2.LINE_AA)
    arts = {}
    for n, name in enumerate(NAMES):
        arts[name] = common.copy()
        _worm(arts[name], worms[n % 8], n % 8, spot, radius * 0.66, inks[n // 8])
        ink = (255, 255, 255) if sum(disc) < 450 else (20, 20, 20)
        at = corner[0] - 7, corner[1] + 7
        cv2.putText(arts[name], str(int(rng.integers(1, 8))), at, _FONTS[1], 0.7, ink, 2, cv2.LINE_AA)
    return arts


def _usual_worms() -> dict[int, int]:
    return {number: (number - 21) // 4 + 1 for number in range(21, 37)}


def _tiles(rng: Rng, aspect: float) -> dict[str, Art]:
    return tiles(rng, aspect, _usual_worms(), _colour(rng, 0.7))


def tiles(rng: Rng, aspect: float, worms: Mapping[int, int], ground: Ink) -> dict[str, Art]:
    """Tiles of one box, of these numbers with so many worms each."""
    wide = int(SIDE * aspect)
    ink, other = _apart(rng, 0.0, [ground], 90), _apart(rng, 0.0, [ground])
    font, thick, worm = int(rng.choice(_FONTS)), int(rng.integers(3, 6)), int(rng.integers(1 << 30))
    ruled, framed = rng.random() < 0.75, rng.random() < 0.25
    plain = _ground(wide, ground)
    arts = {}
    for number, count in worms.items():
        art = arts[str(number)] = plain.copy()
        scale = wide / 58
        (across, high), _ = cv2.getTextSize(str(number), font, scale, thick)
        cv2.putText(art, str(number), ((wide - across) // 2, 30 + high // 2), font, scale, ink, thick, cv2.LINE_AA)
        if ruled:
            cv2.line(art, (8, 60), (wide - 8, 60), other, 2)
        if framed:
            cv2.rectangle(art, (4, 4), (wide - 5, SIDE - 5), other, 2)
        for n in range(count):
            at = wide * (0.3 + 0.4 * (n % 2)) if count > 1 else wide / 2
            _worm(art, worm, 0, (at, 82 + 24 * (n // 2)), wide * 0.17, other)
    return {**arts, DOWN: plain}
