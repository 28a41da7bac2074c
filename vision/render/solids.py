"""Casts rays at solid pieces, so that rounded edges, side faces and shine come out as a camera would see them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import lamp
from vision.render.canvas import Art, Colour
from vision.render.lens import Doubles, Floats, Lens
from vision.render.scene import Light, Spot

TOP, FRONT, RIGHT, LEFT, BACK, BOTTOM = range(6)
# For each side of a box: where its art points right, where it points up, and which way the side looks.
SIDES: Doubles = np.array(
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[1, 0, 0], [0, 0, 1], [0, -1, 0]],
        [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
        [[0, -1, 0], [0, 0, 1], [-1, 0, 0]],
        [[-1, 0, 0], [0, 0, 1], [0, 1, 0]],
        [[1, 0, 0], [0, -1, 0], [0, 0, -1]],
    ],
    float,
)


@dataclass(frozen=True, eq=False)
class Solid:
    """A rounded box (or a round disc as wide as the box) somewhere in space, with the art of its sides."""

    centre: Doubles
    turn: Doubles  # its own axes to the table's
    half: Doubles
    round_mm: float
    art: Mapping[int, Art]
    body: Colour
    gloss: float = 0.3
    metal: bool = False
    disc: bool = False
    hollow_mm: float = 0.0  # of a disc: how far down what is in it stands

    def corners(self, shrink: float = 0.0) -> Doubles:
        half = self.half - shrink
        if self.disc:
            around = np.linspace(0, 2 * np.pi, 16, endpoint=False)
            ring = np.stack([np.cos(around) * half[0], np.sin(around) * half[0]], -1)
            points = np.concatenate([np.c_[ring, np.full(16, z)] for z in (-half[2], half[2])])
        else:
            signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
            points = signs * half
        return np.asarray(points @ self.turn.T + self.centre, np.float64)


@dataclass(frozen=True, eq=False)
class Sprite:
    """A cut-out at x, y of the picture: colour already multiplied with how much of each pixel it covers."""

    x: int
    y: int
    colour: Floats
    cover: Floats  # (rows, columns, 1)
    depth: float  # from the eye, so that the far ones are laid down first

    def onto(self, picture: NDArray[np.uint8]) -> None:
        rows, columns = self.cover.shape[:2]
        below = picture[self.y : self.y + rows, self.x : self.x + columns]
        np.copyto(below, below * (1 - self.cover) + self.colour, casting="unsafe")

    def smeared(self, way: Doubles, size: tuple[int, int]) -> "Sprite":
        """The same, moved by so many pixels while the shutter was open."""
        reach = int(np.ceil(np.abs(way).max() / 2)) + 1
        if reach < 2:
            return self
        line = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
        ends = np.round((np.array([-way, way]) / 2 + reach) * 16).astype(int)
        cv2.line(line, ends[0].tolist(), ends[1].tolist(), 255, 1, cv2.LINE_AA, 4)
        kernel = line / np.float32(line.sum())
        both = np.dstack([self.colour, self.cover])
        wide = cv2.copyMakeBorder(both, reach, reach, reach, reach, cv2.BORDER_CONSTANT)
        blurred: Floats = np.asarray(cv2.filter2D(wide, -1, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)
        x, y = self.x - reach, self.y - reach
        left, top = max(0, -x), max(0, -y)
        seen = blurred[top : size[1] - y, left : size[0] - x]
        return Sprite(x + left, y + top, seen[..., :3], seen[..., 3:], self.depth)


def window(pixels: Doubles, size: tuple[int, int], margin: int = 2) -> tuple[int, int, int, int] | None:
    """The box of whole pixels around some points, cut to the picture; none if outside."""
    low = np.floor(pixels.min(0)).astype(int) - margin
    high = np.ceil(pixels.max(0)).astype(int) + margin + 1
    x, y = int(max(0, low[0])), int(max(0, low[1]))
    w, h = int(min(size[0], high[0])) - x, int(min(size[1], high[1])) - y
    return (x, y, w, h) if w > 1 and h > 1 else None


def cast(
    solid: Solid, lens: Lens, light: Light, middle: Spot, finer: int = 2, near: Sequence[Solid] = ()
) -> Sprite | None:
    """The solid as the camera sees it, shaded by those near it, or none if it is out of the picture."""
    box = window(lens.project(solid.corners()), lens.size)
    if box is None:
        return None
    rays = lens.rays_of(box, finer)
    eye: Floats = (solid.turn.T @ (lens.eye - solid.centre)).astype(np.float32)
    back: Floats = (solid.turn.T @ lens.rotation.T).astype(np.float32)
    # From here on arrays are (3, rays): whole rows of x, y and z are what numpy is quick with.
    way = back[:, :2] @ rays.reshape(-1, 2).T + back[:, 2:]
    footprint = 0.5 / (lens.px_per_mm(solid.centre) * finer)
    hit, way, at, cover = (_meet_disc if solid.disc else _meet_box)(solid, eye, way, footprint)
    normal = _normals(solid, at)
    colour = _albedo(solid, eye, at, normal)
    if solid.hollow_mm:
        _look_in(colour, solid, at, way)
    _lit(colour, solid, at, normal, way, light, middle, near)
    x, y, w, h = box
    fine = np.zeros((w * h * finer * finer, 4), np.float32)
    fine[hit, :3] = (colour * cover).T
    fine[hit, 3] = cover
    small = fine.reshape(h * finer, w * finer, 4)
    if finer > 1:
        small = np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_AREA), np.float32)
    depth = float(np.linalg.norm(solid.centre - lens.eye))
    return Sprite(x, y, np.ascontiguousarray(small[..., :3]), np.ascontiguousarray(small[..., 3:]), depth)


Met = tuple[NDArray[np.intp], Floats, Floats, Floats]  # which rays, their ways, where they meet, how much of them does


def _meet_box(solid: Solid, eye: Floats, way: Floats, footprint: float) -> Met:
    """Where rays enter the rounded box."""
    half = solid.half.astype(np.float32)
    slope = 1 / np.where(np.abs(way) < 1e-6, np.float32(1e-6), way)
    middle, reach = -eye[:, None] * slope, half[:, None] * np.abs(slope)
    near, far = (middle - reach).max(0), (middle + reach).min(0)
    hit = np.flatnonzero(near <= far)
    way = way[:, hit]
    at = eye[:, None] + way * near[hit]
    way /= np.sqrt((way * way).sum(0))
    inner = (half - np.float32(solid.round_mm))[:, None]
    # Only rays that enter near an edge can miss the rounding: they walk on until they touch it or have passed by.
    edge = np.flatnonzero((np.abs(at) > inner).sum(0) > 1)
    spot, step = at[:, edge], way[:, edge]
    closest, best = np.full(len(edge), np.float32(1e9)), spot
    for _ in range(8):
        over = np.maximum(np.abs(spot) - inner, 0)
        gap = np.sqrt((over * over).sum(0)) - np.float32(solid.round_mm)
        nearer = gap < closest
        closest, best = np.where(nearer, gap, closest), np.where(nearer, spot, best)
        spot = spot + step * np.maximum(gap, 0)
    at[:, edge] = best
    cover = np.ones(len(hit), np.float32)
    cover[edge] = np.clip(1 - closest / np.float32(2 * footprint), 0, 1)
    return hit, way, at, cover


def _meet_disc(solid: Solid, eye: Floats, way: Floats, footprint: float) -> Met:
    """Where rays enter a short upright cylinder: by its upper side or by its rim."""
    radius, half = np.float32(solid.half[0]), np.float32(solid.half[2])
    way = way / np.sqrt((way * way).sum(0))
    across = way[0] ** 2 + way[1] ** 2 + np.float32(1e-9)
    towards = way[0] * eye[0] + way[1] * eye[1]
    inside = towards**2 - across * (eye[0] ** 2 + eye[1] ** 2 - radius**2)
    root = np.sqrt(np.maximum(inside, 0))
    down = np.minimum(way[2], np.float32(-1e-5))
    near = np.maximum((-towards - root) / across, (half - eye[2]) / down)
    far = np.minimum((-towards + root) / across, (-half - eye[2]) / down)
    hit = np.flatnonzero((inside > 0) & (far > near))
    way, near = way[:, hit], near[hit]
    # How deep a ray passes through the rim, in pixels, makes the edge smooth.
    cover = np.clip((far[hit] - near) * np.float32(0.35 / footprint), 0, 1)
    return hit, way, eye[:, None] + way * near, np.asarray(cover, np.float32)


def _normals(solid: Solid, at: Floats) -> Floats:
    round_mm = np.float32(max(solid.round_mm, 0.05))
    if solid.disc:
        out = np.hypot(at[0], at[1])
        over = np.maximum(out - (np.float32(solid.half[0]) - round_mm), 0) / np.maximum(out, np.float32(1e-6))
        high = np.maximum(at[2] - (np.float32(solid.half[2]) - round_mm), 0)
        normal = np.stack([over * at[0], over * at[1], high])
    else:
        inner = (solid.half.astype(np.float32) - round_mm)[:, None]
        normal = np.sign(at) * np.maximum(np.abs(at) - inner, 0)
    return np.asarray(normal / np.maximum(np.sqrt((normal * normal).sum(0)), np.float32(1e-6)), np.float32)


def _albedo(solid: Solid, eye: Floats, at: Floats, normal: Floats) -> Floats:
    """The paint at each point: the art of the side it belongs to."""
    colour = np.empty(at.shape, np.float32)
    colour[:] = np.array(solid.body, np.float32)[:, None]
    axis = np.abs(normal).argmax(0)
    for side, art in solid.art.items():
        right, up, out = SIDES[side].astype(np.float32)
        along = int(np.abs(out).argmax())
        if eye[along] * out[along] < 0:
            continue  # of two opposite sides the camera sees one
        mine = np.flatnonzero(axis == along)
        spots = at[:, mine]
        rows, columns = art.shape[:2]
        u = (right @ spots) * np.float32(0.5 * columns / (np.abs(right) @ solid.half)) + np.float32(0.5 * columns - 0.5)
        v = np.float32(0.5 * rows - 0.5) - (up @ spots) * np.float32(0.5 * rows / (np.abs(up) @ solid.half))
        colour[:, mine] = _look_up(art, u, v)
    return colour


def _look_in(colour: Floats, solid: Solid, at: Floats, way: Floats) -> None:
    """Below the brim one sees the inner wall, and further down the coffee."""
    inner, drop = np.float32(solid.half[0] - 4.0), np.float32(solid.hollow_mm)
    open_here = (np.hypot(at[0], at[1]) < inner) & (at[2] > solid.half[2] - 0.5)
    far = -drop / np.minimum(way[2], np.float32(-1e-3))
    wet = np.hypot(at[0] + way[0] * far, at[1] + way[1] * far) < inner
    colour[:, open_here & ~wet] *= np.float32(0.5)
    colour[:, open_here & wet] = np.array([[18], [30], [46]], np.float32)


def _look_up(art: Art, u: Floats, v: Floats) -> Floats:
    """Colours (3, n) of an art at n points; folded into rows, since a picture may not be wider than 32767."""
    count, row = len(u), 256
    folded = np.zeros((2, -(-count // row) * row), np.float32)
    folded[0, :count], folded[1, :count] = u, v
    if not count:
        return np.zeros((3, 0), np.float32)
    maps = folded.reshape(2, -1, row)
    shown = cv2.remap(art, maps[0], maps[1], cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    return np.asarray(shown.reshape(-1, 3)[:count].T, np.float32)


def _shaded_by(other: Solid, solid: Solid, at: Floats, normal: Floats, to_lamp: Doubles) -> tuple[Floats, Floats]:
    """How much of lamp and room another solid leaves to each point."""
    turn = (other.turn.T @ solid.turn).astype(np.float32)
    apart = (other.turn.T @ (solid.centre - other.centre)).astype(np.float32)
    spot = turn @ at + apart[:, None]
    way = other.turn.T @ to_lamp
    slope = (1 / np.where(np.abs(way) < 1e-4, 1e-4, way)).astype(np.float32)[:, None]
    half = other.half.astype(np.float32)[:, None]
    middle, reach = -spot * slope, half * np.abs(slope)
    through = (middle + reach).min(0) - np.maximum((middle - reach).max(0), 0)
    # A ray that only grazes a corner still meets half of a lamp that is no point.
    lamp_left = 1 - np.clip(through / np.float32(3.0), 0, 1)
    away = np.sqrt((spot * spot).sum(0)) + np.float32(1e-3)
    towards = np.maximum(-((turn @ normal) * spot).sum(0) / away, 0)
    hidden = towards * np.minimum((np.float32(0.62) * half.max() * 2 / away) ** 2, 1)
    return np.asarray(lamp_left, np.float32), np.asarray(1 - np.float32(0.75) * hidden, np.float32)


def _lit(
    colour: Floats,
    solid: Solid,
    at: Floats,
    normal: Floats,
    way: Floats,
    light: Light,
    middle: Spot,
    near: Sequence[Solid],
) -> None:
    """Multiply in what lamp and room give, add what shines."""
    to_lamp = lamp.towards_lamp(light, solid.centre)
    share = lamp.share_at(light, (float(solid.centre[0]), float(solid.centre[1])), middle)
    lamp_own, up_own = (solid.turn.T @ to_lamp).astype(np.float32), solid.turn[2].astype(np.float32)
    facing = np.maximum(lamp_own @ normal, 0) * np.float32((1 - light.room) * share / max(0.2, to_lamp[2]))
    up = up_own @ normal
    height = up_own @ at + np.float32(solid.centre[2])
    # Near the table a side sees more table than room, and the foot of it hardly anything.
    nook = 1 - np.float32(0.5) * np.exp(-np.maximum(height, 0) / np.float32(3.5)) * (1 - np.maximum(up, 0))
    room = np.float32(light.room) * (np.float32(0.72) + np.float32(0.28) * up) * nook
    for other in near:
        lamp_left, room_left = _shaded_by(other, solid, at, normal, to_lamp)
        facing *= lamp_left
        room *= room_left
    bright = np.power(np.maximum((facing + room) * np.float32(light.brightness), 1e-4), np.float32(lamp.GAMMA))
    head_on = (way * normal).sum(0)
    mirrored = way - 2 * head_on * normal
    glint, sky = np.maximum(lamp_own @ mirrored, 0), np.clip(up_own @ mirrored, 0, 1)
    tint = lamp.tint(light.kelvin)[:, None]
    if solid.metal:
        # Bare metal mirrors lamp and room; the paint on it does not.
        unlike = np.abs(colour - np.array(solid.body, np.float32)[:, None]).sum(0)
        mirror = np.float32(0.5) + np.float32(0.4) * sky + np.float32(0.7) * glint**6
        bright *= 1 + (mirror - 1) * np.clip(np.float32(1.3) - unlike / np.float32(150), 0, 1)
    colour *= bright * tint
    shine = np.float32(190 * (1 - light.room)) * glint ** np.float32(20 + 120 * solid.gloss)
    shine += np.float32(26) * (1 + np.minimum(head_on, 0)) ** 4 * sky
    colour += shine * np.float32(solid.gloss * light.brightness**0.5) * tint
    np.clip(colour, 0, 255, out=colour)
