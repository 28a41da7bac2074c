"""What truly lies on a painted table, in the words of an observation."""

import math

import numpy as np
from numpy.typing import NDArray

from vision.observation import DieSeen, MarkerSeen, Quad, TableObservation
from vision.render.dice import die_style
from vision.render.lens import Doubles, Lens, lens
from vision.render.pieces import die_solid, side_corners
from vision.render.scene import HEIGHT, WIDTH, Die, Scene
from vision.render.solids import Sprite, cast
from vision.zones import MARKER_MM

COCKED_DEG = 8.0  # a die leaning more than this shows no face
SEEN = 0.12  # of which less is seen than this, that is hidden


def truth(scene: Scene, size: tuple[int, int] = (WIDTH, HEIGHT), seen_at: float = 0.0) -> TableObservation:
    """All that can be seen of the scene; hidden dice are left out, as an honest eye would."""
    eye = lens(scene.camera, size)
    sprites, shown = visible(scene, size)
    dice = tuple(
        die_truth(die, eye, _box(shown == index))
        for index, (die, sprite) in enumerate(zip(scene.dice, sprites, strict=True))
        if sprite is not None and _share(sprite, shown == index) >= SEEN
    )
    return TableObservation(scene.frame, seen_at, *size, dice=dice, markers=_markers(scene, eye))


def visible(scene: Scene, size: tuple[int, int] = (WIDTH, HEIGHT)) -> tuple[list[Sprite | None], NDArray[np.int16]]:
    """Each die alone, and for each pixel of the picture the number of the die seen there, or -1."""
    eye = lens(scene.camera, size)
    sprites = [cast(_solid(die, eye), eye, scene.light, scene.camera.looks_at, finer=1) for die in scene.dice]
    shown = np.full((size[1], size[0]), -1, np.int16)
    order = sorted((-s.depth, index, s) for index, s in enumerate(sprites) if s is not None)
    for _, index, sprite in order:
        rows, columns = sprite.cover.shape[:2]
        part = shown[sprite.y : sprite.y + rows, sprite.x : sprite.x + columns]
        part[sprite.cover[..., 0] > 0.5] = index
    return sprites, shown


def die_truth(die: Die, eye: Lens, box: tuple[float, float, float, float]) -> DieSeen:
    solid = _solid(die, eye)
    style = die_style(die.style)
    side, lean = _up(solid.turn)
    cocked = lean > COCKED_DEG
    quad = None if cocked else _quad(eye.project(side_corners(solid, side)))
    x, y = float(solid.centre[0]), float(solid.centre[1])
    face = None if cocked else style.faces[side]
    return DieSeen(face, 1.0, None, box, quad, style.metal, cocked, (x, y), die.style)


def _solid(die: Die, eye: Lens):  # type: ignore[no-untyped-def]
    return die_solid(die, eye.px_per_mm((*die.at, die.z)))


def _up(turn: Doubles) -> tuple[int, float]:
    """Which side of a box looks up most, and how many degrees it leans."""
    heights = (turn[2, 2], -turn[2, 1], turn[2, 0], -turn[2, 0], turn[2, 1], -turn[2, 2])
    side = int(np.argmax(heights))
    return side, math.degrees(math.acos(min(1.0, heights[side])))


def _quad(corners: Doubles) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def _share(sprite: Sprite, mine: NDArray[np.bool_]) -> float:
    return float(mine.sum()) / max(1.0, float(sprite.cover.sum()))


def _box(mine: NDArray[np.bool_]) -> tuple[float, float, float, float]:
    rows, columns = np.flatnonzero(mine.any(1)), np.flatnonzero(mine.any(0))
    if not len(rows):
        return 0.0, 0.0, 0.0, 0.0
    x, y = float(columns[0]), float(rows[0])
    return x, y, float(columns[-1]) - x + 1, float(rows[-1]) - y + 1


def _markers(scene: Scene, eye: Lens) -> tuple[MarkerSeen, ...]:
    spots = [(marker.id, marker.at) for marker in scene.markers]
    spots += list(enumerate(scene.mat.markers)) if scene.mat else []
    half = MARKER_MM / 2
    seen = []
    for number, (x, y) in spots:
        around = ((-half, half), (half, half), (half, -half), (-half, -half))
        pixels = eye.project([(x + a, y + b, 0.0) for a, b in around])
        if (pixels >= 0).all() and (pixels <= np.array(eye.size) - 1).all():
            seen.append(MarkerSeen(number, _quad(pixels)))
    return tuple(seen)
