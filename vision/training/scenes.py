"""Loads pictures with known dice: rendered scenes with exact corners, photographs with boxes."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.leaning import sights
from vision.render.scene import HEIGHT, WIDTH

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]


@dataclass
class Die:
    """A labelled die; what a source does not tell is None."""

    centre: Floats  # of the top face (of the box, where only a box is known)
    face: str | None
    quad: Floats | None = None  # 4x2, art's top-left first; None for photographs until a first model has guessed it
    box: Floats | None = None  # x, y, w, h of the visible die
    hull: Floats | None = None  # outline of the whole cube, for recolouring
    up: Floats | None = None  # in pixels, from the middle of its underside to that of its top
    level: Floats | None = None  # the table's upright as seen there, of length 1 where seen straight across
    cocked: bool = False
    golden: bool = False
    style: str = ""
    seen: float = 1.0  # how much of the top face is visible
    found: tuple[Floats, ...] = ()  # its corners as an earlier eye saw them at several looks, never quite right


@dataclass
class Picture:
    name: str
    pixels: Pixels = field(repr=False)
    dice: list[Die] = field(default_factory=list)
    others: list[Floats] = field(default_factory=list)  # boxes of things that are no dice
    tempting: list[tuple[Floats, float]] = field(default_factory=list)  # where an earlier eye saw dice and none are
    real: bool = False
    held: bool = False  # kept back: never trained on


def read_renders(folder: Path) -> list[Picture]:
    """Rendered scenes; every scene whose number ends in 7 or 8 is kept back, and so are its styles elsewhere not."""
    pictures = []
    for path in sorted(folder.glob("*.json")):
        truth = json.loads(path.read_text())
        pixels = cv2.imread(str(path.with_suffix(".jpg")))
        dice = [_rendered_die(entry, truth.get("camera")) for entry in truth["dice"] if min(entry["box_px"][2:]) > 2]
        others = [np.array(entry["box_px"], np.float32) for entry in truth.get("distractors", [])]
        pictures.append(Picture(path.stem, np.asarray(pixels), dice, others, held=path.stem[-1] in "78"))
    trained = {die.style for p in pictures if not p.held for die in p.dice}
    for picture in pictures:  # a kept-back scene with a style the training knows proves nothing about new dice
        if picture.held:
            for die in picture.dice:
                die.style = die.style if die.style not in trained else "seen:" + die.style
    return pictures


def _rendered_die(entry: dict[str, Any], camera: dict[str, Any] | None) -> Die:
    quad = np.array(entry["quad_px"], np.float32)
    box = np.array(entry["box_px"], np.float32)
    die = Die(
        centre=np.asarray(quad.mean(0), np.float32),  # of a cocked die: of the face that looks up most
        face=entry["face"],
        quad=quad,
        box=box,
        cocked=entry["cocked"],
        golden=bool(entry.get("golden")),
        style=entry.get("style", ""),
        seen=float(min(entry.get("top_visible", 1.0), entry.get("inside_fraction", 1.0))),
    )
    if camera is not None:
        die.level = level_at(die.centre, camera)
    if "hull_px" in entry:
        die.hull = np.array(entry["hull_px"], np.float32)
        die.up = np.array(entry["up_px"], np.float32)
    elif camera is not None:
        corners = _corners(quad, float(entry["size_mm"]), np.array(entry["centre_mm"]), camera)
        die.hull = np.asarray(cv2.convexHull(corners), np.float32).reshape(-1, 2)
        die.up = corners[:4].mean(axis=0) - corners[4:].mean(axis=0)
    return die


def level_at(spot: Floats, camera: dict[str, Any]) -> Floats:
    """How the table's upright looks at a spot of the picture."""
    inner = np.array(camera["K"])
    ways = sights(spot[None].astype(np.float64), (inner[0, 0], inner[1, 1]), (inner[0, 2], inner[1, 2]))
    return np.asarray(ways[0, :2] @ np.array(camera["R"])[:, 2], np.float32)


def _corners(quad: Floats, side: float, centre: NDArray[np.float64], camera: dict[str, Any]) -> Floats:
    """All eight corners of the cube below an upper face, the upper four first, from the camera that saw it."""
    inner, lens = np.array(camera["K"]), np.array(camera["dist"])
    turn, shift = np.array(camera["R"]), np.array(camera["t"])
    half = side / 2
    face = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
    _, turns, shifts, _ = cv2.solvePnPGeneric(face, quad.astype(np.float64), inner, lens, flags=cv2.SOLVEPNP_IPPE)
    middle = turn @ centre + shift

    def off(n: int) -> float:  # a square is seen alike from two sides; the cube's middle tells which it is
        return float(np.linalg.norm(shifts[n].ravel() - cv2.Rodrigues(turns[n])[0][:, 2] * half - middle))

    best = min(range(len(turns)), key=off)
    cube = np.vstack([face, face - [0, 0, side]])
    return np.asarray(cv2.projectPoints(cube, turns[best], shifts[best], inner, lens)[0], np.float32).reshape(-1, 2)


def read_painted(folder: Path) -> list[Picture]:
    """Painted tables, all of them to train on."""
    pictures = []
    for path in sorted(folder.glob("*.json")):
        dice = [_painted_die(entry) for entry in json.loads(path.read_text())["dice"]]
        pictures.append(Picture(path.stem, np.asarray(cv2.imread(str(path.with_suffix(".jpg")))), dice))
    return pictures


def _painted_die(entry: dict[str, Any]) -> Die:
    box, quad, hull, up = (np.array(entry[f"{key}_px"], np.float32) for key in ("box", "quad", "hull", "up"))
    cut_off = min(box[0], box[1], WIDTH - box[0] - box[2], HEIGHT - box[1] - box[3]) < 3
    middle = np.asarray(quad.mean(axis=0), np.float32)
    seen = min(float(entry["seen"]), 0.3 if cut_off else 1.0)
    return Die(middle, entry["face"], quad, box, hull, up, cocked=entry["cocked"], style=entry["style"], seen=seen)


def read_photos(folder: Path, splits: tuple[str, ...], held_split: str) -> list[Picture]:
    """Photographs with boxes around dice (or around their pips)."""
    pictures = []
    for entry in json.loads((folder / "labels.json").read_text()):
        if entry["split"] not in (*splits, held_split):
            continue
        pixels = np.asarray(cv2.imread(str(folder / "images" / Path(entry["image"]).name)), np.uint8)
        dice = []
        for die in entry["dice"]:
            box = np.array(die["box"], np.float32)
            dice.append(Die(np.asarray(box[:2] + box[2:] / 2, np.float32), str(die["value"]), box=box))
        pictures.append(
            Picture(f"{folder.name}/{entry['image']}", pixels, dice, real=True, held=entry["split"] == held_split)
        )
    return pictures
