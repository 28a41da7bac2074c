"""What the camera saw and how sure it was; never what it means."""

from dataclasses import dataclass

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # x, y, width, height in pixels
Quad = tuple[Point, Point, Point, Point]  # clockwise from the top-left of the art
Chances = tuple[tuple[str, float], ...]  # names, the likely ones first, and how likely each is; the rest is "another"

# Beside faces and designs, what a die, a tile or a token may show.
COCKED, DOWN, BACK, UNKNOWN = "cocked", "down", "back", "?"


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
    chances: Chances = ()  # of each face, and of "cocked", if it is a die; (): see likely
    there: float | None = None  # how likely it is a die at all; none: see presence


@dataclass(frozen=True)
class TokenSeen:
    """One round token: a design, "blank" (face up, nothing on it) or "back" (face down)."""

    design: str
    face_up: bool
    centre: Point
    radius: float
    sureness: float
    at_mm: Point | None = None
    chances: Chances = ()
    there: float | None = None


@dataclass(frozen=True)
class CardSeen:
    design: str | None
    points: int | None
    quad: Quad
    sureness: float
    at_mm: Point | None = None
    chances: Chances = ()
    there: float | None = None


@dataclass(frozen=True)
class TileSeen:
    number: int | None  # none if face down
    face_up: bool
    quad: Quad
    sureness: float
    at_mm: Point | None = None
    chances: Chances = ()
    there: float | None = None


Seen = DieSeen | TokenSeen | CardSeen | TileSeen


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


def name_of(seen: Seen) -> str:
    """What the eye takes it for, in one word."""
    match seen:
        case DieSeen():
            return COCKED if seen.cocked else seen.face or UNKNOWN
        case TokenSeen():
            return seen.design
        case CardSeen():
            return seen.design or UNKNOWN
        case TileSeen():
            return DOWN if seen.number is None else str(seen.number)


def presence(seen: Seen) -> float:
    """How likely there is such a piece at all. Where the eye does not say, half of its doubt is about that."""
    return (1 + seen.sureness) / 2 if seen.there is None else seen.there


def likely(seen: Seen) -> Chances:
    """What it shows if it is there, and how likely; where the eye only gave its best guess, what that leaves open."""
    if seen.chances:
        return seen.chances
    name, other = name_of(seen), seen.runner_up if isinstance(seen, DieSeen) else None
    if name == UNKNOWN:
        return ()
    chance = min(1.0, seen.sureness / max(presence(seen), 1e-9))
    return ((name, chance),) if other is None or other == name else ((name, chance), (other, (1 - chance) / 2))
