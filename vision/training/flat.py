"""Measures on invented boxes how often tokens, cards and tiles are read rightly, and writes that down."""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Pixels
from vision.flat.compare_flat import flattened
from vision.flat.designs import PLAIN
from vision.flat.flat_reading import Reading, way
from vision.flat.flat_sureness import WEIGHTS
from vision.flat.read_flat import FlatReader
from vision.piece_set import Example, PieceSet
from vision.training.calibrate import Row, fit
from vision.training.flat_boxes import DOWN, NAMES, SIDE, Kind, invent

Floats = NDArray[np.float64]
Placed = tuple[str, str, Floats]  # kind, name, corners in the picture
FAMILIES = {"rooster": ("tokens", "cards"), "grill": ("tiles",)}
SCENES, BARE = 3, 3  # tables of each family for each box, and tables without any piece
ROOM = 5  # things on a table that leave room for pieces
_CUT = 0.006  # how far corners are off when pieces are cut out, as a part of the diagonal
_SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
FEW = 10  # wrong readings from which nothing can be learned
LEAST = 0.998  # of readings called sure must be right


class Table:
    """A rendered table with its camera, on which pieces are laid."""

    def __init__(self, path: Path, rng: np.random.Generator, zoom: float, size: tuple[int, int]) -> None:
        truth = json.loads(path.read_text())
        self.rng, self.camera = rng, truth["camera"]
        picture = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
        zoom = max(zoom, size[0] / picture.shape[1])
        shift = np.array(size) / 2 - zoom * np.array(picture.shape[1::-1]) / 2
        self.view = np.array([[zoom, 0, shift[0]], [0, zoom, shift[1]]])
        shown = cv2.warpAffine(picture, self.view, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT_101)
        self.canvas = np.asarray(shown, np.float32)
        self.taken = np.zeros(self.canvas.shape[:2], np.uint8)
        for thing in (*truth["dice"], *truth["distractors"]):
            x, y, w, h = thing["box_px"]
            low, high = (self.view @ [x, y, 1]).astype(int), (self.view @ [x + w, y + h, 1]).astype(int)
            cv2.rectangle(self.taken, [int(v) for v in low], [int(v) for v in high], 1, -1)
        self.gain = (rng.uniform(0.5, 1.0) * np.exp(rng.normal(0, 0.08, 3))).astype(np.float32)
        self.dark, self.sun = float(rng.uniform(0.2, 0.7)), rng.uniform(-1, 1, 2)

    def seen(self, points: Floats, height: float) -> Floats:
        """Where points of the table, or above it, are seen."""
        space = np.column_stack([points, np.full(len(points), height)])
        turn, lens = cv2.Rodrigues(np.array(self.camera["R"]))[0], np.array(self.camera["dist"])
        seen, _ = cv2.projectPoints(space, turn, np.array(self.camera["t"]), np.array(self.camera["K"]), lens)
        return np.asarray(np.asarray(seen).reshape(-1, 2) @ self.view[:, :2].T + self.view[:, 2])

    def below(self, share: Floats) -> Floats:
        """The point of the table that is seen at a share of the picture's width and height."""
        at = np.linalg.solve(self.view[:, :2], share * self.canvas.shape[1::-1] - self.view[:, 2])
        turn, eye = np.array(self.camera["R"]), np.array(self.camera["t"])
        ray, origin = turn.T @ np.linalg.solve(np.array(self.camera["K"]), [*at, 1.0]), -turn.T @ eye
        return np.asarray((origin - origin[2] / min(ray[2], -0.05) * ray)[:2])

    def lay(self, kind: Kind, name: str, at: Floats, turn: float) -> Floats | None:
        """Lays a piece, if there is room; its corners in the picture."""
        spin = np.array([[np.cos(turn), np.sin(turn)], [np.sin(turn), -np.cos(turn)]])  # art runs down, tables away
        half = np.array(kind.size_mm) / 2
        angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        rim = np.stack([np.cos(angle), np.sin(angle)], 1) if kind.disc else _SQUARE
        ground = (rim * half) @ spin.T + at
        top, foot = self.seen(ground, kind.thick_mm), self.seen(ground, 0.0)
        cast = self.seen(ground + self.sun * kind.thick_mm, 0.0)
        limit = np.array(self.taken.shape[::-1])
        if (top < 2).any() or (top > limit - 3).any():
            return None
        every = np.vstack([top, foot, cast])
        low = np.maximum(np.floor(every.min(0)).astype(int) - 8, 0)
        far = np.minimum(np.ceil(every.max(0)).astype(int) + 8, limit)
        window, shape = (slice(low[1], far[1]), slice(low[0], far[0])), (far[1] - low[1], far[0] - low[0])
        face, whole, shadow = (
            _filled(shape, points - low) for points in (top, np.vstack([top, foot]), np.vstack([cast, foot]))
        )
        canvas, taken = self.canvas[window], self.taken[window]
        if ((taken > 0) & (face > 0.5)).sum() > 0.03 * face.sum():
            return None
        corners = self.seen((_SQUARE * half) @ spin.T + at, kind.thick_mm)
        art = kind.arts[name]
        source = np.array([[0, 0], [art.shape[1], 0], art.shape[1::-1], [0, art.shape[0]]]) - 0.5
        shrink = SIDE / max(1.0, float(np.linalg.norm(corners[1] - corners[2])))
        soft = cv2.GaussianBlur(art, (0, 0), max(0.1, 0.45 * shrink))
        there = cv2.getPerspectiveTransform(source.astype(np.float32), (corners - low).astype(np.float32))
        flat = cv2.warpPerspective(soft, there, shape[::-1], borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        canvas *= (1 - self.dark * cv2.GaussianBlur(shadow, (0, 0), 1.5))[..., None]
        side = art.reshape(-1, 3).mean(0).astype(np.float32) * 0.5 * self.gain
        canvas += (side - canvas) * whole[..., None]
        canvas += (flat * self.gain * np.float32(1 + self.rng.normal(0, 0.03)) - canvas) * face[..., None]
        taken[whole > 0.5] = 1
        return corners

    def photo(self) -> Pixels:
        """Falling-off light, softness, noise."""
        high, wide = self.canvas.shape[:2]
        across, down = self.rng.normal(0, 0.2, 2)
        fall = 1 + across * np.linspace(-1, 1, wide)[None] + down * np.linspace(-1, 1, high)[:, None]
        picture = (
            self.canvas * fall.clip(0.3, 1.6)[..., None].astype(np.float32) * np.float32(self.rng.uniform(0.7, 1.1))
        )
        picture = cv2.GaussianBlur(picture, (0, 0), float(self.rng.uniform(0.3, 0.8)))
        picture += self.rng.standard_normal(picture.shape, np.float32) * np.float32(self.rng.uniform(0, 5))
        coded = cv2.imencode(".jpg", picture.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _filled(shape: tuple[int, ...], points: Floats) -> NDArray[np.float32]:
    hull = cv2.convexHull((points * 16).round().astype(np.int32))
    mask = cv2.fillPoly(np.zeros(shape, np.uint8), [np.asarray(hull, np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(mask / np.float32(255), np.float32)


def taught(kind: str, box: Kind, tables: Sequence[Path], rng: np.random.Generator) -> PieceSet:
    """All pieces of a kind, photographed from above and cut out about as well as calibration does it."""
    names = [name for name in box.arts if name != DOWN]
    groups = [names] if kind == "tiles" else [names[n : n + 8] for n in range(0, 32, 8)] + [[n] for n in names[32:]]
    columns, size, wanted = (8, (1280, 720), 150) if kind == "tiles" else (4, (640, 480), 110)
    examples: list[Example] = []
    for group in groups:
        laid: list[Floats | None] = [None]
        while any(one is None for one in laid):  # until all are in the picture
            path = tables[int(rng.integers(len(tables)))]
            table = Table(path, rng, 0.0, size)
            ends = table.seen(np.array([[0.0, 0.0], [box.size_mm[1], 0.0]]), 0.0)
            zoom = float(table.view[0, 0]) * wanted / max(10.0, float(np.linalg.norm(ends[1] - ends[0])))
            table = Table(path, rng, zoom, size)
            table.taken[:] = 0
            middle, step = table.below(np.array([0.5, 0.5])), np.array(box.size_mm) * 1.2
            laid = [
                table.lay(box, name, middle + step * _spot(n, len(group), columns), float(rng.normal(0, 0.05)))
                for n, name in enumerate(group)
            ]
        photo = table.photo()
        for name, corners in zip(group, laid, strict=True):
            assert corners is not None
            cut = corners + rng.normal(0, _CUT * float(np.linalg.norm(corners[0] - corners[2])), corners.shape)
            place = cv2.getPerspectiveTransform(_SQUARE.astype(np.float32), cut.astype(np.float32))
            high, wide = box.arts[name].shape[:2]
            examples.append(Example(name, flattened(photo, np.asarray(place, np.float64), (wide, high))))
    return PieceSet(f"box-{kind}", kind, tuple(examples))


def _spot(n: int, count: int, columns: int) -> Floats:
    rows = (count + columns - 1) // columns
    return np.array([n % columns - (min(count, columns) - 1) / 2, (rows - 1) / 2 - n // columns])


def scene(family: str, box: dict[str, Kind], table: Table) -> list[Placed]:
    """A table as games have it: cards or tiles in rows, tokens wherever there is room."""
    rng, laid = table.rng, []
    base = float(rng.normal(0, 0.12))
    kind = "cards" if family == "rooster" else "tiles"
    names = (
        list(rng.choice(NAMES, 8))
        if kind == "cards"
        else [str(n) for n in sorted(rng.choice(range(21, 37), 12, False))]
    )
    start, columns = table.below(rng.uniform(0.1, 0.4, 2)), int(rng.choice([4, 6, 8]))
    spin = np.array([[np.cos(base), -np.sin(base)], [np.sin(base), np.cos(base)]])
    for n, name in enumerate(names):
        step = np.array(box[kind].size_mm) * (1 + rng.uniform(0.01, 0.08)) * [n % columns, -(n // columns)]
        shown = DOWN if kind == "tiles" and rng.random() < 0.15 else name
        laid.append((kind, shown, table.lay(box[kind], shown, start + spin @ step, base + rng.normal(0, 0.02))))
    for _ in range(int(rng.integers(6, 22)) if family == "rooster" else 0):
        name = str(rng.choice(["back", "blank", str(rng.choice(NAMES))], p=[0.4, 0.12, 0.48]))
        at = table.below(rng.uniform(0.04, 0.96, 2))
        laid.append(("tokens", name, table.lay(box["tokens"], name, at, float(rng.uniform(-np.pi, np.pi)))))
    return [(kind, PLAIN if name == DOWN else name, at) for kind, name, at in laid if at is not None]


def measure(seed: int, tables: Sequence[Path], above: Sequence[Path]) -> list[dict[str, Any]]:
    """Teach one box from ``above`` and read its scenes: how readings looked, and whether they were right."""
    rng, box, rows = np.random.default_rng(seed), invent(seed), []
    for family, kinds in FAMILIES.items():
        reader = FlatReader([taught(kind, box[kind], above, rng) for kind in kinds])
        for number in range(SCENES + BARE):
            path = tables[int(rng.integers(len(tables)))]
            table = Table(path, rng, float(rng.uniform(1.0, 1.8)), (1280, 720))
            truth = scene(family, box, table) if number < SCENES else []
            for some in reader.look(table.photo()):
                rows += [_row(one, truth) for one in some]
    return rows


def _row(one: Reading, truth: list[Placed]) -> dict[str, Any]:
    there = [
        name for kind, name, corners in truth
        if kind == one.designs.kind
        and np.linalg.norm(corners.mean(0) - one.centre) < 0.35 * np.linalg.norm(corners[0] - corners[2]) / 2
    ]  # fmt: skip
    return {
        "way": way(one),
        "glance": one.looks,
        "there": bool(there),
        "row": list(one.signs),
        "right": one.name in there,
    }


def calibrate(renders: Path, folder: Path, boxes: range) -> None:
    """Fit what all boxes measured so far tell; each is kept, so that this can be taken up again."""
    folder.mkdir(parents=True, exist_ok=True)
    truths = {path: json.loads(path.read_text()) for path in sorted(renders.glob("*.json")) if path.stem[-1] in "78"}
    tables = [path for path, truth in truths.items() if len(truth["dice"]) + len(truth["distractors"]) <= ROOM]
    above = [path for path in tables if truths[path]["pose"] == "overhead"]
    for seed in boxes:
        kept = folder / f"{seed}.json"
        if not kept.exists():
            kept.write_text(json.dumps(measure(seed, tables, above)))
            print("flat box", seed, flush=True)
    write([row for path in sorted(folder.glob("*.json")) for row in json.loads(path.read_text())])


def write(rows: list[dict[str, Any]]) -> None:
    ways: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        ways[row["way"]].append((row["row"], row["right"]))
        ways[f"{row['way']} at a glance"].append((row["glance"], row["there"]))
    table = json.loads(WEIGHTS.read_text())
    for name, some in sorted(ways.items()):
        if sum(not right for _, right in some) >= FEW:
            table[name] = strict(some, careful="glance" not in name).round(3).tolist()
        print(f"{name}: {len(some)} readings, {np.mean([right for _, right in some]):.4f} right")
    WEIGHTS.write_text(json.dumps(table) + "\n")


def strict(rows: list[Row], careful: bool = True) -> Floats:
    """As measured; if careful, so much less sure of everything that of what is called sure ``LEAST`` is right."""
    x, right = np.array([row for row, _ in rows]), np.array([good for _, good in rows])
    scale = np.where(x.std(0) > 1e-6, x.std(0), 1.0)  # so that doubt weighs alike on all signs
    weights = fit([(list(row / scale), bool(good)) for row, good in zip(x, right, strict=True)]) / scale
    for _ in range(40):
        sure = x @ weights > np.log(0.95 / 0.05)
        if not careful or not sure.any() or right[sure].mean() >= LEAST:
            break
        weights *= 0.95
    return weights
