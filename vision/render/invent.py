"""Makes up tables from a seed: other dice, cloths, cameras and lamps each time."""

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from vision.render.cloths import CLOTHS
from vision.render.dice import STYLES, die_style
from vision.render.lens import Lens, lens, over_mat
from vision.render.scene import (
    HEIGHT,
    WIDTH,
    Camera,
    Card,
    Cloth,
    Die,
    Hand,
    Light,
    Marker,
    Scene,
    Spot,
    Thing,
    Tile,
    Token,
    hung,
    leaning,
    usual_worms,
)
from vision.table.zones import Mat

KINDS = ("heckmeck", "junior", "pips", "rooster", "grill", "empty")
COLOURS = ("red", "green", "blue", "yellow")
_LIES = {"rooster": "token", "grill": "tile"}  # on its mat, if it has one; dice on the others


def random_scene(seed: int, kind: str = "heckmeck", mats: Sequence[Mat] = ()) -> Scene:
    """A table nobody has seen before; the same seed lays it again."""
    if kind not in KINDS:
        raise ValueError(f"I cannot make up a table of {kind}; I can of {', '.join(KINDS)}")
    chance = Random(f"{kind} {seed}")
    scene = _bare(chance, kind, seed, mats)
    room = _Room(chance, lens(scene.camera, (WIDTH, HEIGHT)))
    for spot in (*(marker.at for marker in scene.markers), *(scene.mat.markers if scene.mat else ())):
        room.take(spot, 26.0)
    if kind == "rooster":
        scene = _rooster_run(scene, room, chance)
    elif kind == "grill":
        scene = replace(scene, tiles=_grill(room, chance))
    elif kind != "empty":
        scene = replace(scene, dice=_dice(room, chance, kind, seed))
    if kind == "empty" or chance.random() < 0.4:
        scene = replace(scene, things=_clutter(room, chance))
    if kind == "empty" and chance.random() < 0.4:
        spot = room.spot()
        way = chance.uniform(-160, -20)
        pose = chance.choice(("open", "grip", "point"))
        scene = replace(scene, hands=(Hand(spot, way, pose, skin=chance.randrange(6), sleeve=chance.randrange(5)),))
    return scene


def _bare(chance: Random, kind: str, seed: int, mats: Sequence[Mat]) -> Scene:
    light = random_light(chance)
    # Few cloths are woven and lie each time another way, for weaving takes longer than painting.
    lies = (chance.uniform(-300, 300), chance.uniform(-300, 300))
    cloth = Cloth(chance.choice(tuple(CLOTHS)), chance.randrange(2), chance.uniform(0, 360), lies)
    plain = Scene(
        random_camera(chance, {"rooster": 1.5, "grill": 1.25}.get(kind, 1.0)),
        light,
        cloth,
        blur_px=chance.choice((0.0, 0.0, chance.uniform(0.4, 0.9))),
        noise=chance.uniform(0.5, 4.0),
        seed=seed,
    )
    match chance.choice(("mat", "markers", "markers", "nothing")):
        case "mat" if fit := [mat for mat in mats if mat.holding(_LIES.get(kind, "die"))]:
            sheet = fit[seed % len(fit)].for_players(chance.randint(2, 5))
            camera = over_mat(sheet, chance.uniform(550, 800), chance.uniform(0, 35))
            return replace(plain, mat=sheet, camera=camera)
        case "markers":
            x, y = chance.uniform(300, 360), chance.uniform(180, 220)
            at = ((0.0, y), (x, y), (x, 0.0), (0.0, 0.0))
            return replace(plain, markers=tuple(Marker(number, spot) for number, spot in enumerate(at)))
    return plain


def random_camera(chance: Random, wider: float = 1.0) -> Camera:
    """A camera 45 to 80 cm above the table, leaning up to 45 degrees, that shows a die 30 to 60 pixels wide."""
    height = chance.uniform(450, 800)
    tilt = chance.uniform(0, 18) if chance.random() < 0.6 else chance.uniform(25, 45)
    camera = hung(
        (170 + chance.uniform(-25, 25), 95 + chance.uniform(-20, 20)), height, tilt, chance.uniform(-125, -55)
    )
    away = height / math.cos(math.radians(tilt))
    return replace(
        camera,
        roll_deg=chance.uniform(-5, 5),
        focal_px=chance.uniform(2.1, 3.2) / wider * away,
        lens=(chance.uniform(-0.06, 0.03), chance.uniform(-0.01, 0.02), 0.0, 0.0, 0.0),
    )


def random_light(chance: Random) -> Light:
    way, out = chance.uniform(0, 2 * math.pi), chance.uniform(100, 700)
    return Light(
        lamp=(170 + out * math.cos(way), 100 + out * math.sin(way), chance.uniform(450, 1300)),
        lamp_mm=chance.uniform(20, 160),
        kelvin=chance.uniform(2700, 6500),
        brightness=chance.uniform(0.35, 1.15),
        room=chance.uniform(0.25, 0.75),
        vignette=chance.uniform(0.0, 0.35),
    )


class _Room:
    """Hands out spots on the table that are in the picture and not yet taken."""

    def __init__(self, chance: Random, eye: Lens) -> None:
        self._chance = chance
        self._eye = eye
        self._taken: list[tuple[Spot, float]] = []

    def spot(self, radius: float = 0.0, margin: int = 60, body: float | None = None) -> Spot:
        """A spot with so much room about it, of which the body stays taken; after many tries any, for a table fills."""
        at: Spot = (0.0, 0.0)
        for _ in range(60):
            at = self._anywhere(margin)
            if self.free(at, radius):
                break
        self.take(at, radius if body is None else body)
        return at

    def _anywhere(self, margin: int) -> Spot:
        x = self._chance.randrange(margin, WIDTH - margin)
        y = self._chance.randrange(margin, HEIGHT - margin)
        spot = self._eye.on_table(self._eye.rays_of((x, y, 1, 1), 1)[0, 0])
        return float(spot[0]), float(spot[1])

    def free(self, at: Spot, radius: float) -> bool:
        return all(math.dist(at, other) > radius + far for other, far in self._taken)

    def take(self, at: Spot, radius: float) -> None:
        if radius:
            self._taken.append((at, radius))


def _dice(room: _Room, chance: Random, kind: str, seed: int) -> tuple[Die, ...]:
    most = 6 if kind == "junior" else 8
    styles = [f"random-{kind}:{seed}", *(name for name in STYLES if _fits(name, kind))]
    style = chance.choice((styles[0], chance.choice(styles)))
    dice: list[Die] = []
    for _ in range(chance.randint(1, most)):
        if kind == "pips":
            style = chance.choice((f"random-pips:{chance.randrange(10**6)}", chance.choice(styles[1:])))
        own = "golden" if kind == "heckmeck" and chance.random() < 0.06 else style
        face, yaw = chance.choice(die_style(own).faces), chance.uniform(0, 360)
        if dice and chance.random() < 0.4:
            die = _touching(dice, chance, face, own)
            if not room.free(die.at, 7.9):
                continue
            room.take(die.at, 8.0)
        else:
            margin = 60 if chance.random() < 0.9 else 2
            die = Die(face, room.spot(14.0, margin, body=8.0), yaw, own)
            if chance.random() < 0.03:
                die = leaning(die, chance.uniform(14, 42), chance.uniform(0, 360))
        dice.append(die)
    return tuple(dice)


def _touching(dice: list[Die], chance: Random, face: str, style: str) -> Die:
    """Side by side with one that lies there already."""
    other = chance.choice(dice)
    way = math.radians(other.yaw + chance.choice((0, 90, 180, 270)))
    slide, gap = chance.uniform(-9, 9), other.size_mm + 0.2
    at = (
        other.at[0] + gap * math.cos(way) - slide * math.sin(way),
        other.at[1] + gap * math.sin(way) + slide * math.cos(way),
    )
    return Die(face, at, other.yaw + chance.choice((0, 90, 180, 270)), style)


def _fits(name: str, kind: str) -> bool:
    own = {"pips": "6", "junior": "bun", "heckmeck": "4"}[kind]
    faces = die_style(name).faces
    return own in faces and (kind != "heckmeck" or "worm" in faces)


def _grill(room: _Room, chance: Random) -> tuple[Tile, ...]:
    numbers = [n for n in range(21, 37) if chance.random() < 0.85]
    rows = chance.choice((1, 2, 2))
    a_row = -(-len(numbers) // rows)
    turn, pitch = chance.uniform(-14, 14), chance.uniform(25.3, 30)
    middle, ink = (170 + chance.uniform(-30, 30), 100 + chance.uniform(-30, 30)), chance.choice(COLOURS)
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    tiles = []
    for index, number in enumerate(numbers):
        row, column = divmod(index, a_row)
        x, y = (column - (a_row - 1) / 2) * pitch, ((rows - 1) / 2 - row) * 56 + chance.uniform(-2, 2)
        at = (middle[0] + cos * x - sin * y, middle[1] + sin * x + cos * y)
        up = chance.random() < 0.85
        tiles.append(Tile(number, at, turn + chance.uniform(-2.5, 2.5), up, usual_worms(number), style=ink))
        room.take(at, 30.0)
    return tuple(tiles)


def _rooster_run(scene: Scene, room: _Room, chance: Random) -> Scene:
    designs = [f"{colour}-{number}" for colour in COLOURS for number in range(1, 9)]
    cards, turn = [], chance.uniform(-8, 8)
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    for index, design in enumerate(chance.sample(designs, 8)):
        x, y = (index % 4 - 1.5) * 63, (0.5 - index // 4) * 63
        at = (170 + cos * x - sin * y, 110 + sin * x + cos * y)
        cards.append(Card(design, chance.randint(1, 7), at, turn + chance.uniform(-2, 2)))
        room.take(at, 42.0)
    names = chance.sample([*designs, *["blank"] * 8], chance.randint(8, 22))
    tokens = tuple(Token(name, room.spot(16.0), chance.uniform(0, 360), chance.random() < 0.5) for name in names)
    return replace(scene, cards=tuple(cards), tokens=tokens)


def _clutter(room: _Room, chance: Random) -> tuple[Thing, ...]:
    kinds = chance.choices(("coin", "pencil", "playing-card", "mug"), (4, 2, 2, 1), k=chance.randint(1, 4))
    far = {"coin": 14.0, "pencil": 60.0, "playing-card": 50.0, "mug": 60.0}
    return tuple(Thing(kind, room.spot(far[kind]), chance.uniform(0, 360), chance.randrange(100)) for kind in kinds)
