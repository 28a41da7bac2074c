"""What truly lies on a painted table, in the words of an observation."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.observation import Box, CardSeen, DieSeen, MarkerSeen, Quad, TableObservation, TileSeen, TokenSeen
from vision.render.dice import die_style
from vision.render.hands import hand_seen
from vision.render.lens import Doubles, Lens, lens
from vision.render.pieces import Piece, die_turn, side_corners, solids_of
from vision.render.scene import HEIGHT, TOKEN_MM, WIDTH, Camera, Card, Die, Light, Scene, Tile, Token
from vision.render.solids import Solid, Sprite, cast
from vision.table.zones import MARKER_MM

COCKED_DEG = 8.0  # a die leaning more than this shows no face
SEEN = 0.12  # a piece of which less is seen than this is hidden


@dataclass(frozen=True)
class Sight:
    """How much of a piece can be seen, and where in the picture."""

    piece: Piece
    share: float
    box: Box


def truth(scene: Scene, size: tuple[int, int] = (WIDTH, HEIGHT), seen_at: float = 0.0) -> TableObservation:
    """All that can be seen of the scene; what is hidden is left out, as an honest eye would."""
    eye = lens(scene.camera, size)
    seen = [sight for sight in sights(scene, size) if sight.share >= SEEN]
    return TableObservation(
        scene.frame,
        seen_at,
        *size,
        dice=tuple(_die(sight.piece, eye, sight.box) for sight in seen if isinstance(sight.piece, Die)),
        tokens=tuple(_token(sight.piece, eye) for sight in seen if isinstance(sight.piece, Token)),
        cards=tuple(_card(sight.piece, eye) for sight in seen if isinstance(sight.piece, Card)),
        tiles=tuple(_tile(sight.piece, eye) for sight in seen if isinstance(sight.piece, Tile)),
        markers=tuple(_markers(scene, eye)),
    )


def sights(scene: Scene, size: tuple[int, int] = (WIDTH, HEIGHT)) -> list[Sight]:
    """Every piece of the scene, hidden ones too: cards, tiles, tokens, things and dice in the scene's own order."""
    eye = lens(scene.camera, size)
    flat: tuple[Piece, ...] = (*scene.cards, *scene.tiles, *scene.tokens)
    pieces = (*flat, *scene.things, *scene.dice)
    standing = sorted(range(len(flat), len(pieces)), key=lambda index: -_depth(pieces[index], eye))
    owner = np.full((size[1], size[0]), -1, np.int16)
    for index in (*range(len(flat)), *standing):
        piece = pieces[index]
        for sprite in _sprites(piece, scene.camera, size):
            rows, columns = sprite.cover.shape[:2]
            part = owner[sprite.y : sprite.y + rows, sprite.x : sprite.x + columns]
            part[sprite.cover[..., 0] > 0.5] = index
    for hand in scene.hands:
        if seen := hand_seen(hand, eye, scene.light, scene.camera.looks_at):
            rows, columns = seen.cover.shape
            owner[seen.y : seen.y + rows, seen.x : seen.x + columns][seen.cover > 127] = -1
    return [_sight(index, piece, scene.camera, size, owner) for index, piece in enumerate(pieces)]


def _sight(index: int, piece: Piece, camera: Camera, size: tuple[int, int], owner: NDArray[np.int16]) -> Sight:
    whole = 0.0
    left, top, right, low = size[0], size[1], 0, 0
    count = 0
    for sprite in _sprites(piece, camera, size):
        whole += float((sprite.cover > 0.5).sum())
        rows, columns = sprite.cover.shape[:2]
        mine = owner[sprite.y : sprite.y + rows, sprite.x : sprite.x + columns] == index
        ys, xs = np.flatnonzero(mine.any(1)), np.flatnonzero(mine.any(0))
        if len(ys):
            count += int(mine.sum())
            left, top = min(left, sprite.x + int(xs[0])), min(top, sprite.y + int(ys[0]))
            right, low = max(right, sprite.x + int(xs[-1]) + 1), max(low, sprite.y + int(ys[-1]) + 1)
    if not count:
        return Sight(piece, 0.0, (0.0, 0.0, 0.0, 0.0))
    return Sight(piece, min(1.0, count / whole), (float(left), float(top), float(right - left), float(low - top)))


@lru_cache(maxsize=256)
def _sprites(piece: Piece, camera: Camera, size: tuple[int, int]) -> tuple[Sprite, ...]:
    """Where the piece would be seen were it alone; the light does not matter for that."""
    eye = lens(camera, size)
    cut = (cast(solid, eye, Light(), camera.looks_at, finer=1) for solid in _solids(piece, eye))
    return tuple(sprite for sprite in cut if sprite is not None)


def _solids(piece: Piece, eye: Lens) -> tuple[Solid, ...]:
    return solids_of(piece, eye.px_per_mm((*piece.at, 0.0)))


def _depth(piece: Piece, eye: Lens) -> float:
    return float(np.linalg.norm(_solids(piece, eye)[0].centre - eye.eye))


def _die(die: Die, eye: Lens, box: Box) -> DieSeen:
    style = die_style(die.style)
    side, lean = upper_side(die)
    cocked = lean > COCKED_DEG
    quad = None if cocked else _quad(eye.project(side_corners(_solids(die, eye)[0], side)))
    face = None if cocked else style.faces[side]
    return DieSeen(face, 1.0, None, box, quad, style.metal, cocked, die.at, die.style)


def upper_side(die: Die) -> tuple[int, float]:
    """Which side of the die looks up most, and how many degrees it leans."""
    x, y, z = (float(height) for height in die_turn(die)[2])
    heights = (z, -y, x, -x, y, -z)
    side = heights.index(max(heights))
    return side, math.degrees(math.acos(min(1.0, heights[side])))


def _tile(tile: Tile, eye: Lens) -> TileSeen:
    quad = _quad(eye.project(side_corners(_solids(tile, eye)[0])))
    return TileSeen(tile.number if tile.face_up else None, tile.face_up, quad, 1.0, tile.at)


def _card(card: Card, eye: Lens) -> CardSeen:
    quad = _quad(eye.project(side_corners(_solids(card, eye)[0])))
    return CardSeen(card.design if card.face_up else None, card.points if card.face_up else None, quad, 1.0, card.at)


def _token(token: Token, eye: Lens) -> TokenSeen:
    across, thick = token.size_mm, TOKEN_MM[1]
    around = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    rim = np.stack([np.cos(around), np.sin(around)], -1) * across / 2 + token.at
    top = token.z + thick
    centre = eye.project([(*token.at, top)])[0]
    radius = float(np.linalg.norm(eye.project(np.c_[rim, np.full(48, top)]) - centre, axis=1).mean())
    design = token.design if token.face_up else "back"
    return TokenSeen(design, token.face_up, (float(centre[0]), float(centre[1])), radius, 1.0, token.at)


def _markers(scene: Scene, eye: Lens) -> Iterator[MarkerSeen]:
    """The markers wholly in the picture that no hand lies over."""
    spots = [(marker.id, marker.at) for marker in scene.markers]
    spots += list(enumerate(scene.mat.markers)) if scene.mat else []
    hands = [hand_seen(hand, eye, scene.light, scene.camera.looks_at) for hand in scene.hands]
    half = MARKER_MM / 2
    for number, (x, y) in spots:
        around = ((-half, half), (half, half), (half, -half), (-half, -half))
        pixels = eye.project([(x + a, y + b, 0.0) for a, b in around])
        inside = (pixels >= 0).all() and (pixels <= np.array(eye.size) - 1).all()
        if inside and not any(hand.over(pixels) for hand in hands if hand is not None):
            yield MarkerSeen(number, _quad(pixels))


def _quad(corners: Doubles) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d
