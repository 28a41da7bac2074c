"""Pictures of one die that fills a quarter to nine tenths of them: rendered ones cut and enlarged, and painted ones."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import cv2
import numpy as np

from calibration.learn import learn_dice
from hardware.frame import Frame, Pixels
from vision.observation import Box
from vision.photo import open_photo
from vision.reader import Reader
from vision.render.paint import paint, truth
from vision.render.shots import close_up, filling

SHARES = (0.25, 0.9)  # of the picture's height that the visible die takes
SIZES = ((640, 480), (1280, 720), (1920, 1080))
COUNT = 200
SAME = 0.4  # of two boxes is common to both, at least


@dataclass(frozen=True, eq=False)
class CloseUp:
    name: str
    pixels: Pixels
    box: Box
    face: str
    taught: str  # the folder of the photographs it is taught from; "": pips, untaught


def close_ups(shared: Path) -> Iterator[CloseUp]:
    """As many of each kind as there is room for, in turn; the same ones every time."""
    kinds = [cut_renders(shared), photographs(shared), painted()]
    for number in range(COUNT):
        yield next(kinds[number % len(kinds)])


def cut_renders(shared: Path) -> Iterator[CloseUp]:
    """Dice with pips on kept-back rendered tables."""
    chance = Random(7)
    for path in sorted((shared / "train-renders" / "scenes").glob("*[78].json")) * 2:
        told = json.loads(path.read_text())
        kinds = {style: look["kind"] for style, look in told["style_params"].items()}
        dice = [
            die
            for die in told["dice"]
            if not die["cocked"]
            and min(die["top_visible"], die["inside_fraction"]) > 0.95
            and kinds.get(die["style"].removesuffix("-gold"), "").startswith("pips")
            and not die["face"].startswith("g")
        ]
        if dice:
            die = chance.choice(dice)
            yield enlarged(
                f"cut-{path.stem}", open_photo(path.with_suffix(".jpg")).pixels, die["box_px"], chance, die["face"]
            )


def photographs(shared: Path) -> Iterator[CloseUp]:
    """The bench's own photographs for teaching, each read with a set taught from all of its dice."""
    chance = Random(8)
    styles = [
        style
        for family in ("heckmeck", "junior", "pips")
        for style in sorted((shared / "bench" / family / "enroll").iterdir())
    ]
    shots = [(style, path) for style in styles for path in sorted(style.glob("*/*.jpg"))]
    chance.shuffle(shots)
    for style, path in shots:
        pixels = open_photo(path).pixels
        dice = [die for die in set_reader(style).read(Frame(pixels, 0, 0.0)).dice if die.face == path.parent.name]
        if dice:  # as it is, it is seen: the question is only whether it still is when it is large
            box = max(dice, key=lambda die: die.box[2]).box
            yield enlarged(f"shot-{style.name}-{path.parent.name}", pixels, box, chance, path.parent.name, str(style))


def painted() -> Iterator[CloseUp]:
    """Ordinary dice as a long lens shows them, sharp to the last pixel."""
    for seed in range(COUNT):
        chance = Random(seed)
        size, style = chance.choice(SIZES[:2]), chance.choice(("pips", "pips-red", "pips-black", f"random-pips:{seed}"))
        scene = filling(close_up(style, chance.choice("123456"), seed), chance.uniform(*SHARES), size)
        die = truth(scene, size).dice[0]
        yield CloseUp(f"painted-{seed}", paint(scene, size), die.box, str(die.face), "")


def enlarged(name: str, pixels: Pixels, box: Box, chance: Random, face: str, taught: str = "") -> CloseUp:
    """A part of a picture in which the die is as large as chance will have it, anywhere it is seen whole."""
    x, y, w, h = box
    width, height = chance.choice(SIZES)
    factor = chance.uniform(*SHARES) * height / max(w, h)
    left, top = chance.uniform(0, width - w * factor), chance.uniform(0, height - h * factor)
    matrix = np.array([[factor, 0, left - x * factor], [0, factor, top - y * factor]])
    flags, edge = cv2.INTER_CUBIC, cv2.BORDER_REPLICATE
    out = cv2.warpAffine(pixels, matrix, (width, height), flags=flags, borderMode=edge)
    return CloseUp(name, np.asarray(out, np.uint8), (left, top, w * factor, h * factor), face, taught)


@cache
def set_reader(style: Path) -> Reader:
    return Reader([learn_dice(style.name, style)[0]])


def read(shown: CloseUp, untaught: Reader) -> tuple[bool, bool]:
    """Whether its die is found, and named rightly."""
    reader = set_reader(Path(shown.taught)) if shown.taught else untaught
    seen = reader.read(Frame(shown.pixels, 0, 0.0)).dice
    mine = [die for die in seen if common(die.box, shown.box) >= SAME]
    return bool(mine), any(die.face == shown.face for die in mine)


def common(one: Box, other: Box) -> float:
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    both = max(across, 0.0) * max(down, 0.0)
    return both / (one[2] * one[3] + other[2] * other[3] - both)


def close_up_rows(shared: Path) -> None:
    """Print how many are found and named, kind by kind, and name those that are not."""
    untaught = Reader()
    told: dict[str, list[tuple[bool, bool]]] = {}
    missed = []
    for shown in close_ups(shared):
        got = read(shown, untaught)
        told.setdefault(shown.name.split("-")[0], []).append(got)
        missed += [] if all(got) else [shown.name]
    print(f"\nclose-ups, the die {SHARES[0]:.2f} to {SHARES[1]:.2f} of the picture's height (wanted .98)")
    for kind, rows in {**told, "all": [row for some in told.values() for row in some]}.items():
        found, right = np.mean(rows, axis=0)
        print(f"    {kind:34} found {found:.3f}, right {right:.3f} of {len(rows)}")
    print("    not found, or misread:", ", ".join(missed))
