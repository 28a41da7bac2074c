"""Works out from the markers where the camera hangs."""

from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np

from vision.mounting import Array, Lens, Mounting, Place, Size, marker_corners
from vision.observation import MarkerSeen
from vision.zones import MARKER_MM

_CORNER_PX = 0.3  # how well a marker's corner is found
_LIKELY_FOCAL = (0.95, 0.25)  # in picture widths, and how far cameras stray from it (as a logarithm)
_LIKELY_BEND = 0.03  # how far the lenses of table cameras bend straight lines (k1)

Layout = Callable[[Array], Mapping[int, Place]]


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
    width = size[0]
    likely = np.array([np.log(_LIKELY_FOCAL[0] * width), 0.0])
    spread = np.array([_LIKELY_FOCAL[1], _LIKELY_BEND])

    def lens_of(p: Array) -> Lens:
        if lens is not None:
            return lens.at_size(size)
        focal = float(np.exp(p[-2]))
        return Lens(size, (focal, focal), ((size[0] - 1) / 2, (size[1] - 1) / 2), (float(p[-1]), 0.0, 0.0, 0.0, 0.0))

    def table(p: Array) -> Array:
        places = layout(p[6:])
        flat = np.concatenate([marker_corners(places[id]) for id in ids])
        return np.column_stack([flat, np.zeros(len(flat))])

    def misfit(p: Array) -> Array:
        seen = lens_of(p)
        drawn, _ = cv2.projectPoints(table(p), p[:3], p[3:6], seen.matrix, np.array(seen.distortion))
        off = (np.asarray(drawn).reshape(-1, 2) - pixels).ravel() / _CORNER_PX
        return off if lens is not None else np.concatenate([off, (p[-2:] - likely) / spread])

    p = np.concatenate([np.zeros(6), start, likely if lens is None else np.zeros(0)])
    first = lens_of(p)
    found, turn, shift = cv2.solvePnP(
        table(p), pixels, first.matrix, np.array(first.distortion), flags=cv2.SOLVEPNP_IPPE
    )
    if not found:
        return None
    p[:6] = np.concatenate([turn.ravel(), shift.ravel()])
    p = descend(misfit, p)
    off = misfit(p)[: pixels.size] * _CORNER_PX
    error = float(np.sqrt(np.mean(off**2)))
    if not np.isfinite(error):
        return None
    a, b, c, x, y, z = (float(value) for value in p[:6])
    return Mounting(lens_of(p), (a, b, c), (x, y, z), dict(layout(p[6:])), error)


def descend(misfit: Callable[[Array], Array], p: Array, rounds: int = 30) -> Array:
    """Levenberg and Marquardt's way down, with slopes by small steps."""
    off, damping = misfit(p), 1e-3
    for _ in range(rounds):
        steps = 1e-6 * np.maximum(1.0, np.abs(p))
        slopes = np.column_stack([(misfit(p + step) - off) / step.sum() for step in np.diag(steps)])
        square, pull = slopes.T @ slopes, slopes.T @ off
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
