"""Knows where on a mat something may be shown, so that nothing printed on it is taken for a piece."""

from collections.abc import Sequence

from calibration.mounting import snapped_pages
from hardware.frame import Pixels
from vision.observation import MarkerSeen, Point
from vision.pyramid import Pyramid
from vision.table.markers import find_markers
from vision.table.mounting import Mounting
from vision.table.register import from_markers
from vision.table.zones import EDGE_MM, Mat


class Ground:
    """The mat in the picture, if there is one; without a mat dice may lie anywhere."""

    def __init__(self, mats: Sequence[Mat]) -> None:
        self._mats = mats
        self._markers: tuple[MarkerSeen, ...] = ()
        self.mounting: Mounting | None = None
        self.lies: tuple[Mat, ...] = ()  # which mat it may be: their corners tell no more than how wide it is

    def look(self, pixels: Pixels) -> None:
        """Find the mat; a marker under a hand does not make it go away."""
        markers = find_markers(Pyramid(pixels))
        if len(markers) < 4 or markers == self._markers:
            return
        self._markers = markers
        self.mounting = from_markers(markers, (pixels.shape[1], pixels.shape[0]))
        pages = snapped_pages(self.mounting.places) if self.mounting is not None else None
        self.lies = tuple(mat for mat in self._mats if mat.pages == pages)

    def holds(self, pixel: Point, height_mm: float = 16.0) -> bool:
        """Whether something may be shown at this pixel: in an open field of the mat, or beside it."""
        if self.mounting is None or not self.lies:
            return True
        x, y = self.mounting.at_mm(pixel, height_mm)
        mat = self.lies[0]
        on_mat = -EDGE_MM <= x <= mat.width - EDGE_MM and -EDGE_MM <= y <= mat.height - EDGE_MM
        fields = (zone for mat in self.lies for zone in mat.zones if zone.printed.felt)
        return not on_mat or any(zone.holds(x, y) for zone in fields)
