"""Trains the network that looks at a proposal closely: where its top face is, is it a die, does it lie flat."""

import numpy as np
import torch
from torch import Tensor

from vision.dice.find_dice import CUT, REACH
from vision.training.augment import face_size, frame, move, moved, recolour, retable, strange, taken, turned
from vision.training.nets import Looker
from vision.training.running import Endless, Maker, Running
from vision.training.scenes import Die, Floats, Picture, Pixels

QUADS, CHOICE, IS_DIE, COCKED, BOX, ERROR, UP = slice(0, 16), 16, 17, 18, slice(19, 23), 23, slice(24, 26)
Rng = np.random.Generator


def ordered(quad: Floats, seam: float) -> tuple[Floats, float]:
    """Corners by angle from a seam, and how far (radians) the nearest corner is from that seam."""
    away = quad - quad.mean(0)
    angles = (np.arctan2(away[:, 1], away[:, 0]) - seam) % (2 * np.pi)
    return quad[np.argsort(angles)], float(np.minimum(angles, 2 * np.pi - angles).min())


def sample(picture: Picture, rng: Rng, kind: str) -> tuple[Pixels, Floats, Floats] | None:
    """A cut, what it shows, and which of that is known."""
    wanted, known = np.zeros(26, np.float32), np.zeros(26, np.float32)
    known[IS_DIE] = 1
    die: Die | None = None
    if kind in NO_DICE:
        spot = NO_DICE[kind](picture, rng)
        if spot is None:
            return None
        centre, side = spot
    else:
        fits = [d for d in picture.dice if d.cocked == (kind == "cocked") and d.seen > 0.45 and (d.quad is not None)]
        if not fits:
            return None
        die = fits[int(rng.integers(len(fits)))]
        side = face_size(die) * float(np.exp(rng.normal(0, 0.13)))
        apart = 0.1 if rng.random() < 0.75 else 0.2  # the finder now and then aims at a low die's edge
        centre = (die.centre + np.clip(rng.normal(0, apart, 2), -0.4, 0.4) * side).astype(np.float32)
    factor = CUT / (REACH * side)
    matrix = frame(centre, factor, CUT, turned(rng), rng)
    pixels = taken(picture.pixels, matrix, CUT, factor, rng)
    if die is not None:
        wanted[IS_DIE], wanted[COCKED], known[COCKED] = 1, float(die.cocked), 1
        half = CUT / 2
        middle = (CUT - 1) / 2
        if rng.random() < 0.2:
            near = [d for d in picture.dice if np.abs(d.centre - centre).max() < 2.5 * side]
            pixels = retable(pixels, [moved(d, matrix) for d in near], rng)
        if die.hull is not None and rng.random() < 0.3:
            pixels = recolour(pixels, move(die.hull, matrix), rng)
        if die.quad is not None:
            quad = (move(die.quad, matrix) - middle) / half
            (a, far_a), (b, far_b) = ordered(quad, np.pi), ordered(quad, np.pi * 1.25)
            wanted[0:8], wanted[8:16] = a.ravel(), b.ravel()
            known[0:8], known[8:16] = min(1.0, far_a / 0.26), min(1.0, far_b / 0.26)
            wanted[CHOICE], known[CHOICE] = float(far_b > far_a), min(1.0, abs(far_b - far_a) / 0.2)
        if die.up is not None:
            wanted[UP], known[UP] = (die.up @ matrix[:, :2].T) / half, 1
        outline = die.hull
        if outline is not None and die.seen > 0.97:
            there = (move(outline, matrix) - middle) / half
            low, high = there.min(0), there.max(0)
            inset = (high - low) * 0.03  # the rounded die stays inside its sharp cube
            wanted[BOX], known[BOX] = [*(low + inset), *(high - inset)], 1
    return strange(pixels, rng), wanted, known


def place_without_dice(picture: Picture, rng: Rng) -> tuple[Floats, float] | None:
    height, width = picture.pixels.shape[:2]
    for _ in range(10):
        if picture.others and rng.random() < 0.6:
            x, y, w, h = picture.others[int(rng.integers(len(picture.others)))]
            centre = np.array([x + w / 2, y + h / 2]) + rng.normal(0, 0.2, 2) * (w, h)
            side = float(np.clip(np.sqrt(w * h) * np.exp(rng.normal(-0.3, 0.4)), 10, 120))
        else:
            centre = rng.uniform(0, 1, 2) * (width, height)
            side = float(np.exp(rng.uniform(np.log(12), np.log(60))))
        if all(np.linalg.norm(d.centre - centre) > 0.95 * max(face_size(d), side * 0.6) for d in picture.dice):
            return centre.astype(np.float32), side
    return None


def side_of_a_die(picture: Picture, rng: Rng) -> tuple[Floats, float] | None:
    """A side face that a slanted camera sees: it has art and corners too, but it is not the top."""
    for die in (picture.dice[n] for n in rng.permutation(len(picture.dice))):
        if die.hull is None or die.seen < 0.6:
            continue
        side = face_size(die)
        below = die.hull.mean(0) - die.centre
        reach = float(np.linalg.norm(below))
        if reach < 0.2 * side:
            continue
        far = float(((die.hull - die.centre) @ (below / reach)).max())
        across = np.array([-below[1], below[0]]) / reach
        spot = die.centre + below / reach * far * rng.uniform(0.55, 0.85) + across * rng.uniform(-0.35, 0.35) * side
        others = [d for d in picture.dice if np.linalg.norm(d.centre - spot) < 0.5 * face_size(d)]
        if not others:
            return spot.astype(np.float32), side * float(np.exp(rng.normal(-0.1, 0.2)))
    return None


def what_tempts(picture: Picture, rng: Rng) -> tuple[Floats, float] | None:
    if not picture.tempting:
        return None
    centre, side = picture.tempting[int(rng.integers(len(picture.tempting)))]
    return (centre + rng.normal(0, 0.06, 2) * side).astype(np.float32), side * float(np.exp(rng.normal(0, 0.1)))


NO_DICE = {"none": place_without_dice, "side": side_of_a_die, "tempting": what_tempts}


def loss(out: Tensor, wanted: Tensor, known: Tensor) -> tuple[Tensor, dict[str, float]]:
    corners = off_by(out, wanted, known, QUADS)
    box, up = (off_by(out, wanted, known, part) for part in (BOX, UP))
    yes = torch.nn.functional.binary_cross_entropy_with_logits
    parts = [yes(out[:, n], wanted[:, n], weight=known[:, n]) for n in (CHOICE, IS_DIE, COCKED)]
    with torch.no_grad():
        second = out[:, CHOICE] > 0
        off = (out[:, QUADS] - wanted[:, QUADS]).abs().reshape(-1, 2, 8)
        off = torch.where(second[:, None], off[:, 1], off[:, 0]).mean(1)
    flat = known[:, CHOICE].clamp(max=1) * (known[:, 0] > 0)
    error = ((out[:, ERROR] - (off + 1e-3).log()).abs() * flat).sum() / flat.sum().clamp(min=1)
    total = 10 * corners + 2 * box + 3 * up + 0.3 * parts[0] + parts[1] + parts[2] + 0.1 * error
    shown = {"corner_px": (off * flat).sum().item() / max(flat.sum().item(), 1) * CUT / 2, "die": parts[1].item()}
    return total, shown | {"cocked": parts[2].item(), "choice": parts[0].item(), "box": box.item(), "up": up.item()}


def off_by(out: Tensor, wanted: Tensor, known: Tensor, part: slice) -> Tensor:
    off = torch.nn.functional.smooth_l1_loss(out[:, part], wanted[:, part], reduction="none", beta=0.03)
    return (off * known[:, part]).sum() / known[:, part].sum().clamp(min=1)


def train(run: Running, sources: list[tuple[float, str, list[Picture]]], steps: int) -> None:
    def maker(kind: str, pictures: list[Picture]) -> Maker:
        return lambda rng: sample(pictures[int(rng.integers(len(pictures)))], rng, kind)

    makers = [(share, maker(kind, some)) for share, kind, some in sources]
    run.learn(Looker(), Endless(makers, 11), loss, steps, 64, 2e-3)
