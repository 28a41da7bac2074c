"""The road from frame to observation, one step a line."""

import math
import time
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from hardware.frame import Frame
from vision.dice.read_dice import DiceReader
from vision.flat.anywhere import AnywhereReader
from vision.flat.look import Flat, Looker
from vision.flat.on_mat import MatReader
from vision.flat.read_flat import FlatReader
from vision.flat.unchanged import Unchanged
from vision.observation import DieSeen, MarkerSeen, Point, Quad, TableObservation
from vision.piece_set import PieceSet
from vision.pyramid import Pyramid
from vision.table.markers import find_markers
from vision.table.mounting import Mounting
from vision.table.register import from_markers
from vision.table.zones import Mat

MAT_SLIP_MM = 15.0  # taped together askew, a mat is still that mat
MARKER_SLIP_PX = 0.7  # markers that moved less than this have not moved


class Reader:
    """Reads frames with the sets it was given; without any, ordinary pips.

    Where its mat lies, flat pieces are looked for where the mat has places for them, and nowhere else.
    """

    def __init__(self, sets: Sequence[PieceSet] = (), mounting: Mounting | None = None, mat: Mat | None = None) -> None:
        dice = [one for one in sets if one.kind == "dice"]
        flat = [one for one in sets if one.kind != "dice" and one.examples]
        self.dice = DiceReader(dice) if dice or not sets else None
        self.looker = Looker(flat) if flat else None
        strewn = any(one.kind == "tokens" for one in flat)  # on busy cloths an outline still tells tokens better
        self.anywhere = FlatReader(flat) if strewn else AnywhereReader(self.looker) if self.looker else None
        self.on_mat = MatReader(self.looker, mat) if self.looker and mat else None
        self.mat = mat
        self.unchanged = Unchanged()
        self.mounting = mounting
        self.fixed = mounting is not None
        self.last_markers: tuple[MarkerSeen, ...] = ()

    def read(self, frame: Frame) -> TableObservation:
        began = time.perf_counter()
        pixels = frame.pixels
        height, width = pixels.shape[:2]
        picture = Pyramid(pixels)
        markers = find_markers(picture)
        table = self._table(markers, (width, height))
        dice = self.dice.read(picture, markers, table) if self.dice else ()
        tokens, cards, tiles = self._flat_pieces(picture, dice, table)
        if table is not None:
            tokens = tuple(replace(t, at_mm=t.at_mm or table.at_mm(t.centre)) for t in tokens)
            cards = tuple(replace(c, at_mm=c.at_mm or table.at_mm(_middle(c.quad))) for c in cards)
            tiles = tuple(replace(t, at_mm=t.at_mm or table.at_mm(_middle(t.quad))) for t in tiles)
        spent = (time.perf_counter() - began) * 1000
        return TableObservation(frame.number, frame.taken_at, width, height, dice, tokens, cards, tiles, markers, spent)

    def forget(self) -> None:
        """The next picture may be of another table."""
        self.unchanged = Unchanged()
        for one in (self.looker, self.anywhere, self.on_mat):
            if one is not None:
                one.forget()

    def _flat_pieces(self, picture: Pyramid, dice: Sequence[DieSeen], table: Mounting | None) -> Flat:
        if self.anywhere is None:
            return (), (), ()
        if self.on_mat is not None and self.mat is not None and table is not None and lies_on(self.mat, table):
            return self.on_mat.read(picture, table)
        grey = np.asarray(cv2.cvtColor(picture.levels[0], cv2.COLOR_BGR2GRAY), np.uint8)
        seen = self.unchanged.still(grey, dice)
        if seen is None:
            seen = self.anywhere.read(picture)
            self.unchanged.keep(grey, dice, seen)
        return seen

    def _table(self, markers: tuple[MarkerSeen, ...], size: tuple[int, int]) -> Mounting | None:
        """The plane under the pieces: as mounted, or as the markers of this very picture tell."""
        if self.fixed and self.mounting is not None:
            return self.mounting if self.mounting.size == size else None
        if markers and not _same(markers, self.last_markers):
            self.mounting = from_markers(markers, size)
            self.last_markers = markers
        if not markers or (self.mounting and self.mounting.size != size):
            self.mounting, self.last_markers = None, ()
        return self.mounting


def lies_on(mat: Mat, table: Mounting) -> bool:
    """Whether the markers lie as this mat has them; loose ones lie anywhere."""
    return len(table.places) == len(mat.markers) and all(
        math.dist(table.places[number][:2], spot) < MAT_SLIP_MM for number, spot in enumerate(mat.markers)
    )


def _same(markers: tuple[MarkerSeen, ...], others: tuple[MarkerSeen, ...]) -> bool:
    if [m.id for m in markers] != [m.id for m in others]:
        return False
    return all(
        float(np.abs(np.array(a.corners) - np.array(b.corners)).max()) < MARKER_SLIP_PX
        for a, b in zip(markers, others, strict=True)
    )


def _middle(quad: Quad) -> Point:
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4
