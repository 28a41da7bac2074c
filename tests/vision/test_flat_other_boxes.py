"""Boxes of other makers: faint print, plain cloths in the colour of tiles, shadows and rings around tokens."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import vision.flat.read_flat
from calibration.learn_flat import learn_flat
from hardware.frame import Pixels
from hardware.trouble import Trouble
from vision.flat.compare_flat import Fit
from vision.flat.designs import PLAIN, Designs
from vision.flat.find_flat import find_flat
from vision.flat.flat_reading import Reading, settled
from vision.flat.read_flat import FlatReader
from vision.piece_set import Example, PieceSet
from vision.pyramid import Pyramid
from vision.render.scene import usual_worms

PAPER, INK, FAINT = (205, 222, 228), (130, 85, 145), (195, 192, 208)  # of tiles that show hardly any print
HIGH, WIDE = 116, 60
RADIUS, RING = 36, 0.86  # of a token, and of the ring printed on it


def faint_tile(number: int | None) -> Pixels:
    art = np.full((HIGH, WIDE, 3), PAPER, np.uint8)
    if number is not None:
        cv2.putText(art, str(number), (7, 40), cv2.FONT_HERSHEY_DUPLEX, 1.0, INK, 1, cv2.LINE_AA)
        for worm in range(usual_worms(number)):
            cv2.circle(art, (18 + 24 * (worm % 2), 74 + 22 * (worm // 2)), 7, FAINT, -1, cv2.LINE_AA)
    return art


def grill(numbers: list[int | None], cloth: Pixels) -> tuple[Pixels, list[tuple[float, float]]]:
    """Rows of eight tiles, and where their centres are; None lies face down."""
    picture, centres = cloth.copy(), []
    for place, number in enumerate(numbers):
        x, y = 60 + 66 * (place % 8), 60 + 130 * (place // 8)
        picture[y : y + HIGH, x : x + WIDE] = faint_tile(number)
        centres.append((x + WIDE / 2 - 0.5, y + HIGH / 2 - 0.5))
    grain = np.random.default_rng(1).normal(0, 1, picture.shape)
    return np.asarray((picture + grain).clip(0, 255), np.uint8), centres


@pytest.fixture(scope="module")
def tiles(tmp_path_factory: pytest.TempPathFactory) -> PieceSet:
    folder = tmp_path_factory.mktemp("tiles")
    picture, centres = grill(list(range(21, 37)), np.full((480, 720, 3), (60, 110, 50), np.uint8))
    cv2.imwrite(str(folder / "all.png"), picture)
    pieces = [{"name": str(number), "centre": at} for number, at in zip(range(21, 37), centres, strict=True)]
    (folder / "labels.json").write_text(json.dumps([{"image": "all.png", "pieces": pieces}]))
    return learn_flat("tiles", "tiles", folder)[0]


def test_print_is_print_however_faint(tiles: PieceSet) -> None:
    designs = Designs(tiles)
    assert [name for name, printed in zip(designs.names, designs.printed, strict=False) if not printed] == [PLAIN]
    assert float(np.median(designs.contrasts)) < 0.09


def test_faint_tiles_are_read_face_up_and_face_down(tiles: PieceSet) -> None:
    lying = [21, None, 25, 28, 31, None, 34, 36]
    picture, centres = grill(lying, np.full((480, 720, 3), (90, 60, 40), np.uint8))
    _, _, seen = FlatReader([tiles]).read(Pyramid(picture))

    read = {one.number: np.mean(one.quad, axis=0) for one in seen if one.number}
    assert sorted(read) == [21, 25, 28, 31, 34, 36]
    down = [np.mean(one.quad, axis=0) for one in seen if not one.face_up]
    assert len(down) == 2
    for at in (centres[1], centres[5]):
        assert min(float(np.linalg.norm(at - other)) for other in down) < 5


def test_pale_checks_of_a_cloth_are_no_tiles(tiles: PieceSet) -> None:
    y, x = np.mgrid[:480, :720]
    white = (x // HIGH % 2 == 1) & (y // HIGH == 3)
    cloth = np.where(white[..., None], PAPER, (160, 90, 110)).astype(np.uint8)
    picture, _ = grill([21, None, 25, 28], cloth)
    _, _, seen = FlatReader([tiles]).read(Pyramid(picture))
    assert sorted(str(one.number) for one in seen) == ["21", "25", "28", "None"]


def grained() -> Pixels:
    """Wood whose dark grain runs from tile to tile, so that no outline is closed."""
    wood = np.full((480, 720, 3), (70, 120, 60), np.uint8)
    wood[::7] = wood[1::7] = (120, 175, 190)
    return wood


def two_photos(folder: Path, second: Pixels) -> None:
    """Tiles 21 to 28 on a plain table in one photo, 29 to 36 on another in the second, or said to be there."""
    first, centres = grill(list(range(21, 29)), np.full((480, 720, 3), (60, 110, 50), np.uint8))
    labels = []
    for name, picture, start in (("plain.png", first, 21), ("wood.png", second, 29)):
        cv2.imwrite(str(folder / name), picture)
        pieces = [{"name": str(start + n), "centre": at} for n, at in enumerate(centres)]
        labels.append({"image": name, "pieces": pieces})
    (folder / "labels.json").write_text(json.dumps(labels))


def test_where_grain_hides_their_outlines_other_photos_tell_how_large_tiles_are(tmp_path: Path) -> None:
    table, _ = grill(list(range(29, 37)), grained())
    assert sum(not one.disc and abs(one.size / np.sqrt(HIGH * WIDE / 4) - 1) < 0.1 for one in find_flat(table)) <= 1
    two_photos(tmp_path, table)
    made, _ = learn_flat("tiles", "tiles", tmp_path)
    assert len(made.examples) == 16
    plain, hidden = (np.stack([e.patch for e in made.examples[n : n + 8]]).mean((0, 1, 2)) for n in (0, 8))
    assert np.abs(plain - hidden).max() < 12  # tiles, and hardly any of the wood


def test_where_no_tiles_lie_none_are_taught(tmp_path: Path) -> None:
    two_photos(tmp_path, grained())
    with pytest.raises(Trouble, match=r"In wood.png I find no card or tile at \d+, \d+ for '29'"):
        learn_flat("tiles", "tiles", tmp_path)


def shadowed(name: str, cloth: tuple[int, int, int]) -> Pixels:
    """A token with a ring, whose shadow is of a token's size and lies aside."""
    picture: NDArray[np.float32] = np.full((240, 240, 3), cloth, np.float32)
    cv2.circle(picture, (128, 130), RADIUS + 4, [0.8 * v for v in cloth], -1, cv2.LINE_AA)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 2.0), np.float32)
    cv2.circle(picture, (120, 120), RADIUS, (190, 205, 200), -1, cv2.LINE_AA)
    cv2.circle(picture, (120, 120), round(RING * RADIUS), (60, 90, 40), 2, cv2.LINE_AA)
    if name != "blank":
        cv2.line(picture, (105, 110), (135, 128), (40, 30, 190) if name == "red" else (180, 70, 30), 8, cv2.LINE_AA)
    grain = np.random.default_rng(2).normal(0, 1, picture.shape)
    return np.asarray((picture + grain).clip(0, 255), np.uint8)


@pytest.mark.parametrize("cloth", [(120, 60, 60), (60, 110, 50), (90, 130, 160)])
def test_a_token_is_taught_without_its_shadow_and_with_its_rim(tmp_path: Path, cloth: tuple[int, int, int]) -> None:
    labels = []
    for name in ("red", "blue", "blank"):
        cv2.imwrite(str(tmp_path / f"{name}.png"), shadowed(name, cloth))
        labels.append({"image": f"{name}.png", "pieces": [{"name": name, "centre": [121.5, 119.0]}]})
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    made, _ = learn_flat("tokens", "tokens", tmp_path)
    for example in made.examples:
        middle = (len(example.patch) - 1) / 2
        y, x = np.mgrid[: len(example.patch), : len(example.patch)]
        away = np.hypot(x - middle, y - middle) / (middle + 0.5)
        ring = example.patch[..., 2] < 110
        ring &= (away > 0.6) & (away < 0.97)
        assert abs(float(away[ring].mean()) - RING) < 0.03, example.name


def hardly_seen(cloth: tuple[int, int, int]) -> Pixels:
    """A back of nearly its cloth's colour: a ring printed well inside its rim shows far better than the rim."""
    picture: NDArray[np.float32] = np.full((240, 240, 3), cloth, np.float32)
    cv2.circle(picture, (120, 120), RADIUS, [1.04 * v for v in cloth], -1, cv2.LINE_AA)
    cv2.circle(picture, (120, 120), round(0.6 * RADIUS), [0.6 * v for v in cloth], 4, cv2.LINE_AA)
    cv2.fillConvexPoly(picture, np.array([(108, 128), (134, 130), (116, 106)]), [0.6 * v for v in cloth], cv2.LINE_AA)
    grain = np.random.default_rng(3).normal(0, 1, picture.shape)
    return np.asarray((picture + grain).clip(0, 255), np.uint8)


def test_a_token_of_its_cloths_colour_is_taught_as_large_as_the_others(tmp_path: Path) -> None:
    cloth = (60, 90, 130)
    pictures = {name: shadowed(name, cloth) for name in ("red", "blue", "blank")} | {"back": hardly_seen(cloth)}
    labels = [{"image": f"{name}.png", "pieces": [{"name": name, "centre": [120.5, 119.5]}]} for name in pictures]
    for name, picture in pictures.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), picture)
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    made, _ = learn_flat("tokens", "tokens", tmp_path)
    back = next(example.patch for example in made.examples if example.name == "back")
    middle = (len(back) - 1) / 2
    y, x = np.mgrid[: len(back), : len(back)]
    away = np.hypot(x - middle, y - middle) / (middle + 0.5)
    ring = (back[..., 2] < 0.75 * 130) & (away > 0.45)
    assert float(away[ring].mean()) == pytest.approx(0.6, abs=0.04)


def test_a_card_that_is_hardly_likely_hides_no_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("red", "blue")
    made = PieceSet("tokens", "tokens", tuple(Example(name, _cut(name)) for name in names))
    card = PieceSet("cards", "cards", (Example("red-1", faint_tile(21)),))
    picture = np.full((240, 480, 3), (120, 60, 60), np.uint8)
    for place, name in enumerate(names):
        picture[:, 240 * place : 240 * place + 240] = shadowed(name, (120, 60, 60))
    whole = np.array([[240.0, 0, 240], [0, 120, 120], [0, 0, 1]])
    guess = Reading([Fit(0, 0.2, whole, np.zeros(3))], card, Designs(card))
    monkeypatch.setattr(vision.flat.read_flat, "_read_quads", lambda sets, *_: [guess] if sets else [])
    tokens, _, _ = FlatReader([made, card]).read(Pyramid(picture))
    assert sorted(one.design for one in tokens) == ["blue", "red"]


def _cut(name: str) -> Pixels:
    return shadowed(name, (120, 60, 60))[120 - RADIUS : 121 + RADIUS, 120 - RADIUS : 121 + RADIUS]


def test_odd_light_counts_once_and_every_ground_has_its_own() -> None:
    plain = np.full((40, 40, 3), (200, 210, 220), np.uint8)
    arts = [plain.copy() for _ in range(4)] + [np.full((40, 40, 3), (40, 110, 220), np.uint8)]
    for place, art in enumerate(arts):
        cv2.circle(art, (14 + 3 * place, 20), 6, (40, 30, 60 + 30 * place), -1)
    names = ["red-1", "red-2", "red-3", "red-4", "back"]
    made = PieceSet("tokens", "tokens", tuple(Example(name, art) for name, art in zip(names, arts, strict=True)))
    designs = Designs(made)

    def read(design: int, at: float, gains: tuple[float, float, float]) -> Reading:
        place = np.array([[20.0, 0, at], [0, 20, 50], [0, 0, 1]])
        others = [Fit(other, 0.2, place, np.array(gains)) for other in range(5) if other != design]
        return Reading([Fit(design, 0.02, place, np.array(gains)), *others], made, designs)

    usual = [read(n, 100.0 * n, (0.1, 0.1, 0.1)) for n in range(3)]
    odd, back = read(3, 400.0, (-0.6, 0.1, 0.4)), read(4, 500.0, (-0.6, 0.1, 0.4))
    once = settled([*usual, odd, back])
    assert [round(one.left, 6) for one in settled(settled(once))] == [round(one.left, 6) for one in once]
    left = {one.name: one.left for one in once}
    assert left["back"] == pytest.approx(0.02)
    assert left["red-4"] > 0.03
    assert replace(odd.fits[0], odd=0.0).left == pytest.approx(0.02)
