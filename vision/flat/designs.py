"""The taught art of one set, ready to be laid over pieces: softened, with its slopes and its frequencies."""

from functools import cache, cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.find_flat import find_flat
from vision.flat.tell_apart import Apart
from vision.piece_set import BACK, PieceSet

Array = NDArray[np.float64]
Floats = NDArray[np.float32]
Indices = NDArray[np.intp]
_PRINT = 0.09  # with less contrast than this, as a part of its brightness, a token has no print
PLAIN = "plain"  # a tile's other side is not taught: the same material without print
COMMON = -1  # the number of what all designs have in common
ANGLES, _RINGS = 80, 12  # of the polar picture in which a disc's turn is searched
SOFTNESS = (0.5, 0.8, 1.25, 2.0)  # how soft a piece can look, in pixels of the patch
_LONG = {"tokens": 40, "cards": 64, "tiles": 56}  # pixels of the longer side of a patch under comparison
_CLOSE = 80  # and of one in which two designs are told apart
_SKETCH = 18  # and of the rough one in which only the common print is sought
MOVES = 8  # ways to move art a little: shift, stretch and shear, lean
_SHIFT = 10.0  # how much print it takes to shift what was found
_STRETCH = {"tokens": 25.0, "cards": 10.0, "tiles": 10.0}  # to stretch or shear it
_LEAN = {"tokens": 1e9, "cards": 30.0, "tiles": 30.0}  # and to lean it; a disc is too small to show its leaning
_STRAY = 0.08  # how far designs differ by chance where they show the same, as a part of the brightness
_OUTLIER = 0.3  # a difference above this part of the brightness is a glint or a shadow's edge rather than print
_FAINT = 0.45  # unless all are faint: with less of the usual contrast than this
_EDGE = 0.93  # what lies further out may be rim, side or table
_SOFT_EDGE = 0.88  # the same of tokens, which are small: softness carries the table further in


class Designs:
    """All arrays hold the pixels inside the piece only, each channel one row."""

    def __init__(self, taught: PieceSet) -> None:
        self.kind, self.disc = taught.kind, taught.kind == "tokens"
        examples = [one for one in taught.examples if taught.kind != "tiles" or one.name != BACK]
        high, wide = examples[0].patch.shape[:2]
        self.aspect = wide / high
        self.size = _size(self.aspect, _LONG[taught.kind])
        self.names = [example.name for example in examples]
        self._patches = [example.patch for example in examples]
        arts = self._drawn(self.size)
        self.common: Floats = np.asarray(np.mean(arts, axis=0), np.float32)
        # Where designs differ, what they have in common says nothing.
        strays = np.std(arts, axis=0).max(2).ravel() / max(1e-3, float(self.common.mean()))
        self.shared: Floats = np.asarray(1 / (1 + (strays / _STRAY) ** 2), np.float32)
        if taught.kind == "tiles":
            grounds = [np.median(art.reshape(-1, 3), axis=0) for art in arts]
            self.names.append(PLAIN)
            arts.append(np.full_like(self.common, np.median(grounds, axis=0)))
        self.arts = np.stack([*arts, self.common])
        self.pitch = 2 / max(self.size)
        grid = _grid(self.size)
        away = np.hypot(grid[:, 0], grid[:, 1]) if self.disc else np.abs(grid[:, :2]).max(1)
        self.inside = away < (_SOFT_EDGE if self.disc else _EDGE)
        self.points = grid[self.inside]
        self._softened: dict[int, Floats] = {}
        self._spectra: dict[int, tuple[NDArray[np.complex64], Floats]] = {}
        self._unit: dict[int, Floats] = {}

    def soft(self, blur: int) -> Floats:
        """All designs as whole patches, and what they have in common as the last."""
        if blur not in self._softened:
            self._softened[blur] = np.stack([_soft(art, SOFTNESS[blur]) for art in self.arts])
        return self._softened[blur]

    @cached_property
    def apart(self) -> Apart:
        """All taught designs, larger, for a closer look."""
        arts = self._drawn(_size(self.aspect, _CLOSE))
        return Apart(cache(lambda blur: np.stack([_soft(art, SOFTNESS[blur]) for art in arts])))

    @cached_property
    def grounds(self) -> list[int]:
        """Designs of one number have one ground and were taught as in one light."""
        alike = _off_white([_shrunk(patch, self.size) for patch in self._patches])[1]
        return [0 if same else n for n, same in enumerate(alike.tolist(), 1)] + [0, 0]  # plain sides, all in common

    def _drawn(self, size: tuple[int, int]) -> list[Floats]:
        patches = [_without_table(patch) for patch in self._patches] if self.disc else self._patches
        arts = _same_white([_shrunk(patch, size) for patch in patches])
        return arts if self.disc else _shared_print(arts)

    @cached_property
    def stack(self) -> "Stack":
        return Stack(self)

    def art(self, designs: Indices, blurs: Indices) -> "Art":
        return Art(self.stack, blurs, designs)

    @cached_property
    def contrasts(self) -> Floats:
        """How much print there is on each design, as a part of its brightness."""
        art = self.stack.art[1]
        return np.asarray(np.sqrt(art.var(2).mean(1)))

    @cached_property
    def printed(self) -> NDArray[np.bool_]:
        """All but the plain side of tiles and, among tokens, what shows far less than the others."""
        if not self.disc:
            return np.array([*(name != PLAIN for name in self.names), True])
        return np.asarray(self.contrasts > min(_PRINT, _FAINT * float(np.median(self.contrasts))))

    @cached_property
    def sketch(self) -> tuple[Floats, Array, float]:
        """What all designs have in common, roughly and without its mean colour; its points, and how far apart."""
        size = _size(self.aspect, _SKETCH)
        rough = _shrunk(self.common, size).reshape(-1, 3)
        rough = rough - rough.mean(0)
        points = _grid(size)
        inside = np.abs(points[:, :2]).max(1) < _EDGE
        rough = rough[inside] - rough[inside].mean(0)
        return (
            np.asarray(rough / np.sqrt(max(1e-6, float((rough**2).sum()))), np.float32),
            points[inside],
            2 / max(size),
        )

    @cached_property
    def landmarks(self) -> list[Array]:
        """Discs printed on every card, each as a way from its unit circle to the card's square."""
        wide, high = (4 * side for side in self.size)
        big = cv2.resize((self.common * 255).clip(0, 255).astype(np.uint8), (wide, high), interpolation=cv2.INTER_CUBIC)
        half = np.array([wide, high]) / 2
        discs = [one for one in find_flat(np.asarray(big, np.uint8)) if one.disc and 0.15 < one.size / half.min() < 0.8]
        marks = []
        for one in discs[:3]:
            mark = np.eye(3)
            mark[:2, :2], mark[:2, 2] = one.axes / half[:, None], (one.centre + 0.5) / half - 1
            marks.append(mark)
        return marks

    @cached_property
    def rings(self) -> tuple[Array, float, Floats]:
        """Points on rings from the middle outwards, how far apart, and how much each ring counts."""
        radii = (np.arange(_RINGS) + 0.5) / _RINGS * _EDGE
        angles = np.arange(ANGLES) * 2 * np.pi / ANGLES
        x, y = radii[:, None] * np.cos(angles), radii[:, None] * np.sin(angles)
        return np.stack([x, y, np.ones_like(x)], 2).reshape(-1, 3), self.pitch, np.sqrt(radii).astype(np.float32)

    def spectra(self, blur: int) -> tuple[NDArray[np.complex64], Floats]:
        """Of every design: how it changes around the circle, as frequencies, and its energy in each channel."""
        if blur not in self._spectra:
            points, _, weights = self.rings
            wide, high = self.size
            xs, ys = ((points[:, 0] + 1) * wide / 2 - 0.5), ((points[:, 1] + 1) * high / 2 - 0.5)
            maps = [axis.reshape(_RINGS, ANGLES).astype(np.float32) for axis in (xs, ys)]
            arts = self.soft(blur)[:-1]
            rings = np.stack([cv2.remap(art, maps[0], maps[1], cv2.INTER_LINEAR) for art in arts])
            rings = rings * weights[:, None, None]
            waves = np.fft.rfft(rings, axis=2).conj().astype(np.complex64).transpose(2, 3, 1, 0)
            self._spectra[blur] = np.ascontiguousarray(waves), np.asarray((rings**2).sum((1, 2)), np.float32)
        return self._spectra[blur]

    def unexplained(self, taken: Floats, blur: int) -> Floats:
        """What each design leaves over of a piece, without moving it; all colours count alike, whatever the light."""
        if blur not in self._unit:
            rows = self.stack.art[blur][:-1]
            self._unit[blur] = rows / np.sqrt(np.maximum(1e-6, np.einsum("dcn,dcn->dc", rows, rows)))[..., None]
        along = np.einsum("nc,dcn->dc", taken, self._unit[blur])
        whole = np.einsum("nc,nc->c", taken, taken)
        return np.asarray((1 - along**2 / np.maximum(1e-6, whole)).sum(1))


class Stack:
    """All designs in all softnesses: how they look and how they change when they are lit or moved a little."""

    def __init__(self, designs: Designs) -> None:
        wide, high = designs.size
        self.points = designs.points
        x, y = designs.points[:, 0].astype(np.float32), designs.points[:, 1].astype(np.float32)
        self.grid = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y])
        self.hold = np.array([*[_SHIFT] * 2, *[_STRETCH[designs.kind]] * 4, *[_LEAN[designs.kind]] * 2])
        self.weights = np.ones((len(designs.arts), len(x)), np.float32)
        self.weights[COMMON] = designs.shared[designs.inside]
        art: list[Floats] = []
        across, down, inverse = [], [], []
        for blur in range(len(SOFTNESS)):
            for picture in designs.soft(blur):
                level = max(1e-3, float(picture.mean()))
                right = cv2.Sobel(picture, cv2.CV_32F, 1, 0, ksize=3, scale=wide / 16 / level)
                below = cv2.Sobel(picture, cv2.CV_32F, 0, 1, ksize=3, scale=high / 16 / level)
                weight = self.weights[len(art) % len(designs.arts)]
                a, r, b = (_rows(part)[:, designs.inside] for part in (picture / level, right, below))
                r, b = r * weight, b * weight
                spin = x * r + y * b
                moves = np.stack([r, b, x * r, x * b, y * r, y * b, x * spin, y * spin]).reshape(MOVES, -1)
                art.append(a)
                across.append(r)
                down.append(b)
                inverse.append(np.linalg.inv((moves @ moves.T).astype(np.float64) + np.diag(self.hold)))
        shape = len(SOFTNESS), len(designs.arts)
        self.art = np.stack(art).reshape(*shape, 3, -1)
        self.across = np.stack(across).reshape(self.art.shape)
        self.down = np.stack(down).reshape(self.art.shape)
        self.inverse = np.stack(inverse).reshape(*shape, MOVES, MOVES)
        self.levels = np.array([[max(1e-3, float(one.mean())) for one in designs.soft(b)] for b in range(shape[0])])


class Art:
    """The art laid over each of several pieces."""

    def __init__(self, stack: Stack, blurs: Indices, designs: Indices) -> None:
        self.grid, self.hold, (_, x, y) = stack.grid, stack.hold, stack.grid[:3]
        self.art, self.across, self.down = (part[blurs, designs] for part in (stack.art, stack.across, stack.down))
        self.weights = stack.weights[designs][:, None]
        self.inverse, self.level = stack.inverse[blurs, designs], stack.levels[blurs, designs]
        self.lit = self.art * self.weights
        self.energy = np.maximum(1e-6, np.einsum("bcn,bcn->bc", self.lit, self.art))
        self.ramps = [self.lit * x, self.lit * y]
        self.print = (self.art - self.art.mean(2, keepdims=True)) * self.weights
        self.strength = np.maximum(1e-6, np.einsum("bcn,bcn->b", self.print, self.print))
        self.steepness = [np.maximum(1e-6, np.einsum("bcn,bcn->b", ramp, ramp)) for ramp in self.ramps]

    def off(self, taken: Floats) -> tuple[Floats, Floats]:
        """What is left over of each piece when its art is lit and veiled as it is, and how bright each channel is."""
        gains = (np.einsum("bcn,bcn->bc", taken, self.lit) / self.energy).clip(1e-3, 1e3)
        off = (taken / gains[..., None] - self.art) * self.weights
        for ramp, steepness in zip(self.ramps, self.steepness, strict=True):
            slope = (np.einsum("bcn,bcn->b", off, ramp) / steepness).clip(-0.4, 0.4)
            off -= slope[:, None, None] * ramp
        off -= self._veiled(off)[:, None, None] * self.print
        # In a channel the light hardly feeds, noise is large against the print: weigh by what arrives.
        off *= np.minimum(1.0, gains * 3 / gains.sum(1, keepdims=True))[..., None]
        return np.clip(off, -_OUTLIER, _OUTLIER), gains / self.level[:, None]

    def _veiled(self, off: Floats) -> Floats:
        """How much stronger or, under light that gloss throws back, weaker its print is, as far as it shows at all."""
        change = np.einsum("bcn,bcn->b", off, self.print) / self.strength
        shown = (1 + change) ** 2 * self.strength
        rest = np.einsum("bcn,bcn->b", off, off) - change**2 * self.strength
        return np.asarray(change.clip(-0.4, 0.4) * shown / np.maximum(1e-9, shown + rest))

    def explained(self, taken: Floats, gains: Floats) -> Floats:
        """How much of what varies on each piece its art explains in this light: 1 all of it, 0 nothing."""
        means, own, count = taken.mean(2), self.art.mean(2), taken.shape[2]
        along = ((np.einsum("bcn,bcn->bc", taken, self.art) - count * means * own) / gains).sum(1).clip(0)
        seen = ((np.einsum("bcn,bcn->bc", taken, taken) - count * means**2) / gains**2).sum(1)
        drawn = (np.einsum("bcn,bcn->bc", self.art, self.art) - count * own**2).sum(1)
        return np.asarray((along * along / np.maximum(1e-9, seen * drawn)).clip(0, 1))

    def step(self, off: Floats, moved: Array) -> Array:
        """The small moves of the art that best explain what is off, given how far it was moved already."""
        a = np.einsum("bcn,bcn->bn", self.across, off) @ self.grid.T  # 1, x, y, xx, xy, yy
        b = np.einsum("bcn,bcn->bn", self.down, off) @ self.grid.T
        pull = np.stack([a[:, 0], b[:, 0], a[:, 1], b[:, 1], a[:, 2], b[:, 2], a[:, 3] + b[:, 4], a[:, 4] + b[:, 5]], 1)
        pull = pull - self.hold * moved
        return np.asarray(np.matmul(self.inverse, pull[..., None])[..., 0].clip(-0.15, 0.15))


def motions(p: Array) -> Array:
    """Small moves as 3x3 matrices."""
    one = np.ones(len(p))
    rows = [[one + p[:, 2], p[:, 4], p[:, 0]], [p[:, 3], one + p[:, 5], p[:, 1]], [-p[:, 6], -p[:, 7], one]]
    return np.array(rows).transpose(2, 0, 1)


def _size(aspect: float, long: int) -> tuple[int, int]:
    return max(8, round(long * min(1.0, aspect))), max(8, round(long * min(1.0, 1 / aspect)))


def _grid(size: tuple[int, int]) -> Array:
    """The middles of a patch's pixels in the piece's square, in rows: x, y, 1."""
    wide, high = size
    x, y = np.meshgrid((np.arange(wide) + 0.5) * 2 / wide - 1, (np.arange(high) + 0.5) * 2 / high - 1)
    return np.stack([x, y, np.ones_like(x)], 2).reshape(-1, 3)


def _shrunk(patch: NDArray[Any], size: tuple[int, int]) -> Floats:
    small = cv2.resize(patch, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small / np.float32(255) if patch.dtype == np.uint8 else small, np.float32)


def _without_table(patch: NDArray[Any]) -> NDArray[Any]:
    """A token whose colours go on beyond its rim: softened, it takes in nothing of the table it was taught on."""
    high, wide = patch.shape[:2]
    grid = _grid((wide, high))[:, :2]
    inward = grid * np.minimum(1.0, _EDGE / np.maximum(1e-6, np.linalg.norm(grid, axis=1)))[:, None]
    at = ((inward + 1) * (wide / 2, high / 2) - 0.5).astype(np.float32).reshape(high, wide, 2)
    return np.asarray(cv2.remap(patch, at[..., 0], at[..., 1], cv2.INTER_LINEAR))


def _same_white(arts: list[Floats]) -> list[Floats]:
    """Photos are taken in different lights: where the grounds of designs differ only that much, they are one ground."""
    tints, alike = _off_white(arts)
    return [
        np.asarray(art * np.exp(-tint * same), np.float32) for art, tint, same in zip(arts, tints, alike, strict=True)
    ]


def _off_white(arts: list[Floats]) -> tuple[Array, NDArray[np.bool_]]:
    """The tint of each design's ground against the usual one, and whether it may be the light's."""
    grounds = np.log(np.maximum(0.02, [np.median(art, axis=(0, 1)) for art in arts]))
    tints = grounds - grounds.mean(1, keepdims=True)
    tints -= np.median(tints, axis=0)
    return np.asarray(tints, np.float64), np.asarray(np.abs(tints).max(1) < 0.3)


def _shared_print(arts: list[Floats]) -> list[Floats]:
    """Cards of a box share ground, frame and figures; taken from all of them, these cannot speak for one of them."""
    if len(arts) < 6:
        return arts
    lit = np.stack([art / np.maximum(0.02, np.median(art, axis=(0, 1))) for art in arts])
    ground = np.median([np.median(art, axis=(0, 1)) for art in arts], axis=0).astype(np.float32)
    common = np.median(lit, axis=0)
    own = lit - common
    strength = cv2.GaussianBlur(np.abs(own).max(3).transpose(1, 2, 0), (0, 0), 1.0).transpose(2, 0, 1)
    weight = ((strength - 0.06) / 0.08).clip(0, 1)[..., None]
    return [np.asarray((common + part) * ground, np.float32) for part in own * weight]


def _soft(art: NDArray[Any], blur: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(art, (0, 0), blur, borderType=cv2.BORDER_REPLICATE), np.float32)


def _rows(picture: NDArray[Any]) -> Floats:
    """Each channel as one row of pixels."""
    return np.ascontiguousarray(picture.reshape(-1, 3).T, np.float32)
