"""Names the parts of a mat, and says what may lie in each and what is printed there."""

from dataclasses import dataclass, replace

MARKER_MM = 40.0
EDGE_MM = 26.0  # from the sheet's edge to a marker's centre: 6 mm of white, one module, stay around the marker
PAGE_MM = (200.0, 264.0)  # what A4 and Letter can both print: every mat is a row of such pages
TILE_MM = (25.0, 50.0)
CARD_MM = (60.0, 60.0)
TOKEN_MM = 30.0  # across
DIE_MM = 16.0
MOST_PAGES = 4
PIECES = ("die", "tile", "card", "token")


@dataclass(frozen=True)
class Printed:
    """What is printed in a zone besides its outline."""

    felt: bool = False  # a wide field in another colour, its label at the top
    bars: bool = False  # to lay a tile on
    text: str = ""  # read when nothing lies on it
    text_mm: float = 12.0
    marks: int = 0  # how many of the mat's small pictures
    rings: tuple[float, ...] = ()  # where round pieces lie, as parts of the width
    label: str = ""  # in English; {name} is the zone's own


@dataclass(frozen=True)
class Zone:
    """A rectangle on the mat in millimetres; x and y are its lower left corner."""

    name: str
    x: float
    y: float
    width: float
    height: float
    may_hold: tuple[str, ...] = ()  # of PIECES
    printed: Printed = Printed()
    seat: int | None = None  # whose it is, counted from 1; none: everybody's

    @property
    def kind(self) -> str:
        return self.name.partition(":")[0]

    @property
    def own(self) -> str:
        """What tells it from others of its kind: 21 of "home:21"."""
        return self.name.partition(":")[2]

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def holds(self, x: float, y: float, rim: float = 0.0) -> bool:
        """Whether a spot lies in it, or so close to it."""
        return (
            self.x - rim <= x <= self.x + self.width + rim  #
            and self.y - rim <= y <= self.y + self.height + rim
        )


@dataclass(frozen=True)
class Mat:
    """A printed sheet seen in the marker frame: origin marker 3 (bottom left), x to marker 2, y to marker 0."""

    name: str
    pages: int  # side by side; the sheet reaches EDGE_MM beyond the marker centres
    zones: tuple[Zone, ...]
    mark: str = ""  # a small picture printed in some zones: one stroke in a square of 100, as in SVG, y down

    @property
    def width(self) -> float:
        return self.pages * PAGE_MM[0]

    @property
    def height(self) -> float:
        return PAGE_MM[1]

    @property
    def markers(self) -> tuple[tuple[float, float], ...]:
        """The centres of markers 0 to 3, clockwise from the top left."""
        right, top = self.width - 2 * EDGE_MM, self.height - 2 * EDGE_MM
        return (0.0, top), (right, top), (right, 0.0), (0.0, 0.0)

    def zone(self, name: str) -> Zone:
        return next(zone for zone in self.zones if zone.name == name)

    def holding(self, piece: str) -> tuple[Zone, ...]:
        """The zones such a piece may lie in."""
        return tuple(zone for zone in self.zones if piece in zone.may_hold)

    @property
    def seats(self) -> int:
        return max((zone.seat or 0 for zone in self.zones), default=0)

    def for_players(self, count: int) -> "Mat":
        """The places of few players are the first of many, so one print serves every evening."""
        return replace(self, zones=tuple(zone for zone in self.zones if (zone.seat or 0) <= count))


def zone_at(mat: Mat, x_mm: float, y_mm: float) -> str | None:
    """The zone this point lies in; none between the zones and beside the mat."""
    return next((zone.name for zone in mat.zones if zone.holds(x_mm, y_mm)), None)
