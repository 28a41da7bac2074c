"""Notices that camera or mat was bumped, and finds the table again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.mounting import Mounting
from vision.observation import MarkerSeen
from vision.register import from_markers

BUMP_MM = 4.0
CERTAIN_SECONDS = 0.6  # a sleeve over a marker passes; a bump stays
TRUST_PX = 2.0  # markers that fit their places worse than this have been moved among themselves


@dataclass(frozen=True)
class Bumped:
    """The table lies elsewhere in the picture; ``mounting`` is none when the markers no longer fit together."""

    moved_mm: float
    mounting: Mounting | None

    def __str__(self) -> str:
        if self.mounting:
            return f"The camera or the mat was bumped by {self.moved_mm:.0f} mm. I have found the table again."
        return "The markers do not lie as they did. Put the mat straight, or run: companion mount"


class BumpWatch:
    """Given the markers of every frame, tells once of every bump that lasted."""

    def __init__(self, mounting: Mounting) -> None:
        self.mounting = mounting
        self._since: float | None = None
        self._told = False

    def take(self, markers: Sequence[MarkerSeen], at: float) -> Bumped | None:
        moved = self.mounting.moved_mm(markers)
        if moved is None:
            return None  # nothing seen, nothing known: a lamp switched off is no bump
        if moved < BUMP_MM:
            self._since, self._told = None, False
            return None
        if self._since is None:
            self._since = at
        if at - self._since < CERTAIN_SECONDS or self._told:
            return None
        self._told = True
        again = from_markers(markers, self.mounting.size, self.mounting.lens, self.mounting.places)
        if again is None or again.error_px > TRUST_PX or len(markers) < 2:
            return Bumped(moved, None)
        self.mounting = replace(again, controls=self.mounting.controls)
        self._since, self._told = None, False
        return Bumped(moved, self.mounting)
