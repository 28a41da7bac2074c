"""Notices that camera or mat was bumped, and finds the table again."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from calibration.wording import line
from hardware.frame import Frame
from hardware.trouble import Trouble
from vision.observation import MarkerSeen, TableObservation
from vision.table.mounting import Mounting
from vision.table.register import from_markers

log = logging.getLogger(__name__)
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

    def __init__(self, mounting: Mounting, certain_seconds: float = CERTAIN_SECONDS) -> None:
        self.mounting = mounting
        self._certain_seconds = certain_seconds
        self._since: float | None = None
        self._told = False

    @property
    def lost(self) -> bool:
        """Whether the markers, as last seen, did not fit together."""
        return self._told

    def take(self, markers: Sequence[MarkerSeen], at: float) -> Bumped | None:
        moved = self.mounting.moved_mm(markers)
        if moved is None:
            return None  # nothing seen, nothing known: a lamp switched off is no bump
        if moved < BUMP_MM:
            self._since, self._told = None, False
            return None
        if self._since is None or at < self._since:
            self._since = at
        if at - self._since < self._certain_seconds or self._told:
            return None
        self._told = True
        again = from_markers(markers, self.mounting.size, self.mounting.lens, self.mounting.places)
        if again is None or again.error_px > TRUST_PX or len(markers) < 2:
            return Bumped(moved, None)
        self.mounting = replace(again, controls=self.mounting.controls)
        self._since, self._told = None, False
        return Bumped(moved, self.mounting)


class MountedReader(Protocol):
    """The eye: vision.reader.Reader."""

    mounting: Mounting | None

    def read(self, frame: Frame) -> TableObservation: ...


class SteadyReader:
    """Reads with a stored mounting, and moves the mounting when the table has moved in the picture.

    Markers that no longer fit together tell nothing of where a die lies: then it says so instead of reading.
    """

    def __init__(self, reader: MountedReader, mounting: Mounting) -> None:
        self._reader = reader
        # The referee has frames read at rest only: what has moved by then and once more stays moved.
        self._watch = BumpWatch(mounting, certain_seconds=0.05)

    def read(self, frame: Frame) -> TableObservation:
        seen = self._reader.read(frame)
        news = self._watch.take(seen.markers, seen.seen_at)
        if news is not None:
            log.warning("bumped moved_mm=%.0f say=%s", news.moved_mm, news)
            if news.mounting is not None:
                self._reader.mounting = news.mounting
                return self._reader.read(frame)
        if self._watch.lost:
            raise Trouble(
                line("The markers do not lie as they did."), line("Put the mat straight, or run: companion mount")
            )
        return seen
