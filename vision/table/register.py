"""Works out from the markers where the camera hangs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import MarkerSeen
from vision.table.mounting import Array, Lens, Mounting, Place, Size, marker_corners
from vision.table.zones import MARKER_MM

_CORNER_PX = 0.3  # how well a marker's corner is found
_LIKELY_FOCAL = (0.95, 0.25)  # in picture widths, and how far cameras stray from it (as a logarithm)
_LIKELY_BEND = 0.03  # how far the lenses of table cameras bend straight lines (k1)
_SPREAD = np.array([_LIKELY_FOCAL[1], _LIKELY_BEND])
_STEP = 1e-6  # small enough to tell a slope
_ODD, _STRAY = 3.0, 5.0  # errors of a corner that may be somewhere else, and that is
_COUNTS = 8.0, 2.0  # errors after which more count less, by and by

Layout = Callable[[Array], Mapping[int, Place]]
Misfit = Callable[[Array], Array]
Slopes = Callable[[Array], Array]


def from_markers(
    markers: Sequence[MarkerSeen],
    size: Size,
    lens: Lens | None = None,
    places: Mapping[int, Place] | None = None,
) -> Mounting | None:
    """The mounting that explains the markers best; none if too few are seen to tell.

    ``places`` are where the markers are known to lie; without them the four are taken for the corners of a
    rectangle of unknown sides, which two opposite markers or any three settle, or else for loose ones, which take all
    four. Without a ``lens``, its focal length and bend are judged with the rest, from what is usual.
    """
    known = sorted((m for m in markers if places is None or m.id in places), key=lambda m: m.id)
    ids = [marker.id for marker in known]
    pixels = np.array([marker.corners for marker in known], dtype=np.float64).reshape(-1, 2)
    if places is not None:
        return _fit(ids, pixels, size, lens, np.zeros(0), lambda _: dict(places)) if ids else None
    if len(ids) < 2 or not ({0, 1} & set(ids) and {2, 3} & set(ids) and {0, 3} & set(ids) and {1, 2} & set(ids)):
        return None
    sides = _guess_sides(ids, pixels)
    best = _fit(ids, pixels, size, lens, sides, lambda p: _rectangle(p[0], p[1]))
    if len(ids) == 4 and (best is None or best.error_px > 1.5 * max(1.0, size[0] / 1280)):
        loose = _fit(ids, pixels, size, lens, _guess_loose(pixels), _loose)
        if loose is not None and (best is None or loose.error_px < best.error_px / 2):
            best = loose
    return best


def _rectangle(width: float, height: float) -> dict[int, Place]:
    return {0: (0.0, height, 0.0), 1: (width, height, 0.0), 2: (width, 0.0, 0.0), 3: (0.0, 0.0, 0.0)}


def _loose(p: Array) -> dict[int, Place]:
    """Four markers laid by hand: the origin is still marker 3, and x still runs to marker 2."""
    width, height, right, up, slip, *turns = (float(value) for value in p)
    return {0: (slip, height, turns[0]), 1: (right, up, turns[1]), 2: (width, 0.0, turns[2]), 3: (0.0, 0.0, turns[3])}


def _guess_sides(ids: Sequence[int], pixels: Array) -> Array:
    """Width and height of the marker rectangle, as the size of the markers themselves suggests."""
    quads = {id: pixels[4 * n : 4 * n + 4] for n, id in enumerate(ids)}
    middle = {id: quad.mean(axis=0) for id, quad in quads.items()}
    across = np.mean([quad[1] + quad[2] - quad[0] - quad[3] for quad in quads.values()], axis=0) / 2
    upward = np.mean([quad[0] + quad[1] - quad[2] - quad[3] for quad in quads.values()], axis=0) / 2
    right = np.mean([middle[id] for id in (1, 2) if id in middle], axis=0)
    left = np.mean([middle[id] for id in (0, 3) if id in middle], axis=0)
    top = np.mean([middle[id] for id in (0, 1) if id in middle], axis=0)
    low = np.mean([middle[id] for id in (2, 3) if id in middle], axis=0)
    width = abs((right - left) @ across) / (across @ across) * MARKER_MM
    height = abs((top - low) @ upward) / (upward @ upward) * MARKER_MM
    return np.array([width, height])


def _guess_loose(pixels: Array) -> Array:
    """The same for markers that lie turned: their angles in the picture are a good start unless it is very oblique."""
    quads = pixels.reshape(4, 4, 2)
    middle = quads.mean(axis=1)
    mm = MARKER_MM / np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean()
    along = (middle[2] - middle[3]) / np.linalg.norm(middle[2] - middle[3])
    frame = np.column_stack([along, (along[1], -along[0])])  # pictures run downwards, the table's y away from us
    spots = (middle - middle[3]) @ frame * mm
    across = (quads[:, 1] - quads[:, 0]) @ frame
    turns = np.arctan2(across[:, 1], across[:, 0])
    return np.array([spots[2, 0], spots[0, 1], spots[1, 0], spots[1, 1], spots[0, 0], *turns])


def _fit(
    ids: Sequence[int], pixels: Array, size: Size, lens: Lens | None, start: Array, layout: Layout
) -> Mounting | None:
    """Least squares over pose, layout and, if unknown, the lens; priors hold what looks cannot tell."""
    view = _View(ids, pixels, size, lens, layout)
    p = np.concatenate([np.zeros(6), start, view.likely if lens is None else np.zeros(0)])
    first = view.lens_of(p)
    found, turn, shift = cv2.solvePnP(
        view.table(p), pixels, first.matrix, np.array(first.distortion), flags=cv2.SOLVEPNP_IPPE
    )
    if not found:
        return None
    p[:6] = np.concatenate([turn.ravel(), shift.ravel()])
    p = descend(view.misfit, p, slopes=view.slopes)
    if view.far(p, _ODD).any():
        p = _without_strays(view, p)
    error = view.error_px(p)
    if not np.isfinite(error):
        return None
    a, b, c, x, y, z = (float(value) for value in (*p[:3], *view.shift_of(p)))
    return Mounting(view.lens_of(p), (a, b, c), (x, y, z), dict(layout(p[6:])), error)


def _without_strays(view: "_View", p: Array) -> Array:
    """The same where a sleeve or a card covers some corners: those seem to lie elsewhere, and must not pull."""
    calm = p
    for errors in _COUNTS:
        forgiving = _Forgiving(view, errors * view.coarse)
        calm = descend(forgiving.misfit, calm, slopes=forgiving.slopes)
    return calm if view.far(calm, _STRAY).sum() <= len(view.ids) else p  # if more are, it is not for being covered


@dataclass(frozen=True, eq=False)
class _View:
    """The markers as seen, and as they would be seen if things were so: turn (3), shift (3), layout, lens if unknown.

    The lens is the logarithm of its focal length, and its bend.
    """

    ids: Sequence[int]
    pixels: Array
    size: Size
    lens: Lens | None
    layout: Layout

    @cached_property
    def likely(self) -> Array:
        return np.array([np.log(_LIKELY_FOCAL[0] * self.size[0]), 0.0])

    @property
    def coarse(self) -> float:
        """How much larger than usual errors are: in a large picture edges are as soft, and take more pixels."""
        return max(1.0, self.size[0] / 1280)

    def lens_of(self, p: Array) -> Lens:
        if self.lens is not None:
            return self.lens.at_size(self.size)
        focal, (width, height) = float(np.exp(p[-2])), self.size
        return Lens(self.size, (focal, focal), ((width - 1) / 2, (height - 1) / 2), (float(p[-1]), 0.0, 0.0, 0.0, 0.0))

    def shift_of(self, p: Array) -> Array:
        """A longer lens farther away shows nearly the same: told so, a descent finds its way without turning."""
        return p[3:6] * self._farther(p)

    def _farther(self, p: Array) -> Array:
        return np.array([1.0, 1.0, 1.0 if self.lens is not None else np.exp(p[-2] - self.likely[0])])

    def table(self, p: Array) -> Array:
        """The markers' corners in mm."""
        places = self.layout(p[6:])
        flat = marker_corners([places[id] for id in self.ids])
        return np.column_stack([flat, np.zeros(len(flat))])

    def misfit(self, p: Array) -> Array:
        off = (self._drawn(p)[0] - self.pixels).ravel() / _CORNER_PX
        return off if self.lens is not None else np.concatenate([off, (p[-2:] - self.likely) / _SPREAD])

    def off(self, p: Array) -> Array:
        """How far each corner lies from where it should, in pixels."""
        return np.asarray(np.linalg.norm(self._drawn(p)[0] - self.pixels, axis=1))

    def far(self, p: Array, errors: float) -> NDArray[np.bool_]:
        """Which corners lie so many errors from where they should."""
        return self.off(p) > errors * _CORNER_PX * self.coarse

    def error_px(self, p: Array) -> float:
        """Of a coordinate; corners that are elsewhere are not asked, unless too many are."""
        off, strays = self.off(p), self.far(p, _STRAY)
        believed = off[~strays] if strays.sum() <= len(self.ids) else off
        return float(np.sqrt(np.mean(believed**2) / 2))

    def slopes(self, p: Array) -> Array:
        """By pose and lens as OpenCV tells; a marker that moves on the table is seen as if the camera had moved."""
        known = self._drawn(p)[1]
        turn, shift, focal, bend = known[:, :3], known[:, 3:6], known[:, 6:8].sum(axis=1), known[:, 10]
        across = shift @ cv2.Rodrigues(p[:3])[0]
        markers = [(across * move.repeat(2, axis=0)).sum(axis=1) for move in self._moves(p)]
        if self.lens is not None:
            return np.column_stack([turn, shift, *markers]) / _CORNER_PX
        longer = focal * np.exp(p[-2]) + shift[:, 2] * self.shift_of(p)[2]
        told = np.column_stack([turn, shift * self._farther(p), *markers, longer, bend])
        held = np.hstack([np.zeros((2, len(p) - 2)), np.diag(1 / _SPREAD)])
        return np.vstack([told / _CORNER_PX, held])

    def _moves(self, p: Array) -> list[Array]:
        """How the corners move on the table with each number of the layout."""
        here, last = self.table(p), len(p) - (2 if self.lens is None else 0)
        return [(self.table(p + step) - here) / _STEP for step in _STEP * np.eye(len(p))[6:last]]

    def _drawn(self, p: Array) -> tuple[Array, Array]:
        lens = self.lens_of(p)
        spots, slopes = cv2.projectPoints(
            self.table(p), p[:3], self.shift_of(p), lens.matrix, np.array(lens.distortion)
        )
        return np.asarray(spots, np.float64).reshape(-1, 2), np.asarray(slopes, np.float64)


@dataclass(frozen=True, eq=False)
class _Forgiving:
    """A view in which what is off by more than so many errors counts ever less (Cauchy's way)."""

    view: _View
    errors: float

    def misfit(self, p: Array) -> Array:
        off, seen = self.view.misfit(p), self.view.pixels.size
        return np.concatenate([np.sign(off[:seen]) * self._felt(np.abs(off[:seen])), off[seen:]])

    def slopes(self, p: Array) -> Array:
        off, steep = np.abs(self.view.misfit(p)[: self.view.pixels.size]).clip(1e-6), self.view.slopes(p)
        steep[: len(off)] *= (off / (1 + (off / self.errors) ** 2) / self._felt(off))[:, None]
        return steep

    def _felt(self, off: Array) -> Array:
        return np.asarray(self.errors * np.sqrt(np.log1p((off / self.errors) ** 2)))


def descend(misfit: Misfit, p: Array, rounds: int = 30, slopes: Slopes | None = None) -> Array:
    """Levenberg and Marquardt's way down; slopes nobody can tell are found by small steps."""
    off, damping = misfit(p), 1e-3
    for _ in range(rounds):
        steep = small_steps(misfit, p, off) if slopes is None else slopes(p)
        square, pull = steep.T @ steep, steep.T @ off
        while damping < 1e6:
            trial = p - np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-12), pull)
            new = misfit(trial)
            if new @ new < off @ off:
                break
            damping *= 10
        else:
            break
        gain, p, off, damping = 1 - (new @ new) / (off @ off), trial, new, damping / 10
        if gain < 1e-4:
            break
    return p


def small_steps(misfit: Misfit, p: Array, off: Array) -> Array:
    steps = _STEP * np.maximum(1.0, np.abs(p))
    return np.column_stack([(misfit(p + step) - off) / step.sum() for step in np.diag(steps)])
