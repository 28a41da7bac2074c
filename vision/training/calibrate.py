"""Measures on kept-back dice how often a reading of given likeness and margin is right, and writes that down."""

import json
import math
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.find_dice import Candidate, look_closely, propose
from vision.dice.leaning import closeness, leans_by
from vision.dice.look_again import looked_again
from vision.dice.read_faces import Gallery, Reading, Surface, describe_turned, in_doubt, name_pips, patches_of, surface
from vision.dice.real_dice import TINY, Thing, settings
from vision.dice.sureness import (
    die_features,
    features,
    kind_of,
    leaning_features,
    least_near,
    rival_features,
    setting_features,
)
from vision.network import MODELS
from vision.piece_set import Example, PieceSet
from vision.pyramid import Pyramid
from vision.table.markers import find_markers
from vision.table.register import from_markers
from vision.training.augment import face_size, moved
from vision.training.scenes import Die, Picture, read_renders

Floats = NDArray[np.float64]
Row = tuple[list[float], bool]


def kept_style(style: str) -> bool:
    """Styles that come back in many scenes and that the namer has never seen."""
    found = re.match(r"(?:seen:)?s(\d+)", style)
    return found is not None and int(found.group(1)) < 70 and found.group(1)[-1] in "78"


CLOSER, NEARER = 2.5, " nearer"
RIDGE = 0.3  # how strongly weights are held to small numbers
OWN_EVERY = 3  # of our kept-back tables, which are fuller than others' and must not outweigh them
SURE, SURE_IS_RIGHT = 0.95, 0.9995  # more than is promised: other tables differ


@dataclass(frozen=True, eq=False)
class Read:
    """A candidate, its label (none: no die is there) and what the namer says of it."""

    picture: Picture
    die: Die | None
    seen: Candidate
    said: NDArray[np.float32]
    surface: Surface


def read_all(pictures: list[Picture]) -> list[Read]:
    """Every candidate; of those that are the same die only the likeliest."""
    out: list[Read] = []
    for picture in pictures:
        view = Pyramid(picture.pixels)
        seen = look_closely(view, propose(view))
        if not seen:
            continue
        patches = patches_of(view, [one.quad for one in seen])
        said = describe_turned(patches)
        owners = [[d for d in picture.dice if _covers(d, one)] for one in seen]
        for one, row, patch, near in zip(seen, said, patches, owners, strict=True):
            if not near:
                out.append(Read(picture, None, one, row, surface(patch)))
                continue
            rivals = [other for other, theirs in zip(seen, owners, strict=True) if any(near[0] is d for d in theirs)]
            best = max(rivals, key=lambda c: c.word)  # the others are pips and sides of the same die
            if one is best and all(d.seen > 0.7 for d in near):  # of a die half hidden nobody can say
                out.append(Read(picture, near[0], one, row, surface(patch)))
    return out


def _covers(die: Die, one: Candidate) -> bool:
    return bool(np.linalg.norm(die.centre - one.quad.mean(axis=0)) < 0.45 * face_size(die))


def closer(picture: Picture) -> Picture:
    """The middle of its dice as a nearer camera sees it: few pictures show dice large, and large ones count as well."""
    height, width = picture.pixels.shape[:2]
    part = np.array([width, height]) / CLOSER
    middle = np.mean([die.centre for die in picture.dice], axis=0)
    low = np.clip(middle - part / 2, 0, np.array([width, height]) - part).astype(int)
    high = (low + part).astype(int)
    matrix = np.array([[1, 0, -low[0]], [0, 1, -low[1]]], np.float32)
    return Picture(
        f"{picture.name}{NEARER}",
        picture.pixels[low[1] : high[1], low[0] : high[0]],
        [replace(moved(die, matrix), seen=die.seen if inside(die, low, high) else 0.3) for die in picture.dice],
        held=picture.held,
    )


def inside(die: Die, low: NDArray[np.intp], high: NDArray[np.intp]) -> bool:
    assert die.box is not None
    return bool((die.box[:2] >= low).all() and (die.box[:2] + die.box[2:] <= high).all())


def as_read(name: Callable[[NDArray[np.float32]], Reading], views: NDArray[np.float32]) -> Reading:
    """As the reader does it: at one look, or where that leaves doubt, at four."""
    first = name(views[:1])
    return name(views) if in_doubt(first) else first


def kept_back(rendered: list[Picture]) -> list[Picture]:
    """Scenes or styles that training never saw."""
    return [p for p in rendered if p.held or any(kept_style(die.style) for die in p.dice)]


def taught_rows(read: list[Read]) -> tuple[list[Row], list[Row], list[tuple[Reading, str]]]:
    """Teach each kept-back style from two dice a face, read all its others."""

    def example(face: str, n: int) -> Example:
        return Example(face, patches_of(Pyramid(read[n].picture.pixels), [read[n].seen.quad])[0])

    styles: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, die in enumerate(one.die for one in read):
        if die is not None and kept_style(die.style) and die.face is not None and not die.cocked and die.seen > 0.8:
            styles[die.style.removeprefix("seen:")][die.face].append(number)
    rows: list[Row] = []
    exist: list[Row] = []
    named: list[tuple[Reading, str]] = []
    nothing = [n for n, one in enumerate(read) if one.die is None]
    for style, faces in styles.items():
        for turn in range(3):
            examples, rest = [], []
            rng = np.random.default_rng(turn)
            for face, numbers in faces.items():
                order = [numbers[n] for n in rng.permutation(len(numbers))]
                examples += [example(face, n) for n in order[:2]]
                rest += [(face, n) for n in order[2:]]
            if len(faces) < 3:
                continue
            gallery = Gallery([PieceSet(style, "dice", tuple(examples))])
            for face, n in rest:
                reading = as_read(gallery.name, read[n].said[:, :-7])
                rows.append((features(reading, read[n].seen), reading.face == face))
                named.append((reading, face))
                exist.append((die_features(reading, read[n].seen), True))
            beside = {read[n].picture.name for _, n in rest}  # where its own side faces tempt the eye
            tempting = [n for n in nothing if read[n].picture.name in beside]
            for n in (*tempting, *rng.permutation(nothing)[: len(rest)]):
                exist.append((die_features(as_read(gallery.name, read[n].said[:, :-7]), read[n].seen), False))
    return rows, exist, named


def stranger_rows(benches: Path) -> list[Row]:
    """The same for benches rendered by vision.training.strangers, each style taught from its own photographs."""
    rows: list[Row] = []
    for styles in sorted(benches.glob("*/*/enroll")):
        taught = {style.name: photographed(style) for style in styles.iterdir()}
        galleries = {name: Gallery([PieceSet(name, "dice", shown)]) for name, shown in taught.items() if shown}
        for one in read_all(read_renders(styles.parent / "scenes")) if galleries else ():
            die = one.die
            if die is not None and die.face is not None and not die.cocked and not die.golden and die.seen > 0.8:
                reading = as_read(galleries[die.style.removeprefix("seen:")].name, one.said[:, :-7])
                if reading.near >= least_near():
                    rows.append((features(reading, one.seen), reading.face == die.face))
    return rows


def flat_tables(benches: Path) -> list[Picture]:
    """Tables of tokens, cards and tiles in the same benches: pieces that look alike and are no dice."""
    return [
        p
        for family in ("rooster", "grill")
        for scenes in sorted(benches.glob(f"*/{family}/scenes"))
        for p in read_renders(scenes)
    ]


def photographed(style: Path) -> tuple[Example, ...]:
    """The top face of the largest die in each photograph of a style; none where no faces are shown."""
    examples = []
    for path in sorted(style.glob("*/*.jpg")):
        picture = Pyramid(np.asarray(cv2.imread(str(path)), np.uint8))
        seen = [one for one in look_closely(picture, propose(picture)) if one.word > 0]
        if seen:
            largest = max(seen, key=lambda one: one.side)
            examples.append(Example(path.parent.name, patches_of(picture, [largest.quad])[0]))
    return tuple(examples)


def pip_rows(
    read: list[Read], pips: dict[str, bool]
) -> tuple[list[Row], list[Row], list[Row], list[tuple[Reading, str]]]:
    """Whether pips are read rightly, whether what has pips is a die, whether what has no name is one."""
    rows: list[Row] = []
    exist: list[Row] = []
    nameless: list[Row] = []
    named: list[tuple[Reading, str]] = []
    for die, one, said in ((r.die, r.seen, r.said) for r in read):
        reading: Reading = as_read(name_pips, said[:, -7:])
        if reading.face is None:
            nameless.append((die_features(reading, one), die is not None))
            continue
        exist.append((die_features(reading, one), die is not None))
        if die is None or die.face is None or die.cocked or die.seen < 0.8:
            continue
        style = die.style.removeprefix("seen:").removesuffix("-gold")
        if not style or (pips.get(style, False) and not die.face.startswith("g")):
            rows.append((features(reading, one), reading.face == die.face))
            named.append((reading, die.face))
    return rows, exist, nameless, named


def setting_rows(read: list[Read], alone: dict[str, Floats]) -> dict[str, list[Row]]:
    """Whether what has pips, or no name, is a die, as it is judged in the company of all that its picture shows."""
    rows: dict[str, list[Row]] = {kind: [] for kind in alone}
    for _, group in groupby(read, key=lambda one: id(one.picture)):
        here = [*group]
        view = Pyramid(here[0].picture.pixels)
        things = [Thing(one.seen, as_read(name_pips, one.said[:, -7:]), one.surface) for one in here]
        things = [replace(t, seen=looked_again(view, t.seen)) if t.reading.face is None else t for t in things]
        odds = [float(np.dot(alone[kind_of(one.reading)], die_features(one.reading, one.seen))) for one in things]
        chances = [1 / (1 + math.exp(-say)) for say in odds]
        for known, one, setting in zip(here, things, settings(things, chances), strict=True):
            if not part_of_another(known) and not small_in_a_cut(known):
                row = setting_features(one.reading, one.seen, setting)
                rows[kind_of(one.reading)].append((row, known.die is not None))
    return rows


def small_in_a_cut(one: Read) -> bool:
    """Pictures as from nearer are there for large dice: what is tiny in them nobody would look for."""
    return one.picture.name.endswith(NEARER) and one.seen.side < TINY


def part_of_another(one: Read) -> bool:
    """Whether it is no top face but lies on a die: where both are seen, their boxes tell."""
    x, y = one.seen.centre
    boxes = [die.box for die in one.picture.dice if die.box is not None]
    return one.die is None and any(box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3] for box in boxes)


def leaning_rows(pictures: list[Picture]) -> list[Row]:
    """Every die that can be seen, and whether it leans."""
    rows: list[Row] = []
    for picture in pictures:
        size = (picture.pixels.shape[1], picture.pixels.shape[0])
        view = Pyramid(picture.pixels)
        markers = find_markers(view)
        read = [(one.die, one.seen) for one in read_all([picture]) if one.die is not None]
        table = from_markers(markers, size) if markers else None
        found = [one for _, one in read]
        words = leans_by(view, found, table, every=True)
        for (die, one), word, near in zip(read, words, closeness(found), strict=True):
            if die.seen > 0.8:
                rows.append((leaning_features(one, word, near), die.cocked))
    return rows


def rivals(read: list[tuple[Reading, str]], way: str) -> Floats:
    """How much likeness counts between the faces of one die: by which the true ones are told best."""
    tables = []
    for reading, face in read:
        alike = dict([*reading.rest, (reading.face or "", reading.near)])
        if face in alike:
            faces = sorted(alike, key=lambda name: name != face)  # the true one first
            tables.append(np.array([rival_features(way, alike[name]) for name in faces]))
    w = np.zeros(tables[0].shape[1])
    for _ in range(40):
        slope, bend = -RIDGE * w, RIDGE * np.eye(len(w))
        for x in tables:
            p = np.exp(x @ w - (x @ w).max())
            p /= p.sum()
            slope += x[0] - p @ x
            bend += (x.T * p) @ x - np.outer(p @ x, p @ x)
        w = w + np.linalg.solve(bend, slope)
    return np.asarray(w)


def fit(rows: list[Row], ridge: float = RIDGE) -> Floats:
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


def cautious(weights: Floats, rows: list[Row]) -> Floats:
    """The same weights, lowered until those who call themselves SURE are right as often as that word promises."""
    told = sorted(((float(np.dot(row, weights)), right) for row, right in rows), reverse=True)
    share = np.cumsum([right for _, right in told]) / np.arange(1, len(told) + 1)
    kept = np.nonzero(share >= SURE_IS_RIGHT)[0]
    least = told[int(kept[-1])][0] if len(kept) else told[0][0]
    lowered = weights.copy()
    lowered[0] -= max(0.0, least - np.log(SURE / (1 - SURE)))
    return lowered


def calibrate(
    rendered: list[Picture],
    own: list[Picture],
    photos: list[Picture],
    empty: list[Picture],
    pips: dict[str, bool],
    strangers: Path,
) -> None:
    """Fit everything on dice that the namer has not seen, and write it beside the networks."""
    read = read_all(kept_back(rendered))
    taught, taught_exist, taught_named = taught_rows(read)
    likeness = sorted(row[1] for row, right in taught if right)
    taught += stranger_rows(strangers)
    large = [closer(p) for p in (*rendered, *photos) if (p.held or p.real) and p.dice]
    untaught = [one for one in read if one.picture.held] + read_all([*photos, *large, *empty, *flat_tables(strangers)])
    plain, plain_exist, nameless, plain_named = pip_rows(untaught, pips)
    alone = {"pips": fit(plain_exist), "no name": fit(nameless)}
    among = setting_rows(untaught + read_all([p for p in own if p.held][::OWN_EVERY]), alone)
    print(f"taught: {len(taught)} readings, {np.mean([r for _, r in taught]):.4f} right")
    print(f"pips: {len(plain)} readings, {np.mean([r for _, r in plain]):.4f} right")
    leaning = leaning_rows([p for p in (*rendered, *own) if p.held])
    print(f"cocked: {sum(cocked for _, cocked in leaning)} of {len(leaning)} dice")
    write(
        {
            "face of taught": cautious(fit(taught), taught).round(4).tolist(),
            "face of pips": cautious(fit(plain), plain).round(4).tolist(),
            "rivals of taught": rivals(taught_named, "taught").round(4).tolist(),
            "rivals of pips": rivals(plain_named, "pips").round(4).tolist(),
            "die of taught": fit(taught_exist).round(4).tolist(),
            **{f"die of {kind}": weights.round(4).tolist() for kind, weights in alone.items()},
            **{f"die of {kind} among others": fit(rows).round(4).tolist() for kind, rows in among.items()},
            "cocked": fit(leaning).round(4).tolist(),
            "least near": [round(likeness[len(likeness) // 100] - 0.2, 3)],
        }
    )


def write(table: dict[str, list[float]]) -> None:
    (MODELS / "sureness.json").write_text(json.dumps(table) + "\n")
