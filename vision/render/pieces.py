"""Turns the pieces of a scene into solids: where they stand, how they are turned, what is printed on them."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import cv2
import numpy as np

from vision.render.canvas import Art, Colour
from vision.render.dice import die_style, face_art
from vision.render.lens import Doubles
from vision.render.prints import (
    COINS,
    CREAM,
    INKS,
    IVORY,
    WOOD,
    card_art,
    coin_art,
    playing_card_art,
    tile_art,
    token_art,
)
from vision.render.scene import CARD_MM, TILE_MM, TOKEN_MM, Card, Die, Thing, Tile, Token
from vision.render.solids import SIDES, TOP, Solid

Piece = Die | Tile | Token | Card | Thing
_SIZES = (64, 128, 256, 512)


def art_px(length_mm: float, px_per_mm: float) -> int:
    """How finely a side is drawn: at least as fine as the finest rays will ask."""
    wanted = length_mm * px_per_mm * 2
    return next((size for size in _SIZES if size >= wanted), _SIZES[-1])


def upright(yaw: float) -> Doubles:
    """A turn about the table's z."""
    cos, sin = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def die_turn(die: Die) -> Doubles:
    """The die's own axes to the table's: the face brought up, turned by its yaw, leaned over."""
    faces = die_style(die.style).faces
    sides = [index for index, face in enumerate(faces) if face == die.face]
    if not sides:
        raise ValueError(f"a {die.style} die has no {die.face}; it has {', '.join(faces)}")
    # A face printed on several sides lies this way or that; the yaw decides, so that a scene is always painted alike.
    side = SIDES[sides[int(abs(die.yaw)) % len(sides)]]
    lean: Doubles = np.asarray(cv2.Rodrigues(np.radians(np.array(die.turned, np.float64)))[0], np.float64)
    return np.asarray(lean @ upright(die.yaw) @ side, np.float64)


def die_centre(die: Die) -> Doubles:
    """Its middle, so that its lowest point is at its z."""
    turn = die_turn(die)
    half, round_mm = die.size_mm / 2, die_style(die.style).round_mm
    low = float(np.abs(turn[2]).sum()) * (half - round_mm) + round_mm
    return np.array([*die.at, die.z + low])


def die_solid(die: Die, px_per_mm: float) -> Solid:
    style = die_style(die.style)
    side_px = art_px(die.size_mm, px_per_mm)
    art = {side: face_art(die.style, face, side_px) for side, face in enumerate(style.faces)}
    half = np.full(3, die.size_mm / 2)
    return Solid(
        die_centre(die), die_turn(die), half, style.round_mm, art, style.body, gloss=style.gloss, metal=style.metal
    )


def side_corners(solid: Solid, side: int = TOP) -> Doubles:
    """The corners of a side in space, clockwise from the top left of its art."""
    right, up, out = SIDES[side]
    around = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    own = np.array([(right * a + up * b + out) * solid.half for a, b in around])
    return np.asarray(own @ solid.turn.T + solid.centre, np.float64)


def tile_solid(tile: Tile, px_per_mm: float) -> Solid:
    width, height, thick = TILE_MM
    art = {TOP: tile_art(tile.number, tile.worms, tile.style, art_px(width, px_per_mm))} if tile.face_up else {}
    return _flat((*tile.at, tile.z), tile.yaw, (width, height, thick), 1.4, art, IVORY, gloss=0.35)


def token_solid(token: Token, px_per_mm: float) -> Solid:
    across, thick = token.size_mm, TOKEN_MM[1]
    art = {TOP: token_art(token.design, token.face_up, art_px(across, px_per_mm))}
    body = CREAM if token.face_up else WOOD
    return _flat((*token.at, token.z), token.yaw, (across, across, thick), 0.9, art, body, gloss=0.2, disc=True)


def card_solid(card: Card, px_per_mm: float) -> Solid:
    art = {TOP: card_art(card.design, card.points, card.face_up, art_px(CARD_MM[0], px_per_mm))}
    return _flat((*card.at, card.z), card.yaw, CARD_MM, 0.3, art, (214, 220, 222), gloss=0.25)


def thing_solids(thing: Thing, px_per_mm: float) -> tuple[Solid, ...]:
    """Coin and playing card are one solid, mug and pencil are put together from some."""
    return _THINGS[thing.kind](thing, px_per_mm)


def _coin(thing: Thing, px_per_mm: float) -> tuple[Solid, ...]:
    across = (16.3, 18.8, 21.3, 23.3, 25.8)[thing.seed % 5]
    art = {TOP: coin_art(thing.seed, art_px(across, px_per_mm))}
    body = COINS[thing.seed % len(COINS)]
    coin = _flat((*thing.at, 0.0), thing.yaw, (across, across, 2.0), 0.4, art, body, gloss=0.6, disc=True)
    return (replace(coin, metal=True),)


def _playing_card(thing: Thing, px_per_mm: float) -> tuple[Solid, ...]:
    art = {TOP: playing_card_art(thing.seed, art_px(63.0, px_per_mm))}
    return (_flat((*thing.at, 0.0), thing.yaw, (63.0, 88.0, 0.5), 0.2, art, (246, 246, 246), gloss=0.3),)


def _mug(thing: Thing, px_per_mm: float) -> tuple[Solid, ...]:
    body = tuple(INKS.values())[thing.seed % 4] if thing.seed % 5 else (226, 232, 236)
    cup = _flat((*thing.at, 0.0), thing.yaw, (82.0, 82.0, 92.0), 2.5, {}, body, gloss=0.7, disc=True)
    turn = upright(thing.yaw)
    ear = turn @ np.array([49.0, 0.0, 0.0])
    spot = (thing.at[0] + float(ear[0]), thing.at[1] + float(ear[1]), 22.0)
    return replace(cup, hollow_mm=14.0), _flat(spot, thing.yaw, (30.0, 12.0, 52.0), 5.9, {}, body, gloss=0.7)


def _pencil(thing: Thing, px_per_mm: float) -> tuple[Solid, ...]:
    wood: Colour = (140, 190, 225)
    paint = tuple(INKS.values())[thing.seed % 4]
    parts = [(-12.0, 150.0, 7.2, paint), (66.0, 8.0, 6.8, wood), (71.0, 6.0, 5.4, wood), (75.5, 5.0, 3.9, wood)]
    parts += [(79.5, 5.0, 2.4, (50, 46, 46)), (-88.0, 6.0, 7.0, (150, 150, 235))]
    turn = upright(thing.yaw)
    solids = []
    for along, length, thick, colour in parts:
        x, y, _ = turn @ np.array([along, 0.0, 0.0])
        spot = (thing.at[0] + float(x), thing.at[1] + float(y), (7.2 - thick) / 2)
        solids.append(_flat(spot, thing.yaw, (length, thick, thick), thick * 0.42, {}, colour, gloss=0.4))
    return tuple(solids)


_THINGS: dict[str, Callable[[Thing, float], tuple[Solid, ...]]] = {
    "coin": _coin,
    "playing-card": _playing_card,
    "mug": _mug,
    "pencil": _pencil,
}


def _flat(
    foot: tuple[float, float, float],
    yaw: float,
    size: tuple[float, float, float],
    round_mm: float,
    art: Mapping[int, Art],
    body: Colour,
    gloss: float,
    disc: bool = False,
) -> Solid:
    """A piece lying on its back at the height of its foot."""
    half = np.array(size) / 2
    round_mm = min(round_mm, float(half.min()) * 0.98)
    centre = np.array([foot[0], foot[1], foot[2] + half[2]])
    return Solid(centre, upright(yaw), half, round_mm, art, body, gloss=gloss, disc=disc)


def solids_of(piece: Piece, px_per_mm: float) -> tuple[Solid, ...]:
    match piece:
        case Die():
            return (die_solid(piece, px_per_mm),)
        case Tile():
            return (tile_solid(piece, px_per_mm),)
        case Token():
            return (token_solid(piece, px_per_mm),)
        case Card():
            return (card_solid(piece, px_per_mm),)
        case Thing():
            return thing_solids(piece, px_per_mm)
