"""Paints the pictures of the README: python tests/support/draw_tables.py docs/pictures"""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
from mats import mat_on

from vision.render.lens import over_mat
from vision.render.paint import paint
from vision.render.scene import Card, Cloth, Die, Hand, Light, Scene, Thing, Tile, Token, usual_worms

_EVENING = Light(lamp=(-220.0, 480.0, 760.0), kelvin=3300.0, brightness=1.0, room=0.4)


def heckmeck() -> Scene:
    """A turn at dusk: two worms and a 5 laid aside, five dice just rolled."""
    sheet = mat_on("heckmeck", 4)
    grill = [n for n in range(21, 37) if n not in (22, 24, 29)]
    tiles = [Tile(n, sheet.zone(f"home:{n}").centre, (n * 7) % 5 - 2.0, n != 36, usual_worms(n)) for n in grill]
    for seat, number in enumerate((24, 29, 22), 1):
        tiles.append(
            Tile(number, sheet.zone(f"place:{seat}").centre, 90.0 if seat == 1 else -90.0, True, usual_worms(number))
        )
    rolled = (("2", 78, 58, 20), ("5", 128, 84, 65), ("5", 176, 48, 130), ("4", 216, 88, 200), ("1", 262, 56, 285))
    dice = [Die(face, (float(x), float(y)), float(yaw)) for face, x, y, yaw in rolled]
    x, y = sheet.zone("aside").centre
    dice += [Die(face, (x - 40 + 24 * n, y), 4.0 * n) for n, face in enumerate(("worm", "worm", "5"))]
    things = (Thing("pencil", (402.0, 150.0), 82.0, 2), Thing("coin", (-52.0, 196.0), 20.0, 1))
    camera = over_mat(sheet, 600, 16)
    return Scene(
        replace(camera, focal_px=camera.focal_px * 0.92),
        _EVENING,
        Cloth("walnut", 3),
        sheet,
        dice=tuple(dice),
        tiles=tuple(tiles),
        things=things,
    )


def hand() -> Scene:
    """Somebody lays the 1 aside."""
    scene = heckmeck()
    return replace(scene, hands=(Hand((268.0, 52.0), -50.0, "grip", skin=1, sleeve=0),))


def junior() -> Scene:
    sheet = mat_on("heckmeck-junior", 3)
    worms = {4: 1, 5: 1, 6: 2, 7: 2, 8: 3, 9: 4}
    tiles: list[Tile] = []
    for number, count in worms.items():
        x, y = sheet.zone(f"home:{number}").centre
        tiles += [Tile(number, (x, y + step), 1.5, True, count, style="green") for step in (26.0, -26.0)]
    faces = ("bun", "worm", "cucumber", "ketchup", "cheese", "bun")
    dice = [Die(face, (66.0 + 42 * n, 48.0 + 31 * (n % 2)), 41.0 * n, "junior") for n, face in enumerate(faces)]
    light = replace(_EVENING, kelvin=4600.0)
    return Scene(over_mat(sheet, 620, 14), light, Cloth("gingham-red", 1), sheet, dice=tuple(dice), tiles=tuple(tiles))


def rooster_run() -> Scene:
    sheet = mat_on("rooster-run", 4)
    chickens = ("red-1", "green-4", "blue-7", "yellow-2", "red-6", "green-8", "blue-3", "yellow-5")
    cards = [Card(name, 1 + n % 7, sheet.zone(f"card:{n + 1}").centre, n % 3 - 1.0) for n, name in enumerate(chickens)]
    chance = Random(5)
    spots = [
        (6 + 68 * (n % 9) + chance.uniform(-15, 15), 46 + 50 * (n // 9) + chance.uniform(-8, 8)) for n in range(27)
    ]
    tokens = [Token("red-1", spot, chance.uniform(0, 360), face_up=False) for spot in spots]
    x, y = sheet.zone("front:2").centre
    tokens += [Token("blue-3", (x - 17, y + 2), 20.0), Token("yellow-5", (x + 18, y + 2), 200.0)]
    tokens.append(Token("green-8", sheet.zone("front:3").centre, 90.0))
    light = replace(_EVENING, kelvin=4000.0, lamp=(700.0, 500.0, 900.0))
    return Scene(
        over_mat(sheet, 760, 18), light, Cloth("felt-green", 2), sheet, cards=tuple(cards), tokens=tuple(tokens)
    )


PICTURES: dict[str, Callable[[], Scene]] = {
    "heckmeck": heckmeck,
    "hand": hand,
    "junior": junior,
    "rooster-run": rooster_run,
}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, scene in PICTURES.items():
        path = folder / f"table-{name}.jpg"
        cv2.imwrite(str(path), paint(replace(scene(), noise=1.2)), [cv2.IMWRITE_JPEG_QUALITY, 88])
        print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures"))
