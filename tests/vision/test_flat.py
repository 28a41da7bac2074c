"""Tokens, cards and tiles are taught from photographs and read on a table."""

import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.learn_flat import learn_flat
from hardware.frame import Pixels
from hardware.trouble import Trouble
from vision.flat.find_discs import find_discs
from vision.flat.read_flat import FlatReader
from vision.flat.table_plane import Lying, TablePlane
from vision.photo import open_photo
from vision.piece_set import PieceSet
from vision.pyramid import Pyramid
from vision.reader import Reader
from vision.render.scene import usual_worms
from vision.squeezed import read_photo

BENCH = Path(__file__).parents[3] / "shared" / "bench"
TILE = (60, 116)


def tile(number: int) -> Pixels:
    art = np.full((TILE[1], TILE[0], 3), (205, 225, 235), np.uint8)
    cv2.putText(art, str(number), (7, 40), cv2.FONT_HERSHEY_DUPLEX, 1.1, (40, 30, 160), 2, cv2.LINE_AA)
    cv2.line(art, (8, 56), (52, 56), (60, 80, 110), 2)
    for worm in range(usual_worms(number)):
        cv2.circle(art, (18 + 24 * (worm % 2), 74 + 22 * (worm // 2)), 7, (70, 90, 190), -1, cv2.LINE_AA)
    return art


def table(numbers: list[int], light: float = 1.0) -> tuple[Pixels, list[tuple[float, float]]]:
    """A row of tiles on a green cloth, and where each one's centre lies."""
    picture = np.full((480, 900, 3), (60, 110, 50), np.uint8)
    centres = []
    for place, number in enumerate(numbers):
        x, y = 60 + 75 * (place % 10), 90 + 150 * (place // 10)
        picture[y : y + TILE[1], x : x + TILE[0]] = tile(number)
        centres.append((x + TILE[0] / 2 - 0.5, y + TILE[1] / 2 - 0.5))
    grain = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.asarray((picture * light + grain).clip(0, 255), np.uint8), centres


def photos(folder: Path, numbers: list[int], names: list[str] | None = None) -> Path:
    picture, centres = table(numbers)
    cv2.imwrite(str(folder / "row.png"), picture)
    pieces = [{"name": name, "centre": at} for name, at in zip(names or map(str, numbers), centres, strict=True)]
    (folder / "labels.json").write_text(json.dumps([{"image": "row.png", "pieces": pieces}]))
    return folder


def test_tiles_are_read_in_other_light_where_they_lie(tmp_path: Path) -> None:
    made, report = learn_flat("tiles", "tiles", photos(tmp_path, list(range(21, 37))))
    picture, centres = table([36, 22, 29, 25], light=0.6)
    _, _, seen = FlatReader([made]).read(Pyramid(picture))

    assert report.names == 16
    assert sorted(one.number or 0 for one in seen) == [22, 25, 29, 36]
    for one in seen:
        at = np.mean(one.quad, axis=0)
        assert np.linalg.norm(at - centres[[36, 22, 29, 25].index(one.number or 0)]) < 3


def test_a_table_without_tiles_has_none(tmp_path: Path) -> None:
    made, _ = learn_flat("tiles", "tiles", photos(tmp_path, list(range(21, 37))))
    assert FlatReader([made]).read(Pyramid(table([])[0])) == ((), (), ())


@pytest.mark.parametrize("shape", [(1, 1, 3), (9, 2000, 3), (40, 40), (64, 64, 1), (2600, 1300, 3)])
def test_no_picture_is_too_odd(tmp_path: Path, shape: tuple[int, ...]) -> None:
    made, _ = learn_flat("tiles", "tiles", photos(tmp_path, [21, 22, 25, 36]))
    for value in (0, 255):
        assert FlatReader([made]).read(Pyramid(np.full(shape, value, np.uint8))) == ((), (), ())


def test_two_names_for_one_look_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"row\.png.*looks the same"):
        learn_flat("tiles", "tiles", photos(tmp_path, [21, 21, 25, 36], ["21", "22", "25", "36"]))


def test_a_centre_beside_the_tile_is_refused(tmp_path: Path) -> None:
    folder = photos(tmp_path, [21, 22, 25, 36])
    labels = json.loads((folder / "labels.json").read_text())
    labels[0]["pieces"][2]["centre"] = [700, 400]
    (folder / "labels.json").write_text(json.dumps(labels))
    with pytest.raises(Trouble, match=r"row\.png.*700, 400"):
        learn_flat("tiles", "tiles", folder)


def test_a_blurred_photo_is_refused(tmp_path: Path) -> None:
    folder = photos(tmp_path, [21, 22, 25, 36])
    blurred = cv2.GaussianBlur(table([21, 22, 25, 36])[0], (0, 0), 6)
    cv2.imwrite(str(folder / "row.png"), blurred)
    with pytest.raises(Trouble, match=r"row\.png"):
        learn_flat("tiles", "tiles", folder)


@pytest.mark.parametrize(
    "text", [None, "{", "[]", '[{"image": "a.png"}]', '[{"image": "a.png", "pieces": [{"name": "1"}]}]']
)
def test_labels_that_cannot_be_used_are_refused(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "labels.json").write_text(text)
    with pytest.raises(Trouble, match="labels"):
        learn_flat("tiles", "tiles", tmp_path)


def test_a_missing_photo_is_named(tmp_path: Path) -> None:
    (tmp_path / "labels.json").write_text('[{"image": "gone.jpg", "pieces": [{"name": "21", "centre": [1, 2]}]}]')
    with pytest.raises(Trouble, match=r"gone\.jpg"):
        learn_flat("tiles", "tiles", tmp_path)


def seen_from(tilt: float, at: tuple[float, float]) -> NDArray[np.float64]:
    """How a disc of 18 mm looks there to a camera 600 mm away that is tilted towards the table."""
    normal = np.array([0.0, np.sin(tilt), np.cos(tilt)])
    ray = np.array([(at[0] - 639.5) / 1200, (at[1] - 359.5) / 1200, 1.0])
    depth = 600 * np.cos(tilt) / (normal @ ray)
    along = np.stack([[1.0, 0.0, 0.0], np.cross(normal, [1.0, 0.0, 0.0])], 1)
    return np.asarray(18 * 1200 / depth * np.column_stack([np.eye(2), -ray[:2]]) @ along)


@pytest.mark.parametrize("tilt", [0.0, 0.4, 0.8])
def test_a_few_pieces_tell_how_all_others_look(tilt: float) -> None:
    places = [(200.0, 150.0), (1000.0, 200.0), (600.0, 600.0), (900.0, 500.0)]
    plane = TablePlane([Lying(np.array(at), seen_from(tilt, at)) for at in places], (1280, 720))
    there = (300.0, 500.0)
    size, shape = plane.off(np.array(there), seen_from(tilt, there))
    assert size < 0.03
    assert shape < 0.03
    assert plane.off(np.array(there), 1.3 * seen_from(tilt, there))[0] > 0.2


def test_checks_of_a_cloth_that_fit_no_piece_well_do_not_outvote_the_pieces() -> None:
    tilt, there = 0.4, (300.0, 500.0)
    tokens = [Lying(np.array(at), seen_from(tilt, at)) for at in ((200.0, 150.0), (1000.0, 200.0), (600.0, 600.0))]
    checks = [Lying(np.array([200.0 + 110 * n, 90.0 + 50 * n]), np.eye(2) * 15, trust=0.02) for n in range(9)]
    plane = TablePlane([*tokens, *checks], (1280, 720))
    assert max(plane.off(np.array(there), seen_from(tilt, there))) < 0.05
    believed = [Lying(check.centre, check.axes) for check in checks]
    assert max(TablePlane([*tokens, *believed], (1280, 720)).off(np.array(there), seen_from(tilt, there))) > 0.2


def test_discs_of_known_size_are_found_on_a_chequered_cloth() -> None:
    y, x = np.mgrid[:720, :1280]
    cloth = np.where(((x // 23) + (y // 23)) % 2, 200, 90).astype(np.uint8)
    picture = cv2.cvtColor(cloth, cv2.COLOR_GRAY2BGR)
    places = [(200, 150), (235, 190), (1000, 200), (600, 600), (1260, 300)]
    for place in places:
        cv2.circle(picture, place, 27, (60, 140, 220), -1, cv2.LINE_AA)
    plane = TablePlane([Lying(np.array([200.0, 150.0]), np.eye(2) * 27)], (1280, 720))
    found = find_discs(np.asarray(picture, np.uint8), plane)
    for place in places:
        assert min(np.linalg.norm(one.centre - place) for one in found[:8]) < 4


def token(name: str, size: int = 64) -> Pixels:
    """Worms of two shapes in two colours, a blank one and a back; the corners are green for the table to show."""
    art = np.full((size, size, 3), (60, 110, 50), np.uint8)
    ground = (60, 110, 205) if name == "back" else (205, 225, 235)
    cv2.circle(art, (size // 2, size // 2), size // 2 - 1, ground, -1, cv2.LINE_AA)
    ink = (40, 30, 190) if name.startswith("red") else (180, 70, 30)
    if name.endswith("1"):
        cv2.ellipse(art, (size // 2, size // 2), (16, 12), 20, 0, 250, ink, 7, cv2.LINE_AA)
    elif name.endswith("2"):
        cv2.line(art, (18, 24), (46, 40), ink, 8, cv2.LINE_AA)
        cv2.circle(art, (46, 40), 7, (30, 30, 30), -1, cv2.LINE_AA)
    elif name == "back":
        cv2.rectangle(art, (24, 18), (38, 44), (30, 60, 120), -1)
    return art


def laid(names: list[str], cloth: Pixels) -> tuple[Pixels, list[tuple[float, float]]]:
    """Tokens in a row of four, each turned further than the last."""
    picture, centres = cloth.copy(), []
    for place, name in enumerate(names):
        x, y = 60 + 150 * (place % 4), 60 + 120 * (place // 4)
        turned = cv2.warpAffine(token(name), cv2.getRotationMatrix2D((31.5, 31.5), 47 * place, 1), (64, 64))
        inside = np.hypot(*np.mgrid[-31.5:32, -31.5:32]) < 31
        picture[y : y + 64, x : x + 64][inside] = turned[inside]
        centres.append((x + 31.5, y + 31.5))
    return picture, centres


NAMES = ["red-1", "red-2", "blue-1", "blue-2", "blank", "back"]


def token_photos(folder: Path) -> Path:
    green = np.full((480, 640, 3), (60, 110, 50), np.uint8)
    pieces, labels = [token(name) for name in NAMES], []
    picture = green.copy()
    for place, art in enumerate(pieces):
        x, y = 60 + 150 * (place % 4), 90 + 150 * (place // 4)
        picture[y : y + 64, x : x + 64] = art
        labels.append({"name": NAMES[place], "centre": [x + 31.5, y + 31.5]})
    cv2.imwrite(str(folder / "tokens.png"), picture)
    (folder / "labels.json").write_text(json.dumps([{"image": "tokens.png", "pieces": labels}]))
    return folder


def chequered(size: int) -> Pixels:
    y, x = np.mgrid[:480, :640]
    cloth = np.where((((x // size) + (y // size)) % 2)[..., None], (70, 60, 150), (150, 150, 160))
    return np.asarray(cloth, np.uint8)


@pytest.mark.parametrize("size", [17, 26, 480])
def test_tokens_are_told_apart_whichever_way_they_lie(tmp_path: Path, size: int) -> None:
    made, _ = learn_flat("tokens", "tokens", token_photos(tmp_path))
    names = ["blue-1", "red-2", "back", "blank", "red-1", "blue-2", "back", "blue-1"]
    picture, centres = laid(names, chequered(size))
    tokens, _, _ = FlatReader([made]).read(Pyramid(np.asarray((picture * 0.8).clip(0, 255), np.uint8)))

    read = [min(tokens, key=lambda one: np.hypot(one.centre[0] - x, one.centre[1] - y)).design for x, y in centres]
    assert read == names
    assert len(tokens) == len(names)


@pytest.fixture(scope="module")
def rooster_run() -> list[PieceSet]:
    if not BENCH.is_dir():
        pytest.skip("the bench pictures are not beside the checkout")
    return [learn_flat(kind, kind, BENCH / "rooster" / "enroll" / kind)[0] for kind in ("tokens", "cards")]


@pytest.mark.parametrize("light", ["a warm lamp", "a lamp on one side"])
def test_worms_keep_their_colours_in_lamp_light_on_a_red_chequered_cloth(
    rooster_run: list[PieceSet], light: str
) -> None:
    scene = BENCH / "rooster" / "scenes" / "007.jpg"
    picture = open_photo(scene).pixels
    lit = np.linspace(0.35, 1.15, picture.shape[1])[None, :, None] if "side" in light else np.array([0.7, 0.95, 1.1])
    tokens, _, _ = FlatReader(rooster_run).read(Pyramid(np.asarray((picture * lit).clip(0, 255), np.uint8)))

    lying = json.loads(scene.with_suffix(".json").read_text())["tokens"]
    for one in lying:
        due = one["design"] if one["face_up"] else "back"
        seen = [other.design for other in tokens if math.dist(other.centre, one["centre_px"]) < one["radius_px"]]
        assert seen == [due] or due == "blue-6", "that one lies in the farthest corner"


def test_a_photograph_is_read_as_if_it_were_the_first(rooster_run: list[PieceSet]) -> None:
    """What the table was like in another one, an hour before, has led the eye astray."""
    reader = Reader(rooster_run)
    for name in ("004", "005"):
        photo = open_photo(BENCH / "rooster" / "scenes" / f"{name}.jpg")
        larger = replace(photo, pixels=np.asarray(cv2.resize(photo.pixels, None, fx=1.5, fy=1.5), np.uint8))
        seen = read_photo(reader, larger)
    alone = Reader(rooster_run).read(larger)
    assert (seen.tokens, seen.cards) == (alone.tokens, alone.cards)


def test_an_empty_cloth_has_no_tokens(tmp_path: Path) -> None:
    made, _ = learn_flat("tokens", "tokens", token_photos(tmp_path))
    for size in (9, 17, 33, 64):
        assert FlatReader([made]).read(Pyramid(chequered(size))) == ((), (), ())


def test_photos_that_name_no_piece_are_passed_over(tmp_path: Path) -> None:
    folder = token_photos(tmp_path)
    labels = json.loads((folder / "labels.json").read_text())
    (folder / "labels.json").write_text(json.dumps([{"image": "none.png", "pieces": []}, *labels]))
    made, _ = learn_flat("tokens", "tokens", folder)
    assert made.names == tuple(NAMES)
