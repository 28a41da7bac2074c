"""Names the parts of the mat: tray, aside, grill, a place for each player."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MARKER_MM = 40.0
EDGE_MM = 26.0  # from the sheet's edge to a marker's centre: 6 mm of white, one module, stay around the marker
PAGE_MM = (200.0, 264.0)  # what A4 and Letter can both print: every mat is a row of such pages
TILE_MM = (25.0, 50.0)
CARD_MM = (60.0, 60.0)
TOKEN_MM = 30.0  # across
DIE_MM = 16.0


@dataclass(frozen=True)
class Zone:
    """A rectangle on the mat in millimetres; x and y are its lower left corner."""

    name: str
    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height


@dataclass(frozen=True)
class Mat:
    """A printed sheet seen in the marker frame: origin marker 3 (bottom left), x to marker 2, y to marker 0."""

    game: str
    width: float  # of the sheet; it reaches EDGE_MM beyond the marker centres
    height: float
    zones: tuple[Zone, ...]

    @property
    def markers(self) -> tuple[tuple[float, float], ...]:
        """The centres of markers 0 to 3, clockwise from the top left."""
        right, top = self.width - 2 * EDGE_MM, self.height - 2 * EDGE_MM
        return (0.0, top), (right, top), (right, 0.0), (0.0, 0.0)

    def zone(self, name: str) -> Zone:
        return next(zone for zone in self.zones if zone.name == name)


def zone_at(mat: Mat, x_mm: float, y_mm: float) -> str | None:
    """The zone this point lies in; none between the zones and beside the mat."""
    return next((zone.name for zone in mat.zones if zone.holds(x_mm, y_mm)), None)


def mat(game: str, players: int) -> Mat:
    """The mat of a game. The places of few players are the first of many, so one print serves every evening."""
    if game not in MOST_PLAYERS:
        raise ValueError(f"there is no mat for {game}; there is one for {', '.join(MOST_PLAYERS)}")
    if not 1 <= players <= MOST_PLAYERS[game]:
        raise ValueError(f"the mat of {game} has places for 1 to {MOST_PLAYERS[game]} players, not for {players}")
    if game == "rooster-run":
        return Mat(game, 3 * PAGE_MM[0], PAGE_MM[1], (*_cards(), _POND, *_fronts(players)))
    return Mat(game, 2 * PAGE_MM[0], PAGE_MM[1], (*_grill(game), _TRAY, _ASIDE, *_places(players)))


def _grill(game: str) -> Iterable[Zone]:
    if game == "heckmeck-junior":  # two tiles of each number: a column holds both, one above the other
        return _row("grill", [str(n) for n in range(4, 10)], y=129, width=34, height=106, pitch=46)
    numbers = [str(n) for n in ((11, 13) if game == "heckmeck-deluxe" else ())] + [str(n) for n in range(21, 37)]
    half = len(numbers) // 2
    upper = _row("grill", numbers[:half], y=183, width=28, height=52, pitch=30)
    return (*upper, *_row("grill", numbers[half:], y=129, width=28, height=52, pitch=30))


def _row(kind: str, names: Sequence[str], y: float, width: float, height: float, pitch: float) -> tuple[Zone, ...]:
    left = _MIDDLE - (pitch * (len(names) - 1) + width) / 2
    return tuple(Zone(f"{kind}:{name}", left + i * pitch, y, width, height) for i, name in enumerate(names))


def _places(players: int) -> tuple[Zone, ...]:
    """Where each player's visible tile lies, sideways, in the order of the seats clockwise round the table."""
    left, right, rows = -24.0, 320.0, [29.0, 60.0, 91.0, 122.0]
    seats = [(left, rows[3]), (right, rows[3]), (right, rows[2]), (right, rows[1])]
    seats += [(left, rows[0]), (left, rows[1]), (left, rows[2])]
    return tuple(Zone(f"place:{n}", x, y, 52, 28) for n, (x, y) in enumerate(seats[:players], 1))


def _cards() -> tuple[Zone, ...]:
    return tuple(Zone(f"card:{n}", 26 + (n - 1) * 62, 175, 61, 61) for n in range(1, 9))


def _fronts(players: int) -> tuple[Zone, ...]:
    """Two worm tokens side by side before each player."""
    return tuple(Zone(f"front:{n}", 28 + (n - 1) * 83, -24, 77, 40) for n in range(1, players + 1))


MOST_PLAYERS = {"heckmeck": 7, "heckmeck-junior": 5, "heckmeck-deluxe": 7, "rooster-run": 6}
_MIDDLE = (2 * PAGE_MM[0] - 2 * EDGE_MM) / 2
_TRAY = Zone("tray", 32, 14, 284, 110)
_ASIDE = Zone("aside", 28, -24, 292, 34)
_POND = Zone("pond", -24, 26, 596, 143)
