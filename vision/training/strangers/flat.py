"""Lays a stranger's tokens, cards and tiles: scenes of the games they belong to, and shots to teach them from."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.training.flat_boxes import DOWN, NAMES, Kind, invent
from vision.training.strangers.art import Look
from vision.training.strangers.dice import any_pose, clutter, lay_markers, look_down, marker_spots, spot_in_view
from vision.training.strangers.shapes import Eye, Solid, corners_of, flat_piece, ring, rounded_sheet, spin
from vision.training.strangers.truth import Truth, covers, free, tell_marker, tell_thing

Rng = np.random.Generator
BOXES = 700_000_000  # far from the seeds of boxes the reader is trained on
BLANK, UP = 0.1, 0.4  # shares of the tokens
GONE, TURNED = 0.25, 0.15  # shares of the tiles
Laid = tuple[Eye, str, list[Solid], Truth]
Layer = Callable[[Rng, Eye, "Box", list[np.ndarray]], tuple[list[Solid], Truth] | None]


@dataclass(frozen=True, eq=False)
class Box:
    """The flat pieces of one stranger."""

    kinds: dict[str, Kind]
    points: dict[str, int]
    looks: dict[str, Look] = field(repr=False)

    def piece(self, kind: str, name: str, spot: np.ndarray, yaw: float) -> Solid:
        made = self.kinds[kind]
        wide, high = made.size_mm
        outline = ring(wide) if made.disc else rounded_sheet(wide, high, {"cards": 2.5}.get(kind, 1.2))
        return flat_piece(kind, outline, made.thick_mm, made.arts[name], spot, yaw, self.looks[kind])

    def corners(self, kind: str, spot: np.ndarray, yaw: float) -> np.ndarray:
        return corners_of(self.kinds[kind].size_mm, self.kinds[kind].thick_mm, spot, yaw)


def nothing() -> Truth:
    return {"markers": [], "dice": [], "tokens": [], "cards": [], "tiles": [], "distractors": []}


def stranger_box(seed: int) -> Box:
    rng = np.random.default_rng([seed, 5])
    kinds = dict(invent(BOXES + seed))
    points = {name: int(rng.integers(1, 8)) for name in NAMES}
    cards = kinds["cards"]
    kinds["cards"] = Kind(with_points(cards.arts, points), cards.size_mm, cards.thick_mm)
    return Box(kinds, points, {kind: Look(float(rng.uniform(0.3, 0.7))) for kind in kinds})


def with_points(arts: dict[str, Pixels], points: dict[str, int]) -> dict[str, Pixels]:
    """The cards with points we know: the box draws its own and does not tell them."""
    corner = np.stack([art[:36] for art in arts.values()]).astype(np.float32).std(0).max(2)
    at = round(float(np.nonzero(corner.max(0) > 5)[0].mean())), 20
    stamped = {}
    for name, art in arts.items():
        b, g, r = (int(v) for v in art[at[1] - 11, at[0]])
        stamped[name] = art.copy()
        cv2.circle(stamped[name], at, 13, (b, g, r), -1, cv2.LINE_AA)
        (wide, high), _ = cv2.getTextSize(str(points[name]), cv2.FONT_HERSHEY_DUPLEX, 0.7, 2)
        ink = (255, 255, 255) if b + g + r < 450 else (20, 20, 20)
        start = at[0] - wide // 2, at[1] + high // 2
        cv2.putText(stamped[name], str(points[name]), start, cv2.FONT_HERSHEY_DUPLEX, 0.7, ink, 2, cv2.LINE_AA)
    return stamped


def in_rows(
    rng: Rng, count: int, columns: int, pitch: tuple[float, float], crooked: float
) -> list[tuple[np.ndarray, float]]:
    """Places and yaws of pieces in rows about the middle, from the top left on."""
    rows, whole = math.ceil(count / columns), float(rng.normal(0, 0.07))
    places = []
    for n in range(count):
        row, column = divmod(n, columns)
        spot = np.array([(column - (columns - 1) / 2) * pitch[0], ((rows - 1) / 2 - row) * pitch[1]])
        spot += rng.normal(0, crooked * 40, 2)
        places.append((spot @ spin(whole).T, whole + float(rng.normal(0, crooked))))
    return places


def finish(
    rng: Rng, eye: Eye, pose: str, solids: list[Solid], truth: Truth, spots: list[np.ndarray], cluttered: bool
) -> Laid | None:
    """Adds what else lies there; nothing where it would hide a piece."""
    printed = lay_markers(spots)
    things = clutter(rng, eye, [solid.outline for solid in (*printed, *solids)]) if cluttered else []
    if any(covers(eye, things, solid.points) for solid in (*printed, *solids)):
        return None
    truth["markers"] = [tell_marker(eye, number, spot) for number, spot in enumerate(spots)]
    truth["distractors"] = [tell_thing(eye, thing) for thing in things]
    return eye, pose, [*printed, *things, *solids], truth


def laid_table(rng: Rng, box: Box, lay: Layer, scale: float, with_markers: bool, cluttered: bool) -> Laid:
    """Pieces laid out again until all are in view and none is hidden; ``scale`` is about how many pixels a mm takes."""
    while True:
        eye, pose = any_pose(rng, scale * float(rng.uniform(0.95, 1.05)))
        spots = marker_spots(rng, eye) if with_markers else []
        laid = lay(rng, eye, box, spots) if spots or not with_markers else None
        done = finish(rng, eye, pose, *laid, spots, cluttered) if laid else None
        if done:
            return done


def rooster_scene(rng: Rng, box: Box, with_markers: bool, cluttered: bool) -> Laid:
    return laid_table(rng, box, lay_rooster, 1.9, with_markers, cluttered)


def lay_rooster(rng: Rng, eye: Eye, box: Box, spots: list[np.ndarray]) -> tuple[list[Solid], Truth] | None:
    """Eight cards in two rows, then tokens where there is room."""
    taken = [solid.outline for solid in lay_markers(spots)]
    solids, truth = [], nothing()
    wide, high = box.kinds["cards"].size_mm
    gap, middle = float(rng.uniform(3, 8)), spot_in_view(rng, eye, 150)
    columns = 8 if rng.random() < 0.1 else 4
    for name, (spot, yaw) in zip(
        rng.choice(NAMES, 8, replace=False), in_rows(rng, 8, columns, (wide + gap, high + gap), 0.012), strict=True
    ):
        card, corners = box.piece("cards", str(name), middle + spot, yaw), box.corners("cards", middle + spot, yaw)
        if not eye.holds(corners, 4) or not free(card.outline, taken, 0.2):
            return None
        solids.append(card)
        quad = eye.seen(corners).round(2).tolist()
        truth["cards"].append({"design": str(name), "points": box.points[str(name)], "quad_px": quad})
    taken += [solid.outline for solid in solids]
    names = iter(rng.permutation(NAMES))
    for _ in range(int(rng.integers(12, 25))):
        draw = rng.random()
        name = str(next(names)) if draw < UP else "blank" if draw < UP + BLANK else "back"
        token = lay_token(rng, eye, box, name, taken)
        if token is None:
            return None
        solids.append(token[0])
        taken.append(token[0].outline)
        truth["tokens"].append(token[1])
    return solids, truth


def lay_token(rng: Rng, eye: Eye, box: Box, name: str, taken: list[np.ndarray]) -> tuple[Solid, Truth] | None:
    for _ in range(200):
        spot, yaw = spot_in_view(rng, eye, 30), float(rng.uniform(0, 2 * math.pi))
        token = box.piece("tokens", name, spot, yaw)
        if eye.holds(token.points, 3) and free(token.outline, taken, 1.0):
            rim = eye.seen(token.points[: len(token.points) // 3])
            radius = math.sqrt(float(cv2.contourArea(rim.astype(np.float32))) / math.pi)
            centre = eye.seen(np.array([[*spot, box.kinds["tokens"].thick_mm]]))[0]
            return token, {
                "design": name, "face_up": name != "back", "centre_px": centre.round(2).tolist(),
                "radius_px": round(radius, 2), "yaw_deg": round(math.degrees(yaw), 1),
            }  # fmt: skip
    return None


def grill_scene(rng: Rng, box: Box, with_markers: bool, cluttered: bool) -> Laid:
    return laid_table(rng, box, lay_grill, 2.2, with_markers, cluttered)


def lay_grill(rng: Rng, eye: Eye, box: Box, spots: list[np.ndarray]) -> tuple[list[Solid], Truth] | None:
    """What is left of the sixteen tiles, closed up in one or two rows."""
    taken = [solid.outline for solid in lay_markers(spots)]
    solids, truth = [], nothing()
    wide, high = box.kinds["tiles"].size_mm
    numbers = [number for number in range(21, 37) if rng.random() >= GONE]
    columns = len(numbers) if rng.random() < 0.3 else math.ceil(len(numbers) / 2)
    gap, middle = float(rng.uniform(1, 4)), spot_in_view(rng, eye, 120)
    crooked = float(rng.choice([0.004, 0.012, 0.03]))
    pitch = wide + gap + 60 * crooked, high + 2 * gap + 80 * crooked
    for number, (spot, yaw) in zip(numbers, in_rows(rng, len(numbers), columns, pitch, crooked), strict=True):
        up = rng.random() >= TURNED
        tile = box.piece("tiles", str(number) if up else DOWN, middle + spot, yaw)
        corners = box.corners("tiles", middle + spot, yaw)
        if not eye.holds(tile.points, 3) or not free(tile.outline, taken, 0.1):
            return None
        solids.append(tile)
        taken.append(tile.outline)
        truth["tiles"].append({
            "number": number if up else None, "worms": (number - 21) // 4 + 1 if up else None, "face_up": up,
            "hidden_number": number, "quad_px": eye.seen(corners).round(2).tolist(),
        })  # fmt: skip
    return solids, truth


def enrolment_shots(kind: str) -> list[tuple[str, list[str]]]:
    """The pictures pieces are taught from, and what lies in each."""
    if kind == "tiles":
        return [("01.jpg", [str(number) for number in range(21, 37)])]
    shots = [(f"{n + 1:02d}.jpg", NAMES[8 * n : 8 * n + 8]) for n in range(4)]
    return shots + ([("blank.jpg", ["blank"]), ("back.jpg", ["back"])] if kind == "tokens" else [])


def enrol_pieces(rng: Rng, box: Box, kind: str, names: list[str]) -> tuple[Eye, list[Solid], list[Truth]]:
    """Pieces in rows, upright, seen from nearly above."""
    wide, high = box.kinds[kind].size_mm
    pixels, size = {"tokens": (100, (640, 480)), "cards": (125, (640, 480)), "tiles": (165, (1280, 720))}[kind]
    scale = pixels / max(wide, high)
    gap = {"tokens": 0.35 * wide, "cards": 14 / scale, "tiles": 9 / scale}[kind]
    while True:
        eye = look_down(
            rng, size, scale, float(rng.uniform(420, 650)), float(rng.uniform(0, 9)), float(rng.uniform(0, 6))
        )
        columns = min(len(names), 8 if kind == "tiles" else 4)
        places = in_rows(rng, len(names), columns, (wide + gap, high + gap * 1.4), 0.015)
        solids = [box.piece(kind, name, spot, yaw) for name, (spot, yaw) in zip(names, places, strict=True)]
        alone = all(free(one.outline, [s.outline for s in solids if s is not one], 0.5) for one in solids)
        if alone and all(eye.holds(solid.points, 4) for solid in solids):
            break
    told = []
    for name, (spot, yaw) in zip(names, places, strict=True):
        centre = eye.seen(box.corners(kind, spot, yaw).mean(0)[None])[0]
        piece: Truth = {"name": name, "centre": centre.round(1).tolist()}
        told.append(piece | ({"points": box.points[name]} if kind == "cards" else {}))
    return eye, solids, told
