"""What the eye reads on printed mats: pieces in their places, phantoms on empty ones, and its time beside ArUco."""

import math
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import cv2

from companion.games import GAMES
from companion.mats import all_mats
from hardware.frame import Frame
from hardware.frame import Pixels as Picture
from vision.observation import CardSeen, TableObservation, TileSeen, TokenSeen, name_of
from vision.piece_set import load_set
from vision.reader import Reader
from vision.render.paint import Painter
from vision.render.scene import Card, Cloth, Die, Light, Scene, Spot, Tile, Token, hung
from vision.table.markers import dictionary
from vision.table.zones import Mat, Zone, zone_at

TABLES, EMPTY, TIMED = 20, 75, 7  # of each mat; and how often one is timed
CLOTHS = ("oak", "walnut", "linen", "felt-green", "felt-red")
COLOURS = ("red", "blue", "green", "yellow")
Lying = Counter[tuple[str, str]]  # what lies in which zone


def bare(mat: Mat, seed: int) -> Scene:
    """The mat under a camera and a lamp of its own."""
    chance, corner = Random(f"{mat.name} {seed}"), mat.markers[1]
    far = 290.0 * mat.pages + chance.uniform(-20, 60)
    camera = hung((corner[0] / 2, corner[1] / 2), far, chance.uniform(2, 20), chance.uniform(-120, -60))
    lamp = chance.uniform(-500, 800), chance.uniform(100, 700), chance.uniform(500, 900)
    light = Light(lamp, 70.0, chance.uniform(2800, 6000), chance.uniform(0.55, 1.1), chance.uniform(0.3, 0.7))
    blur = chance.choice((0.0, 0.0, 0.8))
    cloth = Cloth(chance.choice(CLOTHS), seed)
    return Scene(camera, light, cloth, mat, blur_px=blur, noise=chance.uniform(1, 4), seed=seed)


def laid(mat: Mat, seed: int) -> tuple[Scene, Lying]:
    """The same with pieces in more than half of its places."""
    chance, scene, lying = Random(f"{mat.name} lies {seed}"), bare(mat, seed), Counter[tuple[str, str]]()
    tiles, cards, tokens, dice = [], [], [], []
    ink = "green" if "junior" in mat.name else "blue"
    for zone in mat.zones:
        if "die" in zone.may_hold and zone.kind == "tray":
            spots = strewn(chance, zone, chance.randrange(9), 24.0)
            dice += [
                Die(chance.choice(("1", "2", "3", "4", "5", "worm")), spot, chance.uniform(0, 90)) for spot in spots
            ]
        elif "tile" in zone.may_hold and chance.random() < 0.6:
            number, up = tile_of(chance, mat, zone)
            yaw, z = chance.uniform(-4, 4), 0.0
            spot = zone.centre if zone.height < 60 else (zone.centre[0], zone.y + zone.height * 0.75)
            if zone.width > zone.height:
                yaw, z = yaw + chance.choice((90, -90)), 6.0 * chance.choice((0, 0, 0, 1, 2))
            tiles.append(Tile(number, shaken(chance, spot), yaw, up, GAMES[mat.name].box.tiles[number], z, style=ink))
            lying[str(number) if up else "down", zone.name] += 1
        elif "card" in zone.may_hold and chance.random() < 0.8:
            design = f"{chance.choice(COLOURS)}-{chance.randint(1, 8)}"
            cards.append(Card(design, chance.randint(1, 7), shaken(chance, zone.centre, 1.0), chance.uniform(-3, 3)))
            lying[design, zone.name] += 1
        elif "token" in zone.may_hold:
            rings = [(zone.x + part * zone.width, zone.centre[1] + 2) for part in zone.printed.rings]
            spots = [one for one in rings if chance.random() < 0.5] or strewn(chance, zone, chance.randint(5, 30), 33.0)
            for spot in spots if rings or zone.printed.felt else ():
                up = bool(rings) or chance.random() < 0.35
                design = chance.choice(("blank", *(f"{colour}-{n}" for colour in COLOURS for n in range(1, 9))))
                tokens.append(Token(design, spot, chance.uniform(0, 360), up))
                lying[design if up else "back", zone.name] += 1
    full = replace(scene, tiles=tuple(tiles), cards=tuple(cards), tokens=tuple(tokens), dice=tuple(dice))
    return full, lying


def tile_of(chance: Random, mat: Mat, zone: Zone) -> tuple[int, bool]:
    """In the grill its own, at times face down; before a player any."""
    own = [int(one.own) for one in mat.zones if one.kind == "home"]
    return (int(zone.own), chance.random() < 0.75) if zone.kind == "home" else (chance.choice(own), True)


def shaken(chance: Random, spot: Spot, by: float = 2.0) -> Spot:
    return spot[0] + chance.uniform(-by, by), spot[1] + chance.uniform(-by, by)


def strewn(chance: Random, zone: Zone, count: int, apart: float) -> list[Spot]:
    spots: list[Spot] = []
    for _ in range(300):
        x = chance.uniform(zone.x + apart / 2, zone.x + zone.width - apart / 2)
        spot = x, chance.uniform(zone.y + apart / 2, zone.y + zone.height - apart / 2)
        if len(spots) < count and all(math.dist(spot, other) > apart for other in spots):
            spots.append(spot)
    return spots


def flat_of(told: TableObservation, mat: Mat) -> Lying:
    pieces: tuple[TileSeen | CardSeen | TokenSeen, ...] = (*told.tiles, *told.cards, *told.tokens)
    return Counter((name_of(one), zone_at(mat, *one.at_mm or (-999, 0)) or "nowhere") for one in pieces)


def on_the_mat_rows(tables: int = TABLES, empty: int = EMPTY, mats: tuple[Mat, ...] | None = None) -> None:
    print("\non painted mats, no two in one light")
    painter = Painter()
    for mat in all_mats() if mats is None else mats:
        if not GAMES[mat.name].box.sets:
            continue
        reader = Reader([load_set(name) for name in GAMES[mat.name].box.sets], mat=mat)
        pieces = missed = added = exact = phantoms = 0
        for seed in range(tables):
            scene, lying = laid(mat, seed)
            reader.forget()
            told = flat_of(reader.read(Frame(painter.paint(scene), 0, 0.0)), mat)
            pieces, missed, added = (
                pieces + lying.total(),
                missed + (lying - told).total(),
                added + (told - lying).total(),
            )
            exact += told == lying
        for seed in range(empty):
            reader.forget()
            told = flat_of(reader.read(Frame(painter.paint(bare(mat, 1000 + seed)), 0, 0.0)), mat)
            phantoms += told.total()
        print(
            f"    {mat.name:16} {1 - missed / max(1, pieces):.3f} of {pieces} right, {added} wrong or not there;",
            end="",
        )
        print(f" {exact} of {tables} exact; {phantoms} phantoms on {empty} empty mats;", end="")
        print(times(reader, painter, laid(mat, 3)[0]))


def times(reader: Reader, painter: Painter, scene: Scene) -> str:
    """Processor time against ArUco on the same picture: the first read of a table, and one where nothing moved."""
    cv2.setNumThreads(1)
    one, other = (painter.paint(replace(scene, frame=n)) for n in range(2))
    detector = cv2.aruco.ArucoDetector(dictionary(), cv2.aruco.DetectorParameters())

    def first() -> None:
        reader.forget()
        reader.read(Frame(one, 0, 0.0))

    def again(picture: Picture) -> Callable[[], object]:
        return lambda: reader.read(Frame(picture, 0, 0.0))

    aruco, whole, still = (spent(job) for job in (lambda: detector.detectMarkers(one), first, again(other)))
    return f" {whole / aruco:.1f} x ArUco at first, {still / aruco:.1f} x where nothing moved"


def spent(job: Callable[[], object]) -> float:
    took = []
    for _ in range(TIMED):
        began = time.process_time()
        job()
        took.append(time.process_time() - began)
    return statistics.median(took)


if __name__ == "__main__":
    on_the_mat_rows()
