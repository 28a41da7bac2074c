"""Lays whole tables of invented flat pieces, in rows, heaps and anywhere, on mats, papers and bare tops; or none."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.render.invent import random_scene
from vision.render.lens import lens
from vision.render.paint import paint
from vision.render.scene import HEIGHT, TOKEN_MM, WIDTH
from vision.render.sheet import PX_PER_MM, sheet_art
from vision.render.truth import truth
from vision.table.zones import Mat
from vision.training.painted import mats
from vision.training.places import Box
from vision.training.sheets import zones_of
from vision.training.tables import SQUARE, Floats, Rng, Table, Top, drawn

_SHEET = 2.0  # pixels a millimetre of printed sheets
_THIN = 0.2  # of all boxes are printed on paper
_BARE = 0.15  # of all tables have no piece
_DRAWN = 0.5  # of all tables are drawn, not rendered
_TURNED = 0.2  # of all cameras see rows turned anyhow
_PART = 640  # pixels of the longer side of a whole picture; larger ones show the same finer
_SMALLEST, _LARGEST = 5.0, 50.0  # half a piece's side in the finder's pixels


@dataclass(frozen=True, eq=False)
class Laid:
    """A piece on a table and the corners of its upper side, clockwise from the upper left of its art."""

    kind: str
    name: str | None  # None: its plain side
    quad: Floats = field(repr=False)
    box: Box | None = field(default=None, repr=False)


@dataclass(frozen=True, eq=False)
class Spread:
    """A picture of a table and what lies there."""

    pixels: Pixels = field(repr=False)
    pieces: tuple[Laid, ...]
    unclear: tuple[Floats, ...] = ()  # outlines of what may pass for a flat piece


class Spreader:
    """Makes up tables from stocks of boxes, rendered tops and printed sheets."""

    def __init__(self, stock: dict[str, list[Box]], tops: Sequence[Top], sheets: Sequence[Pixels]) -> None:
        self.stock, self.tops, self.sheets = stock, tops, sheets

    def table(self, rng: Rng, size: tuple[int, int], zoom: float) -> Table:
        """Any part of any table top."""
        top = drawn(rng) if not self.tops or rng.random() < _DRAWN else self.tops[int(rng.integers(len(self.tops)))]
        turn = float(rng.normal(0, 0.1))
        c, s = zoom * np.cos(turn), zoom * np.sin(turn)
        spin = np.array([[c, -s], [s, c]])
        if rng.random() < 0.5:
            spin = spin @ np.diag([-1.0, 1.0])
        high, wide = top.pixels.shape[:2]
        spare = np.maximum(0, np.array([wide, high]) - np.array(size) / zoom) / 2
        middle = np.array([wide, high]) / 2 + rng.uniform(-1, 1, 2) * spare
        return Table(top, rng, np.column_stack([spin, np.array(size) / 2 - spin @ middle]), size)

    def __call__(self, rng: Rng, size: tuple[int, int]) -> Spread:
        finer = size[0] / _PART if size[0] > _PART else 1.0
        half = finer * float(np.exp(rng.uniform(np.log(_SMALLEST), np.log(_LARGEST))))
        zoom = finer * float(np.exp(rng.uniform(np.log(0.66), np.log(1.2))))
        table = self.table(rng, size, zoom)
        middle = table.below(np.array([0.5, 0.5]))
        ends = table.seen(middle + np.array([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0]]), 0.0)
        fine = float(np.sqrt(abs(np.linalg.det(ends[1:] - ends[0])))) / 10  # pixels a millimetre
        self.sheet(table, rng, half / 15 / fine)
        pieces: list[Laid] = []
        if rng.random() > _BARE:
            for kind in rng.choice(("tiles", "cards", "tokens", "tokens"), int(rng.choice([1, 1, 2]))):
                box = self.stock[kind][int(rng.integers(len(self.stock[kind])))].varied(rng)
                scale = half / fine / float(np.sqrt(box.size.prod())) * 2
                pieces += spread(table, rng, box, scale, half)
        boxes: list[Floats] = []
        for x, y, w, h in table.top.flat:
            outline = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
            boxes.append(outline @ table.view[:, :2].T + table.view[:, 2])
        return Spread(table.photo(), tuple(pieces), tuple(boxes))

    def sheet(self, table: Table, rng: Rng, scale: float) -> None:
        """A mat, a page or nothing; printed for pieces about as large as those that lie there."""
        if rng.random() < 0.5:
            return
        art = self.sheets[int(rng.integers(len(self.sheets)))]
        if rng.random() < 0.4:
            tint = rng.uniform(0.35, 1.05, 3)
            art = (art * tint).clip(0, 255).astype(np.uint8)
        if rng.random() < 0.2:
            art = np.full_like(art, art[art.shape[0] // 2, 3])
        fit = scale * float(np.exp(rng.normal(0, 0.15)))
        table.cover(art, table.below(rng.uniform(0.2, 0.8, 2)), float(rng.normal(0, 0.1)), _SHEET / fit)


def spread(table: Table, rng: Rng, box: Box, scale: float, half: float) -> list[Laid]:
    """Pieces of one box: in rows, close together, or anywhere."""
    size, thick = box.size * scale, box.thick * scale * (1.0 if rng.random() > _THIN else 0.05)
    room = float(np.prod(table.taken.shape)) / (2 * half) ** 2
    count = int(np.clip(rng.uniform(0.02, 0.7) * room, 1, 36))
    turn = float(rng.uniform(-np.pi, np.pi)) if rng.random() < _TURNED else float(rng.normal(0, 0.15))
    turn += float(rng.choice([0, 0, 0, np.pi / 2]))
    names, pieces = list(box.arts), []
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    rows = rng.random() < (0.35 if box.disc else 0.75)
    columns = int(rng.integers(1, max(2, min(9, count + 1))))
    gap = 1 + (float(rng.uniform(0.0, 0.08)) if rng.random() < 0.5 else float(rng.uniform(0.05, 0.6)))
    start = table.below(rng.uniform(0.1, 0.6, 2))
    plain = float(rng.choice([0.1, 0.2, 0.6]))
    for n in range(count):
        at = start + spin @ (size * gap * [n % columns, -(n // columns)]) if rows else table.below(rng.uniform(0, 1, 2))
        yaw = turn + float(rng.normal(0, 0.03)) if rows and not box.disc else float(rng.uniform(-np.pi, np.pi))
        name = None if box.plain is not None and rng.random() < plain else names[int(rng.integers(len(names)))]
        art = box.plain if name is None else box.arts[name]
        assert art is not None
        stacked = thick * (float(rng.uniform(2, 6)) if rng.random() < 0.05 else 1.0)
        quad = table.lay(art, size, stacked, box.disc, at, yaw)
        if quad is not None:
            pieces.append(Laid(box.kind, name, quad, box))
    return pieces


def printed(rng: Rng, invented: int, mats: Sequence[Mat]) -> list[Pixels]:
    """Mats of no game, and those there are; small enough to keep many."""
    made = [*mats, *(Mat("invented", 2, tuple(zones_of(rng))) for _ in range(invented))]
    return [
        np.asarray(
            cv2.resize(
                sheet_art.__wrapped__(mat), None, fx=(f := _SHEET / PX_PER_MM), fy=f, interpolation=cv2.INTER_AREA
            ),
            np.uint8,
        )
        for mat in made
    ]


def painted(seed: int) -> Spread:
    """A table as the rehearsal paints it: mats, hands and things in the light of one lamp."""
    scene = random_scene(seed, PAINTED[seed % len(PAINTED)], mats())
    told = truth(scene)
    eye = lens(scene.camera, (WIDTH, HEIGHT))
    pieces = [Laid("tiles", None if one.number is None else str(one.number), np.array(one.quad)) for one in told.tiles]
    pieces += [Laid("cards", one.design, np.array(one.quad)) for one in told.cards]
    for token in told.tokens:
        assert token.at_mm is not None
        corners = SQUARE * [1, -1] * TOKEN_MM[0] / 2 + token.at_mm
        pieces.append(Laid("tokens", token.design, eye.project(np.c_[corners, np.full(4, TOKEN_MM[1])])))
    return Spread(paint(scene), tuple(pieces))


PAINTED = ("rooster", "grill", "rooster", "grill", "heckmeck", "empty")
