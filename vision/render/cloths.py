"""What a table may be covered with, each cloth woven or grown from its seed."""

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from vision.render.canvas import Art
from vision.render.lens import Floats

Weaver = Callable[[np.random.Generator], Floats]
PX_PER_MM = 2.5
_SIDE = 1200  # pixels: 480 mm, then the pattern is mirrored


@lru_cache(maxsize=24)
def cloth_art(kind: str, seed: int) -> Art:
    """A square of the cloth, to be mirrored beyond its edges."""
    rng = np.random.default_rng([seed, sum(kind.encode())])
    return np.asarray(np.clip(CLOTHS[kind](rng), 0, 255), np.uint8)


def beyond(kind: str) -> int:
    """How a cloth goes on beyond its square: checks and dots go on as they were, grain and weave are mirrored."""
    return cv2.BORDER_WRAP if kind.startswith(("gingham", "dotted")) else cv2.BORDER_REFLECT


def _noise(rng: np.random.Generator, wide: float, high: float) -> Floats:
    """Cloudy noise of standard deviation 1, its clouds so wide and high in pixels."""
    across, down = max(1, int(wide / 3)), max(1, int(high / 3))
    rough = rng.standard_normal((_SIDE // down + 1, _SIDE // across + 1), np.float32)
    clouds = cv2.GaussianBlur(rough, (0, 0), sigmaX=max(0.3, wide / across), sigmaY=max(0.3, high / down))
    clouds = np.asarray(cv2.resize(clouds, (_SIDE, _SIDE), interpolation=cv2.INTER_CUBIC), np.float32)
    return np.asarray((clouds - clouds.mean()) / clouds.std(), np.float32)


def _wood(light: tuple[float, float, float], dark: tuple[float, float, float], plank_mm: float = 95.0) -> Weaver:
    def grow(rng: np.random.Generator) -> Floats:
        rows = np.arange(_SIDE, dtype=np.float32)[:, None]
        plank = (rows / (plank_mm * PX_PER_MM)).astype(int)
        offset = rng.uniform(0, 40, int(plank.max()) + 1).astype(np.float32)[plank]
        bend = 16 * _noise(rng, 420, 60) + 3 * _noise(rng, 120, 24)
        rings = np.sin((rows + bend + 60 * offset) / 9.0) * 0.5 + np.sin((rows + 1.6 * bend) / 27.0) * 0.6
        fibre = 0.9 * _noise(rng, 160, 1.1) + 0.6 * _noise(rng, 60, 0.6) + 0.5 * _noise(rng, 300, 30)
        pores = np.maximum(_noise(rng, 22, 0.5) - 2.0, 0) * 0.7
        mix = 0.5 + 0.16 * rings + 0.13 * fibre - 0.28 * pores
        tone = rng.normal(0, 0.07, int(plank.max()) + 1).astype(np.float32)[plank]
        mix = np.clip(mix + tone, -0.25, 1.25)[..., None]
        board = np.array(dark, np.float32) * (1 - mix) + np.array(light, np.float32) * mix
        seam = np.abs((rows / (plank_mm * PX_PER_MM)) % 1.0 - 0.5) > 0.5 - 1.1 / (plank_mm * PX_PER_MM)
        return np.asarray(board * np.where(seam, 0.55, 1.0)[..., None], np.float32)

    return grow


def _felt(colour: tuple[float, float, float]) -> Weaver:
    def press(rng: np.random.Generator) -> Floats:
        fuzz = (
            0.045 * _noise(rng, 1.2, 1.2)
            + 0.03 * _noise(rng, 4, 1.0)
            + 0.03 * _noise(rng, 1.0, 4)
            + 0.03 * _noise(rng, 90, 90)
        )
        return np.asarray(np.array(colour, np.float32) * (1 + fuzz)[..., None], np.float32)

    return press


def _linen(colour: tuple[float, float, float]) -> Weaver:
    def weave(rng: np.random.Generator) -> Floats:
        run = np.arange(_SIDE, dtype=np.float32)
        across = np.sin(run * 2 * np.pi / 4.0)
        threads = across[None] * 0.025 + across[:, None] * 0.025
        slubs = 0.018 * _noise(rng, 40, 1.0) + 0.018 * _noise(rng, 1.0, 40) + 0.02 * _noise(rng, 140, 140)
        return np.asarray(np.array(colour, np.float32) * (1 + threads + slubs)[..., None], np.float32)

    return weave


def _gingham(colour: tuple[float, float, float]) -> Weaver:
    def weave(rng: np.random.Generator) -> Floats:
        run = (np.arange(_SIDE) // int(12 * PX_PER_MM)) % 2
        share = (run[None] + run[:, None])[..., None] / np.float32(2)
        cloth = np.array((236, 240, 242), np.float32) * (1 - share) + np.array(colour, np.float32) * share
        return np.asarray(cloth * (1 + 0.03 * _noise(rng, 1, 1) + 0.02 * _noise(rng, 120, 120))[..., None], np.float32)

    return weave


def _stone(rng: np.random.Generator) -> Floats:
    grain = 0.5 * np.maximum(_noise(rng, 3, 3) - 1.0, 0) - 0.3 * np.maximum(_noise(rng, 5, 5) - 0.8, 0)
    return np.asarray(
        np.array((78, 74, 72), np.float32) * (1 + grain + 0.06 * _noise(rng, 1, 1))[..., None], np.float32
    )


def _dotted(ground: tuple[float, float, float], dots: tuple[float, float, float]) -> Weaver:
    def print_on(rng: np.random.Generator) -> Floats:
        cloth = np.empty((_SIDE, _SIDE, 3), np.float32)
        cloth[:] = ground
        for row in range(0, _SIDE + 1, 60):
            for column in range(0, _SIDE + 1, 60):
                at = (column + 30 * (row // 60 % 2), row)
                cv2.circle(cloth, at, 12, dots, cv2.FILLED, cv2.LINE_AA)
        return np.asarray(cloth * (1 + 0.02 * _noise(rng, 1, 1) + 0.02 * _noise(rng, 120, 120))[..., None], np.float32)

    return print_on


CLOTHS: dict[str, Weaver] = {
    "oak": _wood((138, 184, 216), (74, 116, 156)),
    "walnut": _wood((62, 86, 118), (28, 40, 62), 130.0),
    "pine": _wood((150, 202, 232), (104, 158, 200), 150.0),
    "felt-green": _felt((74, 104, 40)),
    "felt-red": _felt((48, 34, 128)),
    "felt-navy": _felt((66, 50, 40)),
    "linen": _linen((206, 220, 228)),
    "linen-grey": _linen((168, 168, 164)),
    "gingham-red": _gingham((44, 36, 176)),
    "gingham-blue": _gingham((150, 92, 50)),
    "stone": _stone,
    "dotted-blue": _dotted((140, 92, 52), (232, 236, 238)),
    "dotted-cream": _dotted((200, 226, 238), (70, 96, 210)),
}
