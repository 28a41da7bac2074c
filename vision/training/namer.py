"""Trains the network that says what a flattened face looks like, so that any taught face is known again."""

import numpy as np
import torch
from torch import Tensor

from vision.training.art import draw_face, random_design
from vision.training.nets import Namer
from vision.training.patches import invented, labelled, other_colours
from vision.training.running import Arrays, Endless, Running
from vision.training.scenes import Die, Picture

VIEWS, HEAT = 3, 0.08
NO_PIPS = 6
Rng = np.random.Generator
Known = dict[str, dict[str, list[tuple[Picture, Die]]]]  # style -> face -> where it is seen


def gather(pictures: list[Picture]) -> Known:
    known: Known = {}
    for picture in pictures:
        for die in picture.dice:
            if die.quad is not None and die.face is not None and not die.cocked and die.seen > 0.85:
                known.setdefault(die.style or picture.name, {}).setdefault(die.face, []).append((picture, die))
    return known


def batch(known: Known, photos: Known, pips: dict[str, bool], rng: Rng) -> Arrays:
    """Patches, which of them are the same face, and the pips each shows (NO_PIPS: none, -1: not known)."""
    patches, same, shown = [], [], []
    number = 0
    styles = list(known)
    for _ in range(3):
        design = random_design(rng)
        for face in dict.fromkeys(design.faces):
            number += 1
            turns, art = int(rng.integers(4)), draw_face(design, face)
            for _ in range(VIEWS):
                patches.append(invented(art, design.body, rng, turns))
                same.append(number)
                shown.append(int(face) - 1 if design.pips and not face.startswith("g") else NO_PIPS)
    for _ in range(8):
        style = styles[int(rng.integers(len(styles)))]
        faces = list(known[style])
        for face in (faces[n] for n in rng.permutation(len(faces))[:5]):
            number += 1
            turns = int(rng.integers(4))
            for _ in range(VIEWS):
                places = known[style][face]
                patches.append(labelled(*places[int(rng.integers(len(places)))], rng, turns))
                same.append(number)
                plain = pips.get(style.removesuffix("-gold"), False) and not face.startswith("g")
                shown.append(int(face) - 1 if plain else NO_PIPS)
    stills = list(photos)
    for _ in range(100 if stills else 0):
        still = photos[stills[int(rng.integers(len(stills)))]]
        face = list(still)[int(rng.integers(len(still)))]
        places = still[face]
        patches.append(other_colours(labelled(*places[int(rng.integers(len(places)))], rng, int(rng.integers(4))), rng))
        number += 1
        same.append(-number)  # two dice of a photo may look alike: only their pips are learned
        shown.append(int(face) - 1)
    return np.stack(patches), np.array(same), np.array(shown)


def loss(out: Tensor, same: Tensor, shown: Tensor) -> tuple[Tensor, dict[str, float]]:
    labelled_ = same > 0
    vectors, ids = out[labelled_, :-7], same[labelled_]
    near = vectors @ vectors.T / HEAT
    eye = torch.eye(len(ids), dtype=torch.bool)
    alike = (ids[:, None] == ids[None]) & ~eye
    near = near.masked_fill(eye, -1e4)
    chance = near - near.logsumexp(1, keepdim=True)
    match = -(chance * alike).sum(1) / alike.sum(1).clamp(min=1)
    known = shown >= 0
    weight = torch.ones(7)
    pips = torch.nn.functional.cross_entropy(out[known, -7:], shown[known], weight=weight, label_smoothing=0.02)
    with torch.no_grad():
        first = alike.gather(1, near.argmax(1, keepdim=True)).float().mean().item()
        right = (out[known, -7:].argmax(1) == shown[known]).float().mean().item()
    return match.mean() + pips, {"match": match.mean().item(), "pips": pips.item(), "first": first, "right": right}


def train(run: Running, known: Known, photos: Known, pips: dict[str, bool], steps: int) -> None:
    run.learn(Namer(), Endless([(1.0, lambda rng: batch(known, photos, pips, rng))], 21), loss, steps, None, 2e-3)
