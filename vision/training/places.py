"""Invents looks at places of a table where a piece may lie: one as badly laid and lit as at a real game, or none."""

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.places import CORNERS, NAMED, PARTS, SEEN, WIDER, Part, target
from vision.training.art import draw_face, fonts, letters, random_design
from vision.training.flat_boxes import DOWN, SIDE, invent
from vision.training.running import Arrays
from vision.training.sheets import FINE as FINE_SHEET
from vision.training.sheets import SPARE_MM

Art = NDArray[np.uint8]
Floats = NDArray[Any]
Rng = np.random.Generator
EMPTY, PRINTED, PLAIN = range(3)  # what a place may show
CANVAS = {"tiles": 168, "cards": 184, "tokens": 112}  # pixels of the longer side of what is painted around a place
FINE = (1.0, 3.0)  # pixels a millimetre, as cameras see tables
_GHOST = (0.72, 0.99)  # how much light the print of a mat gives, against its paper


@dataclass(frozen=True, eq=False)
class Box:
    """One kind of piece of an invented box."""

    kind: str
    arts: dict[str, Art] = field(repr=False)
    size: Floats  # in mm
    thick: float
    paper: tuple[int, int, int]  # of a mat it may lie on
    plain: Art | None = field(default=None, repr=False)  # the other side of tiles

    @property
    def disc(self) -> bool:
        return self.kind == "tokens"

    def varied(self, rng: Rng) -> "Box":
        """In other colours, as the same drawings could be printed, and as thick as any."""
        order = rng.permutation(3) if rng.random() < 0.5 else np.arange(3)

        def inked(art: Art) -> Art:
            return np.ascontiguousarray(art[..., order])

        b, g, r = (self.paper[n] for n in order)
        thick = self.thick if rng.random() < 0.5 else float(np.exp(rng.uniform(np.log(0.3), np.log(9))))
        arts = {name: inked(art) for name, art in self.arts.items()}
        return Box(self.kind, arts, self.size, thick, (b, g, r), None if self.plain is None else inked(self.plain))


def box(rng: Rng, kind: str, paper: tuple[int, int, int]) -> Box:
    """Any pieces of this kind; a third of them have about the colour of the paper."""
    made = invent(int(rng.integers(1 << 30)))[kind]
    arts = {name: art for name, art in made.arts.items() if name != DOWN}
    thick = float(np.exp(rng.uniform(np.log(0.4), np.log(9)))) if kind != "cards" else float(rng.uniform(0.3, 1.6))
    plain = made.arts.get(DOWN)
    if kind == "tiles" and rng.random() < 0.6:
        arts, plain = tiles(rng, plain.shape[1] if plain is not None else 64)
    if rng.random() < 0.35 and plain is not None:
        tint = np.array(paper, np.float32) + rng.normal(0, 7, 3) - plain[0, 0].astype(np.float32)
        arts = {name: _tinted(art, tint) for name, art in arts.items()}
        plain = _tinted(plain, tint)
    return Box(kind, arts, np.array(made.size_mm, np.float32), thick, paper, plain)


def tiles(rng: Rng, wide: int) -> tuple[dict[str, Art], Art]:
    """Numbers in some type, a line or none, and little pictures below it."""
    design = random_design(rng)
    font, height = fonts()[int(rng.integers(len(fonts())))], float(rng.uniform(0.45, 0.62))
    picture = draw_face(random_design(rng), f"g{int(rng.integers(1 << 30))}")
    small = cv2.resize(picture, (wide // 2, wide // 2), interpolation=cv2.INTER_AREA)
    same = np.abs(small.astype(int) - small[0, 0].astype(int)).max(2, keepdims=True) < 14
    plain = np.full((SIDE, wide, 3), design.body, np.uint8)
    arts, first = {}, int(rng.choice([1, 4, 11, 21, 21, 21, 41]))
    ruled, top = rng.random() < 0.6, int(rng.integers(0, 10))
    for n in range(16):
        square = np.full((SIDE, SIDE, 3), design.body, np.uint8)
        head = letters(square, design.ink, str(first + n), font, height)
        art = plain.copy()
        art[top : top + wide] = cv2.resize(head, (wide, wide), interpolation=cv2.INTER_AREA)[: SIDE - top]
        for k in range(n // 4 + 1):
            y, x = 64 + wide // 2 * (k // 2), wide // 2 * (k % 2) if n >= 4 else wide // 4
            spot = art[y : y + wide // 2, x : x + wide // 2]
            spot[:] = np.where(same[: spot.shape[0], : spot.shape[1]], spot, small[: spot.shape[0], : spot.shape[1]])
        if ruled:
            cv2.line(art, (6, 62), (wide - 7, 62), design.ink, 2)
        arts[str(first + n)] = art
    return arts, plain


def _tinted(art: Art, by: Floats) -> Art:
    return np.asarray((art.astype(np.float32) + by).clip(0, 255), np.uint8)


@dataclass(frozen=True, eq=False)
class Grounds:
    """What pieces may lie on: photographs of tables, and invented mats."""

    photos: list[Art] = field(repr=False)
    mats: dict[str, list[Art]] = field(repr=False)


class Table:
    """What lies around one place, how it is lit and how the camera sees it: pieces are laid on it one by one."""

    def __init__(self, rng: Rng, kind: Box, paper: tuple[int, int, int], grounds: Grounds) -> None:
        self.rng, self.kind = rng, kind
        size = kind.size * WIDER
        self.density = float(CANVAS[kind.kind] / size.max())
        self.shape = max(32, round(size[1] * self.density)), max(32, round(size[0] * self.density))
        self.lift = rng.normal(0, 0.22, 2).clip(-0.6, 0.6)  # the way up, as the camera sees it
        self.shade = rng.normal(0, 0.6, 2)
        self.dark, self.soft = float(rng.uniform(0.1, 0.75)), float(np.exp(rng.uniform(-1.2, 1.6)))
        self.picture = self._ground(paper, grounds)

    def _ground(self, paper: tuple[int, int, int], grounds: Grounds) -> Floats:
        rng, (high, wide) = self.rng, self.shape
        if grounds.mats and rng.random() < 0.6:
            sheet = grounds.mats[self.kind.kind][int(rng.integers(len(grounds.mats[self.kind.kind])))]
            drift = (rng.uniform(0.0, 2.0, 2) if rng.random() < 0.2 else rng.normal(1, 0.12, 2)) * SPARE_MM * FINE_SHEET
            x, y = (int(v) for v in drift.clip(0, 2 * SPARE_MM * FINE_SHEET - 1))
            spare = round(2 * SPARE_MM * FINE_SHEET)
            part = sheet[y : y + sheet.shape[0] - spare, x : x + sheet.shape[1] - spare]
            tint = np.array(paper, np.float32) / sheet[0, 0] if rng.random() < 0.5 else np.float32(1)
            return np.asarray(cv2.resize(part, (wide, high), interpolation=cv2.INTER_AREA) * tint, np.float32)
        if grounds.photos and rng.random() < 0.5:
            photo = grounds.photos[int(rng.integers(len(grounds.photos)))]
            side = int(rng.uniform(0.15, 0.6) * min(photo.shape[:2]))
            y, x = (int(rng.integers(length - side)) for length in photo.shape[:2])
            return np.asarray(cv2.resize(photo[y : y + side, x : x + side], (wide, high)), np.float32)
        sheet = np.full((high, wide, 3), paper, np.uint8)
        for _ in range(int(rng.integers(0, 5))):
            ink = tuple(float(v) * float(rng.uniform(*_GHOST)) for v in paper)
            self._printed(sheet, ink)
        return sheet.astype(np.float32)

    def _printed(self, sheet: Art, ink: tuple[float, ...]) -> None:
        """Something that mats print: a field, a frame, bars, a ring, a number or a few words."""
        rng, (high, wide) = self.rng, sheet.shape[:2]
        middle = np.array([wide, high]) / 2 + rng.normal(0, 3, 2) * self.density
        half = self.kind.size * self.density / 2 * rng.uniform(1.0, 1.15) + rng.uniform(0, 1.5) * self.density
        low, up = (tuple(int(v) for v in middle + side * half) for side in (-1, 1))
        thin = max(1, round(float(rng.uniform(0.2, 0.7)) * self.density))
        what = int(rng.integers(6))
        if what == 0:
            edge = int(rng.uniform(-0.2, 1.2) * wide)
            sheet[:, :edge] = ink
        elif what == 1:
            cv2.rectangle(sheet, low, up, ink, thin, cv2.LINE_AA)
        elif what == 2:
            for x in np.linspace(low[0], up[0], int(rng.integers(4, 9))):
                cv2.line(sheet, (int(x), low[1] + 3), (int(x), up[1] - 3), ink, thin, cv2.LINE_AA)
        elif what == 3:
            cv2.circle(sheet, (int(middle[0]), int(middle[1])), int(half.min()), ink, thin, cv2.LINE_AA)
        else:
            text = str(rng.choice(["21", "36", "7", "4", "1", "laid aside", "roll here", "worms, face down", "Ben"]))
            large = float(rng.uniform(0.3, 2.2)) * (0.5 if len(text) > 2 else 1.0)
            at = int(middle[0] - half[0] * rng.uniform(0, 0.8)), int(middle[1] + rng.uniform(-0.5, 0.9) * half[1])
            cv2.putText(sheet, text, at, int(rng.integers(4)), large, ink, max(1, int(2 * large)), cv2.LINE_AA)

    def lay(self, art: Art, at: Floats, yaw: float, size: Floats, thick: float, disc: bool) -> Floats:
        """A piece this far from the middle, in mm; tells the corners of its upper side."""
        rng, density = self.rng, self.density
        c, s = np.cos(yaw), np.sin(yaw)
        turn = np.array([[c, -s], [s, c]])
        if disc:
            t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
            outline = np.stack([np.cos(t), np.sin(t)], 1) * size / 2
        else:
            r, half = float(rng.uniform(0.5, 3)), size / 2
            t = np.linspace(0, 2 * np.pi, 24, endpoint=False) + np.pi / 24
            round_ = np.stack([np.cos(t), np.sin(t)], 1)
            outline = np.sign(round_) * (half - r) + r * round_
        middle = np.array(self.shape[::-1]) / 2
        base = (outline @ turn.T + at) * density + middle
        up = thick * self.lift * density
        soft = max(0.4, self.soft * density * min(1.0, thick / 4))
        dark = np.concatenate([base, base + thick * self.shade * density])
        corners = ((CORNERS * size / 2) @ turn.T + at) * density + middle + up
        reach = np.concatenate([dark, base + up])
        low = np.maximum(np.floor(reach.min(0) - 2 * soft - 2), 0).astype(int)
        end = np.minimum(np.ceil(reach.max(0) + 2 * soft + 2), self.shape[::-1]).astype(int)
        if (end - low).min() < 3:
            return np.asarray(corners, np.float32)
        part = self.picture[low[1] : end[1], low[0] : end[0]]
        shape = part.shape[:2]
        shadow = cv2.GaussianBlur(_filled(shape, dark - low), (0, 0), soft)
        part *= (1 - self.dark * shadow)[..., None]
        top = base + up - low
        side = _filled(shape, np.concatenate([base - low, top]))[..., None]
        body = np.median(art.reshape(-1, 3)[::67], axis=0) * rng.uniform(0.35, 1.05)
        part += (body.astype(np.float32) - part) * side
        high, wide = art.shape[:2]
        square = np.array([[0, 0], [wide, 0], [wide, high]], np.float32) - 0.5
        way = cv2.getAffineTransform(square, (corners[:3] - low).astype(np.float32) - 0.5)
        flags = cv2.INTER_LINEAR
        laid = cv2.warpAffine(art, way, shape[::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
        mask = _filled(shape, top)
        bevel = cv2.GaussianBlur(mask, (0, 0), max(0.5, 0.5 * density))
        slope = np.roll(bevel, (1, 1) if rng.random() < 0.5 else (1, -1), (0, 1)) - bevel
        lit = laid * (1 + float(rng.uniform(-0.6, 0.6)) * slope + np.float32(rng.normal(0, 0.04)))[..., None]
        part += (lit - part) * mask[..., None]
        return np.asarray(corners, np.float32)

    def thing(self) -> None:
        """A die, a coin or a hand that has no business here."""
        rng = self.rng
        at, yaw = rng.uniform(-0.6, 0.6, 2) * self.kind.size, float(rng.uniform(-3, 3))
        kind = rng.random()
        if kind < 0.55:
            design = random_design(rng)
            face = draw_face(design, design.faces[int(rng.integers(6))])
            self.lay(face, at, yaw, np.full(2, 16.0), 16.0, False)
        elif kind < 0.8:
            across = float(rng.uniform(12, 26))
            tint = rng.integers(60, 230, 3)
            self.lay(np.full((8, 8, 3), tint, np.uint8), at, yaw, np.full(2, across), 2.0, True)
        else:
            skin = np.array([90, 130, 190]) * rng.uniform(0.35, 1.25)
            size = np.array([rng.uniform(15, 60), 200.0])
            far = np.array([np.cos(yaw + np.pi / 2), np.sin(yaw + np.pi / 2)]) * 95
            self.lay(np.full((8, 8, 3), skin.clip(0, 255), np.uint8), at + far, yaw, size, 14.0, False)

    def seen(self) -> Art:
        """The canvas as a camera would give it, in any light."""
        rng, (whole_high, whole_wide) = self.rng, self.shape
        fine = float(np.exp(rng.uniform(*np.log(FINE))))  # how many pixels the camera has for a millimetre
        factor = min(1.0, fine / self.density)
        less = 1.0 if rng.random() < 0.5 else float(rng.uniform(0.6, 1.0))  # foreshortened
        wide, high = max(8, round(whole_wide * factor)), max(8, round(whole_high * factor * less))
        picture = cv2.resize(self.picture, (wide, high), interpolation=cv2.INTER_AREA)
        y, x = np.mgrid[:high, :wide].astype(np.float32)
        light = 1 + np.float32(rng.normal(0, 0.08)) * (2 * x / wide - 1)
        if rng.random() < 0.2:  # the edge of a shadow
            normal, far = rng.normal(0, 1, 2), rng.uniform(-0.4, 0.4) * high
            away = (x - wide / 2) * np.float32(normal[0]) + (y - high / 2) * np.float32(normal[1]) - np.float32(far)
            light *= 1 - np.float32(rng.uniform(0.1, 0.5)) / (1 + np.exp((-away / rng.uniform(0.5, 12)).clip(-20, 20)))
        gain = rng.uniform(0.35, 1.08) * np.exp(rng.normal(0, 0.1, 3))
        small = picture * light[..., None] * gain.astype(np.float32)
        if rng.random() < 0.12:  # a lamp reflected
            spot, reach = rng.uniform(0, 1, 2) * [wide, high], rng.uniform(0.05, 0.3) * high
            glow = np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (2 * reach**2))
            small += (glow * rng.uniform(20, 140)).astype(np.float32)[..., None]
        if rng.random() < 0.25:
            small = (small / 255).clip(0, 1) ** np.float32(rng.uniform(0.75, 1.35)) * 255
        if rng.random() < 0.4:
            small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.3, 1.1)))
        small = small + rng.standard_normal(small.shape, np.float32) * np.float32(rng.uniform(0.5, 6))
        small = small.clip(0, 255).astype(np.uint8)
        if rng.random() < 0.4:
            coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))])[1]
            small = cv2.imdecode(coded, cv2.IMREAD_COLOR)
        return np.asarray(cv2.resize(small, (whole_wide, whole_high), interpolation=cv2.INTER_LINEAR), np.uint8)


def _filled(shape: tuple[int, ...], points: Floats) -> Floats:
    hull = cv2.convexHull((points * 16).round().astype(np.int32))
    mask = cv2.fillPoly(np.zeros(shape, np.uint8), [np.asarray(hull, np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(mask / np.float32(255), np.float32)


def any_paper(rng: Rng) -> tuple[int, int, int]:
    """Paper, card or felt; mostly pale."""
    if rng.random() < 0.75:
        hsv = rng.integers(8, 45), rng.integers(0, 60), rng.integers(195, 256)
    else:
        hsv = rng.integers(0, 180), rng.integers(20, 200), rng.integers(60, 240)
    b, g, r = (int(v) for v in cv2.cvtColor(np.array([[hsv]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0])
    return b, g, r


def neighbours(table: Table, made: Box, pitch: Floats) -> None:
    """What lies in the places around."""
    rng, names = table.rng, list(made.arts)
    for way in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if rng.random() < 0.55:
            art = made.arts[names[int(rng.integers(len(names)))]]
            if made.plain is not None and rng.random() < 0.2:
                art = made.plain
            at = np.array(way) * pitch + rng.normal(0, 1.0, 2)
            table.lay(art, at, float(rng.normal(0, 0.06)), made.size, made.thick, made.disc)


def look(
    rng: Rng, made: Box, art: Art | None, paper: tuple[int, int, int], grounds: Grounds, turn: float = 0.0
) -> tuple[Art, Floats | None]:
    """A place with this art in it, or with none: the canvas, and the corners of the piece."""
    table = Table(rng, made, paper, grounds)
    if rng.random() < 0.7:
        neighbours(table, made, made.size * rng.uniform(1.02, 1.3, 2))
    quad = None
    if art is not None:
        at = rng.normal(0, 0.09, 2).clip(-0.25, 0.25) * made.size - made.thick * table.lift * rng.uniform(-0.2, 0.8)
        size = made.size * rng.normal(1, 0.03)
        quad = table.lay(art, at, turn + float(rng.normal(0, 0.05)), size, made.thick, made.disc)
        if made.disc:  # nothing tells how a disc is turned
            quad = quad.mean(0) + CORNERS * float(np.linalg.norm(quad[1] - quad[0])) / 2
    elif rng.random() < 0.45:
        table.thing()
    return table.seen(), quad


def cut(canvas: Art, quad: Floats, part: Part, rng: Rng) -> Art:
    """A square of a piece as it is named: its corners as found, not as they are."""
    side = float(np.sqrt(cv2.contourArea(quad)))
    found = quad + rng.normal(0, 0.02, 2) * side + rng.normal(0, 0.02, (4, 2)) * side
    return named(canvas, found.astype(np.float32), part)


def taught(canvas: Art, quad: Floats, part: Part, rng: Rng, tall: bool) -> Art:
    """The same of a picture that ends where the piece does, as calibration keeps them."""
    kept = flattened(canvas, quad, tall, rng)
    return named(kept, _whole(kept), part)


def flattened(canvas: Art, quad: Floats, tall: bool, rng: Rng) -> Art:
    """A piece as calibration cuts it out."""
    found = quad + rng.normal(0, 0.008, (4, 2)) * float(np.sqrt(cv2.contourArea(quad)))
    size = (SIDE // 2, SIDE) if tall else (SIDE, SIDE)
    square = _whole(np.zeros(size[::-1], np.uint8))
    way = cv2.getPerspectiveTransform(found.astype(np.float32), square)
    return np.asarray(cv2.warpPerspective(canvas, way, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _whole(picture: Art) -> Floats:
    high, wide = picture.shape[:2]
    return np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5


def named(picture: Art, quad: Floats, part: Part) -> Art:
    way = cv2.getPerspectiveTransform(quad, (target(part) + 0.5) * (SEEN / NAMED) - 0.5)
    seen = cv2.warpPerspective(picture, way, (SEEN, SEEN), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def shown_in(art: Art, part: Part) -> Art:
    high, wide = art.shape[:2]
    x, y, across, down = part
    return art[round(y * high) : round((y + down) * high), round(x * wide) : round((x + across) * wide)]


def glance(canvas: Art) -> Art:
    """The place as it is looked at first."""
    return np.asarray(cv2.resize(canvas, (SEEN, SEEN), interpolation=cv2.INTER_AREA), np.uint8)


class Batches:
    """Draws places from a stock of invented boxes."""

    def __init__(self, stock: dict[str, list[Box]], grounds: Grounds) -> None:
        self.stock, self.grounds = stock, grounds

    def __call__(self, rng: Rng) -> Arrays:
        """Looks and squares; what each look shows and where, and which squares are the same."""
        looks: list[Art] = []
        shown: list[int] = []
        corners: list[Floats] = []
        squares: list[Art] = []
        same: list[int] = []
        known: list[Art] = []

        def number(art: Art, apart: int) -> int:
            """Equal for squares that show the same."""
            for n in range(apart, len(known)):
                if known[n].shape == art.shape and float(cv2.absdiff(known[n], art).mean()) < 0.4:
                    return n + 1
            known.append(art)
            return len(known)

        def see(made: Box, art: Art | None, what: int, turn: float, views: int, apart: int) -> None:
            paper = made.paper if rng.random() < 0.6 else any_paper(rng)
            for view in range(views):
                canvas, quad = look(rng, made, art, paper, self.grounds, turn)
                told = what != PRINTED or rng.random() < 0.5
                if told:
                    looks.append(glance(canvas))
                    shown.append(what)
                flat = np.zeros(8, np.float32)
                if quad is not None and art is not None:
                    flat = ((quad + 0.5) / np.array(canvas.shape[1::-1]) * 2 - 1).astype(np.float32).ravel()
                    for part in PARTS[made.kind]:
                        tall = made.kind == "tiles"
                        square = cut(canvas, quad, part, rng) if view else taught(canvas, quad, part, rng, tall)
                        squares.append(square)
                        same.append(number(shown_in(art, part), apart))
                if told:
                    corners.append(flat)

        for kind, designs in (("tiles", 6), ("tiles", 6), ("tiles", 5), ("tokens", 8), ("tokens", 8), ("cards", 6)):
            made = self.stock[kind][int(rng.integers(len(self.stock[kind])))].varied(rng)
            names = list(made.arts)
            start = int(rng.integers(len(names)))
            chosen = [names[(start + n) % len(names)] for n in range(designs)]
            if kind != "tiles" and rng.random() < 0.6:
                chosen = [names[n] for n in rng.permutation(len(names))[:designs]]
            quarter = int(rng.choice([0, 0, 2])) if kind == "tiles" else int(rng.integers(4))
            turn, apart = (float(rng.uniform(-np.pi, np.pi)), len(known)) if made.disc else (0.0, len(known))
            for name in chosen:
                art = np.ascontiguousarray(np.rot90(made.arts[name], 0 if made.disc else quarter))
                see(made, art, PRINTED, turn, VIEWS, apart)
            if made.plain is not None:
                see(made, made.plain, PLAIN, 0.0, VIEWS, apart)
            see(made, None, EMPTY, 0.0, 8, apart)
        some = rng.permutation(len(looks))[:LOOKS]
        pictures = np.stack([looks[n] for n in some] + squares)
        return pictures, np.array(shown)[some], np.stack(corners)[some], np.array(same)


VIEWS = 3
LOOKS = 84  # places of each batch; the squares are as many as they are
