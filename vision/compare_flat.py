"""Lays taught art over a found piece, as exactly as light and lens allow, and measures what is left over."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.find_flat import Found, find_flat
from vision.piece_set import PieceSet

Array = NDArray[np.float64]
Floats = NDArray[np.float32]
PLAIN = "plain"  # a tile's other side is not taught: the same material without print
_LONG = {"tokens": 48, "cards": 64, "tiles": 56}  # pixels of the longer side of a patch under comparison
_ANGLES, _RINGS = 80, 12  # of the polar picture in which a disc's turn is searched
_BLURS = (0.55, 0.9, 1.5)  # how soft a piece can look, in pixels of the patch
_HOLD = np.full(6, 5.0)  # how much print it takes to shift, stretch or shear what was found
_TILT = {"tokens": 1e9, "cards": 30.0, "tiles": 30.0}  # and to tilt it; a disc is too small to show its tilt
_OUTLIER = 0.3  # a difference above this part of the brightness is a glint or a shadow's edge rather than print
# An outline may take in the side and the shadow of a thick piece: its face is then smaller and off to one side.
_NUDGES = [
    np.array([[scale, 0, x], [0, scale, y], [0, 0, 1.0]])
    for scale, x, y in ((1, 0, 0), (0.93, 0, 0), (0.93, 0.07, 0), (0.93, -0.07, 0), (0.93, 0, 0.07), (0.93, 0, -0.07))
]
_LIKE = 0.25  # less in common with what all designs share, and it is something else
_EDGE = 0.93  # what lies further out may be rim, side or table


@dataclass(frozen=True, eq=False)
class Fit:
    """One design laid over one piece."""

    design: int
    left: float  # what the design does not explain, as a part of the piece's brightness; 0 is perfect
    place: Array = field(repr=False)  # 3x3: from the piece's square (-1..1) to the picture
    gains: Array = field(repr=False)  # how much brighter than taught: logarithms for blue, green, red


class Designs:
    """The taught art of one set, ready to be compared."""

    def __init__(self, taught: PieceSet) -> None:
        self.kind, self.disc = taught.kind, taught.kind == "tokens"
        high, wide = taught.examples[0].patch.shape[:2]
        self.aspect, long = wide / high, _LONG[taught.kind]
        self.size = max(8, round(long * min(1.0, self.aspect))), max(8, round(long * min(1.0, 1 / self.aspect)))
        self.names = [example.name for example in taught.examples]
        self.arts = [_shrunk(example.patch, self.size) for example in taught.examples]
        self.arts = _same_white(self.arts)
        if not self.disc:
            self.arts = _shared_print(self.arts)
        self.common: Floats = np.asarray(np.mean(self.arts, axis=0), np.float32)
        if taught.kind == "tiles":
            grounds = [np.median(art.reshape(-1, 3), axis=0) for art in self.arts]
            self.names.append(PLAIN)
            self.arts.append(np.full_like(self.common, np.median(grounds, axis=0)))
        wide, high = self.size
        xs, ys = (np.arange(wide) + 0.5) * 2 / wide - 1, (np.arange(high) + 0.5) * 2 / high - 1
        x, y = np.meshgrid(xs, ys)
        away = np.hypot(x, y) if self.disc else np.maximum(abs(x), abs(y))
        self.mask = (away < _EDGE).astype(np.float32).ravel()
        x, y = x.astype(np.float32).ravel(), y.astype(np.float32).ravel()
        self.grid = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y])
        self._ready: dict[tuple[int, int], _Ready] = {}
        self._stacks: dict[int, Floats] = {}
        self._plain: dict[int, Floats] = {}
        self._spectra: dict[int, tuple[NDArray[np.complex64], Floats]] = {}

    @cached_property
    def landmarks(self) -> list[Array]:
        """Discs printed on every card, each as a way from its unit circle to the card's square."""
        wide, high = (4 * side for side in self.size)
        big = cv2.resize((self.common * 255).clip(0, 255).astype(np.uint8), (wide, high), interpolation=cv2.INTER_CUBIC)
        half = np.array([wide, high]) / 2
        discs = [one for one in find_flat(np.asarray(big, np.uint8)) if one.disc and 0.15 < one.size / half.min() < 0.8]
        return [placed((one.centre + 0.5) / half - 1, one.axes / half[:, None]) for one in discs[:3]]

    def ready(self, design: int, blur: int) -> "_Ready":
        """A design, softened and with its gradients; -1 is what all designs have in common."""
        key = design, blur
        if key not in self._ready:
            art = self.common if design < 0 else self.arts[design]
            self._ready[key] = _Ready(_soft(art, blur), self)
        return self._ready[key]

    def contrast(self, design: int) -> float:
        """How much print there is on a design, as a part of its brightness."""
        ready = self.ready(design, 1)
        middle = (ready.art * ready.mask).sum(1, keepdims=True) / ready.mask.sum()
        return float(np.sqrt(((ready.art - middle) ** 2 * ready.mask).sum() / (3 * ready.mask.sum())))

    def stack(self, blur: int) -> Floats:
        if blur not in self._stacks:
            self._stacks[blur] = np.stack([_soft(art, blur) for art in self.arts])
        return self._stacks[blur]

    def unexplained(self, patch: Floats, blur: int) -> Floats:
        """What each design leaves over of a patch (in rows), without moving it."""
        if blur not in self._plain:
            rows = np.stack([_rows(art) for art in self.stack(blur)]) * self.mask
            self._plain[blur] = rows / np.sqrt(np.maximum(1e-6, np.einsum("dcn,dcn->dc", rows, rows)))[..., None]
        along = np.einsum("cn,dcn->dc", patch, self._plain[blur])
        return np.asarray(np.vdot(patch * self.mask, patch) - (along**2).sum(1))

    def spectra(self, blur: int) -> tuple[NDArray[np.complex64], Floats]:
        """Of every design: how it changes around the circle, as frequencies, and its energy in each channel."""
        if blur not in self._spectra:
            rings = np.stack([_polar(art) for art in self.stack(blur)])
            waves = np.fft.rfft(rings, axis=2).conj().astype(np.complex64).transpose(2, 3, 1, 0)
            self._spectra[blur] = np.ascontiguousarray(waves), (rings**2).sum((1, 2))
        return self._spectra[blur]


class _Ready:
    """A design's art with how it changes when it is lit or moved a little; each channel one row of pixels."""

    def __init__(self, art: Floats, designs: Designs) -> None:
        wide, high = designs.size
        self.mask, self.grid = designs.mask, designs.grid
        self.level = max(1e-3, float(art.mean()))
        self.art = _rows(art) / self.level
        self.lit = self.art * self.mask
        self.energy = np.maximum(1e-6, np.einsum("cn,cn->c", self.lit, self.lit))
        self.ramps = [self.lit * self.grid[1], self.lit * self.grid[2]]
        self.steepness = [max(1e-6, float(np.vdot(ramp, ramp))) for ramp in self.ramps]
        self.across = _rows(cv2.Sobel(art, cv2.CV_32F, 1, 0, ksize=3, scale=wide / 16 / self.level)) * self.mask
        self.down = _rows(cv2.Sobel(art, cv2.CV_32F, 0, 1, ksize=3, scale=high / 16 / self.level)) * self.mask
        x, y = self.grid[1:3]
        spin = x * self.across + y * self.down
        moves = [
            self.across,
            self.down,
            x * self.across,
            x * self.down,
            y * self.across,
            y * self.down,
            x * spin,
            y * spin,
        ]
        flat = np.stack(moves).reshape(8, -1)
        self.inverse = np.linalg.inv((flat @ flat.T).astype(np.float64) + np.diag([*_HOLD, *[_TILT[designs.kind]] * 2]))

    def off(self, patch: Floats) -> tuple[Floats, Floats]:
        """What is left over when the art is lit as the piece is, and the brightness of each channel."""
        gains = (np.einsum("cn,cn->c", patch, self.lit) / self.energy).clip(1e-3, 1e3)
        off = patch * self.mask / gains[:, None] - self.lit
        for ramp, steepness in zip(self.ramps, self.steepness, strict=True):
            off -= min(0.4, max(-0.4, float(np.vdot(off, ramp)) / steepness)) * ramp
        # In a channel the light hardly feeds, noise is large against the print: weigh by what arrives.
        off *= np.minimum(1.0, gains * 3 / gains.sum())[:, None]
        return np.clip(off, -_OUTLIER, _OUTLIER), gains / self.level

    def step(self, off: Floats) -> Array:
        """The small motion of the art that best explains what is off."""
        a = self.grid @ np.einsum("cn,cn->n", self.across, off)  # 1, x, y, xx, xy, yy
        b = self.grid @ np.einsum("cn,cn->n", self.down, off)
        pull = np.array([a[0], b[0], a[1], b[1], a[2], b[2], a[3] + b[4], a[4] + b[5]])
        p = (self.inverse @ pull).clip(-0.15, 0.15)
        return np.array([[1 + p[2], p[4], p[0]], [p[3], 1 + p[5], p[1]], [-p[6], -p[7], 1.0]])


class Comparer:
    """Compares pieces of one picture with the designs of one set."""

    def __init__(self, picture: Pixels, designs: Designs) -> None:
        self.picture, self.designs = picture, designs

    def fits(self, centre: Array, axes: Array, most: int = 6) -> list[Fit]:
        """The likeliest designs, best first."""
        place = placed(centre, axes)
        blur = self._blur(axes)
        if self.designs.disc:
            fits = [self._refined(start, design, blur) for design, start in self._turned_disc(place, blur, most)]
            return sorted(fits, key=lambda fit: fit.left)
        return self._turned_quad(place, blur, most)

    def _blur(self, axes: Array) -> int:
        smallest = float(np.linalg.svd(axes, compute_uv=False)[1])
        softness = 0.6 * min(self.designs.size) / max(2.0, 2 * smallest)
        return int(np.argmin([abs(np.log(softness / blur)) for blur in _BLURS]))

    def contrast(self, centre: Array, axes: Array) -> float:
        """How much print or pattern there is inside an outline, as a part of its brightness."""
        patch = _rows(self._patch(placed(centre, axes), 1)) * self.designs.mask
        count = self.designs.mask.sum()
        mean, square = patch.sum(1) / count, np.einsum("cn,cn->c", patch, patch) / count
        return float(np.sqrt(np.maximum(0, square - mean**2).mean()) / max(0.02, float(mean.mean())))

    def likeness(self, place: Array) -> float:
        """How much a piece has of what all designs have in common: 1 all, 0 nothing."""
        common, mask = self.designs.ready(-1, 2), self.designs.mask
        patch = _rows(self._patch(place, 2))
        count = mask.sum()
        a = (patch - (patch @ mask)[:, None] / count) * mask
        b = (common.art - (common.art @ mask)[:, None] / count) * mask
        return float(np.vdot(a, b) / max(1e-6, np.sqrt(float(np.vdot(a, a)) * float(np.vdot(b, b)))))

    def at(self, place: Array, most: int = 3) -> list[Fit]:
        """The likeliest designs for a piece whose place is known well enough."""
        blur = self._blur(place[:2, :2])
        return self._designs_at(self.on_common(place, steps=3).place, blur, most)

    def around(self, disc: Found) -> Array | None:
        """The place of a card that has this disc printed on it."""
        start, places = placed(disc.centre, disc.axes), []
        for landmark in self.designs.landmarks:
            back = np.linalg.inv(landmark)
            places += [start @ _turn(turn * np.pi / 12) @ back for turn in range(24)]
        best = max(places, key=self.likeness, default=None)
        return best if best is not None and self.likeness(best) > 2 * _LIKE else None

    def peak(self, fit: Fit) -> float:
        """The strongest difference anywhere between a piece and a design laid over it, as a part of the brightness."""
        off, _ = self.designs.ready(fit.design, 1).off(_rows(self._patch(fit.place, 1)))
        wide, high = self.designs.size
        return float(np.abs(cv2.GaussianBlur(off.T.reshape(high, wide, 3), (0, 0), 1.0)).max())

    def plain(self, centre: Array, axes: Array, like: Array) -> Fit | None:
        """The untaught side of a piece that lies as ``like`` does, or none if the outline is not that of one."""
        turns = [axes @ _turn(quarter * np.pi / 2)[:2, :2] for quarter in range(4)]
        best = min(turns, key=lambda turned: float(np.abs(np.linalg.solve(like, turned) - np.eye(2)).max()))
        if np.abs(np.linalg.solve(like, best) - np.eye(2)).max() > 0.15:
            return None
        return self._refined(placed(centre, best), self.designs.names.index(PLAIN), blur=1, steps=0)

    def on_common(self, place: Array, steps: int = 4) -> Fit:
        """Lays what all designs have in common over a piece."""
        return self._refined(self._refined(place, -1, blur=2, steps=steps).place, -1, blur=1, steps=steps)

    def _patch(self, place: Array, blur: int) -> Floats:
        """The piece flattened; softened as the art is that it is compared with."""
        return _soft(np.asarray(flattened(self.picture, place, self.designs.size), np.float32) / 255, blur)

    def _turned_disc(self, place: Array, blur: int, most: int) -> list[tuple[int, Array]]:
        """For the likeliest designs, how the disc would be turned: all turns are tried at once, as frequencies."""
        waves, energies = self.designs.spectra(blur)
        places = [place @ nudge for nudge in _NUDGES]
        rings = np.stack([_polar(self._patch(one, blur)) for one in places])
        rings /= np.maximum(1e-3, rings.mean((1, 2, 3), keepdims=True))
        seen = np.fft.rfft(rings, axis=2).transpose(2, 3, 0, 1)  # frequency, channel, nudge, ring
        agree = np.fft.irfft(np.matmul(seen, waves), n=_ANGLES, axis=0).clip(0)  # turn, channel, nudge, design
        explained = (agree**2 / energies.T[:, None]).sum(1) / (rings**2).sum((1, 2, 3))[:, None]
        turn, nudge = np.divmod(explained.reshape(-1, explained.shape[2]).argmax(0), len(places))
        left = 1 - explained.max((0, 1))
        order = [int(design) for design in left.argsort()[:most] if left[design] < 3 * left.min() + 0.02]
        return [(d, places[nudge[d]] @ _turn(float(turn[d]) * 2 * np.pi / _ANGLES)) for d in order]

    def _turned_quad(self, place: Array, blur: int, most: int) -> list[Fit]:
        """Which edge is the upper one shows in what all designs share; then which designs come close."""
        trials = []
        for quarter in range(4):
            turned = place @ _turn(quarter * np.pi / 2)
            wide, high = np.linalg.norm(turned[:2, :2], axis=0)
            if not (self.designs.aspect < 0.75 and wide > high * 1.1):
                trials.append((self.likeness(turned), turned))
        trials.sort(key=lambda trial: -trial[0])
        likely = [turned for like, turned in trials[:2] if like > max(_LIKE, 0.7 * trials[0][0])]
        starts = [max((turned @ nudge for nudge in _NUDGES), key=self.likeness) for turned in likely]
        return sorted(
            (fit for start in starts for fit in self._designs_at(self.on_common(start, 2).place, blur, most)),
            key=lambda fit: fit.left,
        )

    def _designs_at(self, place: Array, blur: int, most: int) -> list[Fit]:
        left = self.designs.unexplained(_rows(self._patch(place, blur)), blur)
        fits = [self._refined(place, int(design), blur) for design in left.argsort()[:most]]
        return sorted(fits, key=lambda fit: fit.left)

    def _refined(self, place: Array, design: int, blur: int, steps: int = 3) -> Fit:
        """Move the art by small steps to where it explains the piece best."""
        ready = self.designs.ready(design, blur)
        for _ in range(steps):
            off, _ = ready.off(_rows(self._patch(place, blur)))
            place = place @ np.linalg.inv(ready.step(off))
            place = place / place[2, 2]
        off, gains = ready.off(_rows(self._patch(place, blur)))
        left = float(np.sqrt(np.vdot(off, off) / (3 * self.designs.mask.sum())))
        return Fit(design, left, place, np.log(gains.astype(np.float64)))


def placed(centre: Array, axes: Array) -> Array:
    """From the piece's square (-1..1) to the picture, as a 3x3 matrix."""
    place = np.eye(3)
    place[:2, :2], place[:2, 2] = axes, centre
    return place


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


def _shrunk(patch: Pixels, size: tuple[int, int]) -> Floats:
    return np.asarray(cv2.resize(patch, size, interpolation=cv2.INTER_AREA) / np.float32(255), np.float32)


def _same_white(arts: list[Floats]) -> list[Floats]:
    """Photos are taken in different lights: where the grounds of designs differ only that much, they are one ground."""
    grounds = np.log(np.maximum(0.02, [np.median(art, axis=(0, 1)) for art in arts]))
    tints = grounds - grounds.mean(1, keepdims=True)
    usual = np.median(tints, axis=0)
    shifts = np.where(np.abs(tints - usual).max(1, keepdims=True) < 0.3, usual - tints, 0.0)
    return [np.asarray(art * np.exp(shift), np.float32) for art, shift in zip(arts, shifts, strict=True)]


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


def _soft(art: NDArray[Any], blur: int) -> Floats:
    return np.asarray(cv2.GaussianBlur(art, (0, 0), _BLURS[blur], borderType=cv2.BORDER_REPLICATE), np.float32)


def _rows(picture: NDArray[Any]) -> Floats:
    """Each channel as one row of pixels."""
    return np.ascontiguousarray(picture.reshape(-1, 3).T, np.float32)


def _polar(art: Floats) -> Floats:
    """Rings from the middle outwards, each weighed by the length of its circle: (rings, angles, channels)."""
    high, wide = art.shape[:2]
    radii = (np.arange(_RINGS) + 0.5) / _RINGS * _EDGE
    angles = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
    xs = (1 + radii[:, None] * np.cos(angles)) * wide / 2 - 0.5
    ys = (1 + radii[:, None] * np.sin(angles)) * high / 2 - 0.5
    rings = cv2.remap(art, xs.astype(np.float32), ys.astype(np.float32), cv2.INTER_LINEAR)
    return np.asarray(rings * np.sqrt(radii)[:, None, None], np.float32)
