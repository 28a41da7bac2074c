"""Knows where on a mat dice may lie, so that nothing printed on it is taken for one."""

from calibration.mounting import snapped_game
from hardware.frame import Pixels
from vision.observation import MarkerSeen, Point
from vision.pyramid import Pyramid
from vision.table.markers import find_markers
from vision.table.mounting import Mounting
from vision.table.register import from_markers
from vision.table.zones import EDGE_MM, MOST_PLAYERS, Mat, mat, zone_at

ROLLED = ("tray", "aside", "pond")


class Ground:
    """The mat in the picture, if there is one; without a mat dice may lie anywhere."""

    def __init__(self) -> None:
        self._markers: tuple[MarkerSeen, ...] = ()
        self.mounting: Mounting | None = None
        self.mat: Mat | None = None

    def look(self, pixels: Pixels) -> None:
        """Find the mat; a marker under a hand does not make it go away."""
        markers = find_markers(Pyramid(pixels))
        if len(markers) < 4 or markers == self._markers:
            return
        self._markers = markers
        self.mounting = from_markers(markers, (pixels.shape[1], pixels.shape[0]))
        game = snapped_game(self.mounting.places) if self.mounting is not None else None
        self.mat = mat(game, MOST_PLAYERS[game]) if game is not None else None

    def holds(self, pixel: Point, height_mm: float = 16.0) -> bool:
        """Whether a die may lie at this pixel: in the tray, laid aside, or beside the mat."""
        if self.mounting is None or self.mat is None:
            return True
        x, y = self.mounting.at_mm(pixel, height_mm)
        on_mat = -EDGE_MM <= x <= self.mat.width - EDGE_MM and -EDGE_MM <= y <= self.mat.height - EDGE_MM
        return not on_mat or zone_at(self.mat, x, y) in ROLLED
