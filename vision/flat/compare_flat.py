"""Lays taught art over found pieces, as exactly as light and lens allow, and measures what is left over."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.flat.designs import ANGLES, COMMON, MOVES, PLAIN, SOFTNESS, Art, Designs, Floats, Indices, motions
from vision.flat.find_flat import Found
from vision.pyramid import Pyramid

__all__ = ["COMMON", "PLAIN", "Array", "Comparer", "Designs", "Fit", "flattened", "placed"]

Array = NDArray[np.float64]
_SOFT = 0.7  # how far a picture is softened, in its own pixels, so that noise and steps of its grid do not count
_CAMERA = 0.6  # how soft cameras are by themselves
# An outline may take in the side and the shadow of a thick piece: its face is then smaller and off to one side.
_NUDGES = np.array([
    [[scale, 0, x], [0, scale, y], [0, 0, 1.0]]
    for scale, x, y in ((1, 0, 0), (0.93, 0, 0), (0.93, 0.07, 0), (0.93, -0.07, 0), (0.93, 0, 0.07), (0.93, 0, -0.07))
])  # fmt: skip
_SOFTEST = len(SOFTNESS) - 1
_TURNS, _MORE_TURNS = 3, 8  # designs whose turn is followed up, and where none of them fits well
_DOUBT = 0.06, 0.13  # what is left over of a token that may be another one, and of one that may be none
_NOTHING = 0.1  # what a design may leave unexplained, as a part of all light, while it is laid roughly
_BATCH = 12  # places compared at once: more do not fit into a processor's nearest memory
_MOST = 40  # cards and tiles that are followed up
_BARE = 0.3  # as much of a tile shows no print
_LEAN = 0.06  # by how much the near edge of a piece looks larger than its middle
_LIKE = 0.25  # less in common with what all designs share, and it is something else


@dataclass(frozen=True, eq=False)
class Fit:
    """One design laid over one piece."""

    design: int
    laid: float  # what the design does not explain, as a part of the piece's brightness; 0 is perfect
    place: Array = field(repr=False)  # 3x3: from the piece's square (-1..1) to the picture
    gains: Array = field(repr=False)  # how much brighter than taught: logarithms for blue, green, red
    explained: float = 1.0  # how much of what varies on the piece its design explains; 0 is nothing
    odd: float = 0.0  # how odd the light is that it takes, in the same measure

    @cached_property
    def left(self) -> float:
        """All that speaks against the design."""
        return float(np.hypot(self.laid, self.odd))


class View:
    """A picture from which many pieces are taken at once, softened a little and in halved sizes."""

    def __init__(self, picture: Pixels) -> None:
        self.size = picture.shape[1], picture.shape[0]
        self.pyramid = Pyramid(np.asarray(cv2.GaussianBlur(picture, (0, 0), _SOFT), np.uint8))

    def take(self, places: Array, points: Array, pitch: float) -> Floats:
        """The colours (0 to 1) of each piece at some points of its square, ``pitch`` apart."""
        level = self.pyramid.level(1 / max(1e-3, pitch * float(np.median(sizes(places)))))
        there = np.matmul(places, points.T)
        at = ((there[:, :2] / there[:, 2:] + 0.5) / 2**level - 0.5).astype(np.float32)
        taken = cv2.remap(
            self.pyramid.levels[level], at[:, 0], at[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(np.asarray(taken).reshape(len(places), len(points), 3) * np.float32(1 / 255))


class Comparer:
    """Compares pieces of one picture with the designs of one set; all pieces together, for that is far quicker."""

    def __init__(self, view: View, designs: Designs) -> None:
        self.view, self.designs = view, designs

    def discs(self, found: Sequence[Found], most: int = 3) -> list[list[Fit]]:
        """For each disc the likeliest designs, best first; none if it looks like none of them in any turn."""
        if not found:
            return []
        fits = self._laid(np.stack([placed(one.centre, one.axes) for one in found]), _TURNS, most)
        doubtful = [n for n, some in enumerate(fits) if some and self._may_be_another(some[0])]
        if doubtful:
            again = self._laid(np.stack([fits[n][0].place for n in doubtful]), _MORE_TURNS, most)
            for n, more in zip(doubtful, again, strict=True):
                fits[n] = _best_of_each([*fits[n], *(fit for fit in more if self.designs.printed[fit.design])])
        return fits

    def _may_be_another(self, fit: Fit) -> bool:
        """Whether another print may fit better; what has none is soon found in anything round."""
        return bool(self.designs.printed[fit.design]) and _DOUBT[0] < fit.left < _DOUBT[1]

    def _laid(self, places: Array, turns: int, most: int) -> list[list[Fit]]:
        """The likeliest designs of discs about here, each laid as exactly as it can be."""
        fits: list[list[Fit]] = [[] for _ in places]
        owners, designs, starts = self._turned(places, turns)
        if not len(owners):
            return fits
        rough = self._moved(starts, self.designs.art(designs, np.full_like(designs, _SOFTEST)), 2)
        first = self._refined(rough, designs, steps=1)
        for owner, fit in zip(owners.tolist(), first, strict=True):
            fits[owner].append(fit)
        # Laid exactly, other designs with the same outline come closer than when their turn was sought.
        pieces = np.unique(owners)
        best = np.stack([min(fits[owner], key=lambda fit: fit.left).place for owner in pieces])
        named = self._named(len(pieces), np.arange(len(pieces)), best, most)
        for owner, closer in zip(pieces.tolist(), named, strict=True):
            known = {fit.design for fit in closer}
            fits[owner] = closer + [fit for fit in fits[owner] if fit.design not in known]
        return [sorted(some, key=lambda fit: fit.left) for some in fits]

    def quads(self, found: Sequence[Found], most: int = 3) -> list[list[Fit]]:
        """The same for cards and tiles, which way up they may lie."""
        if not found:
            return []
        owners, places = self._upright(np.stack([placed(one.centre, one.axes) for one in found]))
        return self._named(len(found), owners, self.on_common(places, steps=2), most)

    def at(self, places: Sequence[Array], most: int = 3) -> list[list[Fit]]:
        """The same for cards and tiles whose places are known well enough."""
        found: list[list[Fit]] = []
        for first in range(0, len(places), _BATCH):
            some = np.stack(places[first : first + _BATCH])
            found += self._named(len(some), np.arange(len(some)), self.on_common(some, steps=3), most)
        return found

    def plain(self, places: Array) -> list[Fit]:
        """The untaught side of each piece, without moving it."""
        return self._refined(places, np.full(len(places), self.designs.names.index(PLAIN)), steps=0)

    def ground_colours(self, fits: Sequence[Fit]) -> Array:
        """The colour each piece has where it shows no print."""
        plain = self.designs.arts[self.designs.names.index(PLAIN)].reshape(-1, 3)[self.designs.inside]
        taken = self.view.take(np.stack([fit.place for fit in fits]), self.designs.points, self.designs.pitch)
        seen = []
        for fit, colours in zip(fits, taken, strict=True):
            art = self.designs.soft(_SOFTEST)[fit.design].reshape(-1, 3)[self.designs.inside]
            off = np.abs(art / plain - 1).max(1)
            seen.append(np.median(colours[off <= np.quantile(off, _BARE)], axis=0))
        return np.array(seen)

    def on_common(self, places: Array, steps: int = 4) -> Array:
        """Moves what all designs have in common to where it explains each piece best."""
        common = np.full(len(places), COMMON)
        if not len(places):
            return places
        for soft in (True, False):
            blurs = np.full_like(common, _SOFTEST) if soft else self._blurs(places)
            places = self._moved(places, self.designs.art(common, blurs), steps)
        return places

    def likeness(self, places: Array) -> Floats:
        """How much each piece has of what all designs have in common: 1 all, 0 nothing."""
        sketch, points, pitch = self.designs.sketch
        taken = self.view.take(places, points, pitch)
        taken = taken - taken.mean(1, keepdims=True)
        return np.asarray(np.einsum("bnc,nc->b", taken, sketch) / np.sqrt(1e-6 + np.einsum("bnc,bnc->b", taken, taken)))

    def contrast(self, found: Sequence[Found]) -> Floats:
        """How much print or pattern there is inside each outline, as a part of its brightness."""
        places = np.stack([placed(one.centre, one.axes) for one in found])
        taken = self.view.take(places, self.designs.points, self.designs.pitch)
        return np.asarray(taken.std(1).mean(1) / np.maximum(0.02, taken.mean((1, 2))))

    def around(self, discs: Sequence[Found]) -> list[Array]:
        """The places of cards that have one of these discs printed on them."""
        ways = [_turn(turn * np.pi / 12) @ np.linalg.inv(mark) for mark in self.designs.landmarks for turn in range(24)]
        if not ways or not discs:
            return []
        tried = np.stack([placed(one.centre, one.axes) for one in discs])[:, None] @ np.stack(ways)
        like = self.likeness((tried / tried[..., 2:, 2:]).reshape(-1, 3, 3)).reshape(tried.shape[:2])
        return [tried[n, int(row.argmax())] for n, row in enumerate(like) if row.max() > 2 * _LIKE]

    def peak(self, fit: Fit) -> float:
        """The strongest difference anywhere between a piece and a design laid over it, as a part of the brightness."""
        off, _ = self._off(fit.place[None], self.designs.art(np.array([fit.design]), self._blurs(fit.place[None])))
        wide, high = self.designs.size
        whole = np.zeros((high * wide, 3), np.float32)
        whole[self.designs.inside] = off[0].T
        return float(np.abs(cv2.GaussianBlur(whole.reshape(high, wide, 3), (0, 0), 1.0)).max())

    def told_apart(self, fit: Fit) -> tuple[Fit, float]:
        """The design that a closer look shows where this one lies, and how clearly: from 0 to 1."""
        apart = self.designs.apart
        taken = self.view.take(fit.place[None], apart.points, apart.pitch)[0] / np.exp(fit.gains).astype(np.float32)
        blur = softness(fit.place[None], min(apart.wide, apart.high))[0]
        design, clear = apart.told(taken, int(blur), fit.design)
        if design != fit.design:
            fit = self._settled(1, np.zeros(1, np.intp), np.array([design]), fit.place[None])[0][0]
        return fit, clear

    def _blurs(self, places: Array) -> Indices:
        return softness(places, min(self.designs.size))

    def _turned(self, places: Array, most: int) -> tuple[Indices, Indices, Array]:
        """For the likeliest designs, how each disc would be turned: all turns are tried at once, as frequencies."""
        points, pitch, weights = self.designs.rings
        waves, energies = self.designs.spectra(_SOFTEST)  # nothing lies exactly yet
        rings = self.view.take(places, points, pitch).reshape(len(places), len(weights), ANGLES, 3)
        rings = rings * weights[:, None, None]
        rings /= np.maximum(1e-3, rings.mean((1, 2), keepdims=True))  # all colours count alike, whatever the light
        seen = np.fft.rfft(rings, axis=2).astype(np.complex64).transpose(2, 3, 0, 1)  # frequency, channel, piece, ring
        agree = np.fft.irfft(np.matmul(seen, waves), n=ANGLES, axis=0).astype(np.float32).clip(0)  # turn, channel, ...
        explained = np.einsum("tcpd,cd->tpd", agree * agree, 1 / energies.T) / (rings**2).sum((1, 2, 3))[:, None]
        left = 1 - explained.max(0)
        order = left.argsort(1)[:, :most]
        best = left.min(1, keepdims=True)
        owners, ranks = np.nonzero((np.take_along_axis(left, order, 1) < 1.3 * best + 0.004) & (best < _NOTHING))
        designs = order[owners, ranks]
        turns = explained.argmax(0)[owners, designs] * (2 * np.pi / ANGLES)
        spun = np.array([_turn(float(one)) for one in turns]).reshape(-1, 3, 3)
        return owners, designs, places[owners] @ spun

    def _upright(self, places: Array) -> tuple[Indices, Array]:
        """Which edge of a card or tile is the upper one shows in what all designs share."""
        quarters = np.stack([_turn(quarter * np.pi / 2) for quarter in range(4)])
        turned = places[:, None] @ quarters
        sides = np.linalg.norm(turned[:, :, :2, :2], axis=2)
        possible = (self.designs.aspect > 0.75) | (sides[..., 0] < sides[..., 1] * 1.1)
        like = self.likeness(turned.reshape(-1, 3, 3)).reshape(possible.shape)
        like = np.where(possible, like, -1.0)
        best = like.max(1, keepdims=True)
        second = -np.sort(-like, axis=1)[:, 1:2]
        least = np.sort(best.ravel())[-_MOST:][0]  # a chequered cloth has many outlines
        owners, ways = np.nonzero((like > np.maximum(max(_LIKE, least - 1e-6), 0.7 * best)) & (like >= second))
        starts = turned[owners, ways][:, None] @ _NUDGES
        if not len(owners):
            return owners, np.zeros((0, 3, 3))
        best_nudge = self.likeness(starts.reshape(-1, 3, 3)).reshape(starts.shape[:2]).argmax(1)
        return owners, starts[np.arange(len(owners)), best_nudge]

    def _named(self, count: int, owners: Indices, places: Array, most: int) -> list[list[Fit]]:
        if not len(owners):
            return [[] for _ in range(count)]
        blurs = self._blurs(places)
        taken = self.view.take(places, self.designs.points, self.designs.pitch)
        left = np.stack([self.designs.unexplained(one, int(blur)) for one, blur in zip(taken, blurs, strict=True)])
        if PLAIN in self.designs.names:  # that side is told by what lies around it; else a veiled number looks like it
            left[:, self.designs.names.index(PLAIN)] = np.inf
        order = left.argsort(1)[:, :most]
        rows = np.repeat(np.arange(len(owners)), order.shape[1])
        return self._settled(count, owners[rows], order.ravel(), places[rows])

    def _settled(self, count: int, owners: Indices, designs: Indices, places: Array) -> list[list[Fit]]:
        """Move all likely designs a little, and the best of each piece a little more, all as soft as that piece is."""
        fits: list[list[Fit]] = [[] for _ in range(count)]
        if not len(owners):
            return fits
        first = self._refined(places, designs, steps=2)
        best: dict[int, Fit] = {}
        for owner, fit in zip(owners.tolist(), first, strict=True):
            best[owner] = min(fit, best.get(owner, fit), key=lambda one: one.left)
        blurs = np.zeros(count, np.intp)
        blurs[list(best)] = self._softness(list(best.values()))
        close = np.array(
            [f.left < 1.5 * best[owner].left + 0.01 for owner, f in zip(owners.tolist(), first, strict=True)]
        )
        nearer = np.stack([fit.place for fit, near in zip(first, close, strict=True) if near])
        again = iter(self._refined(nearer, designs[close], 1, blurs[owners[close]]))
        for owner, fit, near in zip(owners, first, close, strict=True):
            fits[owner].append(next(again) if near else fit)
        return [sorted(some, key=lambda fit: fit.left) for some in fits]

    def _softness(self, fits: Sequence[Fit]) -> Indices:
        """How soft each piece looks: about as its size tells, but its focus counts too."""
        designs, places = np.array([fit.design for fit in fits]), np.stack([fit.place for fit in fits])
        usual = self._blurs(places)
        if self.designs.disc:  # too small to show it, and a table softened enough looks like many a token
            return usual
        tried = [(usual + step).clip(0, _SOFTEST) for step in (-1, 0, 1)]
        taken = self._taken(places)
        offs = [self.designs.art(designs, blurs).off(taken)[0] for blurs in tried]
        best = np.argmin([np.einsum("bcn,bcn->b", off, off) for off in offs], axis=0)
        return np.asarray(np.choose(best, tried))

    def _refined(self, places: Array, designs: Indices, steps: int, blurs: Indices | None = None) -> list[Fit]:
        """Move each design by small steps to where it explains its piece best; its size tells how soft it is."""
        art = self.designs.art(designs, self._blurs(places) if blurs is None else blurs)
        places = self._moved(places, art, steps)
        taken = self._taken(places)
        off, gains = art.off(taken)
        left = np.sqrt(np.einsum("bcn,bcn->b", off, off) / off[0].size)
        parts = art.explained(taken, gains)
        logs = np.log(gains.astype(np.float64))
        return [
            Fit(int(d), float(e), p, g, float(part))
            for d, e, p, g, part in zip(designs, left, places, logs, parts, strict=True)
        ]

    def _moved(self, places: Array, art: Art, steps: int) -> Array:
        moved = np.zeros((len(places), MOVES))
        for _ in range(steps):
            off, _ = self._off(places, art)
            step = art.step(off, moved)
            moved += step
            places = _leaning(places @ np.linalg.inv(motions(step)))
        return places

    def _off(self, places: Array, art: Art) -> tuple[Floats, Floats]:
        return art.off(self._taken(places))

    def _taken(self, places: Array) -> Floats:
        """The colours of each piece, each channel one row."""
        return np.ascontiguousarray(self.view.take(places, self.designs.points, self.designs.pitch).transpose(0, 2, 1))


def _best_of_each(fits: list[Fit]) -> list[Fit]:
    """Each design once, as it fits best; the best first."""
    best: dict[int, Fit] = {}
    for fit in sorted(fits, key=lambda fit: fit.left):
        best.setdefault(fit.design, fit)
    return list(best.values())


def softness(places: Array, narrow: int) -> Indices:
    """How soft art must be to look like each piece: which of SOFTNESS; ``narrow`` is how many pixels it is wide."""
    smallest = np.linalg.svd(axes_of(places), compute_uv=False)[:, 1]
    soft = np.hypot(_CAMERA, _SOFT) * narrow / np.maximum(2.0, 2 * smallest)
    return np.asarray(np.abs(np.log(soft[:, None] / np.array(SOFTNESS))).argmin(1))


def placed(centre: Array, axes: Array) -> Array:
    """From the piece's square (-1..1) to the picture, as a 3x3 matrix."""
    place = np.eye(3)
    place[:2, :2], place[:2, 2] = axes, centre
    return place


def axes_of(places: Array) -> Array:
    """From the middle of each piece to the middle of its right and of its lower edge, in columns."""
    return np.asarray(places[:, :2, :2] - places[:, :2, 2:] * places[:, 2:, :2])


def _leaning(places: Array) -> Array:
    """The same, with no more perspective within a piece than a table in front of a camera can show."""
    places = places / places[:, 2:, 2:]
    axes, lean = axes_of(places), places[:, 2:, :2].clip(-_LEAN, _LEAN)
    places[:, :2, :2] = axes + places[:, :2, 2:] * lean
    places[:, 2:, :2] = lean
    return np.asarray(places)


def sizes(places: Array) -> Array:
    """The radius of a circle as large as the ellipse inside each piece."""
    return np.asarray(np.sqrt(np.abs(np.linalg.det(axes_of(places)))))


def flattened(picture: Pixels, place: Array, size: tuple[int, int]) -> Pixels:
    """The piece as if seen from straight above."""
    wide, high = size
    unit = np.array([[2 / wide, 0, 1 / wide - 1], [0, 2 / high, 1 / high - 1], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(picture, place @ unit, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def _turn(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
