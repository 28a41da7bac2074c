"""Reads the tokens, cards and tiles of taught sets in a picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.compare_flat import PLAIN, Array, Comparer, Designs, Fit
from vision.find_flat import Found, find_flat
from vision.observation import CardSeen, Quad, TileSeen, TokenSeen
from vision.piece_set import PieceSet
from vision.table_sizes import TableSizes

BACK = "back"
_LONGEST = 1280  # larger pictures are made smaller first: print is read well at this size
_PRINT = 0.09  # with less contrast than this, as a part of its brightness, a piece has no print
_TINT = 0.5  # how far the colour of light strays between photos, as a logarithm
_TINT_COSTS = 0.15  # what a stray beyond that counts, as a part of the brightness
_ODD_SIZE = 0.2  # pieces of one kind differ less than this from the size their neighbours promise, as a logarithm
# From card to card, in half widths: touching or a little apart in a row; rows may be shifted against each other.
_STEPS = [[(side * step, 0.0) for step in (2.0, 2.12, 2.25)] for side in (1, -1)] + [
    [(shift / 3, side * step) for shift in range(-3, 4) for step in (2.05, 2.25, 2.45)] for side in (1, -1)
]
_LIKE = 0.4  # what a neighbour must have in common with the others' print
_SAME_LIGHT = 0.35  # how far the light differs from one tile to the next, as a logarithm
_SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


@dataclass(frozen=True, eq=False)
class Reading:
    """One piece as one design of one set, and how well that fits."""

    fits: list[Fit] = field(repr=False)  # best first
    taught: PieceSet = field(repr=False)
    designs: Designs = field(repr=False)

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
    def sureness(self) -> float:
        """How likely the name is right."""
        score = 60 * (0.13 - self.left) + 60 * (self.margin - 0.04)
        return float(1 / (1 + np.exp(-score)))

    @property
    def place(self) -> Array:
        return self.fits[0].place

    @property
    def centre(self) -> Array:
        return np.asarray(self.place[:2, 2])

    @property
    def axes(self) -> Array:
        """The piece's axes where the art was found to lie."""
        return np.asarray(self.place[:2, :2] - np.outer(self.place[:2, 2], self.place[2, :2]))

    @property
    def size(self) -> float:
        return float(np.sqrt(abs(np.linalg.det(self.axes))))

    def covers(self, point: Array, reach: float = 0.7) -> bool:
        return bool(np.abs(np.linalg.solve(self.axes, point - self.centre)).max() < reach)


class FlatReader:
    """Looks for the pieces of the given sets; sets of dice are left to others."""

    def __init__(self, sets: Sequence[PieceSet]) -> None:
        self.sets = [(taught, Designs(taught)) for taught in sets if taught.kind != "dice" and taught.examples]

    def read(self, bgr: Pixels) -> tuple[tuple[TokenSeen, ...], tuple[CardSeen, ...], tuple[TileSeen, ...]]:
        """All pieces of the sets, in pixels of the picture."""
        if not self.sets or bgr.size == 0 or min(bgr.shape[:2]) < 16:
            return (), (), ()
        picture, scale = _prepared(bgr)
        found = find_flat(picture)
        seen: dict[str, list[Reading]] = {kind: [] for kind in ("cards", "tiles", "tokens")}
        for kind in seen:  # tokens come last, for a disc printed on a card is none
            sets = [(taught, Comparer(picture, designs)) for taught, designs in self.sets if taught.kind == kind]
            if not sets:
                continue
            above = [*seen["cards"], *seen["tiles"]]
            free = [one for one in found if not any(card.covers(one.centre, 1.0) for card in above)]
            seen[kind] = _read_kind(sets, [one for one in free if one.disc == (kind == "tokens")], above)
            if kind == "cards" and not seen[kind]:
                seen[kind] = _read_around(sets, [one for one in found if one.disc])
        tokens, cards, tiles = seen["tokens"], seen["cards"], seen["tiles"]
        return (
            tuple(_token(one, scale) for one in tokens),
            tuple(_card(one, scale) for one in cards),
            tuple(_tile(one, scale) for one in tiles),
        )


Sets = list[tuple[PieceSet, Comparer]]


def _read_kind(sets: Sets, found: list[Found], others: list[Reading]) -> list[Reading]:
    """Pieces with print come first: they tell how large the plain ones among them have to be."""
    plain = [one for one in found if sets[0][1].contrast(one.centre, one.axes) < _PRINT]
    printed = [one for one in found if one not in plain]
    readings = _settled(_best(sets, [comparer.fits(one.centre, one.axes) for _, comparer in sets]) for one in printed)
    if not readings:
        return []
    readings, sizes = _of_one_size(readings, others)
    if sets[0][0].kind == "tokens":
        fitting = [one for one in plain if _near(readings, one, sizes) is not None]
        more = [_best(sets, [comparer.fits(one.centre, one.axes) for _, comparer in sets]) for one in fitting]
        return _settled([*readings, *more])
    readings, sizes = _of_one_size(_settled(_with_neighbours(sets, readings)), others)
    if sets[0][0].kind == "tiles":
        row = [*readings, *_face_down(sets, readings, plain, sizes)]
        readings, _ = _of_one_size(_distinct(_with_neighbours(sets, row)), others)
    return readings


def _read_around(sets: Sets, discs: list[Found]) -> list[Reading]:
    """On a busy cloth cards lose their outlines, but not the discs printed on them: one card leads to the others."""
    for taught, comparer in sets:
        for disc in discs:
            place = comparer.around(disc)
            if place is not None:
                reading = Reading(comparer.at(place), taught, comparer.designs)
                if reading.sureness > 0.8:
                    return _of_one_size(_settled(_with_neighbours(sets, [reading])), [])[0]
    return []


def _best(sets: Sets, trials: list[list[Fit]]) -> Reading | None:
    """What fits best among several sets of one kind."""
    readings = [
        Reading(fits, taught, comparer.designs) for (taught, comparer), fits in zip(sets, trials, strict=True) if fits
    ]
    return min(readings, key=lambda one: one.left) if readings else None


def _settled(readings: Iterable[Reading | None]) -> list[Reading]:
    judged = _same_light([one for one in readings if one is not None and one.name != PLAIN])
    return [one for one in _distinct(judged) if one.sureness > 0.5]


def _same_light(readings: list[Reading]) -> list[Reading]:
    """One light falls on all pieces: a design that needs a light of its own colour is less likely."""
    tints = [_tint(one.fits[0]) for one in readings if one.left < 0.1]
    usual = np.median(tints, axis=0) if tints else np.zeros(2)
    judged = []
    for one in readings:
        strays = [max(0.0, float(np.linalg.norm(_tint(fit) - usual)) - _TINT) for fit in one.fits]
        fits = [
            replace(fit, left=float(np.hypot(fit.left, _TINT_COSTS * s)))
            for fit, s in zip(one.fits, strays, strict=True)
        ]
        judged.append(replace(one, fits=sorted(fits, key=lambda fit: fit.left)))
    return judged


def _tint(fit: Fit) -> Array:
    """Blue and red against green."""
    return np.array([fit.gains[0] - fit.gains[1], fit.gains[2] - fit.gains[1]])


def _distinct(readings: list[Reading]) -> list[Reading]:
    """One reading for each place: the one that fits best."""
    kept: list[Reading] = []
    for one in sorted(readings, key=lambda one: one.left):
        if not any(other.covers(one.centre) for other in kept):
            kept.append(one)
    return kept


def _of_one_size(readings: list[Reading], others: list[Reading]) -> tuple[list[Reading], TableSizes | None]:
    """What is printed like a piece but larger or smaller is a picture of one, or chance."""
    witnesses = [one for one in readings if one.designs.contrast(one.fits[0].design) > _PRINT and one.sureness > 0.8]
    if len(witnesses) < (1 if len(others) > 2 else 3):
        return readings, None
    sizes = TableSizes([(one.centre, one.size) for one in witnesses], [(one.centre, one.size) for one in others])
    return [one for one in readings if sizes.off(one.centre, one.size) < _ODD_SIZE], sizes


def _near(readings: list[Reading], found: Found, sizes: TableSizes | None) -> Reading | None:
    """The nearest piece already read, if the found outline has its shape and size."""
    nearest = min(readings, key=lambda one: float(np.linalg.norm(one.centre - found.centre)), default=None)
    if nearest is None:
        return None
    stretch = np.linalg.svd(np.linalg.solve(nearest.axes, found.axes), compute_uv=False)
    if sizes is not None:
        stretch *= sizes.expected(nearest.centre) / sizes.expected(found.centre)
    return nearest if stretch[1] > 0.78 and stretch[0] < 1.28 else None


def _with_neighbours(sets: Sets, readings: list[Reading]) -> list[Reading]:
    """Cards and tiles lie in rows: look beside each of them for one whose outline was not found."""
    known, waiting = list(readings), list(readings)
    high, wide = sets[0][1].picture.shape[:2]
    while waiting:
        one = waiting.pop()
        comparer = next(comparer for taught, comparer in sets if taught is one.taught)
        for steps in _STEPS:
            places = [one.place @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) for x, y in steps]
            places = [place / place[2, 2] for place in places]
            places = [
                place for place in places
                if 0 <= place[0, 2] < wide and 0 <= place[1, 2] < high
                and not any(other.covers(place[:2, 2]) for other in known)
            ]  # fmt: skip
            likeness = [comparer.likeness(place) for place in places]
            if not places or max(likeness) < _LIKE:
                continue
            new = Reading(comparer.at(places[int(np.argmax(likeness))]), one.taught, one.designs)
            if new.name != PLAIN and new.sureness > 0.5 and not any(other.covers(new.centre) for other in known):
                known.append(new)
                waiting.append(new)
    return known


def _face_down(sets: Sets, readings: list[Reading], plain: list[Found], sizes: TableSizes | None) -> list[Reading]:
    """Plain outlines beside a tile that have its size, its shape and its light."""
    seen: list[Reading] = []
    for found in sorted(
        plain, key=lambda one: min(float(np.linalg.norm(one.centre - near.centre)) for near in readings)
    ):
        row = [*readings, *seen]
        nearest = _near(row, found, sizes)
        if nearest is None or not nearest.covers(found.centre, 2.7) or any(one.covers(found.centre) for one in row):
            continue
        comparer = next(comparer for taught, comparer in sets if taught is nearest.taught)
        fit = comparer.plain(found.centre, found.axes, like=nearest.axes)
        if fit is not None and np.abs(fit.gains - nearest.fits[0].gains).max() < _SAME_LIGHT:
            seen.append(Reading([fit], nearest.taught, nearest.designs))
    return seen


def _prepared(bgr: Pixels) -> tuple[Pixels, float]:
    """A colour picture of at most the size we read at, and how many of the given pixels one of its pixels is."""
    if bgr.ndim == 2 or bgr.shape[2] == 1:
        bgr = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_GRAY2BGR), np.uint8)
    bgr = np.ascontiguousarray(bgr[..., :3])
    scale = max(bgr.shape[:2]) / _LONGEST
    if scale <= 1:
        return bgr, 1.0
    size = max(16, round(bgr.shape[1] / scale)), max(16, round(bgr.shape[0] / scale))
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def _outward(point: Array, scale: float) -> tuple[float, float]:
    x, y = (point + 0.5) * scale - 0.5
    return round(float(x), 2), round(float(y), 2)


def _quad(one: Reading, scale: float) -> Quad:
    corners = cv2.perspectiveTransform(_SQUARE[None], one.place)[0]
    a, b, c, d = (_outward(corner, scale) for corner in corners)
    return a, b, c, d


def _token(one: Reading, scale: float) -> TokenSeen:
    longest = float(np.linalg.svd(one.axes, compute_uv=False)[0])
    return TokenSeen(
        one.name, one.name != BACK, _outward(one.centre, scale), round(longest * scale, 2), round(one.sureness, 4)
    )


def _card(one: Reading, scale: float) -> CardSeen:
    return CardSeen(one.name, one.taught.points.get(one.name), _quad(one, scale), round(one.sureness, 4))


def _tile(one: Reading, scale: float) -> TileSeen:
    number = None if one.name == PLAIN else int(one.name)
    return TileSeen(number, number is not None, _quad(one, scale), round(one.sureness, 4))
