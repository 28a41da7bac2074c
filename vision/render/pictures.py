"""What is printed on our pieces: the worm, the delicacies, the chicken, each of a few curves."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from vision.render.canvas import Canvas, Colour, Point, arc, curve, shade, turned

BLACK: Colour = (24, 20, 22)
WHITE: Colour = (252, 252, 252)

# How worms lie, in units of a face; the last point is the head. Chosen to be told apart from any side.
WORMS: tuple[tuple[Point, ...], ...] = (
    ((0.16, 0.66), (0.28, 0.78), (0.43, 0.72), (0.49, 0.52), (0.55, 0.32), (0.69, 0.24), (0.81, 0.34)),
    ((0.72, 0.78), (0.42, 0.8), (0.24, 0.62), (0.26, 0.36), (0.46, 0.22), (0.7, 0.26)),
    ((0.12, 0.6), (0.24, 0.42), (0.38, 0.5), (0.5, 0.66), (0.64, 0.56), (0.72, 0.4), (0.84, 0.38)),
    ((0.5, 0.54), (0.6, 0.5), (0.62, 0.64), (0.46, 0.7), (0.32, 0.56), (0.4, 0.34), (0.64, 0.28), (0.8, 0.44)),
    ((0.26, 0.84), (0.26, 0.58), (0.5, 0.54), (0.72, 0.46), (0.64, 0.24), (0.42, 0.2)),
    ((0.2, 0.3), (0.38, 0.2), (0.5, 0.36), (0.46, 0.62), (0.62, 0.8), (0.78, 0.66)),
    ((0.16, 0.74), (0.4, 0.78), (0.44, 0.5), (0.3, 0.3), (0.54, 0.2), (0.78, 0.3), (0.76, 0.54)),
    ((0.8, 0.8), (0.62, 0.62), (0.36, 0.74), (0.22, 0.56), (0.4, 0.4), (0.3, 0.2)),
)


def worm(
    board: Canvas,
    colour: Colour,
    shape: int = 0,
    at: Point = (0.5, 0.5),
    size: float = 1.0,
    pattern: str = "rings",
    turn: float = 0.0,
    thick: float = 0.2,
) -> None:
    """One stroke with a face."""
    way = turned(curve(WORMS[shape % len(WORMS)]), turn)
    body = [(at[0] + (x - 0.5) * size, at[1] + (y - 0.5) * size) for x, y in way]
    wide, edge = thick * size, shade(colour, 0.45)
    board.stroke(body, wide + 0.05 * size, edge)
    board.disc(body[-1], 0.6 * wide + 0.025 * size, edge)
    board.stroke(body, wide, colour)
    for index, (x, y, dx, dy) in enumerate(_steps(body, 0.085 * size, wide)):
        across = [(x - dy * wide / 2, y + dx * wide / 2), (x + dy * wide / 2, y - dx * wide / 2)]
        if pattern == "rings":
            board.stroke(across, 0.022 * size, shade(colour, 0.62))
        elif pattern == "bands" and index % 2:
            board.stroke(across, 0.07 * size, shade(colour, 1.75))
        elif pattern == "dots":
            board.disc((x, y), 0.032 * size, shade(colour, 1.85))
    head = body[-1]
    board.disc(head, 0.6 * wide, shade(colour, 1.12))
    for side in (-1, 1):
        eye = (head[0] + side * 0.24 * wide, head[1] - 0.16 * wide)
        board.disc(eye, 0.19 * wide, WHITE)
        board.disc((eye[0] + 0.03 * wide, eye[1] + 0.02 * wide), 0.1 * wide, BLACK)
    board.stroke(arc((head[0], head[1] + 0.06 * wide), 0.26 * wide, 0.22 * wide, 20, 160), 0.022 * size, edge)


def _steps(way: Sequence[Point], apart: float, before_end: float) -> Iterator[tuple[float, float, float, float]]:
    """Points along a line at even distances, each with the direction there."""
    gone, due, length = 0.0, apart, sum(math.dist(a, b) for a, b in pairwise(way))
    for a, b in pairwise(way):
        step = math.dist(a, b)
        while step and gone + step >= due and due < length - before_end * 0.6:
            share = (due - gone) / step
            dx, dy = (b[0] - a[0]) / step, (b[1] - a[1]) / step
            yield a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, dx, dy
            due += apart
        gone += step


def cucumber(board: Canvas) -> None:
    green: Colour = (60, 150, 70)
    way = curve([(0.2, 0.72), (0.38, 0.66), (0.62, 0.5), (0.8, 0.24)])
    board.stroke(way, 0.3, shade(green, 0.5))
    board.stroke(way, 0.25, green)
    board.stroke([(x - 0.03, y - 0.05) for x, y in way], 0.05, shade(green, 1.4))
    for at in ((0.26, 0.74), (0.4, 0.6), (0.52, 0.64), (0.6, 0.47), (0.72, 0.44), (0.76, 0.26)):
        board.disc(at, 0.022, shade(green, 0.6))


def bun(board: Canvas) -> None:
    crust: Colour = (70, 140, 214)
    edge = shade(crust, 0.45)
    top = [*arc((0.5, 0.52), 0.36, 0.32, 180, 360), (0.14, 0.52)]
    below = curve([(0.16, 0.62), (0.2, 0.78), (0.5, 0.82), (0.8, 0.78), (0.84, 0.62)])
    for shape, colour in ((top, crust), (below, shade(crust, 1.15))):
        board.fill(shape, colour)
        board.stroke(shape, 0.04, edge, closed=True)
    board.stroke(curve([(0.13, 0.57), (0.32, 0.61), (0.5, 0.55), (0.7, 0.61), (0.87, 0.57)]), 0.06, (70, 170, 90))
    for at in ((0.34, 0.36), (0.5, 0.29), (0.66, 0.36), (0.44, 0.42), (0.58, 0.43)):
        board.disc(at, 0.025, shade(crust, 1.75))


def cheese(board: Canvas) -> None:
    yellow: Colour = (60, 205, 250)
    wedge: list[Point] = [(0.12, 0.58), (0.72, 0.24), (0.88, 0.42), (0.88, 0.76), (0.12, 0.76)]
    board.fill(wedge, yellow)
    board.fill([(0.12, 0.58), (0.72, 0.24), (0.88, 0.42), (0.88, 0.5)], shade(yellow, 1.5))
    board.stroke(wedge, 0.045, shade(yellow, 0.45), closed=True)
    board.stroke([(0.12, 0.58), (0.88, 0.5)], 0.03, shade(yellow, 0.55))
    for at, size in (((0.34, 0.67), 0.055), ((0.56, 0.62), 0.04), ((0.74, 0.66), 0.06)):
        board.disc(at, size, shade(yellow, 0.68))


def ketchup(board: Canvas) -> None:
    red: Colour = (42, 40, 205)
    bottle = [(0.36, 0.34), (0.29, 0.46), (0.29, 0.84), (0.34, 0.88), (0.66, 0.88), (0.71, 0.84), (0.71, 0.46)]
    bottle += [(0.64, 0.34)]
    board.fill(bottle, red)
    board.stroke(bottle, 0.045, shade(red, 0.45), closed=True)
    board.fill([(0.42, 0.12), (0.58, 0.12), (0.62, 0.32), (0.38, 0.32)], WHITE)
    board.stroke([(0.42, 0.12), (0.58, 0.12), (0.62, 0.32), (0.38, 0.32)], 0.035, shade(red, 0.45), closed=True)
    board.fill([(0.33, 0.54), (0.67, 0.54), (0.67, 0.74), (0.33, 0.74)], WHITE)
    board.disc((0.5, 0.65), 0.075, red)
    board.fill([(0.47, 0.58), (0.5, 0.52), (0.53, 0.58)], (60, 150, 70))


def chicken(
    board: Canvas,
    colour: Colour,
    at: Point = (0.5, 0.5),
    size: float = 1.0,
    flat: bool = False,
) -> None:
    """A hen of few curves looking left; flat is her shape in one colour."""

    def put(points: Sequence[Point]) -> list[Point]:
        return [(at[0] + (x - 0.5) * size, at[1] + (y - 0.5) * size) for x, y in points]

    edge = colour if flat else shade(colour, 0.35)
    red, beak, leg, dark = (colour,) * 4 if flat else ((52, 58, 214), (50, 170, 245), (40, 140, 225), BLACK)
    line = 0.03 * size
    for x in (0.5, 0.6):
        board.stroke(put([(x, 0.78), (x, 0.94), (x - 0.07, 0.96)]), line, leg)
    for lift, far in _TAIL:
        feather = put(curve([(0.66, 0.62), (0.8, lift), (far, lift + 0.08), (0.78, 0.7)], closed=True))
        board.fill(feather, colour if flat else shade(colour, 0.8))
        board.stroke(feather, line, edge, closed=True)
    for spot in put(_COMB):
        board.disc(spot, 0.055 * size, red)
    board.fill(put([(0.18, 0.28), (0.06, 0.33), (0.18, 0.38)]), beak)
    body = put(curve(_BODY, closed=True))
    board.fill(body, colour)
    board.stroke(body, line, edge, closed=True)
    board.disc(put([(0.2, 0.44)])[0], 0.04 * size, red)
    if not flat:
        board.stroke(put(curve([(0.44, 0.6), (0.52, 0.7), (0.66, 0.66), (0.7, 0.58)])), line, edge)
        board.disc(put([(0.28, 0.29)])[0], 0.03 * size, dark)


_BODY: list[Point] = [(0.18, 0.3), (0.3, 0.19), (0.42, 0.28), (0.46, 0.46), (0.66, 0.48), (0.82, 0.56), (0.74, 0.76)]
_BODY += [(0.5, 0.83), (0.3, 0.74), (0.24, 0.56), (0.24, 0.42)]
_TAIL = ((0.36, 0.9), (0.46, 0.92))
_COMB = ((0.24, 0.2), (0.3, 0.14), (0.36, 0.2))
