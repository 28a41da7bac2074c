"""Prints what each further look of the eye earns: it is switched off, on pictures it was not made for.

Usage: ablate.py [BENCH...], the benches of strangers that `make strangers` rendered; the kept-back renders and the
close-ups of ../shared are always read.
"""

import importlib
import json
import pkgutil
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2

from hardware.frame import Frame
from hardware.trouble import Trouble
from vision.photo import open_photo
from vision.reader import Reader

EYE: Any = importlib.import_module("bench_eye")  # which lies beside this file, as does the next
CLOSE: Any = importlib.import_module("close_ups")
KINDS = ("heckmeck", "junior", "pips")
COLUMNS = ("flat", "found", "right", "false", "wronged", "leaning", "flagged")
# What is switched off, and what is done in its stead.
STAGES: dict[str, Callable[..., Any]] = {
    "vision.dice.read_dice.seen_nearer": lambda picture, things: [],
    "vision.dice.read_dice.stand_up": lambda *_: {},
    "vision.dice.read_dice.looked_again": lambda picture, die: die,
    "vision.dice.read_dice.pips_are_usual": lambda dice: 0.0,
    "vision.dice.read_dice.gilded": lambda dice, ways: list(dice),
    "vision.dice.find_dice.hit": lambda found, guessed: True,
    "vision.dice.read_dice.in_doubt": lambda reading: False,
    "vision.dice.real_dice.only_dice": lambda seen: list(seen),
    "vision.dice.leaning.bystanders": lambda seen, dice: [],
}
TOGETHER = {"both further looks": ("seen_nearer", "stand_up")}


@contextmanager
def without(stages: Collection[str]) -> Iterator[None]:
    with ExitStack() as stack:
        for stage in stages:
            stack.enter_context(patch(stage, STAGES[stage]))
        yield


@contextmanager
def watched(acted: set[str], spent: dict[str, float]) -> Iterator[None]:
    """Notes which stages make a difference to what they are given, and how much work they are."""

    def spy(stage: str) -> Callable[..., Any]:
        real = pkgutil.resolve_name(stage)

        def called(*given: Any) -> Any:
            began = time.process_time()
            told = real(*given)
            spent[stage] += time.process_time() - began
            if told != STAGES[stage](*given):
                acted.add(stage)
            return told

        return called

    with ExitStack() as stack:
        for stage in STAGES:
            stack.enter_context(patch(stage, spy(stage)))
        yield


def count(seen: Sequence[Any], dice: Sequence[Any]) -> Counter[str]:
    told: Counter[str] = Counter()
    taken: set[int] = set()
    for die in dice:
        here = [one for one in seen if EYE.inside(one, die["box_px"])]
        taken |= {id(one) for one in here}
        if min(die.get("inside_fraction", 1.0), die.get("top_visible", 1.0)) < 0.8:
            continue
        x, y, w, h = die["box_px"]
        here.sort(key=lambda one: abs(one.box[0] - x) + abs(one.box[1] - y) + abs(one.box[2] - w) + abs(one.box[3] - h))
        told["leaning" if die["cocked"] else "flat"] += 1
        if here and die["cocked"]:
            told["flagged"] += here[0].cocked
        elif here:
            told["found"] += 1
            told["wronged"] += here[0].cocked
            told["right"] += here[0].face == die["face"]
    told["false"] = sum(id(one) not in taken for one in seen)
    return told


def kept_back() -> Iterator[tuple[Reader, Any, Any]]:
    reader = Reader()
    for path in sorted((EYE.SHARED / "train-renders" / "scenes").glob("*[78].json")):
        yield reader, open_photo(path.with_suffix(".jpg")), json.loads(path.read_text())["dice"]


def strangers(benches: Sequence[Path]) -> Iterator[tuple[Reader, Any, Any]]:
    readers: dict[tuple[str, ...], Reader | None] = {}
    for bench in benches:
        for truth in EYE.score_module().load_truth(str(bench)).values():
            if truth["family"] not in KINDS:
                continue
            family, style = truth["family"], EYE.style_of(truth)
            if (key := (bench.name, family, style)) not in readers:
                try:
                    readers[key] = Reader(EYE.taught(bench / family, style, family))
                except Trouble:
                    readers[key] = None
            if reader := readers[key]:
                yield reader, open_photo(bench / truth["image"]), truth["dice"]


def large() -> Iterator[tuple[Reader, Any, Any]]:
    reader = Reader()
    for shown in CLOSE.close_ups(EYE.SHARED):
        die = {"box_px": shown.box, "cocked": False, "face": shown.face}
        own = CLOSE.set_reader(Path(shown.taught)) if shown.taught else reader
        yield own, Frame(shown.pixels, 0, 0.0), [die]


def ablation(benches: Sequence[Path]) -> None:
    """Only pictures in which a stage made a difference are read again without it."""
    for name, source in {"kept-back": kept_back(), "close-ups": large(), "strangers": strangers(benches)}.items():
        together = {stage.rsplit(".")[-1]: [stage] for stage in STAGES} | {
            label: [stage for stage in STAGES if stage.rsplit(".")[-1] in some] for label, some in TOGETHER.items()
        }
        told: dict[str, Counter[str]] = {label: Counter() for label in ("nothing", *together)}
        spent: dict[str, float] = defaultdict(float)
        pictures, reading = 0, 0.0
        for reader, photo, dice in source:
            pictures += 1
            acted: set[str] = set()
            reader.forget()
            began = time.process_time()
            with watched(acted, spent):
                usual = count(reader.read(photo).dice, dice)
            reading += time.process_time() - began
            told["nothing"] += usual
            for label, stages in together.items():
                if acted.isdisjoint(stages):
                    told[label] += usual
                    continue
                reader.forget()
                with without(stages):
                    told[label] += count(reader.read(photo).dice, dice)
        if pictures:
            print(
                f"\n{name}, {pictures} pictures{'':16}" + "".join(f"{column:>8}" for column in COLUMNS),
                "   of the work",
            )
        for label, counted in told.items() if pictures else ():
            share = sum(spent[stage] for stage in together.get(label, ())) / reading
            print(f"    without {label:24}" + "".join(f"{counted[c]:8}" for c in COLUMNS) + f"{share:14.3f}")


if __name__ == "__main__":
    cv2.setNumThreads(1)
    ablation([Path(word) for word in sys.argv[1:]])
