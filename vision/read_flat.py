"""Reads the tokens, cards and tiles of taught sets in a picture."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.compare_flat import PLAIN, Array, Comparer, Designs, Fit
from vision.find_flat import Found, find_flat
from vision.observation import CardSeen, Quad, TileSeen, TokenSeen
from vision.piece_set import PieceSet

BACK = "back"
_LONGEST = 1280  # larger pictures are made smaller first: print is read well at this size
_TINT = 0.5  # how far the colour of light strays between photos, as a logarithm
_TINT_COSTS = 0.15  # what a stray beyond that counts, as a part of the brightness
_ODD_SIZE = 0.17  # pieces of one kind that lie flat differ less than this from what their neighbours promise
_PRINT = 0.05  # designs with less contrast than this look like any other plain thing
_SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


@dataclass(frozen=True, eq=False)
class Reading:
    """One piece as one design of one set, and how well that fits."""

    found: Found
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
    def axes(self) -> Array:
        """The piece's axes where the art was found to lie."""
        place = self.fits[0].place
        return np.asarray(place[:2, :2] - np.outer(place[:2, 2], place[2, :2]))

    @property
    def size(self) -> float:
        return float(np.sqrt(abs(np.linalg.det(self.axes))))


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
        seen = {
            kind: self._readings(picture, [one for one in found if one.disc == (kind == "tokens")], kind)
            for kind in dict.fromkeys(taught.kind for taught, _ in self.sets)
        }
        cards, tiles = seen.get("cards", []), seen.get("tiles", [])
        tokens = [one for one in seen.get("tokens", []) if not any(_inside(one, card) for card in cards + tiles)]
        return (
            tuple(_token(one, scale) for one in tokens),
            tuple(_card(one, scale) for one in cards),
            tuple(_tile(one, scale) for one in tiles),
        )

    def _readings(self, picture: Pixels, found: list[Found], kind: str) -> list[Reading]:
        comparers = [
            (taught, designs, Comparer(picture, designs)) for taught, designs in self.sets if taught.kind == kind
        ]
        readings = []
        for one in found:
            trials = [
                Reading(one, fits, taught, designs)
                for taught, designs, comparer in comparers
                if (fits := comparer.fits(one.centre, one.axes))
            ]
            if trials:
                readings.append(min(trials, key=lambda trial: trial.left))
        readings = _distinct(_same_light(readings))
        return [one for one in _same_size(readings) if sureness(one) > 0.5]


def sureness(reading: Reading) -> float:
    """How likely the name is right."""
    score = 60 * (0.13 - reading.left) + 60 * (reading.margin - 0.04)
    return float(1 / (1 + np.exp(-score)))


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


def _same_light(readings: list[Reading]) -> list[Reading]:
    """One light falls on all pieces: a design that needs a light of its own colour is less likely."""
    tints = [_tint(one.fits[0]) for one in readings if one.left < 0.1]
    usual = np.median(tints, axis=0) if tints else np.zeros(2)
    judged = []
    for one in readings:
        fits = []
        for fit in one.fits:
            stray = float(np.linalg.norm(_tint(fit) - usual)) / _TINT
            fits.append(
                Fit(fit.design, float(np.hypot(fit.left, _TINT_COSTS * max(0.0, stray - 0.5))), fit.place, fit.gains)
            )
        fits.sort(key=lambda fit: fit.left)
        judged.append(Reading(one.found, fits, one.taught, one.designs))
    return judged


def _distinct(readings: list[Reading]) -> list[Reading]:
    """One reading for each place: the one that fits best."""
    kept: list[Reading] = []
    for one in sorted(readings, key=lambda one: one.left):
        centre = one.fits[0].place[:2, 2]
        if all(np.abs(np.linalg.solve(other.axes, centre - other.fits[0].place[:2, 2])).max() > 0.7 for other in kept):
            kept.append(one)
    return kept


def _tint(fit: Fit) -> Array:
    """Blue and red against green."""
    return np.array([fit.gains[0] - fit.gains[1], fit.gains[2] - fit.gains[1]])


def _same_size(readings: list[Reading]) -> list[Reading]:
    """Pieces of one kind lie on one table: the cube root of their area changes evenly across the picture."""
    sure = [one for one in readings if one.designs.contrast(one.fits[0].design) > _PRINT and sureness(one) > 0.6]
    if len(sure) < 3:
        return [one for one in readings if one.name != PLAIN]
    at = np.array([[*one.fits[0].place[:2, 2] / 1000, 1.0] for one in sure])
    size = np.array([one.size ** (2 / 3) for one in sure])
    weight = np.ones(len(sure))
    hold = np.diag([0.003, 0.003, 0.0]) * float(np.median(size)) ** -2
    for _ in range(6):
        pull = at * (weight / np.median(size) ** 2)[:, None]
        slope = np.linalg.solve(pull.T @ at + hold + 1e-9 * np.eye(3), pull.T @ size)
        off = np.abs(np.log(np.maximum(1e-3, at @ slope) / size)) * 1.5
        weight = 1 / (1 + (off / 0.05) ** 2) ** 2

    def fits(one: Reading) -> bool:
        expected = float(np.array([*one.fits[0].place[:2, 2] / 1000, 1.0]) @ slope)
        return expected > 0 and abs(np.log(expected / one.size ** (2 / 3))) * 1.5 < _ODD_SIZE

    return [one for one in readings if fits(one)]


def _inside(token: Reading, card: Reading) -> bool:
    """A disc printed on a card is no token."""
    at = np.linalg.solve(card.fits[0].place, [*token.fits[0].place[:2, 2], 1.0])
    return bool(np.abs(at[:2] / at[2]).max() < 0.95)


def _outward(point: Array, scale: float) -> tuple[float, float]:
    x, y = (point + 0.5) * scale - 0.5
    return round(float(x), 2), round(float(y), 2)


def _quad(one: Reading, scale: float) -> Quad:
    corners = cv2.perspectiveTransform(_SQUARE[None], one.fits[0].place)[0]
    a, b, c, d = (_outward(corner, scale) for corner in corners)
    return a, b, c, d


def _token(one: Reading, scale: float) -> TokenSeen:
    centre = _outward(one.fits[0].place[:2, 2], scale)
    longest = float(np.linalg.svd(one.axes, compute_uv=False)[0])
    return TokenSeen(one.name, one.name != BACK, centre, round(longest * scale, 2), round(sureness(one), 4))


def _card(one: Reading, scale: float) -> CardSeen:
    return CardSeen(one.name, one.taught.points.get(one.name), _quad(one, scale), round(sureness(one), 4))


def _tile(one: Reading, scale: float) -> TileSeen:
    number = None if one.name == PLAIN else int(one.name)
    return TileSeen(number, number is not None, _quad(one, scale), round(sureness(one), 4))
