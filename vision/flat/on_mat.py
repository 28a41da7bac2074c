"""Reads tokens, cards and tiles where the mat has places for them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.flat.album import Album, described
from vision.flat.closer import overlaid
from vision.flat.designs import Designs
from vision.flat.find_discs import RADIUS, discs_in
from vision.flat.judge import LEAST, chances, plainness, presence, weighed, weights
from vision.flat.places import SIZES, Floats, Place, found, glance, named, places_of, windows
from vision.network import load, network, planes
from vision.observation import DOWN, CardSeen, Chances, Point, Quad, TileSeen, TokenSeen
from vision.piece_set import BACK, PieceSet
from vision.pyramid import Pyramid
from vision.table.mounting import Mounting
from vision.table.zones import TOKEN_MM, Mat, Zone

Flat = tuple[tuple[TokenSeen, ...], tuple[CardSeen, ...], tuple[TileSeen, ...]]
_LIKELY = 0.5  # how likely there is a piece at all
_DOUBT = 0.97  # chance of a design below which all that come near are laid over the piece
_COARSE = 8  # parts of a place across and down that are compared, so that noise does not count
_CHANGED = 6.0  # grey levels one of them differs by when something moved there
_ONE = 0.6  # of a piece's width between the middles of two looks at one piece
_RIM = 0.45  # how much of its rim something must show to be looked at as a disc


@dataclass(frozen=True, eq=False)
class Read:
    """What was read in one place."""

    place: Place
    there: float
    quad: Floats = field(repr=False)
    told: Chances = ()  # designs, the likely ones first
    known: float = 0.0  # how likely it is any of ours
    quarters: int = 0
    at_mm: Point | None = None
    plain: float = 0.0  # how likely it shows its plain side

    @property
    def name(self) -> str:
        return self.told[0][0]

    @property
    def sureness(self) -> float:
        return self.ours * self.told[0][1]

    @property
    def in_doubt(self) -> bool:
        """Whether it is worth a closer look which of ours it is."""
        return self.ours > _LIKELY > self.plain and self.told[0][1] < _DOUBT

    @property
    def ours(self) -> float:
        """How likely a piece of ours is there: what has print must be like one that was taught."""
        down = self.plain if self.place.kind == "tiles" else 0.0
        return self.there * (down + (1 - down) * self.known)

    @property
    def outline(self) -> Quad:
        """Clockwise from the upper left of its art."""
        a, b, c, d = (_point(corner) for corner in np.roll(self.quad, -self.quarters, 0))
        return a, b, c, d


@dataclass(eq=False)
class Seen:
    """A place as it looked when it was read."""

    window: Floats
    coarse: Pixels
    read: Read


class MatReader:
    """Looks for pieces of the given sets where this mat has places for them; only what changed is read again."""

    def __init__(self, sets: Sequence[PieceSet], mat: Mat) -> None:
        load("place", "print")
        kinds = dict.fromkeys(one.kind for one in sets)
        self._albums = {kind: Album([one for one in sets if one.kind == kind]) for kind in kinds}
        self._places = [place for kind, album in self._albums.items() for place in places_of(mat, kind, album.aspect)]
        self._designs = {kind: [Designs(one) for one in sets if one.kind == kind] for kind in kinds}
        self._fields = mat.holding("token") if "tokens" in kinds else ()
        self._fixed = frozenset(self._places)
        self._seen: dict[Place, Seen] = {}

    def forget(self) -> None:
        """What was seen: the next picture may be of another table."""
        self._seen.clear()

    def read(self, picture: Pyramid, table: Mounting) -> Flat:
        """Tokens, cards and tiles in pixels and, as the table is mounted, in millimetres."""
        places = [*self._places, *self._anywhere(picture, table)]
        self._look(picture, table, places)
        self._seen = {place: seen for place, seen in self._seen.items() if place in set(places)}
        reads = _one_each([seen.read for seen in self._seen.values() if seen.read.ours > _LIKELY])
        return (
            tuple(self._token(one) for one in reads if one.place.kind == "tokens"),
            tuple(self._card(one) for one in reads if one.place.kind == "cards"),
            tuple(self._tile(one) for one in reads if one.place.kind == "tiles"),
        )

    def _anywhere(self, picture: Pyramid, table: Mounting) -> list[Place]:
        """Where discs seem to lie, beside printed rings, too; and where one was last, for its rim was seen once."""
        before = [place for place in self._seen if place not in self._fixed]
        discs = dict.fromkeys(place for place in before if self._seen[place].read.ours > _LIKELY)
        for zone in self._fields:
            for spot in discs_on(picture, table, zone):
                new = Place("tokens", spot, SIZES["tokens"])
                discs[next((one for one in before if _near(spot, one.at_mm, one.size_mm[0] / 6)), new)] = None
        return list(discs)

    def _look(self, picture: Pyramid, table: Mounting, places: Sequence[Place]) -> None:
        """At what changed since the last look."""
        seen = windows(places, table)
        patches = [glance(picture, window) for window in seen]
        coarse = [_coarse(patch) for patch in patches]
        anew = [
            n for n, place in enumerate(places)
            if (old := self._seen.get(place)) is None or _changed(old.coarse, coarse[n], old.window, seen[n])
        ]  # fmt: skip
        if not anew:
            return
        told = network("place")(planes([patches[n] for n in anew]))
        for n, numbers in zip(anew, told, strict=True):
            quad = found(seen[n], numbers[:8])
            read = Read(
                places[n],
                presence(places[n].kind, numbers[16:19], places[n].up_mm > 0),
                quad,
                plain=plainness(numbers[16:19]),
            )
            read = replace(read, at_mm=table.at_mm(_point(quad.mean(0)), places[n].up_mm))
            self._seen[places[n]] = Seen(seen[n], coarse[n], read)
        self._name(picture, [self._seen[places[n]] for n in anew])

    def _name(self, picture: Pyramid, seen: Sequence[Seen]) -> None:
        """Those that are likely there, all at once."""
        there = [one for one in seen if one.read.there > _LIKELY]
        squares = [named(picture, one.read.quad, one.read.place.kind) for one in there]
        if not squares:
            return
        vectors = iter(described([square for some in squares for square in some]))
        for one, some in zip(there, squares, strict=True):
            kind = one.read.place.kind
            like = self._albums[kind].name(np.stack([next(vectors) for _ in some]))
            told, known = chances(kind, like)
            one.read = replace(one.read, told=told, known=known, quarters=like.quarters)
        for kind, designs in self._designs.items():
            doubtful = [one for one in there if one.read.place.kind == kind and one.read.in_doubt]
            lefts = overlaid(picture, designs, [one.read.quad for one in doubtful]) if doubtful else []
            for one, left in zip(doubtful, lefts, strict=True):
                one.read = replace(one.read, told=weighed(one.read.told, left, weights()[kind].laid))

    def _token(self, one: Read) -> TokenSeen:
        centre, across = one.quad.mean(0), np.linalg.norm(one.quad - np.roll(one.quad, 1, 0), axis=1)
        return TokenSeen(
            one.name, one.name != BACK, _point(centre), round(float(across.max()) / 2, 2), one.sureness,
            at_mm=one.at_mm, chances=one.told, there=one.ours,
        )  # fmt: skip

    def _card(self, one: Read) -> CardSeen:
        points = self._albums["cards"].points.get(one.name)
        return CardSeen(one.name, points, one.outline, one.sureness, one.at_mm, chances=one.told, there=one.ours)

    def _tile(self, one: Read) -> TileSeen:
        """Its back may be taught or, as most are, plain."""
        backs = sum(chance for name, chance in one.told if name == BACK)
        down = one.plain + (1 - one.plain) * backs
        told = [(name, (1 - one.plain) * chance) for name, chance in one.told if name != BACK]
        told = sorted([(DOWN, down), *told], key=lambda pair: -pair[1])
        told = [pair for pair in told if pair[1] > LEAST]
        if told[0][0] == DOWN:
            return TileSeen(None, False, one.outline, one.ours * down, one.at_mm, chances=tuple(told), there=one.ours)
        up, sure = int(told[0][0]), one.ours * told[0][1]
        return TileSeen(up, True, one.outline, sure, one.at_mm, chances=tuple(told), there=one.ours)


def discs_on(picture: Pyramid, table: Mounting, zone: Zone) -> list[tuple[float, float]]:
    """Where in a field round pieces seem to lie."""
    fine = 2 * RADIUS / TOKEN_MM  # pixels a millimetre
    corners = np.array([[0, 1], [1, 1], [1, 0], [0, 0]]) * [zone.width, zone.height] + [zone.x, zone.y]
    quad = table.to_pixels(np.column_stack([corners, np.zeros(4)])).astype(np.float32)
    wide, high = round(zone.width * fine), round(zone.height * fine)
    there = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    flat = picture.unroll(quad, there, (wide, high))
    return [(zone.x + (x + 0.5) / fine, zone.y + zone.height - (y + 0.5) / fine) for x, y, _ in discs_in(flat, _RIM)]


def _changed(old: Pixels, new: Pixels, was: Floats, now: Floats) -> bool:
    moved = float(np.abs(was - now).max()) > 1.0
    return moved or bool((np.asarray(cv2.absdiff(old, new)) > _CHANGED).any())


def _coarse(patch: Pixels) -> Pixels:
    return np.asarray(cv2.resize(patch, (_COARSE, _COARSE), interpolation=cv2.INTER_AREA), np.uint8)


def _one_each(reads: Sequence[Read]) -> list[Read]:
    """Of looks that found the same piece the surest."""
    kept: list[Read] = []
    for one in sorted(reads, key=lambda one: -one.ours):
        reach = _ONE * float(np.linalg.norm(one.quad[1] - one.quad[0]))
        if not any(_near(one.quad.mean(0), other.quad.mean(0), reach) for other in kept):
            kept.append(one)
    return kept


def _near(one: Sequence[float] | Floats, other: Sequence[float] | Floats, reach: float) -> bool:
    return bool(np.hypot(one[0] - other[0], one[1] - other[1]) < reach)


def _point(point: Floats) -> Point:
    return round(float(point[0]), 2), round(float(point[1]), 2)
