"""What the camera saw and how sure it was; never what it means."""

from dataclasses import dataclass

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # x, y, width, height in pixels
Quad = tuple[Point, Point, Point, Point]  # clockwise from the top-left of the art


@dataclass(frozen=True)
class DieSeen:
    """One die: the face on top, or none if it is cocked or of no set we know."""

    face: str | None
    sureness: float  # 0 to 1: how likely the face is right, calibrated
    runner_up: str | None
    box: Box  # the whole visible die
    quad: Quad | None  # the top face; none if cocked
    golden: bool = False
    cocked: bool = False
    at_mm: Point | None = None  # from the centre of marker 3, x towards marker 2, y towards marker 0
    set_name: str = ""


@dataclass(frozen=True)
class TokenSeen:
    """One round token: a design, "blank" (face up, no worm) or "back" (face down)."""

    design: str
    face_up: bool
    centre: Point
    radius: float
    sureness: float
    at_mm: Point | None = None


@dataclass(frozen=True)
class CardSeen:
    design: str | None
    points: int | None
    quad: Quad
    sureness: float
    at_mm: Point | None = None


@dataclass(frozen=True)
class TileSeen:
    number: int | None  # none if face down
    face_up: bool
    quad: Quad
    sureness: float
    at_mm: Point | None = None


@dataclass(frozen=True)
class MarkerSeen:
    id: int
    corners: Quad


@dataclass(frozen=True)
class TableObservation:
    """One frame's testimony; never edited."""

    frame: int
    seen_at: float
    width: int
    height: int
    dice: tuple[DieSeen, ...] = ()
    tokens: tuple[TokenSeen, ...] = ()
    cards: tuple[CardSeen, ...] = ()
    tiles: tuple[TileSeen, ...] = ()
    markers: tuple[MarkerSeen, ...] = ()
    ms: float = 0.0  # how long the reading took
