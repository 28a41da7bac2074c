"""Trains the network that says where flat pieces may lie, how large, and how they are slanted."""

from dataclasses import replace

import cv2
import numpy as np
import torch
from torch import Tensor

from vision.flat.spots import STRIDE, rough_of
from vision.training.nets import Spotter
from vision.training.running import Arrays, Endless, Maker, Running
from vision.training.spreads import Laid, Spread, Spreader
from vision.training.tables import Floats

SIZE, BATCH = 320, 10
SEEN = 1280, 720  # pixels of a whole picture
NEAR = 0.35  # of half its side from the middle of a piece to where it was spotted
CUT = 0.75  # of a piece must be in the picture
HEATS, WHERE, TURN = 2, slice(2, 7), slice(7, 9)  # of what the network tells: round and cornered; where; how turned
TOLD = 9
SMALLEST = 4.0  # half a side in the pixels it is shown in below which a piece need not be found


def target(pieces: tuple[Laid, ...], unclear: tuple[Floats, ...], size: int) -> np.ndarray:
    """What the network should tell of each cell, then where the place counts, where the turn, and where the heat."""
    n = size // STRIDE
    maps = np.zeros((TOLD + 3, n, n), np.float32)
    maps[TOLD + 2] = 1
    grid_y, grid_x = np.mgrid[:n, :n].astype(np.float32)

    def unseen(quad: Floats) -> None:
        low, high = (np.clip((quad.min(0) / STRIDE, quad.max(0) / STRIDE)[k], 0, n).astype(int) for k in (0, 1))
        maps[TOLD + 2, low[1] : high[1] + 1, low[0] : high[0] + 1] = 0

    for outline in unclear:
        unseen(outline)
    for piece in pieces:
        x, y = (piece.quad.mean(0) + 0.5) / STRIDE - 0.5
        rough = rough_of(piece.quad.astype(np.float32))
        half = float(np.exp((rough[0] + rough[2]) / 2))
        inside = ((piece.quad > 0) & (piece.quad < size)).all(1).mean()
        if inside < CUT or half < SMALLEST or not (0 <= x < n and 0 <= y < n):
            unseen(piece.quad)
            continue
        away = (grid_x - x) ** 2 + (grid_y - y) ** 2
        heat = np.exp(-away / (2 * (0.2 * half / STRIDE + 0.35) ** 2))
        column, row = int(np.clip(round(x), 0, n - 1)), int(np.clip(round(y), 0, n - 1))
        heat[row, column] = 1.0
        disc = piece.kind == "tokens"
        maps[0 if disc else 1] = np.maximum(maps[0 if disc else 1], heat)
        near = (np.abs(grid_x - column) <= 1) & (np.abs(grid_y - row) <= 1)
        maps[2][near] = (x - grid_x)[near]
        maps[3][near] = (y - grid_y)[near]
        for k, value in enumerate(rough):
            maps[4 + k][near] = value
        maps[TOLD][near] = 1.0
        maps[TOLD + 1][near] = 0.0 if disc else 1.0
        maps[TOLD + 2, max(0, row - 1) : row + 2, max(0, column - 1) : column + 2] = 1
    return maps


def loss(out: Tensor, wanted: Tensor) -> tuple[Tensor, dict[str, float]]:
    heat, warm, seen = out[:, :HEATS], wanted[:, :HEATS], wanted[:, TOLD + 2 :]
    hot = (warm >= 0.999).float()
    p = heat.sigmoid().clamp(1e-5, 1 - 1e-5)
    positive = -((1 - p) ** 2) * p.log() * hot
    negative = -((1 - warm) ** 4) * p**2 * (1 - p).log() * (1 - hot)
    hit = ((positive + negative) * seen).sum() / hot.sum().clamp(min=1)
    where = _off(out[:, WHERE], wanted[:, WHERE], wanted[:, TOLD : TOLD + 1])
    turn = _off(out[:, TURN], wanted[:, TURN], wanted[:, TOLD + 1 : TOLD + 2])
    value = hit + 0.5 * where[:2].sum() + where[2:].sum() + 0.5 * turn.sum()
    told = {"hit": hit.item(), "middle": where[:2].mean().item(), "size": where[2:].mean().item()}
    return value, {**told, "turn": turn.mean().item()}


def _off(told: Tensor, wanted: Tensor, there: Tensor) -> Tensor:
    return torch.sum((told - wanted).abs() * there, (0, 2, 3)) / there.sum().clamp(min=1)


def train(run: Running, spreader: Spreader, painted: list[Spread], steps: int) -> None:
    def invented(rng: np.random.Generator) -> Arrays:
        made = spreader(rng, (SIZE, SIZE))
        return made.pixels, target(made.pieces, made.unclear, SIZE)

    def cut(rng: np.random.Generator) -> Arrays:
        made = painted[int(rng.integers(len(painted)))]
        return cropped(made, rng, SIZE / len(made.pixels) * float(np.exp(rng.uniform(0.01, 0.45))))

    makers: list[tuple[float, Maker]] = [(0.85, invented), (0.15, cut)] if painted else [(1.0, invented)]
    run.learn(Spotter(), Endless(makers, 51), loss, steps, BATCH, 3e-3)


def cropped(made: Spread, rng: np.random.Generator, factor: float) -> Arrays:
    """A part of a picture, shown so much smaller."""
    high, wide = made.pixels.shape[:2]
    small = cv2.resize(made.pixels, (round(wide * factor), round(high * factor)), interpolation=cv2.INTER_AREA)
    spare = np.array(small.shape[1::-1]) - SIZE
    corner = (rng.uniform(0, 1, 2) * spare).astype(int)
    shown = small[corner[1] : corner[1] + SIZE, corner[0] : corner[0] + SIZE]

    def moved(quad: Floats) -> Floats:
        return (quad + 0.5) * factor - 0.5 - corner

    pieces = tuple(replace(one, quad=moved(one.quad)) for one in made.pieces)
    return np.ascontiguousarray(shown), target(pieces, tuple(moved(one) for one in made.unclear), SIZE)
