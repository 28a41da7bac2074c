"""Trains the network that finds dice of any kind."""

import numpy as np
from torch import Tensor

from vision.training.augment import cut, face_size
from vision.training.nets import Finder
from vision.training.running import Arrays, Endless, Maker, Running
from vision.training.scenes import Die, Picture

SIZE, STRIDE = 256, 4


def target(dice: list[Die]) -> np.ndarray:
    """Heat, log size, offset x, offset y, where the last three count, and where the heat does."""
    n = SIZE // STRIDE
    maps = np.zeros((6, n, n), np.float32)
    maps[5] = 1
    grid_y, grid_x = np.mgrid[:n, :n].astype(np.float32)
    for die in sorted(dice, key=lambda d: d.seen):
        side = face_size(die)
        x, y = (die.centre + 0.5) / STRIDE - 0.5
        away = (grid_x - x) ** 2 + (grid_y - y) ** 2
        if die.seen < 0.45 or not (0 <= x < n and 0 <= y < n):
            maps[5][away < (0.7 * side / STRIDE) ** 2] = 0  # too little to see: found or not, both are fine
            continue
        heat = np.exp(-away / (2 * (0.13 * side / STRIDE + 0.35) ** 2))
        column, row = int(np.clip(round(x), 0, n - 1)), int(np.clip(round(y), 0, n - 1))
        heat[row, column] = 1.0
        maps[0] = np.maximum(maps[0], heat)
        near = (np.abs(grid_x - column) <= 1) & (np.abs(grid_y - row) <= 1)
        maps[1][near] = np.log(side)
        maps[2][near] = (x - grid_x)[near]
        maps[3][near] = (y - grid_y)[near]
        maps[4][near] = 1.0
        maps[5][row, column] = 1
    return maps


def loss(out: Tensor, wanted: Tensor) -> tuple[Tensor, dict[str, float]]:
    heat, seen = out[:, 0], wanted[:, 5]
    hot = (wanted[:, 0] >= 0.999).float()
    p = heat.sigmoid().clamp(1e-5, 1 - 1e-5)
    positive = -((1 - p) ** 2) * p.log() * hot
    negative = -((1 - wanted[:, 0]) ** 4) * p**2 * (1 - p).log() * (1 - hot)
    count = hot.sum().clamp(min=1)
    near = wanted[:, 4:5]
    close = ((out[:, 1:4] - wanted[:, 1:4]).abs() * near).sum((0, 2, 3)) / near.sum().clamp(min=1)
    return ((positive + negative) * seen).sum() / count + 1.0 * close[0] + 0.5 * (close[1] + close[2]), {}


def train(run: Running, sources: list[tuple[float, list[Picture]]], steps: int) -> None:
    def maker(pictures: list[Picture]) -> Maker:
        def make(rng: np.random.Generator) -> Arrays:
            pixels, dice = cut(pictures[int(rng.integers(len(pictures)))], rng, SIZE, (11.0, 46.0))
            return pixels, target(dice)

        return make

    run.learn(Finder(), Endless([(share, maker(some)) for share, some in sources], 1), loss, steps, 16, 3e-3)
