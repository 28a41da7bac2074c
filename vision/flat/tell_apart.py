"""Tells the designs of a set apart once one of them lies in place: two at a time, and only where those two differ."""

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Array = NDArray[np.float64]
Floats = NDArray[np.float32]
_REACH = 2  # pixels by which print may lie beside where the whole piece says: it was taught or laid a little off
_RIVALS = 3  # designs that look most like a piece besides its own
_AROUND = 3  # pixels around a difference that show what it stands out from
_LEAST = 0.05  # differences below this part of the brightness are grain
_SAME = 0.02  # designs with less between them cannot be told apart
_EDGE = 0.9  # what lies further out may be rim, side or table
_SHIFTS = (2 * _REACH + 1) ** 2


@dataclass(frozen=True, eq=False)
class _Pair:
    """Where two designs differ by more than a small shift, and how each of them looks there."""

    there: NDArray[np.intp] = field(repr=False)  # values of a patch that lie there
    weights: Floats = field(repr=False)
    arts: Floats = field(repr=False)  # both without their mean colour and of one strength, weighed already
    apart: float  # 1 if they have nothing in common, 0 if they are the same


class Apart:
    """The designs of one set in a finer pitch than they are laid with; ``arts`` gives them as soft as asked for."""

    def __init__(self, arts: Callable[[int], Floats]) -> None:
        self._arts = arts
        self.high, self.wide = arts(0).shape[1:3]
        x, y = ((np.arange(side + 2 * _REACH) + 0.5 - _REACH) * 2 / side - 1 for side in (self.wide, self.high))
        across, down = np.meshgrid(x, y)
        self.points = np.stack([across, down, np.ones_like(across)], 2).reshape(-1, 3)
        self.pitch = 2 / max(self.wide, self.high)
        self._pairs: dict[tuple[int, int, int], _Pair] = {}
        self._every: dict[int, tuple[Floats, Floats]] = {}

    def told(self, taken: Floats, blur: int, first: int) -> tuple[int, float]:
        """Which design a piece shows, and how clearly: up to 1, and 0 not at all.

        ``taken`` are its colours at the points, in the light of its art; ``first`` is what it was taken for.
        """
        patch = taken.reshape(self.high + 2 * _REACH, self.wide + 2 * _REACH, 3)
        windows = sliding_window_view(patch, (self.high, self.wide), (0, 1))
        shifts = np.ascontiguousarray(windows.transpose(0, 1, 3, 4, 2)).reshape(_SHIFTS, -1)
        best = first, -1.0
        likely = self._likely(shifts, blur, first)
        for one in likely:
            clear = min((self._between(shifts, blur, one, other) for other in likely if other != one), default=1.0)
            best = max(best, (one, clear), key=lambda pair: pair[1])
            if clear > 0:  # no other can win against it
                break
        return best

    def _likely(self, shifts: Floats, blur: int, first: int) -> list[int]:
        """What the piece was taken for and the designs most like it, wherever any of them differ."""
        if blur not in self._every:
            arts = self._arts(blur)
            weights = np.repeat(_widened(np.std(arts, axis=0).max(2)).ravel(), 3)
            self._every[blur] = weights, np.stack([_unit(art.ravel(), weights) for art in arts])
        weights, arts = self._every[blur]
        like = _likeness(shifts, weights, arts).max(0)
        like[first] = np.inf
        return [int(n) for n in like.argsort()[::-1][: _RIVALS + 1]]

    def _between(self, shifts: Floats, blur: int, one: int, other: int) -> float:
        """How much more a piece looks like the one than like the other: from 1 to -1."""
        low, high = sorted((one, other))
        key = blur, low, high
        if key not in self._pairs:
            arts = self._arts(blur)
            self._pairs[key] = _pair(arts[low], arts[high])
        pair = self._pairs[key]
        like = _likeness(shifts[:, pair.there], pair.weights, pair.arts).max(0)
        more = float(np.clip((like[0] - like[1]) / max(pair.apart, _SAME), -1, 1))
        return more if one == low else -more


def _pair(one: Floats, other: Floats) -> _Pair:
    near = np.ones((3, 3), np.uint8)
    beyond = [
        np.maximum(a - np.asarray(cv2.dilate(b, near)), np.asarray(cv2.erode(b, near)) - a)
        for a, b in ((one, other), (other, one))
    ]
    level = max(1e-3, float(one.mean() + other.mean()) / 2)
    weights = np.repeat(_widened((np.maximum(*beyond).max(2) - _LEAST * level).clip(0)).ravel(), 3)
    there = np.flatnonzero(weights > 0.05 * weights.max())
    weights = weights[there]
    arts = np.stack([_unit(art.ravel()[there], weights) for art in (one, other)])
    alike = float(_likeness(one.ravel()[None, there], weights, arts[1:])[0, 0])
    return _Pair(there, weights, arts, 1 - alike)


def _widened(differences: Array | Floats) -> Floats:
    """With what lies around them on the piece."""
    high, wide = (round(side * (1 - _EDGE) / 2) for side in differences.shape)
    inner = np.zeros_like(differences)
    inner[high:-high, wide:-wide] = differences[high:-high, wide:-wide]
    soft = cv2.GaussianBlur(np.asarray(inner, np.float32), (0, 0), _AROUND)
    soft[:high], soft[-high:], soft[:, :wide], soft[:, -wide:] = 0, 0, 0, 0
    return np.asarray(soft / max(1e-6, float(soft.max())), np.float32)


def _unit(art: Floats, weights: Floats) -> Floats:
    """Without its mean colour and of one strength, weighed."""
    colours, parts = art.reshape(-1, 3), weights.reshape(-1, 3)
    own = (colours - (colours * parts).sum(0) / np.maximum(1e-6, parts.sum(0))).ravel()
    return np.asarray(own * weights / np.sqrt(max(1e-6, float((own * own * weights).sum()))), np.float32)


def _likeness(shifts: Floats, weights: Floats, arts: Floats) -> Floats:
    """How much of what varies in each row each art explains: 1 all of it, 0 none."""
    parts, rows = weights.reshape(-1, 3), shifts.reshape(len(shifts), -1, 3)
    mean = np.einsum("snc,nc->sc", rows, parts)
    varies = (shifts * shifts) @ weights - (mean**2 / np.maximum(1e-6, parts.sum(0))).sum(1)
    return np.asarray((shifts @ arts.T).clip(0) ** 2 / np.maximum(1e-6, varies)[:, None])
