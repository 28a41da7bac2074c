"""Trains the two networks of flat pieces: what lies in a place of the mat and where, and what it looks like."""

import json
import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor

from vision.flat.album import Album, described
from vision.flat.closer import overlaid
from vision.flat.designs import Designs
from vision.flat.judge import WEIGHTS, weighed
from vision.flat.places import SIZES
from vision.flat.places import named as named_in
from vision.network import MODELS, network, planes
from vision.observation import Chances
from vision.piece_set import Example, PieceSet
from vision.pyramid import Pyramid
from vision.training import sheets
from vision.training.calibrate import Row, fit
from vision.training.nets import Flat
from vision.training.places import EMPTY, LOOKS, Batches, Box, Grounds, any_paper, box, flattened, glance, look
from vision.training.running import Endless, Running
from vision.training.spotted import SEEN, Seen, fitted, noted
from vision.training.spreads import Spreader, printed
from vision.training.tables import Top
from vision.training.warm import begin_with

HEAT = 0.08
MATS = 40  # invented ones, whose empty places are learned
TABLES, OURS, TAUGHT = 120, 0.9, 12  # where pieces are spotted, how often they are ours, and how many are taught
BOXES = 6  # of each kind, invented anew, to fit what the networks tell
VIEWS = 2  # of each of their pieces
LAID, SOME = 4, 0.15  # designs one of which each is, and how many pieces are laid under them
SHEETS = 12  # printed ones on tables where pieces are spotted
STRANGE, BARE = 30, 60  # pieces of other boxes, and empty places, for each box
STOCK = 60  # invented boxes of each kind
TOP = 6e-4  # what was learned of dice is not forgotten at once


def loss(out: tuple[Tensor, Tensor], shown: Tensor, corners: Tensor, same: Tensor) -> tuple[Tensor, dict[str, float]]:
    places, vectors = out
    there = shown != EMPTY
    what = torch.nn.functional.cross_entropy(places[:, 16:19], shown, label_smoothing=0.01)
    off = (places[there, :8] - corners[there]).abs()
    where = torch.nn.functional.smooth_l1_loss(places[there, :8], corners[there], beta=0.03)
    near = vectors @ vectors.T / HEAT
    eye = torch.eye(len(same), dtype=torch.bool)
    alike = (same[:, None] == same[None]) & ~eye
    near = near.masked_fill(eye, -1e4)
    chance = near - near.logsumexp(1, keepdim=True)
    match = (-(chance * alike).sum(1) / alike.sum(1).clamp(min=1)).mean()
    with torch.no_grad():
        first = alike.gather(1, near.argmax(1, keepdim=True)).float().mean().item()
        right = (places[:, 16:19].argmax(1) == shown).float().mean().item()
    told = {"what": what.item(), "off": off.mean().item(), "match": match.item(), "first": first, "right": right}
    return what + 8 * where + match, told


def stock(path: Path, seed: int = 5) -> dict[str, list[Box]]:
    """Made once and kept, for drawing a box takes longer than learning from it."""
    if not path.exists():
        rng = np.random.default_rng(seed)
        made = {kind: [box(rng, kind, any_paper(rng)) for _ in range(STOCK)] for kind in ("tiles", "tokens", "cards")}
        path.write_bytes(pickle.dumps(made))
    told: dict[str, list[Box]] = pickle.loads(path.read_bytes())
    return told


def train(run: Running, grounds: Grounds, steps: int) -> None:
    net = Flat(LOOKS)
    begin_with(net.place, MODELS / "looker.onnx")
    begin_with(net.print, MODELS / "namer.onnx")
    maker = Batches(stock(run.folder / "boxes.pickle"), grounds)
    run.learn(net, Endless([(1.0, maker)], 31), loss, steps, None, TOP)


def grounds(renders: Path, most: int = 150, seed: int = 3) -> Grounds:
    paths = sorted(renders.glob("*.jpg"))[:most]
    photos = [np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8) for path in paths]
    return Grounds(photos, sheets.invented(np.random.default_rng(seed), MATS))


def calibrate(grounds: Grounds, tops: Sequence[Top], seed: int = 9) -> None:
    """Fit how far what the networks tell is believed, on boxes and tables they were not trained with."""
    rng, table = np.random.default_rng(seed), {}
    strewn = {kind: [box(rng, kind, any_paper(rng)) for _ in range(BOXES)] for kind in ("tiles", "cards", "tokens")}
    spotted = spots_told(Spreader(strewn, tops, printed(rng, SHEETS, ())), grounds, rng)
    for kind, boxes in strewn.items():
        there: list[Row] = []
        known: list[Row] = []
        likes: list[tuple[list[float], int]] = []
        laid: list[tuple[Chances, Mapping[str, float], str]] = []
        for n, made in enumerate(boxes):
            names = list(made.arts)
            shots = PieceSet("taught", kind, tuple(example(rng, made, name, grounds) for name in names))
            album, designs = Album([shots]), Designs(shots)
            other = boxes[n - 1]
            shown = [(made, name) for name in names for _ in range(VIEWS)]
            shown += [(other, list(other.arts)[int(k)]) for k in rng.integers(len(other.arts), size=STRANGE)]
            seen = [look(rng, one, one.arts[name], any_paper(rng), grounds)[0] for one, name in shown]
            seen += [look(rng, made, None, any_paper(rng), grounds)[0] for _ in range(BARE)]
            numbers = network("place")(planes([glance(canvas) for canvas in seen]))
            odds = np.logaddexp(numbers[:, 17], numbers[:, 18]) - numbers[:, 16]
            there += [([1.0, float(odd)], k < len(shown)) for k, odd in enumerate(odds)]
            for (one, name), canvas, told in zip(shown, seen, numbers, strict=False):
                high, wide = canvas.shape[:2]
                quad = (told[:8].reshape(4, 2) + 1) * np.array([wide, high]) / 2 - 0.5
                squares = named_in(Pyramid(canvas), quad.astype(np.float32), kind)
                like = album.name(described(squares))
                known.append(([1.0, like.alike[0][1]], one is made))
                if one is made:
                    order = [other_name for other_name, _ in like.alike]
                    likes.append(([near for _, near in like.alike], order.index(name)))
                    if order.index(name) < LAID and rng.random() < SOME:  # as if in doubt between the likest
                        even = tuple((one, 1 / LAID) for one in order[:LAID])
                        laid.append((even, overlaid(Pyramid(canvas), [designs], [quad.astype(np.float32)])[0], name))
        sharp = min(np.geomspace(4, 80, 40), key=lambda sharp: _surprise(likes, float(sharp)))
        right = np.mean([first == 0 for _, first in likes])
        apart = min(np.geomspace(5, 400, 30), key=lambda by: _amazed(laid, float(by)))
        usual, each = fit(there)
        found = np.mean([(usual * row[0] + each * row[1] > 0) == truth for row, truth in there])
        print(f"{kind}: {right:.4f} named rightly, of {found:.4f} told whether they are there")
        table[kind] = {
            "there": [round(float(v), 3) for v in (usual, each)],
            **fitted(kind, spotted[kind]),
            "sharp": round(float(sharp), 2),
            "laid": round(float(apart), 1),
            "known": [round(float(v), 3) for v in fit(known)],
        }
    WEIGHTS.write_text(json.dumps(table) + "\n")


def spots_told(spreader: Spreader, grounds: Grounds, rng: np.random.Generator) -> dict[str, list[list[Seen]]]:
    """What is told of spots on many tables, of pieces taught and of others."""
    told: dict[str, list[list[Seen]]] = {kind: [] for kind in SIZES}
    for _ in range(TABLES):
        made = spreader(rng, SEEN)
        for kind in SIZES:
            lying = [one.box for one in made.pieces if one.kind == kind and one.box is not None]
            if lying and rng.random() < OURS:
                taught = lying[0]
            else:
                taught = spreader.stock[kind][int(rng.integers(BOXES))].varied(rng)
            names = [str(name) for name in rng.permutation(list(taught.arts))]
            names = sorted(names, key=lambda name: all(one.name != name for one in made.pieces))[:TAUGHT]
            shots = tuple(example(rng, taught, name, grounds) for name in names)
            told[kind].append(noted(made, taught, Album([PieceSet("taught", kind, shots)])))
    return told


def example(rng: np.random.Generator, made: Box, name: str, grounds: Grounds) -> Example:
    """A piece as calibration would keep it."""
    while True:
        canvas, quad = look(rng, made, made.arts[name], any_paper(rng), grounds)
        assert quad is not None
        if canvas.mean() > 60:  # nobody teaches in the dark
            return Example(name, flattened(canvas, quad, made.kind == "tiles", rng))


def _amazed(laid: list[tuple[Chances, Mapping[str, float], str]], by: float) -> float:
    """The same of what was laid over pieces."""
    return float(np.mean([-np.log(dict(weighed(told, left, by))[name] + 1e-9) for told, left, name in laid]))


def _surprise(likes: list[tuple[list[float], int]], sharp: float) -> float:
    """How surprised one would be by what was true."""
    told = [np.array(near) * sharp for near, _ in likes]
    return float(np.mean([np.log(np.exp(one - one[first]).sum()) for one, (_, first) in zip(told, likes, strict=True)]))
