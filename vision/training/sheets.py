"""Invents mats, so that what a mat prints where nothing lies is known for nothing."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.places import SIZES, WIDER
from vision.render.sheet import PX_PER_MM, sheet_art
from vision.table.zones import EDGE_MM, Mat, Printed, Zone

Art = NDArray[np.uint8]
Rng = np.random.Generator
SPARE_MM = 8.0  # around what is looked at of a place
FINE = 2.5  # pixels a millimetre
_WORDS = ("", "top tile of player {name}", "player {name}", "yours", "{name}", "laid aside", "draw here", "Dein Stapel")


def invented(rng: Rng, mats: int) -> dict[str, list[Art]]:
    """Pictures of empty places of each kind, the paper's edge or another field sometimes in view."""
    found: dict[str, list[Art]] = {kind: [] for kind in SIZES}
    for _ in range(mats):
        zones = tuple(zones_of(rng))
        art = sheet_art.__wrapped__(Mat("invented", 2, zones))
        kinds = [kind for kind in found for zone in zones if zone.may_hold == (kind,)]
        spots = [zone for kind in found for zone in zones if zone.may_hold == (kind,)]
        for kind, zone in zip(kinds, spots, strict=True):
            parts = zone.printed.rings or (0.5,) if not zone.printed.felt else tuple(rng.uniform(0, 1, 3))
            for part in parts:
                down = float(rng.uniform(0, 1)) if zone.printed.felt else 0.5
                spot = zone.x + part * zone.width, zone.y + down * zone.height
                found[kind].append(_cut(art, kind, spot, zone.width > zone.height and kind == "tiles"))
    return found


def zones_of(rng: Rng) -> list[Zone]:
    """Rows of places for one piece each, with whatever a mat may print there, and a field."""
    made, y = [], -16.0
    while y < 150:
        kind = str(rng.choice(list(SIZES)))
        wide, high = SIZES[kind]
        room = rng.uniform(1, 5, 2)
        width, height = wide + room[0], high + room[1]
        sideways = kind == "tiles" and rng.random() < 0.3
        felt = rng.random() < 0.12
        rings: tuple[float, ...] = ()
        if sideways:
            width, height = height, width
        if kind == "tokens":
            width, height, rings = 77.0, float(rng.uniform(36, 46)), (0.27, 0.73) if rng.random() < 0.8 else (0.5,)
        if felt:
            width, height, rings = 300.0, float(rng.uniform(60, 120)), ()
        if y + height > 236:
            break
        x, gap = float(rng.uniform(-22, 30)), float(rng.uniform(1.5, 12))
        bars, texts = rng.random() < 0.35, rng.random() < 0.7
        label, large, worms = str(rng.choice(_WORDS)), float(rng.uniform(8, 20)), rng.random() < 0.5
        first = int(rng.integers(1, 36))
        while x + width < 372:
            printed = Printed(
                felt=felt,
                bars=bool(bars),
                text=str(first) if texts and not rings else "",
                text_mm=large,
                marks=int(rng.integers(1, 5)) if worms and kind == "tiles" and not sideways else 0,
                rings=rings,
                label=label,
            )
            made.append(Zone(f"{kind}:{first}", x, y, width, height, (kind,), printed))
            x, first = x + width + gap, first + 1
        y += height + float(rng.uniform(1.5, 8))
    return made


def _cut(art: Art, kind: str, spot: tuple[float, float], sideways: bool) -> Art:
    wide, high = (side * WIDER + 2 * SPARE_MM for side in SIZES[kind])
    if sideways:
        wide, high = high, wide
    top = art.shape[0] / PX_PER_MM - EDGE_MM - spot[1] - high / 2
    way = np.array([[FINE / PX_PER_MM, 0, -(spot[0] + EDGE_MM - wide / 2) * FINE], [0, FINE / PX_PER_MM, -top * FINE]])
    size = round(wide * FINE), round(high * FINE)
    seen = cv2.warpAffine(
        art, way, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=(70, 90, 110)
    )
    return np.ascontiguousarray(np.rot90(seen)) if sideways else np.asarray(seen, np.uint8)
