"""Lays flat pieces of invented art on rendered tables, so that a network can learn to find them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
TEXTURE = 128  # side of a drawn texture in pixels
IGNORED = {"token", "tile", "disc", "playing_card", "domino", "card", "sheet", "board", "cylinder"}


@dataclass(frozen=True)
class Laid:
    """One piece in the finished picture."""

    disc: bool
    outline: Floats  # four corners clockwise from the top-left of its art; of a disc those of the square around it


@dataclass(frozen=True)
class Table:
    """A rendered table without flat pieces we know, with its camera."""

    picture: Image
    truth: dict[str, Any]


def load_tables(folder: Path, kept_back: bool) -> list[Table]:
    """The tables to train on, or those whose number ends in 7 or 8, to choose by."""
    tables = []
    for path in sorted(folder.glob("*.json")):
        if (path.stem[-1] in "78") == kept_back:
            picture = cv2.imread(str(path.with_suffix(".jpg")))
            tables.append(Table(np.asarray(picture, np.uint8), json.loads(path.read_text())))
    return tables


def colour(rng: np.random.Generator, light: bool = False) -> tuple[int, int, int]:
    """Any colour; a light one is close to paper, cream or wood."""
    hue, sat, val = rng.integers(0, 180), rng.integers(40, 255), rng.integers(30, 255)
    if light:
        hue, sat, val = rng.integers(8, 40), rng.integers(0, 90), rng.integers(185, 256)
    bgr = cv2.cvtColor(np.array([[[hue, sat, val]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return int(bgr[0]), int(bgr[1]), int(bgr[2])


def draw_figure(art: Image, rng: np.random.Generator, at: Floats, size: float) -> None:
    """A worm, an animal, a letter or whatever else is printed on pieces."""
    ink = colour(rng)
    x, y = int(at[0]), int(at[1])
    match rng.integers(0, 6):
        case 0:  # a worm: thick bent line with an outline, stripes and a head
            t = np.linspace(0, 1, 24)
            bend = rng.normal(0, 0.5, 4)
            px = x + size * (2 * t - 1) * 0.8
            py = y + size * (bend[0] * np.sin(t * 3 + bend[1] * 3) + 0.35 * bend[2] * np.sin(t * 7))
            line = np.stack([px, py], 1).round().astype(np.int32)
            thick = max(2, int(size * rng.uniform(0.25, 0.5)))
            cv2.polylines(art, [line], False, (20, 20, 20), thick + 2, cv2.LINE_AA)
            cv2.polylines(art, [line], False, ink, thick, cv2.LINE_AA)
            if rng.random() < 0.5:
                for i in range(2, 22, 4):
                    cv2.circle(art, [int(v) for v in line[i]], max(1, thick // 4), colour(rng, True), -1, cv2.LINE_AA)
            cv2.circle(art, [int(v) for v in line[-1]], thick // 2 + 2, ink, -1, cv2.LINE_AA)
        case 1 | 2:  # a silhouette
            n = int(rng.integers(5, 12))
            angle = np.sort(rng.uniform(0, 2 * np.pi, n))
            radius = size * rng.uniform(0.4, 1.0, n)
            shape = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], 1).round().astype(np.int32)
            cv2.fillPoly(art, [shape], ink, cv2.LINE_AA)
            if rng.random() < 0.5:
                cv2.polylines(art, [shape], True, (20, 20, 20), 2, cv2.LINE_AA)
        case 3:  # a number
            font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
            text = str(rng.integers(1, 50))
            scale = size / 14 / max(1, len(text) * 0.8)
            (w, h), _ = cv2.getTextSize(text, font, scale, max(1, int(size / 7)))
            cv2.putText(art, text, (x - w // 2, y + h // 2), font, scale, ink, max(1, int(size / 7)), cv2.LINE_AA)
        case 4:  # a ring or a spiral
            for r in np.arange(size, 2, -max(3.0, size / rng.integers(1, 5))):
                cv2.circle(art, (x, y), int(r), ink, max(1, int(size / 9)), cv2.LINE_AA)
        case _:  # an eye, a bead
            cv2.circle(art, (x, y), int(size), ink, -1, cv2.LINE_AA)
            cv2.circle(art, (x, y), max(1, int(size * rng.uniform(0.2, 0.7))), colour(rng, True), -1, cv2.LINE_AA)


def disc_art(rng: np.random.Generator, ground: tuple[int, int, int]) -> Image:
    art = np.full((TEXTURE, TEXTURE, 3), ground, np.uint8)
    middle = TEXTURE // 2
    for _ in range(int(rng.integers(0, 3))):
        radius = int(middle * rng.uniform(0.6, 0.98))
        cv2.circle(art, (middle, middle), radius, colour(rng), int(rng.integers(1, 7)), cv2.LINE_AA)
    if rng.random() < 0.75:
        for _ in range(int(rng.integers(1, 3))):
            draw_figure(art, rng, middle + rng.normal(0, 6, 2), middle * rng.uniform(0.25, 0.6))
    return art


def card_art(rng: np.random.Generator, ground: tuple[int, int, int], aspect: float) -> Image:
    high, wide = TEXTURE, max(40, int(TEXTURE * aspect))
    art = np.full((high, wide, 3), ground, np.uint8)
    edge = int(rng.integers(3, 10))
    if rng.random() < 0.6:
        cv2.rectangle(art, (edge, edge), (wide - edge, high - edge), colour(rng), int(rng.integers(1, 5)), cv2.LINE_AA)
    if rng.random() < 0.3:
        cv2.rectangle(art, (edge * 2, edge * 2), (wide - edge * 2, high - edge * 2), colour(rng, True), -1)
    if rng.random() < 0.15:
        for start in range(-high, wide, int(rng.integers(6, 16))):
            cv2.line(art, (start, 0), (start + high, high), colour(rng), 1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 5))):
        at = rng.uniform(0.2, 0.8, 2) * (wide, high)
        size = wide * rng.uniform(0.1, 0.32)
        if rng.random() < 0.4:
            cv2.circle(art, [int(v) for v in at], int(size * 1.1), colour(rng, rng.random() < 0.6), -1, cv2.LINE_AA)
        draw_figure(art, rng, at, size * 0.8)
    return art


def tile_art(rng: np.random.Generator, ground: tuple[int, int, int], aspect: float, plain: bool) -> Image:
    high, wide = TEXTURE, max(40, int(TEXTURE * aspect))
    art = np.full((high, wide, 3), ground, np.uint8)
    if plain:
        return art
    ink = colour(rng)
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    text = str(rng.integers(21, 37))
    thick = int(rng.integers(2, 7))
    scale = wide / 64 * rng.uniform(0.9, 1.4)
    (w, h), _ = cv2.getTextSize(text, font, scale, thick)
    cv2.putText(art, text, ((wide - w) // 2, int(high * 0.16) + h // 2 + 6), font, scale, ink, thick, cv2.LINE_AA)
    if rng.random() < 0.6:
        row = int(high * rng.uniform(0.42, 0.52))
        cv2.line(art, (8, row), (wide - 8, row), colour(rng), int(rng.integers(1, 4)), cv2.LINE_AA)
    figure = int(rng.integers(1 << 30))
    for i in range(int(rng.integers(1, 5))):
        at = np.array([wide * (0.3 + 0.4 * (i % 2)), high * (0.62 + 0.2 * (i // 2))])
        draw_figure(art, np.random.default_rng(figure), at, wide * 0.14)
    return art


@dataclass(frozen=True)
class Style:
    """What one box holds: size in millimetres, thickness, colours and art of one kind of piece."""

    disc: bool
    size: tuple[float, float]  # width and height in millimetres
    thickness: float
    side: tuple[int, int, int]
    corner: float  # radius of the corners as a part of the width
    textures: list[list[Image]]  # each in four sizes, so that a small piece is not drawn from a large texture


def make_style(rng: np.random.Generator, kind: str) -> Style:
    ground = colour(rng, rng.random() < 0.65)
    back = colour(rng, rng.random() < 0.2)
    side = colour(rng, True) if rng.random() < 0.4 else tuple(int(v * rng.uniform(0.5, 0.9)) for v in ground)
    arts: list[Image] = []
    if kind == "token":
        size = rng.uniform(18, 44)
        size = (size, size)
        arts = [disc_art(rng, ground if rng.random() < 0.65 else back) for _ in range(10)]
        plain = np.full_like(arts[0], ground)
        if rng.random() < 0.6:
            cv2.circle(plain, (TEXTURE // 2, TEXTURE // 2), int(TEXTURE * rng.uniform(0.4, 0.49)), colour(rng), 2, 16)
        arts += [plain, disc_art(rng, back)]
        thickness = rng.uniform(1, 6)
    elif kind == "card":
        high = rng.uniform(40, 80)
        aspect = 1.0 if rng.random() < 0.5 else rng.uniform(0.6, 1.0)
        size = (high * aspect, high)
        state = int(rng.integers(1 << 30))
        arts = [card_art(np.random.default_rng(state) if rng.random() < 0.2 else rng, ground, aspect) for _ in range(8)]
        thickness = rng.uniform(0.2, 1.5)
    else:
        high = rng.uniform(34, 62)
        aspect = rng.uniform(0.42, 0.66)
        size = (high * aspect, high)
        arts = [tile_art(rng, ground, aspect, plain=i > 7) for i in range(10)]
        thickness = rng.uniform(1.5, 8)
    textures = []
    for art in arts:
        levels = [art]
        while len(levels) < 4:
            levels.append(cv2.pyrDown(levels[-1]))
        textures.append(levels)
    corner = float(rng.uniform(0.0, 0.14))
    return Style(kind == "token", size, float(thickness), side, corner, textures)  # type: ignore[arg-type]


class Composer:
    """Makes one picture after another from tables, invented styles and a seed."""

    def __init__(self, tables: list[Table], seed: int, wide: int = 352, high: int = 256) -> None:
        self.tables, self.rng = tables, np.random.default_rng(seed)
        self.wide, self.high = wide, high
        self.styles = {kind: [make_style(self.rng, kind) for _ in range(60)] for kind in ("token", "card", "tile")}

    def compose(self) -> tuple[Image, list[Laid], NDArray[np.bool_]]:
        """A picture, what lies in it, and where the truth is silent."""
        rng = self.rng
        kind = str(rng.choice(["token", "card", "tile"]))
        self.styles[kind][int(rng.integers(60))] = make_style(rng, kind)
        table = self.tables[int(rng.integers(len(self.tables)))]
        view, inside = self._view(table)
        flags = cv2.INTER_AREA if view[0, 0] < 0.6 else cv2.INTER_LINEAR
        canvas = cv2.warpAffine(
            cv2.GaussianBlur(table.picture, (0, 0), max(0.01, 0.45 / np.hypot(view[0, 0], view[0, 1]) - 0.3)),
            view, (self.wide, self.high), flags=flags, borderMode=cv2.BORDER_REFLECT_101,
        )  # fmt: skip
        silent = np.zeros((self.high, self.wide), np.uint8)
        for other in table.truth["distractors"]:
            if other["kind"] in IGNORED:
                cv2.fillPoly(silent, [_box(other["box_px"], view)], 1)
        taken = np.zeros((self.high, self.wide), np.uint8)
        for die in table.truth["dice"]:
            cv2.fillPoly(taken, [_box(die["box_px"], view)], 1)
        canvas = canvas.astype(np.float32)
        laid: list[Laid] = []
        if rng.random() < 0.93:
            self._light(rng)
            for placed in self._arrange(inside):
                self._lay(canvas, taken, laid, table.truth["camera"], view, *placed)
        silent[(taken & 2) > 0] = 0
        return self._finish(canvas), laid, silent.astype(bool)

    def _view(self, table: Table) -> tuple[Floats, Floats]:
        """Which part of the table the picture shows, and where that is in millimetres."""
        rng = self.rng
        high, wide = table.picture.shape[:2]
        zoom = float(np.exp(rng.uniform(np.log(0.45), np.log(1.5))))
        turn = rng.normal(0, 0.25) if rng.random() < 0.7 else rng.uniform(-np.pi, np.pi)
        at = np.array([wide, high]) * rng.uniform(0.3, 0.7, 2)
        rot = zoom * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        if rng.random() < 0.5:
            rot[:, 0] *= -1
        view = np.hstack([rot, (np.array([self.wide, self.high]) / 2 - rot @ at)[:, None]])
        return view, at

    def _light(self, rng: np.random.Generator) -> None:
        self.gain = rng.uniform(0.35, 1.05) * np.exp(rng.normal(0, 0.1, 3)) if rng.random() < 0.9 else np.full(3, 0.25)
        self.shadow = rng.uniform(-1, 1, 2) * rng.uniform(0, 1.5)  # millimetres sideways for each millimetre of height
        self.dark = rng.uniform(0.15, 0.7)
        self.hide = rng.random() < 0.15  # pieces of nearly the table's own colour are the hard ones

    def _arrange(self, inside: Floats) -> list[tuple[Style, Image | list[Image], Floats, float]]:
        """Pieces in rows, in a heap or scattered: style, texture, place in canvas units, turn."""
        rng = self.rng
        placed = []
        for kind in rng.choice(["token", "card", "tile"], rng.integers(3, 8)):
            style = self.styles[kind][int(rng.integers(60))]
            base = rng.uniform(-np.pi, np.pi) if rng.random() < 0.4 else rng.normal(0, 0.15)
            count = int(rng.integers(3, 20))
            start = rng.uniform(0.05, 0.95, 2)
            columns = int(rng.integers(2, 9))
            gap = 0.0 if rng.random() < 0.3 else rng.uniform(0, 0.25)
            scatter = kind == "token" and rng.random() < 0.7 or rng.random() < 0.15
            for i in range(count):
                texture = style.textures[int(rng.integers(len(style.textures)))]
                if scatter:
                    place = np.array([*rng.uniform(0.02, 0.98, 2), 0.0, 0.0])
                    turn = rng.uniform(-np.pi, np.pi)
                    if kind == "token" and i and rng.random() < 0.4:  # beside the one before, touching
                        angle = rng.uniform(-np.pi, np.pi)
                        place = placed[-1][2].copy()
                        place[2:] += style.size[0] * rng.uniform(1.0, 1.05) * np.array([np.cos(angle), np.sin(angle)])
                else:
                    step = np.array(style.size) * (1 + gap) * np.array([i % columns, i // columns])
                    step += rng.normal(0, style.size[0] * gap * 0.15, 2)
                    place = np.concatenate([start, [[np.cos(base), -np.sin(base)], [np.sin(base), np.cos(base)]] @ step])
                    turn = base + rng.normal(0, 0.04 if gap else 0.0)
                placed.append((style, texture, place, float(turn)))
        return placed

    def _lay(self, canvas: NDArray[np.float32], taken: Image, laid: list[Laid], camera: dict[str, Any], view: Floats,
             style: Style, texture: list[Image], place: Floats, turn: float) -> None:  # fmt: skip
        rng = self.rng
        centre = _on_table(place[:2] * (self.wide, self.high), camera, view) + place[2:]
        wide, high = style.size
        corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
        ca, sa = np.cos(turn), np.sin(turn)
        spin = np.array([[ca, -sa], [sa, ca]]) * [1, -1]  # the table's y points away, the art's points down
        if view[0, 0] * view[1, 1] - view[0, 1] * view[1, 0] < 0:
            spin = spin * [-1, 1]  # a mirrored table: the art itself is never mirrored
        ground = corners @ spin.T + centre
        top = _project(ground, style.thickness, camera, view)
        if not np.isfinite(top).all():
            return
        side_a, side_b = np.linalg.norm(top[0] - top[1]), np.linalg.norm(top[1] - top[2])
        if not 9 < min(side_a, side_b) or max(side_a, side_b) > 170:
            return
        low, far = np.floor(top.min(0)).astype(int) - 30, np.ceil(top.max(0)).astype(int) + 30
        low, far = np.maximum(low, 0), np.minimum(far, [self.wide, self.high])
        mid = top.mean(0)
        if (far - low < 8).any() or not (0 <= mid[0] < self.wide and 0 <= mid[1] < self.high):
            return
        rim = _rim(style) @ spin.T + centre
        top_rim = _project(rim, style.thickness, camera, view)
        low_rim = _project(rim, 0.0, camera, view)
        window = (slice(low[1], far[1]), slice(low[0], far[0]))
        shape = np.zeros((far[1] - low[1], far[0] - low[0]), np.uint8)
        face = cv2.fillPoly(shape.copy(), [_fix(top_rim - low)], 255, cv2.LINE_AA, 4)
        if ((taken[window] > 0) & (face > 127)).sum() > 0.04 * (face > 127).sum():
            return
        whole = cv2.convexHull(_fix(np.vstack([top_rim, low_rim]) - low))
        whole = cv2.fillPoly(shape.copy(), [whole], 255, cv2.LINE_AA, 4).astype(np.float32) / 255
        cast = _project(rim + self.shadow * style.thickness, 0.0, camera, view)
        cast = cv2.fillPoly(shape.copy(), [cv2.convexHull(_fix(np.vstack([cast, low_rim]) - low))], 255, cv2.LINE_AA, 4)
        cast = cv2.GaussianBlur(cast, (0, 0), rng.uniform(0.8, 3.0)).astype(np.float32) / 255
        patch = canvas[window]
        patch *= (1 - self.dark * cast)[..., None]
        gain = self.gain
        if self.hide:
            gain = (patch.mean((0, 1)) / np.maximum(20.0, texture[3].mean((0, 1)))).clip(0, 2) * rng.uniform(0.8, 1.3)
        side = np.array(style.side) * gain * rng.uniform(0.4, 0.8)
        patch += (side.astype(np.float32) - patch) * whole[..., None]
        level = int(np.clip(np.floor(np.log2(TEXTURE / max(side_a, side_b))), 0, 3))
        art = texture[level]
        source = np.array([[0, 0], [art.shape[1], 0], [art.shape[1], art.shape[0]], [0, art.shape[0]]]) - 0.5
        map_ = cv2.getPerspectiveTransform(source.astype(np.float32), (top - low).astype(np.float32))
        flat = cv2.warpPerspective(art, map_, shape.shape[::-1], borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        slope = 1 + rng.normal(0, 0.03)
        alpha = (face.astype(np.float32) / 255)[..., None]
        patch += (flat * (gain * slope).astype(np.float32) - patch) * alpha
        taken[window][whole > 0.5] = 2
        taken[window][face > 127] = 3
        laid.append(Laid(style.disc, top))

    def _finish(self, canvas: NDArray[np.float32]) -> Image:
        """Light fall-off, lens, sensor and the camera's processing."""
        rng = self.rng
        if rng.random() < 0.5:
            gx, gy = rng.normal(0, 0.25, 2)
            xs, ys = np.linspace(-1, 1, self.wide), np.linspace(-1, 1, self.high)
            canvas *= np.clip(1 + gx * xs[None] + gy * ys[:, None], 0.2, 1.6)[..., None].astype(np.float32)
        if rng.random() < 0.3:  # a shadow with an edge across the table
            line = np.stack([rng.uniform(-0.5, 1.5, 4) * self.wide, rng.uniform(-0.5, 1.5, 4) * self.high], 1)
            shade = np.zeros((self.high, self.wide), np.uint8)
            cv2.fillPoly(shade, [line.astype(np.int32)], 255)
            shade = cv2.GaussianBlur(shade, (0, 0), rng.uniform(1, 8)).astype(np.float32) / 255
            canvas *= (1 - rng.uniform(0.2, 0.6) * shade)[..., None]
        if rng.random() < 0.15:  # a lamp mirrored in the table
            glare = np.zeros((self.high // 8, self.wide // 8), np.float32)
            glare[rng.integers(self.high // 8), rng.integers(self.wide // 8)] = 1
            glare = cv2.GaussianBlur(glare, (0, 0), rng.uniform(2, 6))
            canvas += cv2.resize(glare / glare.max() * rng.uniform(60, 250), (self.wide, self.high))[..., None]
        canvas *= np.exp(rng.normal(0, 0.08, 3)).astype(np.float32) * rng.uniform(0.6, 1.15)
        if rng.random() < 0.5:
            canvas = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.3, 1.0))
        small = rng.normal(0, 1, (self.high, self.wide, 3)).astype(np.float32) * rng.uniform(0, 6)
        canvas = np.clip(canvas + small, 0, 255).astype(np.uint8)
        if rng.random() < 0.5:
            coded = cv2.imencode(".jpg", canvas, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 95))])[1]
            canvas = cv2.imdecode(coded, cv2.IMREAD_COLOR)
        return np.asarray(canvas, np.uint8)


def _rim(style: Style) -> Floats:
    """The outline in millimetres around the centre: a circle or a rectangle with round corners."""
    wide, high = style.size
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    unit = np.stack([np.cos(angle), np.sin(angle)], 1)
    radius = wide / 2 if style.disc else style.corner * wide
    return unit * radius + np.sign(np.round(unit, 6)) * (np.array([wide, high]) / 2 - radius)


def _project(points: Floats, height: float, camera: dict[str, Any], view: Floats) -> Floats:
    space = np.hstack([points, np.full((len(points), 1), height)])
    turn, move = np.array(camera["R"]), np.array(camera["t"])
    if ((space @ turn.T + move)[:, 2] < 50).any():
        return np.full((len(points), 2), np.nan)
    seen, _ = cv2.projectPoints(space, cv2.Rodrigues(turn)[0], move, np.array(camera["K"]), np.array(camera["dist"]))
    return np.asarray(seen.reshape(-1, 2) @ view[:, :2].T + view[:, 2])


def _on_table(point: Floats, camera: dict[str, Any], view: Floats) -> Floats:
    """The place on the table that is seen at a point of the picture (the lens taken as straight)."""
    pixel = np.linalg.solve(view[:, :2], point - view[:, 2])
    ray = np.linalg.solve(np.array(camera["K"]), np.array([*pixel, 1.0]))
    turn, move = np.array(camera["R"]), np.array(camera["t"])
    direction, origin = turn.T @ ray, -turn.T @ move
    reach = -origin[2] / min(direction[2], -0.05)
    return np.asarray((origin + reach * direction)[:2])


def _box(box: list[float], view: Floats) -> NDArray[np.int32]:
    x, y, w, h = box
    corners = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
    return np.asarray((corners @ view[:, :2].T + view[:, 2]).round(), np.int32)


def _fix(points: Floats) -> NDArray[np.int32]:
    """Sixteenths of a pixel, as cv2.fillPoly takes them with shift 4."""
    return np.asarray((points * 16).round(), np.int32)
