"""Made-up tables are the same for the same seed, keep their pieces apart, and hold what their kind says."""

import math
from itertools import combinations
from pathlib import Path

import pytest
from draw_tables import PICTURES
from draw_tables import main as write_pictures
from mats import mat_on

from companion.mats import all_mats
from vision.render.dice import die_style
from vision.render.invent import KINDS, random_scene
from vision.render.lens import over_mat
from vision.render.paint import paint, truth
from vision.render.scene import Scene, Tile, Token
from vision.render.shots import CLOSE_UP, all_cards, all_tiles, all_tokens, close_up

MATS = all_mats()


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_makes_up_one_table(kind: str) -> None:
    scene = random_scene(3, kind, MATS)
    assert scene == random_scene(3, kind, MATS) != random_scene(4, kind, MATS)
    assert (paint(scene, (320, 180)) == paint(scene, (320, 180))).all()


def test_a_made_up_table_may_have_one_of_the_mats_its_pieces_lie_on() -> None:
    laid = {kind: {scene.mat.name for n in range(20) if (scene := random_scene(n, kind, MATS)).mat} for kind in KINDS}
    assert set() < laid["rooster"] <= {mat.name for mat in MATS if mat.holding("token")}
    assert set() < laid["pips"] <= {mat.name for mat in MATS if mat.holding("die")}


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(ValueError, match="I cannot make up a table of chess"):
        random_scene(1, "chess")


@pytest.mark.parametrize(("kind", "faces"), [("junior", "bun"), ("pips", "6"), ("heckmeck", "worm")])
def test_tables_of_dice_hold_dice_of_their_kind(kind: str, faces: str) -> None:
    for seed in range(30):
        scene = random_scene(seed, kind, MATS)
        assert 1 <= len(scene.dice) <= 8
        assert all(faces in die_style(die.style).faces for die in scene.dice)
        assert all(math.dist(a.at, b.at) > 15 for a, b in combinations(scene.dice, 2))


def test_empty_tables_hold_no_dice() -> None:
    scenes = [random_scene(seed, "empty", MATS) for seed in range(60)]
    assert not any(scene.dice or scene.tiles or scene.cards for scene in scenes)
    kinds = {thing.kind for scene in scenes for thing in scene.things}
    assert kinds == {"coin", "pencil", "playing-card", "mug"}
    assert any(scene.hands for scene in scenes) and any(scene.markers for scene in scenes)


def test_made_up_dice_are_seen_of_a_size_a_camera_gives() -> None:
    boxes = [die.box for seed in range(12) for die in truth(random_scene(seed)).dice]
    assert boxes
    assert sum(25 < max(box[2:]) < 110 for box in boxes) >= 0.9 * len(boxes)


@pytest.mark.parametrize("face", ["worm", "3"])
def test_a_close_up_shows_one_die_large(face: str) -> None:
    scene = close_up("heckmeck", face, seed=2)
    (die,) = truth(scene, CLOSE_UP).dice
    assert die.face == face
    assert min(die.box[2:]) > 60 and max(die.box[2:]) < 160
    assert paint(scene, CLOSE_UP).shape == (480, 640, 3)


def test_whole_boxes_are_laid_out_in_full_view() -> None:
    assert [tile.number for tile in truth(all_tiles()).tiles] == list(range(21, 37))
    assert len({token.design for token in truth(all_tokens()).tokens}) == 34
    seen = truth(all_cards())
    assert len({card.design for card in seen.cards}) == 32
    assert all(0 <= x < 1280 and 0 <= y < 720 for card in seen.cards for x, y in card.quad)


def test_the_pictures_of_the_readme_can_be_painted_again(tmp_path: Path) -> None:
    write_pictures(tmp_path)
    sizes = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert set(sizes) == {f"table-{name}.jpg" for name in PICTURES}
    assert all(30_000 < size < 300_000 for size in sizes.values())


def test_a_specialist_stands_on_its_tile() -> None:
    sheet = mat_on("heckmeck-deluxe", 3)
    at = sheet.zone("home:27").centre
    scene = Scene(
        over_mat(sheet),
        mat=sheet,
        tiles=(Tile(27, at, worms=2),),
        tokens=(Token("hen", at, z=6.0, size_mm=20.0),),
    )
    seen = truth(scene)
    assert [token.design for token in seen.tokens] == ["hen"]
    assert [tile.number for tile in seen.tiles] == [27]
    ring = seen.tiles[0].quad
    assert seen.tokens[0].radius < math.dist(ring[0], ring[1]) / 2
