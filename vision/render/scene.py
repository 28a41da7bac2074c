"""A pretend table: which pieces lie where, under which light, before which camera."""

import math
from dataclasses import dataclass, replace

from vision.table import zones
from vision.table.zones import Mat

Spot = tuple[float, float]  # millimetres from the centre of marker 3, x towards marker 2, y towards marker 0
Space = tuple[float, float, float]  # the same with z up

WIDTH, HEIGHT = 1280, 720
DIE_MM = zones.DIE_MM
TILE_MM = (*zones.TILE_MM, 6.0)
TOKEN_MM = (zones.TOKEN_MM, 4.0)  # across, thick
CARD_MM = (*zones.CARD_MM, 0.8)


@dataclass(frozen=True)
class Camera:
    """A pinhole and what its lens bends; pixels are those of a picture WIDTH wide."""

    eye: Space = (170.0, -40.0, 560.0)
    looks_at: Spot = (170.0, 100.0)
    roll_deg: float = 0.0
    focal_px: float = 1220.0
    off_centre_px: tuple[float, float] = (0.0, 0.0)  # how far the lens's axis is from the picture's middle
    lens: tuple[float, float, float, float, float] = (-0.03, 0.01, 0.0, 0.0, 0.0)  # k1 k2 p1 p2 k3, as OpenCV has them

    @property
    def centre_px(self) -> tuple[float, float]:
        """Where the lens's axis meets a picture of WIDTH x HEIGHT."""
        return (WIDTH - 1) / 2 + self.off_centre_px[0], (HEIGHT - 1) / 2 + self.off_centre_px[1]


@dataclass(frozen=True)
class Light:
    """One lamp and what the room adds."""

    lamp: Space = (-250.0, 520.0, 800.0)
    lamp_mm: float = 70.0  # how far the lamp reaches: small is hard, big is soft
    kelvin: float = 4000.0
    brightness: float = 0.95
    room: float = 0.45  # share of the light that comes from everywhere
    vignette: float = 0.18  # how much darker the corners of the picture are


@dataclass(frozen=True)
class Cloth:
    """What the table is covered with: one of CLOTHS, a seed for its own weave or grain, and how it lies."""

    kind: str = "oak"
    seed: int = 0
    turn_deg: float = 0.0
    shift_mm: Spot = (0.0, 0.0)


@dataclass(frozen=True)
class Marker:
    """A loose printed marker of 40 mm in its white border, for tables without a mat."""

    id: int
    at: Spot


@dataclass(frozen=True)
class Die:
    """A die showing a face; ``turned`` leans it over (a rotation vector in degrees)."""

    face: str
    at: Spot
    yaw: float = 0.0
    style: str = "heckmeck"
    z: float = 0.0  # of its lowest point
    turned: Space = (0.0, 0.0, 0.0)
    smear: Spot = (0.0, 0.0)  # its way on the table while the shutter is open
    size_mm: float = DIE_MM


def usual_worms(number: int) -> int:
    """What a painted tile shows where no box says it: one worm to four, from the twenties on one more every fourth."""
    return max(1, 1 + (number - 21) // 4)


@dataclass(frozen=True)
class Tile:
    number: int
    at: Spot
    yaw: float = 0.0
    face_up: bool = True
    worms: int = 1
    z: float = 0.0
    smear: Spot = (0.0, 0.0)
    style: str = "blue"


@dataclass(frozen=True)
class Token:
    """A round token: a worm like "red-3", "blank", or one of Deluxe's ("hen", "raven" ...), smaller and on a tile."""

    design: str
    at: Spot
    yaw: float = 0.0
    face_up: bool = True
    z: float = 0.0
    smear: Spot = (0.0, 0.0)
    size_mm: float = TOKEN_MM[0]  # across


@dataclass(frozen=True)
class Card:
    """A chicken card with the worm it looks for."""

    design: str
    points: int
    at: Spot
    yaw: float = 0.0
    face_up: bool = True
    z: float = 0.0
    smear: Spot = (0.0, 0.0)


@dataclass(frozen=True)
class Thing:
    """What else lies about: "coin", "mug", "pencil" or "playing-card"."""

    kind: str
    at: Spot
    yaw: float = 0.0
    seed: int = 0


@dataclass(frozen=True)
class Hand:
    """A hand reaching to a spot, its arm coming from the direction ``arm_from`` (degrees, 0 = along x)."""

    at: Spot
    arm_from: float = -90.0
    pose: str = "open"  # or "grip", "point"
    height_mm: float = 35.0
    skin: int = 1
    sleeve: int = 0
    left: bool = False
    smear: Spot = (0.0, 0.0)


@dataclass(frozen=True)
class Scene:
    camera: Camera = Camera()
    light: Light = Light()
    cloth: Cloth = Cloth()
    mat: Mat | None = None
    markers: tuple[Marker, ...] = ()
    dice: tuple[Die, ...] = ()
    tiles: tuple[Tile, ...] = ()
    tokens: tuple[Token, ...] = ()
    cards: tuple[Card, ...] = ()
    things: tuple[Thing, ...] = ()
    hands: tuple[Hand, ...] = ()
    blur_px: float = 0.0  # out of focus
    noise: float = 2.0  # standard deviation in grey levels
    seed: int = 0
    frame: int = 0  # gives each frame of a stream its own noise


def hung(over: Spot, height_mm: float = 560.0, tilt_deg: float = 12.0, side_deg: float = -90.0) -> Camera:
    """A camera hung at a height, leaning towards a spot from the side ``side_deg`` (-90: from below in the picture)."""
    away = height_mm * math.tan(math.radians(tilt_deg))
    side = math.radians(side_deg)
    eye = (over[0] + away * math.cos(side), over[1] + away * math.sin(side), height_mm)
    return Camera(eye=eye, looks_at=over)


def bumped(camera: Camera, by_mm: Spot = (15.0, 0.0), roll_deg: float = 0.0) -> Camera:
    """The camera after somebody's elbow: moved sideways with what it looks at."""
    eye, spot = camera.eye, camera.looks_at
    return replace(
        camera,
        eye=(eye[0] + by_mm[0], eye[1] + by_mm[1], eye[2]),
        looks_at=(spot[0] + by_mm[0], spot[1] + by_mm[1]),
        roll_deg=camera.roll_deg + roll_deg,
    )


def leaning(die: Die, degrees: float, towards_deg: float) -> Die:
    """The die cocked: leaning over by so many degrees towards a direction on the table."""
    way = math.radians(towards_deg)
    return replace(die, turned=(-math.sin(way) * degrees, math.cos(way) * degrees, 0.0))


def stacked(upper: Die, on: Die) -> Die:
    """The one die put on top of the other."""
    return replace(upper, at=on.at, z=on.z + on.size_mm)
