"""The solids of a stranger's table as meshes in mm, from dice to mugs, and the eye that looks at them."""

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.training.art import Colour, colour
from vision.training.strangers.art import Look, Style

Rng = np.random.Generator
HAND = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]])  # corners of a flat piece, top left of its art first, clockwise


@dataclass(eq=False)
class Solid:
    """A mesh with its picture; ``places`` are texture coordinates, one per corner of each face."""

    kind: str
    points: np.ndarray = field(repr=False)
    faces: list[list[int]] = field(repr=False)
    places: np.ndarray = field(repr=False)
    art: Pixels = field(repr=False)
    look: Look
    smooth: bool = True
    relief: Pixels | None = field(default=None, repr=False)
    tall: bool = True  # hides what lies behind it

    @property
    def outline(self) -> np.ndarray:
        """What it covers of the table, a convex polygon."""
        return np.asarray(cv2.convexHull(self.points[:, :2].astype(np.float32)).reshape(-1, 2))


@dataclass(frozen=True, eq=False)
class Eye:
    """A camera: a point of the table is turned, shifted and projected; no lens distortion."""

    width: int
    height: int
    focal: float
    turn: np.ndarray
    shift: np.ndarray

    @property
    def inner(self) -> np.ndarray:
        return np.array([[self.focal, 0, self.width / 2 - 0.5], [0, self.focal, self.height / 2 - 0.5], [0, 0, 1]])

    @property
    def place(self) -> np.ndarray:
        return np.asarray(-self.turn.T @ self.shift)

    def seen(self, points: np.ndarray) -> np.ndarray:
        there = (points @ self.turn.T + self.shift) @ self.inner.T
        return np.asarray(there[:, :2] / there[:, 2:])

    def on_table(self, pixel: np.ndarray) -> np.ndarray:
        """The spot of the table a pixel shows."""
        ray = self.turn.T @ np.linalg.solve(self.inner, [*pixel, 1.0])
        return np.asarray((self.place - ray * self.place[2] / ray[2])[:2])

    def hull(self, points: np.ndarray) -> np.ndarray:
        return np.asarray(cv2.convexHull(self.seen(points).astype(np.float32)).reshape(-1, 2))

    def holds(self, points: np.ndarray, margin: float = 2) -> bool:
        """Whether all of it is in the picture."""
        pixels = self.seen(points)
        most = np.array([self.width - 1 - margin, self.height - 1 - margin])
        return bool((pixels >= margin).all() and (pixels <= most).all())


def spin(yaw: float) -> np.ndarray:
    return np.array([[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]])


def ring(across: float, sides: int = 48) -> np.ndarray:
    turns = np.arange(sides) * 2 * math.pi / sides
    return np.asarray(np.stack([np.cos(turns), np.sin(turns)], 1) * across / 2)


def rounded_sheet(wide: float, high: float, corner: float) -> np.ndarray:
    """The outline of a card, anticlockwise."""
    quarter = np.linspace(0, math.pi / 2, 7)
    corners = []
    for n, (x, y) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
        arc = np.stack([np.cos(quarter + n * math.pi / 2), np.sin(quarter + n * math.pi / 2)], 1) * corner
        corners.append(arc + np.array([x * (wide / 2 - corner), y * (high / 2 - corner)]))
    return np.concatenate(corners)


def flat_piece(
    kind: str,
    outline: np.ndarray,
    thick: float,
    art: Pixels,
    spot: np.ndarray,
    yaw: float,
    look: Look,
    base: float = 0.0,
) -> Solid:
    """A prism with a small bevel that shows its art on top."""
    bevel, count = min(0.35, thick / 2), len(outline)
    inner = outline * (1 - bevel / np.abs(outline).max(0))
    layers = [(inner, thick), (outline, thick - bevel), (outline, 0.0)]
    local = np.concatenate([np.column_stack([edge, np.full(count, high)]) for edge, high in layers])
    span = np.ptp(outline, axis=0)
    places = local[:, :2] / span * 0.99 + 0.5
    faces = [list(range(count))]
    for layer in (0, count):
        for n in range(count):
            after = (n + 1) % count
            faces.append([layer + n, layer + count + n, layer + count + after, layer + after])
    points = np.column_stack([local[:, :2] @ spin(yaw).T + spot, local[:, 2] + base + 0.02])
    corners = np.concatenate([places[face] for face in faces])
    return Solid(kind, points, faces, corners, art, look, smooth=False, tall=thick > 2.5)


def corners_of(piece: tuple[float, float], thick: float, spot: np.ndarray, yaw: float) -> np.ndarray:
    """The corners of its art in mm, top left first, clockwise."""
    local = HAND * np.array(piece) / 2
    return np.column_stack([local @ spin(yaw).T + spot, np.full(4, thick)])


def die_solid(
    style: Style, mesh: tuple[np.ndarray, np.ndarray, np.ndarray], turn: np.ndarray, centre: np.ndarray
) -> Solid:
    points, quads, places = mesh
    relief = None
    if style.look.relief:
        cut = np.abs(style.strip.astype(np.float32) - np.array(style.body, np.float32)).max(2) > 45
        relief = (255 - cv2.GaussianBlur(cut.astype(np.float32) * 255, (0, 0), 2.5)).astype(np.uint8)
    there = points * style.side @ turn.T + centre
    return Solid("die", there, quads.tolist(), places[quads].reshape(-1, 2), style.strip, style.look, relief=relief)


def lathe(kind: str, profile: np.ndarray, sides: int, art: Pixels, look: Look, smooth: bool = True) -> Solid:
    """Turned about z: the profile is radius and height; its art's columns run along the profile."""
    turns = np.arange(sides) * 2 * math.pi / sides
    points = np.concatenate(
        [np.stack([r * np.cos(turns), r * np.sin(turns), np.full(sides, z)], 1) for r, z in profile]
    )
    faces, places = [], []
    for layer in range(len(profile) - 1):
        along = np.array([layer + 0.02, layer + 0.98]) / (len(profile) - 1)
        for n in range(sides):
            after = (n + 1) % sides
            faces.append(
                [layer * sides + n, layer * sides + after, (layer + 1) * sides + after, (layer + 1) * sides + n]
            )
            places += [(along[0], 0.5), (along[0], 0.5), (along[1], 0.5), (along[1], 0.5)]
    return Solid(kind, points, faces, np.array(places), art, look, smooth)


def bands(*inks: Colour) -> Pixels:
    """A strip of plain colours for a lathe's layers."""
    return np.repeat(np.array([inks], np.uint8), 16, 1).repeat(8, 0)


def mug(rng: Rng, spot: np.ndarray) -> list[Solid]:
    radius, high, wall = float(rng.uniform(32, 44)), float(rng.uniform(70, 105)), 4.0
    ink, look = colour(rng), Look(float(rng.uniform(0.1, 0.4)))
    drink: Colour = (12, 22, 38) if rng.random() < 0.7 else (40, 80, 130)
    profile = [(radius, 0.0), (radius, high), (radius - wall, high), (radius - wall, high * 0.75), (0.1, high * 0.75)]
    pot = lathe("mug", np.array(profile), 48, bands(ink, ink, ink, drink), look, smooth=False)
    turn, loop = float(rng.uniform(0, 2 * math.pi)), np.linspace(-1.9, 1.9, 14)
    path = np.stack([radius + 20 * np.cos(loop) - 4, 0 * loop, high / 2 + high * 0.3 * np.sin(loop)], 1)
    path[:, :2] = path[:, :2] @ spin(turn).T
    grip = tube("mug-handle", path, 5.0, ink, look)
    for part in (pot, grip):
        part.points[:, :2] += spot
    return [pot, grip]


def tube(kind: str, path: np.ndarray, radius: float, ink: Colour, look: Look, sides: int = 10) -> Solid:
    """A bent rod along a path."""
    along = np.gradient(path, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    side = np.cross(along, np.cross(along[len(along) // 2], path[0] - path[-1]))
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    other = np.cross(along, side)
    turns = np.arange(sides) * 2 * math.pi / sides
    rims = path[:, None] + radius * (
        np.cos(turns)[None, :, None] * side[:, None] + np.sin(turns)[None, :, None] * other[:, None]
    )
    faces = [
        [n * sides + k, n * sides + (k + 1) % sides, (n + 1) * sides + (k + 1) % sides, (n + 1) * sides + k]
        for n in range(len(path) - 1)
        for k in range(sides)
    ]
    return Solid(kind, rims.reshape(-1, 3), faces, np.full((4 * len(faces), 2), 0.5), bands(ink), look)


def pencil(rng: Rng, middle: np.ndarray, yaw: float, radius: float = 3.6) -> Solid:
    """It lies with its middle on the spot."""
    long = float(rng.uniform(110, 175))
    profile = np.array([(0.1, 0.0), (radius, 0.0), (radius, long), (radius * 0.3, long + 14), (0.1, long + 19)])
    ink, tip = colour(rng), (30, 30, 35)
    wood: Colour = (120, 175, 215)
    body = lathe(
        "pencil", profile, 6 if rng.random() < 0.7 else 20, bands(wood, ink, wood, tip), Look(0.4), smooth=False
    )
    x, y, z = body.points.T
    laid = np.stack([z - long / 2, x, y], 1)
    laid[:, 2] -= laid[:, 2].min()
    body.points = np.column_stack([laid[:, :2] @ spin(yaw).T + middle, laid[:, 2]])
    return body


def coin(rng: Rng, spot: np.ndarray, base: float = 0.0, thick: float = 2.0) -> Solid:
    metals: list[Colour] = [(70, 120, 185), (90, 175, 205), (190, 190, 188)]
    metal = metals[int(rng.integers(3))]
    b, g, r = (int(v * 0.55) for v in metal)
    art = np.full((96, 96, 3), metal, np.uint8)
    cv2.circle(art, (48, 48), 43, (b, g, r), 2, cv2.LINE_AA)
    text = str(rng.choice(["1", "2", "5", "10", "20", "50"]))
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 1.4, 4)
    cv2.putText(
        art, text, ((96 - wide) // 2, (96 + high) // 2), cv2.FONT_HERSHEY_DUPLEX, 1.4, (b, g, r), 4, cv2.LINE_AA
    )
    look = Look(float(rng.uniform(0.25, 0.45)), 0.6)
    yaw = float(rng.uniform(0, 2 * math.pi))
    return flat_piece("coin", ring(float(rng.uniform(17, 26))), thick, art, spot, yaw, look, base)


def playing_card(rng: Rng, spot: np.ndarray) -> Solid:
    art = np.full((176, 126, 3), 245, np.uint8)
    ink: Colour = (30, 25, 190) if rng.random() < 0.5 else (25, 25, 25)
    if rng.random() < 0.3:  # its back
        art[8:-8, 8:-8] = colour(rng)
        art[8:-8:9, 8:-8] = 235
        art[8:-8, 8:-8:9] = 235
    else:
        text = str(rng.choice(list("A23456789JQK")))
        cv2.putText(art, text, (6, 28), cv2.FONT_HERSHEY_DUPLEX, 0.9, ink, 2, cv2.LINE_AA)
        art = art[::-1, ::-1].copy()
        cv2.putText(art, text, (6, 28), cv2.FONT_HERSHEY_DUPLEX, 0.9, ink, 2, cv2.LINE_AA)
        for x, y in [(p, q) for p in (42, 84) for q in (45, 88, 131)][: int(rng.integers(1, 7))]:
            heart = np.array([(x, y + 10), (x + 9, y - 2), (x + 4, y - 9), (x, y - 4), (x - 4, y - 9), (x - 9, y - 2)])
            cv2.fillPoly(art, [heart], ink, cv2.LINE_AA)
    yaw = float(rng.uniform(0, 2 * math.pi))
    return flat_piece("playing_card", rounded_sheet(63, 88, 3), 0.3, art, spot, yaw, Look(float(rng.uniform(0.3, 0.6))))


def marker(number: int, spot: np.ndarray, side: float = 40) -> Solid:
    """A printed ArUco square with its white border."""
    border = 16
    code = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, 120)
    art = np.full((120 + 2 * border, 120 + 2 * border), 240, np.uint8)
    art[border:-border, border:-border] = np.maximum(code, 18)
    wide = side * (120 + 2 * border) / 120 * 0.99  # a piece shows the middle 99 hundredths of its art
    picture = np.repeat(art[..., None], 3, 2)
    return flat_piece("marker", rounded_sheet(wide, wide, 0.1), 0.2, picture, spot, 0.0, Look(0.8))
