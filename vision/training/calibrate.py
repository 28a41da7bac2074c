"""Measures on kept-back dice how often a reading of given likeness and margin is right, and writes that down."""

import json
import re
from collections import defaultdict

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find_dice import CUT, REACH, Candidate, both, look_closely, propose
from vision.network import MODELS, network, planes
from vision.piece_set import Example, PieceSet
from vision.pyramid import Pyramid
from vision.read_faces import Gallery, Reading, describe, name_pips, patches_of
from vision.sureness import features
from vision.training.augment import face_size
from vision.training.scenes import Die, Picture

Floats = NDArray[np.float64]
Row = tuple[list[float], bool]


def kept_style(style: str) -> bool:
    """Styles that come back in many scenes and that the namer has never seen."""
    found = re.match(r"(?:seen:)?s(\d+)", style)
    return bool(found) and int(found.group(1)) < 70 and found.group(1)[-1] in "78"


def read_all(pictures: list[Picture]) -> list[tuple[Picture, Die, Candidate, Floats]]:
    """Every found die with its label and what the namer says of it."""
    out = []
    for picture in pictures:
        view = Pyramid(picture.pixels)
        seen = look_closely(view, propose(view))
        if not seen:
            continue
        said = describe(patches_of(view, [one.quad for one in seen]))
        for one, row in zip(seen, said, strict=True):
            near = [
                d
                for d in picture.dice
                if d.quad is not None and np.linalg.norm(d.centre - one.quad.mean(0)) < 0.4 * side(one)
            ]
            if len(near) == 1:
                out.append((picture, near[0], one, row))
    return out


def side(one: Candidate) -> float:
    return float(np.sqrt(max(cv2.contourArea(one.quad), 1.0)))


def taught_rows(read: list[tuple[Picture, Die, Candidate, Floats]], patches: dict[int, NDArray[np.uint8]]) -> list[Row]:
    """Teach each kept-back style from two dice a face, read all its others."""
    styles: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, (_, die, _, _) in enumerate(read):
        if kept_style(die.style) and die.face is not None and not die.cocked and die.seen > 0.8:
            styles[die.style.removeprefix("seen:")][die.face].append(number)
    rows: list[Row] = []
    for style, faces in styles.items():
        for turn in range(3):
            examples, rest = [], []
            rng = np.random.default_rng(turn)
            for face, numbers in faces.items():
                order = [numbers[n] for n in rng.permutation(len(numbers))]
                examples += [Example(face, patches[n]) for n in order[:2]]
                rest += [(face, n) for n in order[2:]]
            if len(faces) < 3:
                continue
            gallery = Gallery([PieceSet(style, "dice", tuple(examples))])
            for face, n in rest:
                reading = gallery.name(read[n][3][:-7].astype(np.float32))
                rows.append((features(reading, read[n][2]), reading.face == face))
    return rows


def pip_rows(read: list[tuple[Picture, Die, Candidate, Floats]], pips: dict[str, bool]) -> list[Row]:
    rows: list[Row] = []
    for _, die, one, said in read:
        if die.face is None or die.cocked or die.seen < 0.8:
            continue
        style = die.style.removeprefix("seen:").removesuffix("-gold")
        plain = (not style) or (pips.get(style, False) and not die.face.startswith("g"))
        reading: Reading = name_pips(said[-7:].astype(np.float32))
        if plain and reading.face is not None:
            rows.append((features(reading, one), reading.face == die.face))
    return rows


def fit(rows: list[Row], ridge: float = 0.3) -> Floats:
    """Logistic regression by Newton's steps."""
    x = np.array([row for row, _ in rows])
    y = np.array([right for _, right in rows], float)
    w = np.zeros(x.shape[1])
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (y - p) - ridge * w
        bend = (x * (p * (1 - p))[:, None]).T @ x + ridge * np.eye(len(w))
        w = w + np.linalg.solve(bend, slope)
    return w


def die_rows(pictures: list[Picture]) -> list[Row]:
    """What both networks say of every proposal, and whether a die is there."""
    rows: list[Row] = []
    for picture in pictures:
        view = Pyramid(picture.pixels)
        found = propose(view)
        if not found:
            continue
        said = network("looker")(planes([view.cut(p.centre, p.side * REACH, CUT) for p in found]))
        for one, row in zip(found, said, strict=True):
            near = [d for d in picture.dice if np.linalg.norm(d.centre - one.centre) < 0.5 * face_size(d)]
            if any(d.seen < 0.7 for d in near):
                continue
            rows.append(([1.0, logit(one.heat), float(row[17])], bool(near)))
    return rows


def logit(chance: float) -> float:
    return float(np.log(chance / (1 - min(chance, 0.9999))))


def calibrate(rendered: list[Picture], pips: dict[str, bool]) -> None:
    """Fit everything on what training has not seen, and write it beside the networks."""
    held = [p for p in rendered if p.held]
    old = json.loads((MODELS / "sureness.json").read_text())
    write(old | {"die": fit(die_rows(held)).round(4).tolist()})
    both.cache_clear()
    some = [p for p in rendered if p.held or any(kept_style(d.style) for d in p.dice)]
    read = read_all(some)
    patches = {}
    for number, (picture, die, one, _) in enumerate(read):
        if kept_style(die.style):
            patches[number] = patches_of(Pyramid(picture.pixels), [one.quad])[0]
    taught = taught_rows(read, patches)
    plain = pip_rows([row for row in read if row[0].held], pips)
    print(f"taught: {len(taught)} readings, {np.mean([r for _, r in taught]):.4f} right")
    print(f"pips: {len(plain)} readings, {np.mean([r for _, r in plain]):.4f} right")
    near = sorted(row[1] for row, right in taught if right)
    table = {
        "taught": fit(taught).round(4).tolist(),
        "pips": fit(plain).round(4).tolist(),
        "least_near": [round(near[len(near) // 500] - 0.05, 3)],
    }
    write(json.loads((MODELS / "sureness.json").read_text()) | table)


def write(table: dict[str, list[float]]) -> None:
    (MODELS / "sureness.json").write_text(json.dumps(table) + "\n")
