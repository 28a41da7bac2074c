"""Lays a stranger's dice on the table, leaning ones too, with clutter and markers."""

import math

import numpy as np

from vision.training.cubes import about, outward, upward
from vision.training.strangers.art import Style
from vision.training.strangers.shapes import Eye, Solid, coin, corners_of, marker, mug, pencil, playing_card
from vision.training.strangers.truth import Die, free, inside

Rng = np.random.Generator
TILT = 12, 40  # degrees a cocked die leans
ON_NEIGHBOUR = 0.65  # share of the leaning dice; the others lie on a pencil or on coins
TRIES = 60


def look_down(rng: Rng, size: tuple[int, int], scale: float, far: float, tilt: float, way: float) -> Eye:
    """An eye so far from the table's middle, tilted so many degrees, where a mm is ``scale`` pixels."""
    lean = math.radians(tilt)
    place = far * np.array([math.sin(lean) * math.cos(way), math.sin(lean) * math.sin(way), math.cos(lean)])
    place[:2] += rng.normal(0, 8, 2)
    aim = np.array([*rng.normal(0, 8, 2), 0.0])
    ahead = (aim - place) / np.linalg.norm(aim - place)
    right = np.cross(ahead, [0, 1.0, 0.001])
    right = about(ahead, float(rng.normal(0, 0.05))) @ (right / np.linalg.norm(right))
    turn = np.stack([right, np.cross(ahead, right), ahead])
    return Eye(*size, scale * far, turn, -turn @ place)


def any_pose(rng: Rng, scale: float, size: tuple[int, int] = (1280, 720)) -> tuple[Eye, str]:
    """Two fifths of the pictures are taken at a slant, from the front."""
    far = float(rng.uniform(450, 800))
    if rng.random() < 0.4:
        way = -math.pi / 2 + float(rng.normal(0, 0.1))
        return look_down(rng, size, scale, far, float(rng.uniform(30, 50)), way), "oblique"
    return look_down(rng, size, scale, far, float(rng.uniform(0, 15)), float(rng.uniform(0, 2 * math.pi))), "overhead"


def spot_in_view(rng: Rng, eye: Eye, margin: float = 45) -> np.ndarray:
    span = np.array([eye.width, eye.height])
    return eye.on_table(rng.uniform(margin, span - margin))


def flat_die(rng: Rng, style: Style, spot: np.ndarray, yaw: float) -> Die:
    turn = about(np.array([0.0, 0, 1]), yaw) @ upward(rng)
    die = Die(style, turn, np.array([*spot, style.side / 2]))
    die.rest()
    return die


def sideways(rng: Rng, die: Die) -> tuple[float, np.ndarray, np.ndarray]:
    """One of the four ways a flat die's sides look: its angle, and the unit vectors ahead and across."""
    column = next(column for column in die.turn.T if abs(column[2]) < 0.5)
    way = math.atan2(column[1], column[0]) + int(rng.integers(4)) * math.pi / 2
    ahead = np.array([math.cos(way), math.sin(way), 0.0])
    return way, ahead, np.array([-ahead[1], ahead[0], 0.0])


def beside(rng: Rng, other: Die, style: Style) -> Die:
    """A die that touches another with its side, or with an edge."""
    way, ahead, across = sideways(rng, other)
    yaw = way if rng.random() < 0.6 else float(rng.uniform(0, 2 * math.pi))
    die = flat_die(rng, style, other.centre[:2], yaw)
    reach = (die.points @ ahead).min()
    wall = other.centre @ ahead + other.style.side / 2
    aside = rng.uniform(-0.6, 0.6) * other.style.side
    die.centre += ahead * (wall - reach + rng.uniform(0.03, 0.3)) + across * aside
    return die


def tilted(rng: Rng, style: Style, spot: np.ndarray, way: float, angle: float) -> Die:
    """It stands on the edge that lies ahead; the edge behind is in the air."""
    die = flat_die(rng, style, spot, way + float(rng.normal(0, 0.04)))
    die.turn = about(np.array([-math.sin(way), math.cos(way), 0.0]), angle) @ die.turn
    die.cocked = True
    die.rest()
    return die


def wedged(rng: Rng, other: Die, style: Style) -> Die:
    """Jammed against another die: its raised edge rests on the other's side."""
    way, ahead, across = sideways(rng, other)
    steepest = math.degrees(math.asin(min(0.9, 0.9 * other.style.side / style.side)))
    angle = math.radians(rng.uniform(TILT[0], min(TILT[1], steepest)))
    die = tilted(rng, style, other.centre[:2], way, angle)
    reach = (die.points @ ahead).min()
    wall = other.centre @ ahead + other.style.side / 2
    die.centre += ahead * (wall - reach + 0.03) + across * rng.uniform(-0.4, 0.4) * other.style.side
    return die


def propped(rng: Rng, style: Style, spot: np.ndarray) -> tuple[Die, list[Solid]]:
    """On a pencil or on coins: one edge on the table, its underside on the thing."""
    way, side = float(rng.uniform(0, 2 * math.pi)), style.side
    ahead = np.array([math.cos(way), math.sin(way)])
    under = float(rng.uniform(0.6, 0.9)) * side  # from the edge on the table to where it touches the thing
    if rng.random() < 0.5:
        radius = min(3.6, 0.33 * under)
        die = tilted(rng, style, spot, way, 2 * math.atan(radius / under))
        middle = die.centre[:2] + ahead * below(die, ahead, radius, radius)
        along = np.array([-ahead[1], ahead[0]]) * rng.uniform(-50, 50)
        return die, [pencil(rng, middle + along, way + math.pi / 2, radius)]
    high = 2.0 * max(math.ceil(under * math.sin(math.radians(TILT[0])) / 2.0), int(rng.integers(1, 4)))
    die = tilted(rng, style, spot, way, math.asin(min(0.62, high / under)))
    seed = int(rng.integers(1 << 30))
    pile = [coin(np.random.default_rng(seed), np.zeros(2), 2.0 * n) for n in range(round(high / 2))]
    radius = float(np.ptp(pile[0].points[:, 0])) / 2
    for one in pile:
        one.points[:, :2] += die.centre[:2] + ahead * (below(die, ahead, high, 0.1) - radius)
    return die, pile


def below(die: Die, ahead: np.ndarray, high: float, away: float) -> float:
    """How far ahead of its middle a spot so high is just so far away from its underside."""
    down = min((die.turn @ outward(n) for n in range(6)), key=lambda normal: float(normal[2]))
    lift = die.style.side / 2 + away - (high - die.centre[2]) * down[2]
    return float(lift / (down[:2] @ ahead))


def cut_off(rng: Rng, eye: Eye, style: Style) -> Die:
    """A die somewhere over the border of the picture."""
    pixel = rng.uniform(40, [eye.width - 40, eye.height - 40])
    side = int(rng.integers(4))
    pixel[side % 2] = rng.uniform(-12, 12) + (0 if side < 2 else (eye.width, eye.height)[side % 2])
    die = flat_die(rng, style, eye.on_table(pixel), float(rng.uniform(0, 2 * math.pi)))
    die.cut = True
    return die


def scatter(
    rng: Rng, eye: Eye, styles: list[Style], taken: list[np.ndarray], touching: bool, cocked: bool, cut: bool
) -> tuple[list[Die], list[Solid]] | None:
    """All dice, none through another, or nothing where they find no room."""
    dice: list[Die] = []
    props: list[Solid] = []
    for n, style in enumerate(styles):
        flat = [die for die in dice if not die.cocked and not die.cut]
        for _ in range(TRIES):
            things: list[Solid] = []
            gap = 0.0
            if cut and n == len(styles) - 1:
                die = cut_off(rng, eye, style)
                fits = 0.35 < inside(eye, die.points) < 0.85
            elif cocked and n == min(1, len(styles) - 1) and flat and rng.random() < ON_NEIGHBOUR:
                die = wedged(rng, flat[0], style)
                fits = eye.holds(die.points)
            elif cocked and n == min(1, len(styles) - 1):
                die, things = propped(rng, style, spot_in_view(rng, eye))
                fits = eye.holds(die.points)
            elif touching and flat and rng.random() < 0.85:
                die = beside(rng, flat[int(rng.integers(len(flat)))], style)
                fits = eye.holds(die.points)
            else:
                die, gap = flat_die(rng, style, spot_in_view(rng, eye), float(rng.uniform(0, 2 * math.pi))), 3.0
                fits = eye.holds(die.points)
            others = [other.outline for other in dice]
            if (
                fits
                and free(die.outline, taken + others, gap)
                and all(free(t.outline, taken + others, 1) for t in things)
            ):
                break
        else:
            return None
        dice.append(die)
        props += things
        taken = taken + [thing.outline for thing in things]
    return dice, props


def clutter(rng: Rng, eye: Eye, taken: list[np.ndarray]) -> list[Solid]:
    """One to three things that are no pieces; mugs stand at the border."""
    things: list[Solid] = []
    span = np.array([eye.width, eye.height])
    for kind in rng.choice(["coin", "pencil", "mug", "playing_card"], int(rng.integers(1, 4))):
        for _ in range(TRIES):
            pixel = rng.uniform(-30, span + 30)
            if kind == "mug":
                side = int(rng.integers(4))
                pixel[side % 2] = rng.uniform(-60, 60) + (0 if side < 2 else span[side % 2])
            spot = eye.on_table(pixel)
            made = no_piece(rng, str(kind), spot)
            if all(free(part.outline, taken, 2) for part in made):
                things += made
                taken = taken + [part.outline for part in made]
                break
    return things


def no_piece(rng: Rng, kind: str, spot: np.ndarray) -> list[Solid]:
    if kind == "mug":
        return mug(rng, spot)
    if kind == "pencil":
        return [pencil(rng, spot, float(rng.uniform(0, 2 * math.pi)))]
    return [coin(rng, spot) if kind == "coin" else playing_card(rng, spot)]


def marker_spots(rng: Rng, eye: Eye) -> list[np.ndarray]:
    """Centres of four markers in a rectangle that fills the view, or nothing where none fits."""
    edge = [eye.on_table(np.array([u, v])) for u in (0, eye.width - 1) for v in (0, eye.height - 1)]
    low, high = np.min(edge, axis=0), np.max(edge, axis=0)
    best: list[np.ndarray] = []
    most = 0.0
    for _ in range(500):
        (left, bottom), (right, top) = np.sort(rng.uniform(low, high, (2, 2)), axis=0)
        area = (right - left) * (top - bottom) * rng.uniform(0.8, 1)
        spots = [np.array(spot) for spot in ((left, top), (right, top), (right, bottom), (left, bottom))]
        apart = min(right - left, top - bottom) > 100
        if apart and area > most and all(eye.holds(corners_of((51, 51), 0, spot, 0.0), 6) for spot in spots):
            best, most = spots, area
    return best


def lay_markers(spots: list[np.ndarray]) -> list[Solid]:
    return [marker(number, spot) for number, spot in enumerate(spots)]
