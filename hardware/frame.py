"""One picture with the facts that travelled with it: number, time, source."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Share = tuple[float, float, float, float]  # x, y, width, height, each as a part of the whole


@dataclass(frozen=True, eq=False)
class Frame:
    """A BGR picture of the table; nobody writes into ``pixels`` once it is made."""

    pixels: Pixels = field(repr=False)
    number: int
    taken_at: float  # seconds on the monotonic clock of the camera that took it
    source: str = ""
    small: Pixels | None = field(default=None, repr=False)  # the same instant, small and grey, if the camera gives it
    sees: Share | None = None  # the part of the sensor that the picture shows, if the camera tells
