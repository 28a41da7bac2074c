"""The invented pieces of one scripted game as solids: dice, tiles, tokens, cards, the printed mat and clutter."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.training.art import Colour
from vision.training.cubes import about, outward
from vision.training.flat_boxes import Kind, tiles
from vision.training.strangers.art import Look, Style, heckmeck_styles, junior_style, pips_style
from vision.training.strangers.dice import no_piece, wedged
from vision.training.strangers.flat import Box, stranger_box
from vision.training.strangers.shapes import Solid, spin
from vision.training.strangers.tables import muted
from vision.training.strangers.truth import Die
from vision.training.turns.hands import hand_solids

Rng = np.random.Generator
Item = Mapping[str, Any]
TILE_MM = 27.0, 50.0  # at most: two lie side by side on a mat
ROUND_MM, CARD_MM = 32.0, 59.0
LEANS = 20.0  # degrees at least: where it is less, people argue about it, too
PAPER = 206, 226, 238  # of the mats


def dice_styles(kind: str, seed: int, side: float) -> tuple[Style, Style]:
    """The dice of a game, and its golden die."""
    rng = np.random.default_rng([seed, 1])
    if kind == "heckmeck":
        common, golden = heckmeck_styles(rng, 1)[0]
    else:
        common = golden = (junior_style if kind == "junior" else pips_style)(rng, "a")
    return replace(common, side=side), replace(golden, side=side)


def flat_box(seed: int, worms: Mapping[int, int], paper: bool) -> Box:
    """Tiles, tokens and cards that fit their places on the mat; tiles may be as pale as the paper."""
    box, rng = stranger_box(seed), np.random.default_rng([seed, 7])
    kinds = dict(box.kinds)
    wide = float(rng.uniform(24, TILE_MM[0]))
    ground = pale(rng) if paper else muted(rng, 60)
    kinds["tiles"] = Kind(tiles(rng, wide / TILE_MM[1], worms, ground), (wide, TILE_MM[1]), float(rng.uniform(2, 8)))
    kinds["tokens"] = replace(kinds["tokens"], size_mm=(min(ROUND_MM, kinds["tokens"].size_mm[0]),) * 2)
    cards = kinds["cards"]
    smaller = min(1.0, CARD_MM / max(cards.size_mm))
    kinds["cards"] = replace(cards, size_mm=(cards.size_mm[0] * smaller, cards.size_mm[1] * smaller))
    return Box(kinds, box.points, box.looks)


def pale(rng: Rng) -> Colour:
    """Nearly the colour of the paper."""
    b, g, r = (int(np.clip(v + rng.normal(0, 6), 0, 250)) for v in PAPER)
    return b, g, r


class Pieces:
    """What lies on one table, each thing by what the script says of it."""

    def __init__(self, config: Item) -> None:
        made = config["pieces"]
        self.common, self.golden = dice_styles(made["dice"], made["seed"], made["side"])
        worms = {int(number): int(count) for number, count in made["worms"].items()}
        self.box = flat_box(made["seed"], worms, made["paper"])
        self._lying: list[Die] = []

    def solids(self, shot: Item) -> dict[str, list[Solid]]:
        """All that lies there, under names that are the same as long as a thing lies as it lay."""
        found: dict[str, list[Solid]] = {}
        self._lying = []
        for die in sorted(shot.get("dice", ()), key=lambda d: "leans_on" in d):
            found[f"die {die}"] = [self._die(die).solid]
        for kind in ("tiles", "tokens", "cards"):
            for piece in shot.get(kind, ()):
                at, yaw = np.array(piece["at"], float), math.radians(piece.get("yaw", 0.0))
                found[f"{kind} {piece}"] = [self.box.piece(kind, piece["name"], at, yaw)]
        for thing in shot.get("things", ()):
            found[f"thing {thing}"] = _clutter(thing["kind"], thing["seed"], tuple(thing["at"]), thing["yaw"])
        for hand in shot.get("hands", ()):
            found[f"hand {hand}"] = hand_solids(
                hand["at"], hand["arm_from"], hand["pose"], hand["skin"], hand["sleeve"], hand["height"]
            )
        return found

    def _die(self, told: Item) -> Die:
        style = self.golden if told.get("golden") else self.common
        if "leans_on" in told:
            rng = np.random.default_rng(int(told["seed"]))
            while slant(die := wedged(rng, self._lying[told["leans_on"]], style)) < LEANS:
                pass
            self._lying.append(die)
            return die
        die = flat_die(style, told["face"], told["at"], told["yaw"])
        rolling = np.radians(told.get("turned", (0.0, 0.0, 0.0)))
        if np.abs(rolling).max() > 0:
            die.turn = cv2.Rodrigues(rolling)[0] @ die.turn
            die.rest()
        die.centre[2] += float(told.get("z", 0.0))
        self._lying.append(die)
        return die


def flat_die(style: Style, face: str, at: Sequence[float], yaw: float) -> Die:
    """A die that lies flat with this face up."""
    turn = about(np.array([0.0, 0, 1]), math.radians(yaw)) @ face_up(style, face)
    die = Die(style, turn, np.array([*at, style.side / 2]))
    die.rest()
    return die


def slant(die: Die) -> float:
    """How many degrees its upper face is from level."""
    return math.degrees(math.acos(min(1.0, float(np.abs(die.turn[2]).max()))))


def face_up(style: Style, face: str) -> np.ndarray:
    """A turn that brings a face of the die to the top."""
    normal = outward(style.faces.index(face)).astype(float)
    if normal[2] > 0.9:
        return np.eye(3)
    axis = np.cross(normal, [0, 0, 1.0]) if abs(normal[2]) < 0.9 else np.array([1.0, 0, 0])
    return about(axis, math.pi if normal[2] < -0.9 else math.pi / 2)


@lru_cache(maxsize=64)
def _clutter(kind: str, seed: int, at: tuple[float, float], yaw: float) -> list[Solid]:
    return no_piece(np.random.default_rng(seed), kind, np.array(at))


def sheets(config: Item, folder: Path) -> list[Solid]:
    """The printed mat, in one sheet or in several that were taped together."""
    found = []
    for number, sheet in enumerate(config.get("mat", ())):
        art = np.asarray(cv2.imread(str(folder / sheet["image"])))
        found.append(paper(art, sheet["size"], sheet["at"], math.radians(sheet.get("yaw", 0.0)), 0.1 + 0.15 * number))
    return found


def paper(art: Pixels, size: tuple[float, float], at: tuple[float, float], yaw: float, high: float) -> Solid:
    """A flat sheet with its middle at a spot; its art goes to its very edges."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * np.array(size)
    top = np.column_stack([corners @ spin(yaw).T + np.array(at), np.full(4, high)])
    points = np.concatenate([top, top * (1, 1, 0)])
    faces = [[0, 1, 2, 3]] + [[n, n + 4, (n + 1) % 4 + 4, (n + 1) % 4] for n in range(4)]
    inner = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    places = np.concatenate([inner, np.full((16, 2), 0.001)])
    return Solid("mat", points, faces, places, art, Look(0.8), smooth=False, tall=False)
