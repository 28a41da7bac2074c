"""How large pieces of one kind look in each part of the picture, once a few of them are known."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_HOLD = 0.003  # how much it takes to believe in a slant


class TableSizes:
    """On a flat table the cube root of a piece's area changes evenly across the picture, whatever the slant."""

    def __init__(self, centres: Sequence[Array], sizes: Sequence[float]) -> None:
        at = np.array([[*centre / 1000, 1.0] for centre in centres])
        root = np.array(sizes) ** (2 / 3)
        scale = float(np.median(root))
        self.slope = np.array([0.0, 0.0, scale])
        for _ in range(8):
            weight = 1 / (1 + (self._off(at, root) / 0.06) ** 2) ** 2 / scale**2
            hold = np.diag([_HOLD, _HOLD, 1e-9]) / scale**2
            self.slope = np.linalg.solve((at * weight[:, None]).T @ at + hold, (at * weight[:, None]).T @ root)

    def _off(self, at: Array, root: Array) -> Array:
        return np.asarray(np.abs(np.log(np.maximum(1e-3, at @ self.slope) / root)) * 1.5)

    def off(self, centre: Array, size: float) -> float:
        """How far a piece is from the size that is expected there, as a logarithm."""
        return float(self._off(np.array([[*centre / 1000, 1.0]]), np.array([size ** (2 / 3)]))[0])
