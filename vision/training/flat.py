"""Trains the network that finds flat pieces, whatever is printed on them."""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.training.flat_scenes import Composer, Laid, load_tables
from vision.training.nets import bigger
from vision.training.running import Running

CELL = 4  # pixels of the network's picture to one cell of its answer
OUT = 9  # disc, quad, offset x and y, log-ellipse (3), turn (2)


def conv(width: int, out: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(width, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True))


class Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.step = nn.Sequential(
            conv(width, width), nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.step(x))


class FlatFinder(nn.Module):
    """Picture -> for each cell: is a disc or a quad centred here, where exactly, how large, how slanted, how turned."""

    def __init__(self, widths: tuple[int, int, int, int, int] = (16, 24, 48, 80, 112)) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.down4 = nn.Sequential(conv(3, a, 2), conv(a, b, 2))
        self.down8 = nn.Sequential(conv(b, c, 2), Residual(c))
        self.down16 = nn.Sequential(conv(c, d, 2), Residual(d))
        self.down32 = nn.Sequential(conv(d, e, 2), Residual(e))
        self.up32, self.side16, self.join16 = nn.Conv2d(e, c, 1), nn.Conv2d(d, c, 1), conv(c, c)
        self.side8, self.join8 = nn.Conv2d(c, c, 1), conv(c, 32)
        self.side4, self.join4 = nn.Conv2d(b, 32, 1), conv(32, 32)
        self.out = nn.Conv2d(32, OUT, 1)
        with torch.no_grad():
            self.out.bias.zero_()
            self.out.bias[:2] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        four = self.down4(x)
        eight = self.down8(four)
        sixteen = self.down16(eight)
        up = self.join16(self.side16(sixteen) + bigger(self.up32(self.down32(sixteen))))
        up = self.join8(self.side8(eight) + bigger(up))
        return self.out(self.join4(self.side4(four) + bigger(up)))


def targets(laid: list[Laid], silent: NDArray[np.bool_]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What the network should answer, and how much each cell counts: (9, h, w) and (4: disc, quad, shape, turn)."""
    high, wide = silent.shape[0] // CELL, silent.shape[1] // CELL
    want, count = np.zeros((OUT, high, wide), np.float32), np.zeros((4, high, wide), np.float32)
    count[:2] = ~silent[CELL // 2 :: CELL, CELL // 2 :: CELL]
    ys, xs = np.mgrid[:high, :wide] * CELL + (CELL - 1) / 2
    owner = np.full((high, wide), 9.0)
    for piece in laid:
        tl, tr, br, bl = piece.outline
        axes = np.stack([(tr + br - tl - bl) / 4, (bl + br - tl - tr) / 4], 1)
        centre = crossing(piece.outline)
        spread = axes @ axes.T
        values, vectors = np.linalg.eigh(spread)
        log = vectors @ np.diag(np.log(values) / 2) @ vectors.T
        turned = vectors @ np.diag(values**-0.5) @ vectors.T @ axes
        phi = np.arctan2(turned[1, 0], turned[0, 0])
        dx, dy = xs - centre[0], ys - centre[1]
        inverse = np.linalg.inv(spread)
        away = np.sqrt(inverse[0, 0] * dx**2 + 2 * inverse[0, 1] * dx * dy + inverse[1, 1] * dy**2)
        tight = max(0.16, 0.6 * CELL / np.sqrt(values[0]))
        heat = 0 if piece.disc else 1
        want[heat] = np.maximum(want[heat], np.exp(-0.5 * (away / tight) ** 2))
        mine = (away < max(0.4, 0.8 * CELL / np.sqrt(values[0]))) & (away < owner)
        owner[mine] = away[mine]
        want[2, mine], want[3, mine] = -dx[mine] / 8, -dy[mine] / 8
        want[4, mine], want[5, mine], want[6, mine] = log[0, 0] - 3, log[0, 1], log[1, 1] - 3
        want[7, mine], want[8, mine] = np.cos(4 * phi), np.sin(4 * phi)
        share = 1 / max(1, int(mine.sum()))
        count[2, mine], count[3, mine] = share, 0 if piece.disc else share
        near = int(centre[1] / CELL), int(centre[0] / CELL)
        if near[0] < high and near[1] < wide:
            want[heat, near[0], near[1]] = 1.0
        count[heat][away < 1] = 1.0
    return want, count


def crossing(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the diagonals meet: the piece's true middle, seen in perspective."""
    a, b, c, d = quad
    along = np.linalg.solve(np.stack([c - a, b - d], 1), b - a)
    return np.asarray(a + along[0] * (c - a))


def loss(said: Tensor, want: Tensor, count: Tensor) -> dict[str, Tensor]:
    heat, wanted, weight = said[:, :2], want[:, :2], count[:, :2]
    chance = torch.sigmoid(heat)
    hit = (wanted >= 0.99).float()
    good = hit * (1 - chance) ** 2 * functional.logsigmoid(heat)
    bad = (1 - hit) * (1 - wanted) ** 4 * chance**2 * functional.logsigmoid(-heat)
    pieces = hit.sum().clamp(min=1)
    shape = (said[:, 2:7] - want[:, 2:7]).abs()
    each = torch.tensor([0.5, 0.5, 1.5, 1.5, 1.5]).view(1, 5, 1, 1)
    turn = (said[:, 7:] - want[:, 7:]).abs()
    return {
        "heat": -((good + bad) * weight).sum() / pieces,
        "shape": (shape * each * count[:, 2:3]).sum() / pieces,
        "turn": 0.5 * (turn * count[:, 3:4]).sum() / pieces,
    }


class Scenes(torch.utils.data.IterableDataset[tuple[Tensor, Tensor, Tensor]]):
    def __init__(self, folder: Path, seed: int) -> None:
        self.composer = Composer(load_tables(folder, kept_back=False), seed)

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        while True:
            picture, laid, silent = self.composer.compose()
            want, count = targets(laid, silent)
            pixels = torch.from_numpy(picture).permute(2, 0, 1).float() / 255
            yield pixels, torch.from_numpy(want), torch.from_numpy(count)


def train(tables: Path, folder: Path, steps: int, batch: int, seed: int) -> FlatFinder:
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    running = Running("flat", folder, every=100)
    net = FlatFinder()
    best = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-4)
    start = running.resume(net, best)
    loader = torch.utils.data.DataLoader(Scenes(tables, seed + start), batch_size=batch)
    for step, (pixels, want, count) in running.steps(loader, start, steps):
        running.pace(best, step, steps, 2e-3)
        parts = loss(net(pixels), want, count)
        total = torch.stack(list(parts.values())).sum()
        best.zero_grad()
        total.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        running.note(step, net, best, {key: float(value.detach()) for key, value in parts.items()})
    net.load_state_dict(running.average)
    return net


def export(net: FlatFinder, path: Path) -> None:
    net.eval()
    torch.onnx.export(
        net, (torch.zeros(1, 3, 352, 640),), str(path), input_names=["picture"], output_names=["cells"], opset_version=17,
        dynamic_axes={"picture": {0: "n", 2: "h", 3: "w"}, "cells": {0: "n", 2: "h", 3: "w"}}, dynamo=False,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, default=Path("../shared/train-renders/scenes"))
    parser.add_argument("--folder", type=Path, default=Path("training"))
    parser.add_argument("--steps", type=int, default=1600)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "models" / "flat.onnx")
    options = parser.parse_args()
    net = train(options.tables, options.folder, options.steps, options.batch, options.seed)
    options.out.parent.mkdir(exist_ok=True)
    export(net, options.out)


if __name__ == "__main__":
    main()
