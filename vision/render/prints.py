"""What is printed on tiles, tokens and cards."""

import zlib
from functools import lru_cache

from vision.render import pictures
from vision.render.canvas import Art, Canvas, Colour, Point, arc, curve, shade

IVORY: Colour = (198, 224, 236)
WOOD: Colour = (92, 138, 196)
CREAM: Colour = (204, 226, 238)
INKS: dict[str, Colour] = {
    "red": (48, 44, 200),
    "green": (66, 140, 40),
    "blue": (180, 90, 30),
    "yellow": (30, 170, 230),
}
_PATTERNS = ("rings", "plain", "bands", "dots", "bands", "plain", "rings", "dots")
_WORM_SPOTS: dict[int, tuple[Point, ...]] = {
    1: ((0.5, 1.5),),
    2: ((0.5, 1.3), (0.5, 1.7)),
    3: ((0.27, 1.3), (0.73, 1.3), (0.5, 1.7)),
    4: ((0.27, 1.3), (0.73, 1.3), (0.27, 1.7), (0.73, 1.7)),
}


@lru_cache(maxsize=64)
def tile_art(number: int, worms: int, ink: str, width_px: int) -> Art:
    """A portrait domino: the number, a line, one to four worms."""
    board = Canvas(width_px, width_px * 2, IVORY)
    colour = INKS[ink]
    board.text(str(number), (0.5, 0.55), 0.5 if number > 9 else 0.6, colour, 0.17)
    board.stroke([(0.14, 1.0), (0.86, 1.0)], 0.035, colour)
    red = INKS["red"] if ink != "red" else (60, 90, 200)
    for spot in _WORM_SPOTS.get(worms, ()):
        pictures.worm(board, red, 2, spot, 0.46, "plain", thick=0.17)
    return board.finished()


@lru_cache(maxsize=128)
def token_art(design: str, face_up: bool, side_px: int) -> Art:
    board = Canvas(side_px, side_px, CREAM if face_up else WOOD)
    if not face_up:
        for radius in (0.44, 0.38):
            board.stroke(arc((0.5, 0.5), radius, radius, 0, 360), 0.025, shade(WOOD, 0.6))
        pictures.chicken(board, shade(WOOD, 0.55), (0.53, 0.5), 0.56, flat=True)
        return board.finished()
    board.stroke(arc((0.5, 0.5), 0.455, 0.455, 0, 360), 0.015, shade(CREAM, 0.8))
    if design in BADGES:
        BADGES[design](board)
    elif design != "blank":
        worm_of(board, design, (0.5, 0.5), 0.78)
    return board.finished()


def worm_of(board: Canvas, design: str, at: Point, size: float) -> None:
    """The worm of a design like "red-3": eight shapes in four colours; other names get one of their own."""
    colour, _, number = design.partition("-")
    kind = int(number) - 1 if number.isdigit() else zlib.crc32(design.encode())
    ink = INKS.get(colour, (90, 60, 60))
    pictures.worm(board, ink, kind % 8, at, size, _PATTERNS[kind % 8], thick=0.17)


@lru_cache(maxsize=64)
def card_art(design: str, points: int, face_up: bool, side_px: int) -> Art:
    """A chicken, what it is worth, and the worm it would like."""
    colour = INKS.get(design.partition("-")[0], (150, 120, 90))
    ground: Colour = (120, 205, 245) if face_up else (70, 110, 170)
    board = Canvas(side_px, side_px, ground)
    frame = [(0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96)]
    board.stroke(frame, 0.02, shade(ground, 0.65), closed=True)
    if not face_up:
        pictures.chicken(board, shade(ground, 0.6), (0.5, 0.5), 0.6, flat=True)
        return board.finished()
    board.fill([(0.05, 0.74), (0.95, 0.7), (0.95, 0.95), (0.05, 0.95)], (110, 190, 150))
    pictures.chicken(board, shade(colour, 1.55), (0.4, 0.46), 0.72)
    board.disc((0.82, 0.18), 0.125, (40, 36, 180))
    board.text(str(points), (0.82, 0.18), 0.15, (250, 250, 250), 0.17)
    board.disc((0.7, 0.72), 0.235, shade(ground, 0.55))
    board.disc((0.7, 0.72), 0.22, (244, 250, 252))
    worm_of(board, design, (0.7, 0.72), 0.42)
    return board.finished()


@lru_cache(maxsize=16)
def playing_card_art(seed: int, width_px: int) -> Art:
    board = Canvas(width_px, width_px * 88 // 63, (250, 250, 250))
    rank, red = 2 + seed % 8, seed // 8 % 2 == 0
    colour: Colour = (40, 36, 190) if red else (34, 30, 30)
    tall = 88 / 63
    for x, y in ((0.11, 0.13), (0.89, tall - 0.13)):
        board.text(str(rank), (x, y), 0.13, colour, 0.14)
    rows = [0.3 + (tall - 0.6) * i / max(1, (rank + 1) // 2 - 1) for i in range((rank + 1) // 2)]
    spots = (
        [(x, y) for y in rows for x in (0.34, 0.66)][:rank] if rank > 3 else [(0.5, y) for y in (0.3, 0.7, 1.1)][:rank]
    )
    for x, y in spots:
        shape = [(x, y - 0.09), (x + 0.07, y), (x, y + 0.09), (x - 0.07, y)]
        board.fill(shape, colour)
        if not red:
            board.disc((x - 0.04, y + 0.03), 0.045, colour)
            board.disc((x + 0.04, y + 0.03), 0.045, colour)
    return board.finished()


@lru_cache(maxsize=16)
def coin_art(seed: int, side_px: int) -> Art:
    ground = COINS[seed % len(COINS)]
    board = Canvas(side_px, side_px, ground)
    board.stroke(arc((0.5, 0.5), 0.45, 0.45, 0, 360), 0.04, shade(ground, 0.7))
    board.text(("1", "2", "5", "10", "20", "50")[seed % 6], (0.5, 0.5), 0.42, shade(ground, 0.6), 0.16)
    return board.finished()


COINS: tuple[Colour, ...] = ((80, 120, 190), (170, 176, 180), (90, 160, 200))


def _apple(board: Canvas) -> None:
    red: Colour = (44, 40, 205)
    board.disc((0.41, 0.56), 0.2, red)
    board.disc((0.59, 0.56), 0.2, red)
    board.stroke(curve([(0.5, 0.4), (0.52, 0.3), (0.57, 0.23)]), 0.04, (30, 60, 90))
    board.fill(curve([(0.56, 0.3), (0.68, 0.22), (0.74, 0.3), (0.64, 0.36)], closed=True), (60, 160, 70))
    board.disc((0.34, 0.48), 0.05, shade(red, 1.5))


def _can(board: Canvas) -> None:
    tin: Colour = (176, 180, 182)
    board.fill([(0.28, 0.26), (0.72, 0.26), (0.72, 0.76), (0.28, 0.76)], tin)
    board.fill([(0.28, 0.36), (0.72, 0.36), (0.72, 0.66), (0.28, 0.66)], (60, 60, 205))
    board.stroke([(0.28, 0.26), (0.72, 0.26), (0.72, 0.76), (0.28, 0.76)], 0.03, shade(tin, 0.5), closed=True)
    pictures.worm(board, (170, 200, 250), 2, (0.5, 0.51), 0.36, "plain")


def _weasel(board: Canvas) -> None:
    fur: Colour = (60, 104, 160)
    board.stroke(curve([(0.18, 0.68), (0.3, 0.52), (0.5, 0.56), (0.66, 0.44)]), 0.17, shade(fur, 0.5))
    board.stroke(curve([(0.18, 0.68), (0.3, 0.52), (0.5, 0.56), (0.66, 0.44)]), 0.13, fur)
    board.disc((0.72, 0.38), 0.11, fur)
    board.disc((0.68, 0.28), 0.04, fur)
    board.disc((0.75, 0.36), 0.022, pictures.BLACK)
    board.disc((0.83, 0.4), 0.025, pictures.BLACK)


def _golden(board: Canvas) -> None:
    gold: Colour = (50, 180, 238)
    square: list[Point] = [(0.28, 0.28), (0.72, 0.28), (0.72, 0.72), (0.28, 0.72)]
    board.fill(square, gold)
    board.stroke(square, 0.05, shade(gold, 0.55), closed=True)
    board.disc((0.5, 0.5), 0.08, pictures.BLACK)


def _bratworm(board: Canvas) -> None:
    pictures.worm(board, (40, 80, 150), 1, (0.5, 0.5), 0.7, "bands", thick=0.24)


BADGES = {
    "apple": _apple,
    "canned": _can,
    "weasel": _weasel,
    "bratworm": _bratworm,
    "hen": lambda board: pictures.chicken(board, (240, 244, 246), (0.52, 0.5), 0.66),
    "raven": lambda board: pictures.chicken(board, (70, 56, 52), (0.52, 0.5), 0.66),
    "golden": _golden,
}
