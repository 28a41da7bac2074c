"""Looks closely at where a token, card or tile may lie: is there one, where exactly, and which of ours is it?"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.flat.album import Album, described
from vision.flat.closer import overlaid
from vision.flat.designs import Designs
from vision.flat.judge import LEAST, chances, in_company, of_ours, plainness, presence, signs_of, weighed, weights
from vision.flat.places import Floats, around, found, glance, named
from vision.network import load, network, planes
from vision.observation import BACK, DOWN, CardSeen, Chances, Point, Quad, TileSeen, TokenSeen
from vision.piece_set import PieceSet
from vision.pyramid import Pyramid

Key = TypeVar("Key", bound=Hashable)
Flat = tuple[tuple[TokenSeen, ...], tuple[CardSeen, ...], tuple[TileSeen, ...]]
LIKELY = 0.5  # how likely there is a piece at all
_DOUBT = 0.97  # chance of a design below which all that come near are laid over the piece
_COARSE = 8  # parts of a place across and down that are compared, so that noise does not count
_CHANGED = 6.0  # grey levels one of them differs by when something moved there
_OVER = 0.25  # of a piece may seem to lie under another, so exactly is it seen
_ONE = 0.6  # of a piece's width between the middles of two looks at one piece


@dataclass(frozen=True, eq=False)
class Asked:
    """Where to look, and for what."""

    kind: str  # of piece set
    window: Floats = field(repr=False)  # corners in the picture, upright as the piece may lie
    piled: bool = False  # a piece may lie so high there, but seldom does
    heat: float | None = None  # the spotter's word that there is one, as log odds; none: it was not asked


@dataclass(frozen=True, eq=False)
class Read:
    """What was read in one place."""

    asked: Asked
    there: float
    quad: Floats = field(repr=False)
    signs: tuple[float, ...]  # that there is a piece
    plain: float  # how likely it shows its plain side
    told: Chances = ()  # designs, the likely ones first
    printed: float = 0.0  # how likely it shows print of ours
    quarters: int = 0
    among: float | None = None  # how likely it is one of ours, knowing what else is seen

    @property
    def kind(self) -> str:
        return self.asked.kind

    @property
    def name(self) -> str:
        return self.told[0][0]

    @property
    def sureness(self) -> float:
        return self.ours * self.told[0][1]

    @property
    def in_doubt(self) -> bool:
        """Whether it is worth a closer look which of ours it is."""
        return self.ours > LIKELY > self.plain and self.told[0][1] < _DOUBT

    @property
    def ours(self) -> float:
        """How likely a piece of ours is there."""
        return self.alone if self.among is None else self.among

    @property
    def alone(self) -> float:
        """The same by itself: what has print must be like one that was taught."""
        down = self.plain if self.kind == "tiles" else 0.0
        return self.there * down + (1 - down) * self.printed

    @cached_property
    def middle(self) -> Point:
        a, b, c, d = self.quad  # which takes a third of the time of a mean
        return _point((a + b + c + d) / 4)

    @property
    def outline(self) -> Quad:
        """Clockwise from the upper left of its art."""
        a, b, c, d = (_point(corner) for corner in np.roll(self.quad, -self.quarters, 0))
        return a, b, c, d


@dataclass(eq=False)
class Seen:
    """A place as it looked when it was read."""

    coarse: Pixels
    read: Read
    laid: bool = False  # whether designs were laid over it


class Looker:
    """Knows the given sets, and what was seen last: only what changed is looked at again."""

    def __init__(self, sets: Sequence[PieceSet]) -> None:
        load("place", "print")
        kinds = dict.fromkeys(one.kind for one in sets)
        self.albums = {kind: Album([one for one in sets if one.kind == kind]) for kind in kinds}
        self._designs = {kind: [Designs(one) for one in sets if one.kind == kind] for kind in kinds}
        self._seen: dict[Hashable, Seen] = {}

    def forget(self) -> None:
        """What was seen: the next picture may be of another table."""
        self._seen.clear()

    def look(self, picture: Pyramid, places: Mapping[Key, Asked]) -> dict[Key, Read]:
        """What lies there now, as far as it is likely one of ours; the same keys stand for the same places."""
        patches = {key: glance(picture, asked.window) for key, asked in places.items()}
        coarse = {key: _coarse(patch) for key, patch in patches.items()}
        anew = [
            key for key, asked in places.items()
            if (old := self._seen.get(key)) is None or _changed(old, coarse[key], asked.window)
        ]  # fmt: skip
        if anew:
            told = told_of(picture, [places[key] for key in anew], [patches[key] for key in anew])
            for key, (quad, scores) in zip(anew, told, strict=True):
                asked = places[key]
                signs = signs_of(scores, asked.heat, quad, self.albums[asked.kind].aspect)
                there = presence(asked.kind, signs, asked.piled)
                self._seen[key] = Seen(coarse[key], Read(asked, there, quad, signs, plainness(scores)))
            self._name(picture, [self._seen[key] for key in anew])
        self._seen = {key: self._seen[key] for key in places}
        self._consider_company()
        likely = {key: seen for key in places if (seen := self._seen[key]).read.ours > LIKELY}
        best = _one_each(likely)
        self._lay(picture, list(best.values()))
        return {key: seen.read for key, seen in best.items()}

    def _name(self, picture: Pyramid, seen: Sequence[Seen]) -> None:
        """Those that are likely there, all at once; a spot speaks for itself only once it is like something taught."""
        there = [one for one in seen if one.read.there > (LIKELY if one.read.asked.heat is None else LEAST)]
        squares = [named(picture, one.read.quad, one.read.kind) for one in there]
        if not squares:
            return
        vectors = iter(described([square for some in squares for square in some]))
        for one, some in zip(there, squares, strict=True):
            kind = one.read.kind
            like = self.albums[kind].name(np.stack([next(vectors) for _ in some]))
            told = chances(kind, like)
            printed = of_ours(kind, one.read.there, one.read.signs, like)
            one.read = replace(one.read, told=told, printed=printed, quarters=like.quarters)

    def _consider_company(self) -> None:
        """Of spots of each kind."""
        for kind in self.albums:
            spotted = [
                seen for seen in self._seen.values() if seen.read.kind == kind and seen.read.asked.heat is not None
            ]
            if not spotted:
                continue
            reads = [seen.read for seen in spotted]
            ours = np.array([one.alone for one in reads], np.float32)
            middles, halves = (
                np.array([one.middle for one in reads], np.float32),
                halves_of([one.quad for one in reads]),
            )
            for seen, chance in zip(spotted, in_company(kind, ours, middles, halves), strict=True):
                seen.read = replace(seen.read, among=float(chance))

    def _lay(self, picture: Pyramid, seen: Sequence[Seen]) -> None:
        """Designs that come near over those that leave doubt which they are, once."""
        for kind, designs in self._designs.items():
            doubtful = [one for one in seen if one.read.kind == kind and one.read.in_doubt and not one.laid]
            lefts = overlaid(picture, designs, [one.read.quad for one in doubtful]) if doubtful else []
            for one, left in zip(doubtful, lefts, strict=True):
                one.read, one.laid = replace(one.read, told=weighed(one.read.told, left, weights()[kind].laid)), True

    def observed(self, reads: Mapping[Key, Read], at_mm: Mapping[Key, Point]) -> Flat:
        """In the words of an observation."""
        by_kind = {
            kind: [(one, at_mm.get(key)) for key, one in reads.items() if one.kind == kind]
            for kind in ("tokens", "cards", "tiles")
        }
        return (
            tuple(_token(one, spot) for one, spot in by_kind["tokens"]),
            tuple(self._card(one, spot) for one, spot in by_kind["cards"]),
            tuple(_tile(one, spot) for one, spot in by_kind["tiles"]),
        )

    def _card(self, one: Read, at_mm: Point | None) -> CardSeen:
        points = self.albums["cards"].points.get(one.name)
        return CardSeen(one.name, points, one.outline, one.sureness, at_mm, chances=one.told, there=one.ours)


def _token(one: Read, at_mm: Point | None) -> TokenSeen:
    across = np.linalg.norm(one.quad - np.roll(one.quad, 1, 0), axis=1)
    return TokenSeen(
        one.name, one.name != BACK, one.middle, round(float(across.max()) / 2, 2), one.sureness,
        at_mm=at_mm, chances=one.told, there=one.ours,
    )  # fmt: skip


def _tile(one: Read, at_mm: Point | None) -> TileSeen:
    """Its back may be taught or, as most are, plain."""
    backs = sum(chance for name, chance in one.told if name == BACK)
    down = one.plain + (1 - one.plain) * backs
    told = [(name, (1 - one.plain) * chance) for name, chance in one.told if name != BACK]
    told = sorted([(DOWN, down), *told], key=lambda pair: -pair[1])
    told = [pair for pair in told if pair[1] > LEAST]
    if told[0][0] == DOWN:
        return TileSeen(None, False, one.outline, one.ours * down, at_mm, chances=tuple(told), there=one.ours)
    up, sure = int(told[0][0]), one.ours * told[0][1]
    return TileSeen(up, True, one.outline, sure, at_mm, chances=tuple(told), there=one.ours)


def told_of(picture: Pyramid, places: Sequence[Asked], patches: Sequence[Pixels]) -> list[tuple[Floats, Floats]]:
    """Corners in the picture, and the scores of empty, printed and plain.

    Where only the spotter says about where a piece lies, it is looked at once more from where it then seems to lie.
    """
    told = network("place")(planes(list(patches)))
    windows = [asked.window for asked in places]
    rough = [n for n, asked in enumerate(places) if asked.heat is not None]
    if rough:
        for n in rough:
            windows[n] = around(found(windows[n], told[n, :8]))
        told[rough] = network("place")(planes([glance(picture, windows[n]) for n in rough]))
    return [(found(window, one[:8]), one[16:19]) for window, one in zip(windows, told, strict=True)]


def halves_of(quads: Sequence[Floats]) -> Floats:
    """Half the side of a square as large as each piece."""
    return np.asarray(np.sqrt([max(1.0, cv2.contourArea(quad)) for quad in quads]) / 2, np.float32)


def _changed(old: Seen, coarse: Pixels, window: Floats) -> bool:
    moved = float(np.abs(old.read.asked.window - window).max()) > 1.0
    return moved or bool((np.asarray(cv2.absdiff(old.coarse, coarse)) > _CHANGED).any())


def _coarse(patch: Pixels) -> Pixels:
    return np.asarray(cv2.resize(patch, (_COARSE, _COARSE), interpolation=cv2.INTER_AREA), np.uint8)


def _one_each(likely: Mapping[Key, Seen]) -> dict[Key, Seen]:
    """Of looks that found the same piece the surest."""
    kept: dict[Key, Seen] = {}
    for key, one in sorted(likely.items(), key=lambda pair: -pair[1].read.ours):
        if not any(_collide(one.read, other.read) for other in kept.values()):
            kept[key] = one
    return kept


def _collide(one: Read, other: Read) -> bool:
    """Whether they are one piece, or lie over each other as pieces of one kind never do."""
    if near(one.middle, other.middle, _ONE * float(np.linalg.norm(one.quad[1] - one.quad[0]))):
        return True
    reach = float(np.abs(one.quad - one.middle).max() + np.abs(other.quad - other.middle).max())
    if one.kind != other.kind or one.kind == "tokens" or not near(one.middle, other.middle, reach):
        return False
    return cv2.intersectConvexConvex(one.quad, other.quad)[0] > _OVER * cv2.contourArea(one.quad)


def near(one: Sequence[float] | Floats, other: Sequence[float] | Floats, reach: float) -> bool:
    return bool(np.hypot(one[0] - other[0], one[1] - other[1]) < reach)


def _point(point: Floats) -> Point:
    return round(float(point[0]), 2), round(float(point[1]), 2)
