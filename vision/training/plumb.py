"""Trains the network that holds a plumb line to a die: which way it points up."""

from functools import partial

import numpy as np
import torch
from torch import Tensor

from vision.dice.find_dice import REACH, face_side
from vision.dice.leaning import longest_edge
from vision.dice.plumb_line import CUT, edge_way, with_face
from vision.training.augment import face_size, frame, move, moved, recolour, retable, strange, taken, turned
from vision.training.nets import Plumbing
from vision.training.running import Endless, Maker, Running
from vision.training.scenes import Die, Floats, Picture, Pixels

Rng = np.random.Generator
LEAST_SEEN = 0.6
FOUND = 0.8  # share of the cuts in which an earlier eye's corners stand in for the true ones, where it saw the die


def sample(picture: Picture, rng: Rng, cocked: bool) -> tuple[Pixels, Floats] | None:
    """A cut with its top face marked; which way that die points up (2), which way the table does there (2), it leans.

    The last is 1 or 0, or -1 where nobody knows the table's upright.
    """
    fits = [d for d in picture.dice if d.cocked == cocked and d.seen > LEAST_SEEN]
    die = fits[int(rng.integers(len(fits)))] if fits else None
    if die is None or die.quad is None or die.up is None:
        return None
    shown = as_found(die, rng)
    side, centre = face_side(shown), shown.mean(axis=0)
    factor = CUT / (REACH * side)
    matrix = level(frame(centre.astype(np.float32), factor, CUT, turned(rng), rng), shown)
    pixels = taken(picture.pixels, matrix, CUT, factor, rng)
    if rng.random() < 0.15:
        near = [d for d in picture.dice if np.abs(d.centre - centre).max() < 2.5 * side]
        pixels = retable(pixels, [moved(d, matrix) for d in near], rng)
    if die.hull is not None and rng.random() < 0.3:
        pixels = recolour(pixels, move(die.hull, matrix), rng)
    up = (die.up @ matrix[:, :2].T) / longest_edge(clockwise(move(die.quad, matrix)))
    told = [*up, 0.0, 0.0, -1.0]
    if die.level is not None:
        off = rng.normal(0, 0.03 if rng.random() < 0.7 else 0.08, 2)  # the table's upright is a guess, too
        told[2:] = [*(die.level @ matrix[:, :2].T / factor + off), float(cocked)]
    return with_face(strange(pixels, rng), move(shown, matrix)), np.array(told, np.float32)


def level(matrix: Floats, quad: Floats) -> Floats:
    """The same cut turned about its middle until the edges of a top face are level."""
    back = edge_way(clockwise(move(quad, matrix))).conjugate()
    turn = np.array([[back.real, -back.imag], [back.imag, back.real]])
    middle = np.full((2, 1), (CUT - 1) / 2)
    return np.hstack([turn @ matrix[:, :2], turn @ (matrix[:, 2:] - middle) + middle]).astype(np.float32)


def clockwise(quad: Floats) -> Floats:
    """Corners in the order in which they lie around the middle: a mirrored cut has turned theirs round."""
    x, y = (quad - quad.mean(axis=0)).T
    return quad[np.argsort(np.arctan2(y, x))]


def as_found(die: Die, rng: Rng) -> Floats:
    """Its top face as the looker sees it, or as it might: this network never gets the true one."""
    assert die.quad is not None
    side = face_size(die)
    if die.found and rng.random() < FOUND:
        found = die.found[int(rng.integers(len(die.found)))]
        return (found + rng.normal(0, 0.02, (4, 2)) * side).astype(np.float32)
    return (die.quad + rng.normal(0, 0.03, 2) * side + rng.normal(0, 0.04, (4, 2)) * side).astype(np.float32)


def held_against(out: Tensor, level: Tensor) -> Tensor:
    """What ``Lean`` is shown: all the plumb line tells, how far that is off the table's upright, and the latter."""
    return torch.cat([out, out[:, :2] - level, level], 1)


def loss(net: Plumbing, out: Tensor, wanted: Tensor) -> tuple[Tensor, dict[str, float]]:
    """An error weighs less where one was foretold, and foretelling costs."""
    off = (out[:, :2] - wanted[:, :2]).square().sum(1).add(1e-5).sqrt()
    spread = out[:, 2].clamp(-4, 1)
    told = (off * torch.exp(-spread) + 2 * spread).mean()
    known = wanted[:, 4] >= 0
    leans = net.lean(held_against(out, wanted[:, 2:4]))[:, 0]
    wrong = torch.nn.functional.binary_cross_entropy_with_logits(leans, wanted[:, 4].clamp(min=0), reduction="none")
    lean = (wrong * known).sum() / known.sum().clamp(min=1)
    return told + off.mean() + 2 * lean, {"off": off.median().item(), "mean": off.mean().item(), "lean": lean.item()}


def train(run: Running, sources: list[tuple[float, bool, list[Picture]]], steps: int) -> None:
    def maker(cocked: bool, pictures: list[Picture]) -> Maker:
        return lambda rng: sample(pictures[int(rng.integers(len(pictures)))], rng, cocked)

    makers = [(share, maker(cocked, some)) for share, cocked, some in sources]
    net = Plumbing()
    run.learn(net, Endless(makers, 31), partial(loss, net), steps, 64, 2e-3)
