"""Table tops of a stranger's house: woods, felts, cloths, stone, paper, plastic, leather."""

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.training.art import Colour, colour

Rng = np.random.Generator
SIDE = 1024
KINDS = ("wood", "felt", "cloth", "checked", "striped", "stone", "paper", "plastic", "leather")
OFTEN = (0.24, 0.2, 0.1, 0.1, 0.06, 0.1, 0.08, 0.06, 0.06)


def table_top(rng: Rng, kind: str) -> tuple[Pixels, float, float]:
    """A square that may be mirrored at its edges, how many mm it is wide and how rough."""
    make = {
        "wood": wood, "felt": felt, "cloth": cloth, "checked": checked, "striped": striped,
        "stone": stone, "paper": paper, "plastic": plastic, "leather": leather,
    }[kind]  # fmt: skip
    rough = {"wood": (0.25, 0.7), "stone": (0.12, 0.5), "plastic": (0.15, 0.5), "leather": (0.35, 0.6)}
    picture = np.clip(make(rng), 0, 255).astype(np.uint8)
    return picture, float(rng.uniform(320, 520)), float(rng.uniform(*rough.get(kind, (0.75, 1.0))))


def noise(rng: Rng, cells: float, squeeze: float = 1.0) -> np.ndarray:
    """Smooth noise about 0, so many cells across, longer along x by the squeeze."""
    grid = rng.normal(0, 1, (max(2, round(cells)), max(2, round(cells / squeeze)))).astype(np.float32)
    return np.asarray(cv2.resize(grid, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC))


def grain(rng: Rng, strength: float) -> np.ndarray:
    """Fibres as fine as the camera sees."""
    fine = cv2.GaussianBlur(rng.normal(0, 1, (SIDE, SIDE)).astype(np.float32), (0, 0), float(rng.uniform(0.6, 1.3)))
    return np.asarray(strength * fine / fine.std())


def shaded(ink: Colour, level: np.ndarray) -> np.ndarray:
    return np.asarray(np.array(ink, np.float32) * (1 + level[..., None]))


def muted(rng: Rng, darkest: int = 25) -> Colour:
    """Colours people have on tables: seldom glaring, never quite black."""
    b, g, r = (int(np.clip(v, darkest, 235)) for v in colour(rng))
    grey = (b + g + r) // 3
    keep = float(rng.uniform(0.25, 0.85))
    b, g, r = (int(grey + (v - grey) * keep) for v in (b, g, r))
    return b, g, r


def wood(rng: Rng) -> np.ndarray:
    tones = [
        (150, 195, 225),
        (95, 145, 190),
        (60, 100, 150),
        (40, 65, 105),
        (30, 42, 62),
        (120, 135, 145),
        (45, 55, 115),
    ]
    base = np.array(tones[int(rng.integers(len(tones)))], np.float32) * rng.uniform(0.85, 1.1)
    level = sum(share * noise(rng, cells, 14) for cells, share in ((14, 0.07), (60, 0.06), (240, 0.05)))
    rings = np.sin(np.linspace(0, rng.uniform(15, 60), SIDE)[:, None] + 3 * noise(rng, 5, 3))
    planks = np.zeros((SIDE, SIDE), np.float32)
    if rng.random() < 0.4:
        wide = int(rng.integers(120, 300))
        tone = rng.normal(0, 0.12, SIDE // wide + 1)
        planks += tone[np.arange(SIDE) // wide][:, None]
        planks[np.arange(SIDE) % wide < 3] -= 0.4
    lit = level + 0.06 * float(rng.uniform(0, 1.5)) * rings + planks
    turned = base * (1 + lit[..., None] * np.array([1.15, 1.0, 0.9], np.float32))
    return np.asarray(turned if rng.random() < 0.7 else turned.transpose(1, 0, 2))


def felt(rng: Rng) -> np.ndarray:
    return shaded(muted(rng), grain(rng, float(rng.uniform(0.05, 0.14))) + 0.03 * noise(rng, 6))


def cloth(rng: Rng) -> np.ndarray:
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    step = float(rng.uniform(0.8, 2.2))
    weave = 0.06 * (np.sin(x * step) + np.sin(y * step))
    return shaded(muted(rng, 50), weave + grain(rng, 0.04) + 0.05 * noise(rng, 5))


def checked(rng: Rng) -> np.ndarray:
    """Gingham or a chessboard."""
    wide = int(rng.integers(24, 90))
    y, x = np.mgrid[:SIDE, :SIDE] // wide % 2
    one, other = np.array(muted(rng), np.float32), np.array(muted(rng, 120), np.float32)
    share = (x + y) / 2 if rng.random() < 0.6 else ((x + y) % 2).astype(float)
    mixed = one * share[..., None] + other * (1 - share[..., None])
    return np.asarray(mixed * (1 + grain(rng, 0.05)[..., None]))


def striped(rng: Rng) -> np.ndarray:
    inks = np.array([muted(rng, 60) for _ in range(int(rng.integers(2, 5)))], np.float32)
    edges = np.cumsum(rng.integers(10, 90, 200))
    which = np.searchsorted(edges, np.arange(SIDE)) % len(inks)
    bands = np.broadcast_to(inks[which][:, None], (SIDE, SIDE, 3))
    return np.asarray(bands * (1 + grain(rng, 0.05)[..., None]))


def stone(rng: Rng) -> np.ndarray:
    ink, vein = np.array(muted(rng, 35), np.float32), np.array(muted(rng, 35), np.float32)
    clouds = noise(rng, 7) * 0.5 + noise(rng, 25) * 0.4 + noise(rng, 90) * 0.35
    share = np.clip(0.25 + 0.3 * clouds, 0, 1) if rng.random() < 0.6 else np.exp(-np.abs(clouds) * 6)
    return np.asarray(ink + (vein - ink) * share[..., None] * rng.uniform(0.3, 0.8) + grain(rng, 5)[..., None])


def paper(rng: Rng) -> np.ndarray:
    """White or packing paper, perhaps ruled."""
    base: Colour = (225, 228, 230) if rng.random() < 0.6 else (130, 170, 195)
    sheet = shaded(base, 0.03 * noise(rng, 8) + grain(rng, 0.02))
    if rng.random() < 0.4:
        step = int(rng.integers(9, 30))
        sheet[::step] *= 0.8
        if rng.random() < 0.5:
            sheet[:, ::step] *= 0.8
    return sheet


def plastic(rng: Rng) -> np.ndarray:
    return shaded(muted(rng, 40), 0.02 * noise(rng, 4) + grain(rng, 0.015))


def leather(rng: Rng) -> np.ndarray:
    cells = np.abs(noise(rng, 140) + 0.5 * noise(rng, 300))
    return shaded(muted(rng, 30), 0.2 * np.clip(cells, 0, 1) - 0.12 + 0.05 * noise(rng, 6))
