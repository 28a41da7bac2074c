"""How large pieces of one kind look in each part of the picture, once a few of them are known."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_HOLD = 0.003  # how much it takes to believe in a slant
_STRAY = 0.06  # how far a piece's size is usually off, as a logarithm


class TableSizes:
    """On a flat table the cube root of a piece's area changes evenly across the picture, whatever the slant."""

    def __init__(self, pieces: Sequence[tuple[Array, float]], others: Sequence[tuple[Array, float]] = ()) -> None:
        """From centres and sizes; ``others``, of another kind, lie on the same table and help to see its slant."""
        at = _rows([centre for centre, _ in (*pieces, *others)])
        root = np.array([size for _, size in (*pieces, *others)]) ** (2 / 3)
        count = len(pieces)
        scale = float(np.median(root[:count]))
        hold = np.diag([_HOLD, _HOLD, 1e-9])
        self.slope = np.array([0.0, 0.0, scale])
        for stray in (2.0, 1.0, 0.5, 0.25, 0.12, *[_STRAY] * 5):  # first hear all, then mistrust what does not fit
            usual = (at @ self.slope).clip(1e-3)
            if others:
                root[count:] *= np.median(root[:count] / usual[:count]) / np.median(root[count:] / usual[count:])
            off = np.log(usual / root) * 1.5
            weighted = at / (1 + (off / stray) ** 2)[:, None] ** 2
            self.slope = np.linalg.solve(weighted.T @ at + hold, weighted.T @ root + hold @ [0.0, 0.0, scale])

    def expected(self, centre: Array) -> float:
        """The size of a piece there; nothing beyond the horizon."""
        return float((_rows([centre]) @ self.slope).clip(1e-3)[0] ** 1.5)

    def off(self, centre: Array, size: float) -> float:
        """How far a piece is from the size that is expected there, as a logarithm."""
        return abs(float(np.log(self.expected(centre) / size)))


def _rows(centres: Sequence[Array]) -> Array:
    return np.array([[*centre / 1000, 1.0] for centre in centres])
