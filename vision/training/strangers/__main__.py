"""Renders a whole bench of a stranger's games: other art, dice, tables and light than any the eye was made with.

Runs where the package bpy is installed: python -m vision.training.strangers OUT SEED. The folders, names and truth are
those of the shared bench, so that what scores the one scores the other. What is already there is not rendered again.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.training.strangers import flat
from vision.training.strangers.art import Style, heckmeck_styles, junior_style, pips_style
from vision.training.strangers.dice import any_pose, clutter, flat_die, lay_markers, look_down, marker_spots, scatter
from vision.training.strangers.render import LIGHTS, OFTEN, Room, take
from vision.training.strangers.shapes import Eye, Solid, corners_of
from vision.training.strangers.tables import KINDS
from vision.training.strangers.tables import OFTEN as TABLES_OFTEN
from vision.training.strangers.truth import Truth, covers, tell_dice, tell_marker, tell_thing

Rng = np.random.Generator
MARKERS, TOUCHING, COCKED, CUT, CLUTTER = 0.5, 0.4, 0.12, 0.11, 0.4  # shares of the scenes
SCENES = {"heckmeck": 12, "junior": 6, "pips": 6, "rooster": 5, "grill": 4}
PLAIN = ("paper", "felt", "wood", "plastic", "cloth")  # to teach on


@dataclass(frozen=True)
class Job:
    """One picture to take: where it goes and what chance makes of it."""

    path: Path
    rng: Rng
    family: str
    style: str
    index: int


@dataclass(eq=False)
class Scene:
    """What stands before the camera, and the part of its truth that is known so far."""

    eye: Eye
    pose: str
    solids: list[Solid]
    truth: Truth


def random_room(rng: Rng) -> Room:
    table, light = str(rng.choice(KINDS, p=TABLES_OFTEN)), str(rng.choice(LIGHTS, p=OFTEN))
    return Room(table, light, int(rng.integers(1 << 30)))


def mild_room(rng: Rng) -> Room:
    return Room(str(rng.choice(PLAIN)), str(rng.choice(["one", "window"])), int(rng.integers(1 << 30)), mild=True)


def dice_scene(rng: Rng, pick: list[Style]) -> Scene:
    """Dice of the given styles, laid out again until all find room and none is hidden."""
    touching, cocked, cut = rng.random() < TOUCHING, rng.random() < COCKED, rng.random() < CUT
    with_markers, with_clutter = rng.random() < MARKERS, rng.random() < CLUTTER
    pick = pick * 2 if len(pick) == 1 and (cut or touching) else pick
    while True:
        scale = float(rng.uniform(34, 47)) / float(np.mean([style.side for style in pick]))
        eye, pose = any_pose(rng, scale)
        spots = marker_spots(rng, eye) if with_markers else []
        if with_markers and not spots:
            continue
        printed = lay_markers(spots)
        laid = scatter(rng, eye, pick, [one.outline for one in printed], touching, cocked, cut)
        if laid is None:
            continue
        dice, things = laid
        taken = [solid.outline for solid in (*printed, *things)] + [die.outline for die in dice]
        things += clutter(rng, eye, taken) if with_clutter else []
        told = tell_dice(eye, dice, things)
        hidden = any(one["visible_fraction"] < 0.6 for one, die in zip(told, dice, strict=True) if not die.cut)
        if not hidden and not any(covers(eye, things, corners_of((40, 40), 0, spot, 0.0)) for spot in spots):
            break
    truth = flat.nothing() | {
        "dice": told, "distractors": [tell_thing(eye, thing) for thing in things],
        "markers": [tell_marker(eye, number, spot) for number, spot in enumerate(spots)],
    }  # fmt: skip
    return Scene(eye, pose, [*printed, *things, *(die.solid for die in dice)], truth)


def enrol_die(rng: Rng, style: Style, face: str) -> Scene:
    """One die near the middle with the face up, seen from nearly above."""
    far, wide = float(rng.uniform(240, 380)), float(rng.uniform(72, 92))
    way = float(rng.uniform(0, 2 * math.pi))
    eye = look_down(rng, (640, 480), wide / style.side, far, float(rng.uniform(0, 12)), way)
    while True:
        spot = eye.on_table(rng.normal((320, 240), 25))
        die = flat_die(rng, style, spot, float(rng.uniform(0, 2 * math.pi)))
        told = tell_dice(eye, [die], [])
        if told[0]["face"] == face:
            return Scene(eye, "overhead", [die.solid], flat.nothing() | {"dice": told})


def write_picture(path: Path, scene: Scene, room: Room, rng: Rng) -> None:
    started = time.monotonic()
    pixels = take(scene.solids, scene.eye, room)
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(85, 94))])
    print(f"{path} {time.monotonic() - started:.1f} s", flush=True)


def write_scene(job: Job, scene: Scene) -> None:
    """The picture, then its truth: what has a truth is done."""
    room, eye = random_room(job.rng), scene.eye
    write_picture(job.path, scene, room, job.rng)
    camera = {
        "K": eye.inner.round(4).tolist(), "dist": [0.0] * 5, "R": eye.turn.round(8).tolist(),
        "t": eye.shift.round(4).tolist(), "zoom": 1.0, "position_mm": eye.place.round(2).tolist(),
    }  # fmt: skip
    head = {
        "image": f"{job.family}/scenes/{job.path.name}", "family": job.family, "split": "strangers", "style": job.style,
        "width": eye.width, "height": eye.height, "pose": scene.pose, "light": room.light, "camera": camera,
        "background": room.table,
    }  # fmt: skip
    job.path.with_suffix(".json").write_text(json.dumps(head | scene.truth, indent=1))


class Bench:
    """One stranger's games; the same seed makes them again."""

    def __init__(self, out: Path, seed: int) -> None:
        self.out, self.seed = out, seed
        self.heckmeck = heckmeck_styles(np.random.default_rng([seed, 0]), 3)
        self.junior = [junior_style(np.random.default_rng([seed, 1, n]), "ab"[n]) for n in range(2)]
        self.pips = [pips_style(np.random.default_rng([seed, 2, n]), "abcdef"[n]) for n in range(6)]
        self.box = flat.stranger_box(seed)

    def scene_jobs(self, family: str, count: int) -> Iterator[Job]:
        """The scenes that are still missing."""
        styles = {
            "heckmeck": [s.name for s, _ in self.heckmeck],
            "junior": [s.name for s in self.junior],
            "pips": ["mixed"],
        }
        names = styles.get(family, ["v1"])
        for n in range(count):
            path = self.out / family / "scenes" / f"{n:03d}.jpg"
            if not path.with_suffix(".json").exists():
                rng = np.random.default_rng([self.seed, list(SCENES).index(family), 1000 + n])
                yield Job(path, rng, family, names[n % len(names)], n)

    def scenes(self, family: str, count: int) -> None:
        for job in self.scene_jobs(family, count):
            write_scene(job, self.scene(job))

    def scene(self, job: Job) -> Scene:
        rng = job.rng
        if job.family == "heckmeck":
            common, golden = self.heckmeck[job.index % 3]
            pick = [common] * int(rng.integers(1, 9))
            if (job.index // 3) % 3 == self.seed % 3:
                pick[int(rng.integers(len(pick)))] = golden
                pick += [common] if len(pick) == 1 else []
            return dice_scene(rng, pick)
        if job.family == "junior":
            return dice_scene(rng, [self.junior[job.index % 2]] * int(rng.integers(1, 7)))
        if job.family == "pips":
            makes = rng.choice(len(self.pips), int(rng.integers(1, 5)), replace=False)
            return dice_scene(rng, [self.pips[int(rng.choice(makes))] for _ in range(int(rng.integers(1, 9)))])
        lay = flat.rooster_scene if job.family == "rooster" else flat.grill_scene
        eye, pose, solids, truth = lay(rng, self.box, rng.random() < MARKERS, rng.random() < CLUTTER)
        return Scene(eye, pose, solids, truth)

    def enrol(self, family: str) -> None:
        folder = self.out / family
        if family == "heckmeck":
            for n, (common, golden) in enumerate(self.heckmeck):
                self.enrol_dice(common, folder / "enroll" / common.name, 10 + n)
                self.enrol_dice(golden, folder / "enroll-golden" / common.name, 20 + n)
        elif family == "junior":
            for n, style in enumerate(self.junior):
                self.enrol_dice(style, folder / "enroll" / style.name, 30 + n)
        elif family in ("rooster", "grill"):
            for kind in ("tokens", "cards") if family == "rooster" else ("tiles",):
                self.enrol_flat(kind, folder / "enroll" / kind)

    def enrol_dice(self, style: Style, folder: Path, salt: int) -> None:
        for face in sorted(set(style.faces)):
            for shot in (1, 2):
                path = folder / face / f"{shot:02d}.jpg"
                rng = np.random.default_rng([self.seed, salt, style.faces.index(face), shot])
                if not path.exists():
                    write_picture(path, enrol_die(rng, style, face), mild_room(rng), rng)

    def enrol_flat(self, kind: str, folder: Path) -> None:
        labels = []
        for n, (name, pieces) in enumerate(flat.enrolment_shots(kind)):
            rng = np.random.default_rng([self.seed, 40 + n, len(kind)])
            eye, solids, told = flat.enrol_pieces(rng, self.box, kind, pieces)
            labels.append({"image": name, "pieces": told})
            if not (folder / name).exists():
                write_picture(folder / name, Scene(eye, "overhead", solids, {}), mild_room(rng), rng)
        (folder / "labels.json").write_text(json.dumps(labels, indent=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("seed", type=int)
    parser.add_argument("--families", nargs="+", choices=list(SCENES), default=list(SCENES))
    parser.add_argument("--scenes-per-family", type=int, help="no more than so many scenes of each family")
    options = parser.parse_args()
    bench = Bench(options.out, options.seed)
    for family in options.families:
        bench.enrol(family)
        bench.scenes(family, min(SCENES[family], options.scenes_per_family or SCENES[family]))


if __name__ == "__main__":
    main()
