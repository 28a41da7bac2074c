"""Makes the eye's weights from seeds: ``make train``.

Every stage keeps a checkpoint in the work folder and is taken up again where it was left. Sources: rendered scenes,
painted tables, busy boards, tables of our own and strangers' benches rendered beforehand by vision.training.photoreal
and vision.training.strangers (used if they are there), and the photographs whose licences permit it; kept-back scenes,
styles and photographs are never seen.
"""

import argparse
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import torch

from vision.network import MODELS, network
from vision.training import calibrate, finder, flat, guess, looker, namer, painted, plumb, prints, spotter, spreads
from vision.training.augment import bare_tables
from vision.training.export import export
from vision.training.running import Running
from vision.training.scenes import Picture, read_painted, read_photos, read_renders
from vision.training.tables import rendered as rendered_top
from vision.training.to_ncnn import convert

T = TypeVar("T")
STEPS = {"finder": 8000, "first": 4000, "looker": 8000, "plumb": 35000, "namer": 5000, "flat": 3000, "spotter": 6000}
PAINTED = range(2000, 2420)
FLAT_BOXES = range(40)  # invented, to measure the reader of tokens by
SPREADS = range(96)  # painted tables of flat pieces
KEPT = 60  # rendered tables to measure by on which no spots are learned
SHEETS = 20  # invented mats they may lie on


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="where the pictures are")
    parser.add_argument("--work", type=Path, default=Path("out/training"), help="where checkpoints are kept")
    options = parser.parse_args()
    torch.set_num_threads(1)  # more only wait for each other beside the one that makes the pictures
    cv2.setNumThreads(1)
    work: Path = options.work
    paints = painted_tables(work / "painted")
    rendered = read_renders(options.shared / "train-renders" / "scenes")
    renders = [p for p in rendered if not p.held]
    rendered_own = read_renders(work / "own")
    own = [p for p in rendered_own if not p.held]
    byler, webcam = training_photos(options.shared / "dice-photos")
    empty = [Picture(f"board{n}", pixels) for n, pixels in enumerate(bare_tables())]

    shares = [(0.34, renders), (0.3, own), (0.13, byler), (0.07, webcam), (0.11, paints), (0.05, empty)]
    finder.train(Running("finder", work), [share for share in shares if share[1]], STEPS["finder"])
    first = looker_sources(renders, own, paints, byler + webcam, empty, [])
    looker.train(Running("first", work), first, STEPS["first"])
    for kind, checkpoint in (("finder", "finder"), ("looker", "first")):
        ship(kind, work / f"{checkpoint}.pt")

    def tempted() -> list[list[Picture]]:
        return [[guess.with_temptations(p) for p in some] for some in (renders, own, paints, byler + webcam, empty)]

    photos = once(work / "photos.pickle", lambda: [guess.with_corners(p) for p in byler + webcam])
    renders_, own_, paints_, stills, empty_ = once(work / "tempting.pickle", tempted)
    again = looker_sources(renders_, own_, paints_, stills, empty_, [p for p in photos if p.dice])
    looker.train(Running("looker", work), again, STEPS["looker"])
    ship("looker", work / "looker.pt")

    def found() -> list[list[Picture]]:
        return [[guess.with_found(p) for p in some] for some in (renders, own, paints)]

    plumb.train(Running("plumb", work), plumb_sources(*once(work / "found.pickle", found)), STEPS["plumb"])
    for kind in ("plumb", "lean"):
        ship(kind, work / "plumb.pt")
    known = {s: f for s, f in namer.gather(renders + own).items() if not calibrate.kept_style(s)}
    pips = pip_styles(options.shared / "train-renders" / "scenes") | pip_styles(work / "own")
    namer.train(Running("namer", work), known, namer.gather(photos), pips, STEPS["namer"])
    ship("namer", work / "namer.pt")
    bare = [p for p in paints if not p.dice] + empty[::2]
    calibrate.calibrate(rendered, rendered_own, (byler + webcam)[::4], bare, pips, work / "strangers")
    lain_on = prints.grounds(options.shared / "train-renders" / "scenes")
    prints.train(Running("flat", work), lain_on, STEPS["flat"])
    for kind in ("place", "print"):
        ship(kind, work / "flat.pt")
    tops = [rendered_top(path) for path in sorted((options.shared / "train-renders" / "scenes").glob("*.json"))]
    sheets = spreads.printed(np.random.default_rng(3), SHEETS, painted.mats())
    spreader = spreads.Spreader(prints.stock(work / "boxes.pickle"), tops[:-KEPT], sheets)
    lying = once(work / "spreads.pickle", lambda: [spreads.painted(seed) for seed in SPREADS])
    spotter.train(Running("spotter", work), spreader, lying, STEPS["spotter"])
    ship("spotter", work / "spotter.pt")
    kept = prints.grounds(options.shared / "train-renders" / "scenes", most=40, seed=8)
    prints.calibrate(kept, tops[-KEPT:])
    flat.calibrate(options.shared / "train-renders" / "scenes", work / "flat", FLAT_BOXES)


def ship(kind: str, checkpoint: Path) -> None:
    export(kind, checkpoint, MODELS / f"{kind}.onnx")
    convert(kind)
    network.cache_clear()


def once(path: Path, make: Callable[[], T]) -> T:
    """What was made before, or made now and kept."""
    if not path.exists():
        path.write_bytes(pickle.dumps(make()))
    made: T = pickle.loads(path.read_bytes())
    return made


def painted_tables(folder: Path) -> list[Picture]:
    folder.mkdir(parents=True, exist_ok=True)
    for seed in PAINTED:
        if not (folder / f"{seed:05d}.json").exists():
            painted.paint_scene(seed, folder)
    return read_painted(folder)


def looker_sources(
    renders: list[Picture],
    own: list[Picture],
    paints: list[Picture],
    stills: list[Picture],
    empty: list[Picture],
    photos: list[Picture],
) -> list[tuple[float, str, list[Picture]]]:
    """How often which kind of cut is made from which pictures."""

    def tempting(pictures: list[Picture]) -> list[Picture]:
        return [p for p in pictures if p.tempting]

    shares = [
        (0.15, "flat", renders), (0.25, "flat", own), (0.10, "flat", paints), (0.10, "flat", photos),
        (0.05, "cocked", leaning(renders)), (0.19, "cocked", leaning(own)),
        (0.04, "none", renders), (0.02, "none", own), (0.02, "none", stills), (0.02, "none", empty),
        (0.03, "side", renders), (0.04, "side", own),
        (0.03, "tempting", tempting(renders)), (0.04, "tempting", tempting(own)), (0.03, "tempting", tempting(stills)),
        (0.02, "tempting", tempting(paints)), (0.03, "tempting", tempting(empty)),
    ]  # fmt: skip
    return [share for share in shares if share[2]]


def leaning(pictures: list[Picture]) -> list[Picture]:
    return [p for p in pictures if any(die.cocked for die in p.dice)]


def plumb_sources(
    renders: list[Picture], own: list[Picture], paints: list[Picture]
) -> list[tuple[float, bool, list[Picture]]]:
    """How often a flat or a leaning die is cut from which pictures."""
    flat = [(0.26, False, renders), (0.39, False, own), (0.05, False, paints)]
    cocked = [(0.05, True, leaning(renders)), (0.23, True, leaning(own)), (0.02, True, leaning(paints))]
    return [share for share in (*flat, *cocked) if share[2]]


def training_photos(folder: Path) -> tuple[list[Picture], list[Picture]]:
    """byler and matteop65; the latter's boxes hug the pips, so the die's size is told by its neighbours' pips."""
    byler = [p for p in read_photos(folder / "byler", ("train",), "test") if not p.held]
    webcam = [p for p in read_photos(folder / "matteop65", ("train", "valid"), "test") if not p.held]
    for picture in webcam:
        spans = [float(max(d.box[2:])) for d in picture.dice if d.box is not None and d.face != "1"]
        side = max(spans, default=55.0) / 0.62
        for die in picture.dice:
            die.box = np.array([*(die.centre - side * 0.62), side * 1.25, side * 1.25], np.float32)
    return byler, webcam


def pip_styles(folder: Path) -> dict[str, bool]:
    """Which rendered designs have ordinary pips."""
    styles: dict[str, bool] = {}
    for path in folder.glob("*.json"):
        for style, params in json.loads(path.read_text())["style_params"].items():
            styles[style] = params["kind"].startswith("pips")
    return styles


if __name__ == "__main__":
    main()
