"""Prints what teaching is worth: one shot a face instead of two, and light that changes between teaching and play.

Reads the enrolment shots and scenes of ../shared where they are; the light is painted.
"""

import importlib
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import cv2
from mats import mat_on

from calibration.learn import learn_dice
from calibration.pretend import over
from companion.verbs.look import as_json
from hardware.frame import Frame
from vision.observation import DieSeen
from vision.photo import open_photo
from vision.piece_set import Example, PieceSet
from vision.reader import Reader
from vision.render.dice import die_style
from vision.render.paint import Painter, truth
from vision.render.scene import Die, Light, Scene
from vision.render.shots import CLOSE_UP, close_up

SHARED = Path(__file__).resolve().parents[3] / "shared"
SHOTS = ("two shots", "first only", "second only")
TAUGHT_IN = Light(kelvin=2700.0)
LIGHTS = {
    "as taught": TAUGHT_IN,
    "lamp moved": replace(TAUGHT_IN, lamp=(420.0, -260.0, 620.0)),
    "2700 K to 6500 K": replace(TAUGHT_IN, kelvin=6500.0),
    "half the brightness": replace(TAUGHT_IN, brightness=TAUGHT_IN.brightness / 2),
}
SCENES = 64
ONE_SHOT, OTHER_LIGHT = 0.02, 0.01  # as much may be lost


def one_shot_or_two(family: str) -> bool:
    """The bench's scenes, read after learning from both shots of each face, and from one of them."""
    bench = SHARED / "bench"
    sys.path.insert(0, str(bench))
    score = importlib.import_module("score")
    truths = [one for one in score.load_truth(str(bench)).values() if one["family"] == family]
    counts: dict[str, list[Any]] = {shots: [] for shots in SHOTS}
    for style in sorted({one["style"] for one in truths}):
        readers = {shots: Reader(sets) for shots, sets in taught(bench / family, style).items()}
        for one in (one for one in truths if one["style"] == style):
            frame = open_photo(bench / one["image"])
            for shots, reader in readers.items():
                counts[shots].append(score.score_image(one, as_json(one["image"], reader.read(frame))))
    print(f"\nbench {family}, {len(truths)} tables: dice read right")
    right = {shots: score.summary(score.total(counted))["read right, of all"] for shots, counted in counts.items()}
    return told(right, ONE_SHOT)


def taught(folder: Path, style: str) -> dict[str, list[PieceSet]]:
    """The style's sets: from all shots, and from one of each face."""
    places = {"dice": folder / "enroll" / style, "golden": folder / "enroll-golden" / style}
    sets = [learn_dice(name, place, name == "golden")[0] for name, place in places.items() if place.is_dir()]
    return {
        "two shots": sets,
        "first only": [replace(one, examples=only(one, 0)) for one in sets],
        "second only": [replace(one, examples=only(one, -1)) for one in sets],
    }


def only(made: PieceSet, which: int) -> tuple[Example, ...]:
    return tuple([one for one in made.examples if one.name == name][which] for name in made.names)


def light_changed(style: str) -> bool:
    """Painted dice, taught from two close-ups a face in one light and read in others, lying in the same places."""
    painter, reader = Painter(), Reader([painted_set(style)])
    right: dict[str, float] = {}
    for name, light in LIGHTS.items():
        answers = []
        for number, scene in enumerate(tables(style)):
            lit = replace(scene, light=light)
            seen = reader.read(Frame(painter.paint(lit), number, 0.0)).dice
            answers += [there(die, seen) == die.face for die in truth(lit).dice]
        right[name] = sum(answers) / len(answers)
    print(f"\npainted {style}, {SCENES} tables of 8 dice: dice read right")
    return told(right, OTHER_LIGHT)


def painted_set(style: str) -> PieceSet:
    painter = Painter(CLOSE_UP)
    with tempfile.TemporaryDirectory() as folder:
        for face in dict.fromkeys(die_style(style).faces):
            (Path(folder) / face).mkdir()
            for seed in range(2):
                pixels = painter.paint(close_up(style, face, seed, TAUGHT_IN))
                cv2.imwrite(str(Path(folder) / face / f"{seed}.png"), pixels)
        return learn_dice(style, Path(folder))[0]


def tables(style: str) -> list[Scene]:
    """Eight dice somewhere in the tray, every face in turn."""
    sheet, chance, faces = mat_on("heckmeck", 4), Random(1), die_style(style).faces
    tray = sheet.zone("tray")
    scenes = []
    for number in range(SCENES):
        dice = []
        for n in range(8):
            x = tray.x + (n % 4 + 0.5) * tray.width / 4 + chance.uniform(-14, 14)
            y = tray.y + (n // 4 + 0.5) * tray.height / 2 + chance.uniform(-10, 10)
            dice.append(Die(faces[(number + n) % len(faces)], (x, y), chance.uniform(0, 360), style))
        scenes.append(Scene(camera=over(sheet), mat=sheet, dice=tuple(dice), noise=1.5, frame=number))
    return scenes


def there(die: DieSeen, seen: Sequence[DieSeen]) -> str | None:
    """What was read where this die lies."""
    x, y, w, h = die.box
    near = [
        one.face for one in seen if x < one.box[0] + one.box[2] / 2 < x + w and y < one.box[1] + one.box[3] / 2 < y + h
    ]
    return near[0] if near else None


def told(right: dict[str, float], most_lost: float) -> bool:
    """Print the shares; true if no case loses more than this against the first."""
    usual = next(iter(right.values()))
    for name, share in right.items():
        lost = f"   {100 * (usual - share):+.1f} points lost" if share is not usual else ""
        print(f"    {name:24} {share:.3f}{lost}", flush=True)
    return min(right.values()) >= usual - most_lost


def main() -> int:
    kept = [light_changed(style) for style in ("heckmeck", "junior")]
    if not (SHARED / "bench").is_dir():
        print("\nThere are no enrolment shots to learn from: ../shared is missing.")
    else:
        kept += [one_shot_or_two(family) for family in ("heckmeck", "junior")]
    print("\ngood" if all(kept) else "\nTOO MUCH IS LOST")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
