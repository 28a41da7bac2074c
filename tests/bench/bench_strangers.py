"""Prints what the eye reaches on benches of strangers' games: ``make strangers`` renders them and runs this.

Usage: bench_strangers.py BENCH...; pictures of the failures go to out/strangers-failed/.
"""

import importlib
import sys
from functools import cache
from pathlib import Path
from typing import Any

import cv2

from companion.verbs.look import as_json
from hardware.trouble import Trouble
from vision.overlay import draw
from vision.photo import open_photo
from vision.reader import Reader
from vision.squeezed import read_photo

EYE: Any = importlib.import_module("bench_eye")  # which lies beside this file
FAMILIES = ("heckmeck", "junior", "pips", "rooster", "grill")
OUT = Path("out/strangers-failed")
SHOWN = (
    "dice recall", "read right, of all", "exact-scene rate", "cocked flagged", "flat called cocked",
    "sure (>= .95) and wrong", "golden right", "token accuracy (face-up)", "backs and blanks right",
    "card design accuracy", "rooster exact-scene rate", "tile number accuracy (face-up)", "tile side right",
    "tile exact-scene rate",
)  # fmt: skip


@cache
def reader_for(bench: Path, family: str, style: str) -> Reader | None:
    """None where teaching is refused: then nothing is read."""
    try:
        return Reader(EYE.taught(bench / family, style, family))
    except Trouble as trouble:
        print(f"    {bench.name} {family} {style}: refused. {trouble}")
        return None


def measured(score: Any, bench: Path, truth: Any) -> Any:
    reader = reader_for(bench, truth["family"], EYE.style_of(truth))
    if reader is None:
        return score.score_image(truth, {})
    reader.forget()
    photo = open_photo(bench / truth["image"])
    seen = read_photo(reader, photo)
    count = score.score_image(truth, as_json(truth["image"], seen))
    if any(count.get(f"{kind}_scenes", 0) > count.get(f"{kind}_scenes_exact", 0) for kind in ("dice", "token", "tile")):
        OUT.mkdir(parents=True, exist_ok=True)
        name = f"{bench.name}-{truth['family']}-{Path(truth['image']).stem}.png"
        cv2.imwrite(str(OUT / name), draw(photo.pixels, seen))
    return count


def main() -> int:
    benches = [Path(word) for word in sys.argv[1:]]
    if not EYE.SHARED.is_dir() or not benches:
        print("Nothing to measure: ../shared is missing, or no bench was named.")
        return 1
    score = EYE.score_module()
    for family in FAMILIES:
        counts = [
            measured(score, bench, truth)
            for bench in benches
            for truth in score.load_truth(str(bench)).values()
            if truth["family"] == family
        ]
        told = {name: value for name, value in score.summary(score.total(counts)).items() if name in SHOWN}
        print(f"{family:9} {len(counts):3} pictures:", ", ".join(f"{name} {value:.3f}" for name, value in told.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
