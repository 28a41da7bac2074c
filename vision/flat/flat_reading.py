"""What one piece was taken for, and how likely that is right."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.flat.compare_flat import Array, Comparer, Fit, View, axes_of
from vision.flat.designs import PLAIN, Designs
from vision.flat.flat_sureness import chance
from vision.flat.table_plane import Lying, TablePlane
from vision.piece_set import PieceSet

LIKELY, SURE = 0.2, 0.8
_TINT = 0.5  # how far the colour of light strays between photos, as a logarithm
_WELL_LAID = 0.1  # what is left over of a piece that tells the light
_TINT_COSTS = 0.15  # what a stray beyond that counts, as a part of the brightness
_ODD_SIZE, _ODD_SHAPE = 0.16, 0.25  # pieces differ less than this from what the plane promises, as logarithms
_TRUSTED = 0.03  # what is left over of a piece where its place is trusted a third as much as without any
_STEP = 0.1  # how far the light changes at a rim, as a logarithm
_CIRCLE = np.array([(np.cos(t), np.sin(t)) for t in np.linspace(0, 2 * np.pi, 32, endpoint=False)])
_RECTANGLE = np.array(
    [(x, y) for t in np.linspace(-0.8, 0.8, 9) for x, y in ((t, -1.0), (1.0, t), (t, 1.0), (-1.0, t))]
)

Sets = list[tuple[PieceSet, Comparer]]


@dataclass(frozen=True, eq=False)
class Reading:
    """One piece as one design of one set, and how well that fits."""

    fits: list[Fit] = field(repr=False)  # best first
    taught: PieceSet = field(repr=False)
    designs: Designs = field(repr=False)
    clear: float = 1.0  # how clearly a closer look told its name from others
    signs: tuple[float, ...] = ()  # what tells good readings from bad ones; told last, when all of the table is known

    @property
    def sureness(self) -> float:
        """How likely the name is right."""
        return chance(way(self), self.signs) if self.signs else 0.0

    @property
    def name(self) -> str:
        return self.designs.names[self.fits[0].design]

    @property
    def left(self) -> float:
        return self.fits[0].left

    @property
    def margin(self) -> float:
        """How much worse the best other name fits, in parts of the brightness, as a root of squares."""
        others = [fit.left for fit in self.fits if self.designs.names[fit.design] != self.name]
        return float(np.sqrt(max(0.0, min(others) ** 2 - self.left**2))) if others else 0.3

    @property
    def glance(self) -> float:
        """How likely a piece of the set lies just there, by its looks alone."""
        return chance(f"{way(self)} at a glance", self.looks)

    @property
    def looks(self) -> list[float]:
        return [1.0, min(self.left, 0.3), min(self.margin, 0.12), self.fits[0].explained]

    @property
    def printed(self) -> bool:
        return bool(self.designs.printed[self.fits[0].design])

    @property
    def place(self) -> Array:
        return self.fits[0].place

    @cached_property
    def centre(self) -> Array:
        return np.asarray(self.place[:2, 2])

    @cached_property
    def axes(self) -> Array:
        """The piece's axes where the art was found to lie."""
        return np.asarray(axes_of(self.place[None])[0])

    @property
    def trust(self) -> float:
        """How far it is believed where the table lies."""
        return float(np.exp(-self.left / _TRUSTED))

    def lying(self, kind: int) -> Lying:
        return Lying(self.centre, self.axes @ np.diag([1 / self.designs.aspect, 1.0]), kind, self.trust)

    @cached_property
    def inward(self) -> Array:
        """From the picture into the piece's square, near it."""
        return np.asarray(np.linalg.inv(self.axes))


def best_of(sets: Sets, trials: list[list[list[Fit]]]) -> list[Reading]:
    """Of every piece what fits best among several sets of one kind; ``trials`` has all pieces for each set."""
    found = []
    for fits in zip(*trials, strict=True):
        readings = [Reading(some, t, c.designs) for (t, c), some in zip(sets, fits, strict=True) if some]
        if readings:
            found.append(min(readings, key=lambda one: one.left))
    return found


def covered(points: Sequence[Array], readings: Sequence[Reading], reach: float = 0.7) -> NDArray[np.bool_]:
    """Which points lie on one of the pieces."""
    if not len(points) or not readings:
        return np.zeros(len(points), bool)
    away = np.stack(points)[:, None] - np.stack([one.centre for one in readings])
    inside = np.einsum("rij,prj->pri", np.stack([one.inward for one in readings]), away)
    return np.asarray((np.abs(inside).max(2) < reach).any(1))


def settled(readings: Iterable[Reading]) -> list[Reading]:
    """Those that are likely, one for each place, judged in one light."""
    judged = _same_light([one for one in readings if one.name != PLAIN])
    return [one for one in distinct(judged) if one.glance > LIKELY]


def distinct(readings: Iterable[Reading]) -> list[Reading]:
    """One reading for each place: the one that fits best."""
    order = sorted(readings, key=lambda one: one.left)
    kept: list[Reading] = []
    free = np.ones(len(order), bool)
    for n, one in enumerate(order):
        if free[n]:
            kept.append(one)
            free &= ~covered([other.centre for other in order], [one])
    return kept


def plane_of(readings: list[Reading], others: list[Reading], picture: tuple[int, int]) -> TablePlane | None:
    """The table as pieces of one kind show it; ``others``, of other kinds, lie on it too."""
    sure = [one for one in readings if one.printed and one.glance > SURE]
    if not sure:
        return None
    often = Counter(one.name for one in sure)  # the checks of a cloth are many, and all taken for the same piece
    witnesses = [replace(one.lying(0), trust=one.trust / often[one.name]) for one in sure]
    kinds = {id(one.taught): n for n, one in enumerate(others, 1)}
    return TablePlane([*witnesses, *(one.lying(kinds[id(one.taught)]) for one in others)], picture)


def on_plane(readings: list[Reading], plane: TablePlane | None) -> list[Reading]:
    """What is printed like a piece but larger, smaller or leaning is a picture of one, or chance."""
    if plane is None:
        return readings
    kept = []
    for one in readings:
        size, shape = plane.off(one.centre, one.lying(0).axes)
        if size < _ODD_SIZE and shape < _ODD_SHAPE:
            kept.append(one)
    return kept


def judged(readings: list[Reading], plane: TablePlane | None, view: View) -> list[Reading]:
    """The same with the signs of how well each one agrees with the rest of the table."""
    if not readings:
        return []
    rims = seen_rims(view, np.stack([one.place for one in readings]), readings[0].designs)
    signs = features(readings, plane, rims)
    return [replace(one, signs=tuple(row)) for one, row in zip(readings, signs, strict=True)]


def looked_closer(readings: list[Reading], sets: Sets) -> list[Reading]:
    """The same, each told from the designs most like it only where they differ."""
    comparers = {id(taught): comparer for taught, comparer in sets}
    closer = []
    for one in readings:
        if one.printed:
            fit, clear = comparers[id(one.taught)].told_apart(one.fits[0])
            rest = [other for other in one.fits if other.design != fit.design]
            one = replace(one, fits=[fit, *rest], clear=clear)
        closer.append(one)
    return closer


def way(one: Reading) -> str:
    """Pieces without print are told by other things than those with it."""
    return one.designs.kind if one.printed else f"plain {one.designs.kind}"


def features(readings: list[Reading], plane: TablePlane | None, rims: Array) -> list[list[float]]:
    """What tells good readings from bad ones; the first is always 1."""
    lit = [one for one in readings if one.printed and one.glance > SURE]
    rows = []
    for one, rim in zip(readings, rims, strict=True):
        near = sorted((other for other in lit if other is not one), key=lambda other: _apart(one, other))[:3]
        gain = one.fits[0].gains - np.median([other.fits[0].gains for other in near], axis=0) if near else np.zeros(3)
        size, shape = plane.off(one.centre, one.lying(0).axes) if plane is not None else (0.0, 0.0)
        light = float(gain.mean())
        tint = float(np.linalg.norm(gain - light))
        lying = [min(size, 0.3), min(shape, 0.3), min(tint, 1.5), min(abs(light), 1.5), float(rim)]
        rows.append([*one.looks, *lying, one.clear])
    return rows


def _apart(one: Reading, other: Reading) -> float:
    return float(np.linalg.norm(one.centre - other.centre))


def seen_rims(view: View, places: Array, designs: Designs) -> Array:
    """How much of each outline shows as a change of light or colour."""
    round_ = _CIRCLE if designs.disc else _RECTANGLE
    inside, outside = (
        view.take(places, np.column_stack([round_ * reach, np.ones(len(round_))]), designs.pitch)
        for reach in (0.88, 1.12)
    )
    change = np.abs(np.log((inside + 0.03) / (outside + 0.03))).max(2)
    return np.asarray((change > _STEP).mean(1))


def _same_light(readings: list[Reading]) -> list[Reading]:
    """One light falls on all pieces: a design that needs a light of its own colour is less likely.

    Designs of another ground were taught in another light: each ground is compared with itself only.
    """
    tints: dict[tuple[int, int], list[Array]] = defaultdict(list)
    for one in readings:
        if one.fits[0].laid < _WELL_LAID and one.printed and one.glance > SURE:
            tints[_ground(one, one.fits[0])].append(_tint(one.fits[0]))
    usual = {ground: np.median(some, axis=0) for ground, some in tints.items()}
    judged = []
    for one in readings:
        fits = []
        for fit in one.fits:
            tint = _tint(fit)
            stray = float(np.linalg.norm(tint - usual.get(_ground(one, fit), tint)))
            fits.append(replace(fit, odd=_TINT_COSTS * max(0.0, stray - _TINT)))
        judged.append(replace(one, fits=sorted(fits, key=lambda fit: fit.left)))
    return judged


def _ground(one: Reading, fit: Fit) -> tuple[int, int]:
    return id(one.taught), one.designs.grounds[fit.design]


def _tint(fit: Fit) -> Array:
    """Blue and red against green."""
    return np.array([fit.gains[0] - fit.gains[1], fit.gains[2] - fit.gains[1]])
