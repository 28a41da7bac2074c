"""Makes the eye's weights from seeds: ``make train``.

Every stage keeps a checkpoint in the work folder and is taken up again where it was left. Sources: rendered scenes,
painted tables, and the photographs whose licences permit it; kept-back scenes, styles and photographs are never seen.
"""

import argparse
import json
import pickle
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.network import MODELS
from vision.training import calibrate, finder, guess, looker, namer, painted
from vision.training.export import export
from vision.training.running import Running
from vision.training.scenes import Picture, read_painted, read_photos, read_renders

STEPS = {"finder": 8000, "looker": 6000, "namer": 4000}
PAINTED = range(1000, 1360)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="where the pictures are")
    parser.add_argument("--work", type=Path, default=Path("out/training"), help="where checkpoints are kept")
    options = parser.parse_args()
    torch.set_num_threads(1)  # more only wait for each other beside the one that makes the pictures
    cv2.setNumThreads(1)
    work: Path = options.work
    tables = work / "painted"
    tables.mkdir(parents=True, exist_ok=True)
    for seed in PAINTED:
        if not (tables / f"{seed:05d}.json").exists():
            painted.paint_scene(seed, tables)
    rendered = read_renders(options.shared / "train-renders" / "scenes")
    renders = [p for p in rendered if not p.held]
    paints = read_painted(tables)
    photos = training_photos(options.shared / "dice-photos")

    finder.train(
        Running("finder", work),
        [(0.62, renders), (0.15, photos[0]), (0.09, photos[1]), (0.14, paints)],
        STEPS["finder"],
    )
    leaning = [[p for p in some if any(d.cocked for d in p.dice)] for some in (renders, paints)]
    looker.train(
        Running("looker", work),
        [
            (0.30, "flat", renders),
            (0.12, "flat", paints),
            (0.13, "cocked", leaning[0]),
            (0.17, "cocked", leaning[1]),
            (0.13, "none", renders),
            (0.05, "none", paints),
            (0.13, "side", renders),
        ],
        STEPS["looker"],
    )
    for kind in ("finder", "looker"):
        export(kind, work / f"{kind}.pt", MODELS / f"{kind}.onnx")
    guessed = work / "photos.pickle"
    if not guessed.exists():
        guessed.write_bytes(pickle.dumps([guess.with_corners(p) for some in photos for p in some]))
    known = {s: f for s, f in namer.gather(renders).items() if not calibrate.kept_style(s)}
    pips = pip_styles(options.shared / "train-renders" / "scenes")
    namer.train(Running("namer", work), known, namer.gather(pickle.loads(guessed.read_bytes())), pips, STEPS["namer"])
    export("namer", work / "namer.pt", MODELS / "namer.onnx")
    calibrate.calibrate(rendered, [p for some in photos for p in some][::4], pips)


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
