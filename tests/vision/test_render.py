"""The painted table obeys the camera's geometry, tells the truth, and is painted alike from the same seed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from mats import mat_on
from numpy.typing import NDArray

from vision.observation import TableObservation
from vision.pyramid import Pyramid
from vision.render.lens import lens, over_mat
from vision.render.paint import Painter, paint, truth
from vision.render.scene import (
    Card,
    Cloth,
    Die,
    Hand,
    Light,
    Marker,
    Scene,
    Thing,
    Tile,
    Token,
    bumped,
    leaning,
    stacked,
)
from vision.render.truth import sights
from vision.table.markers import find_markers
from vision.table.zones import zone_at

MAT = mat_on("heckmeck", 4)
TABLE = Scene(camera=over_mat(MAT), mat=MAT, cloth=Cloth("felt-green"))


def markers_in(picture: NDArray[np.uint8]) -> dict[int, NDArray[np.float64]]:
    return {marker.id: np.array(marker.corners) for marker in find_markers(Pyramid(picture))}


def off(one: Any, two: Any) -> float:
    return float(np.abs(np.asarray(one) - np.asarray(two)).max())


@pytest.mark.parametrize("tilt", [0.0, 20.0, 45.0])
def test_markers_are_found_where_the_truth_says(tilt: float) -> None:
    scene = replace(TABLE, camera=over_mat(MAT, 650.0, tilt))
    found = markers_in(paint(scene))
    told = {marker.id: marker.corners for marker in truth(scene).markers}
    assert sorted(found) == sorted(told) == [0, 1, 2, 3]
    assert all(off(found[number], told[number]) < 1.0 for number in told)


def test_the_top_of_a_die_lies_where_markers_and_lens_put_it() -> None:
    """A homography from the seen markers, raised by the height of a die, leads to the quad of the truth."""
    scene = replace(TABLE, dice=(Die("5", (150.0, 60.0), 30.0),))
    eye = lens(scene.camera, (1280, 720))
    spots, pixels = [], []
    for number, quad in markers_in(paint(scene)).items():
        x, y = MAT.markers[number]
        spots += [(x + a, y + b, 0.0) for a, b in ((-20, 20), (20, 20), (20, -20), (-20, -20))]
        pixels += list(quad)
    found, turn, shift = cv2.solvePnP(np.array(spots), np.array(pixels), eye.k, eye.distortion)
    assert found
    around = np.radians(30.0 + np.array([135.0, 45.0, -45.0, -135.0]))
    top = np.c_[150 + 128**0.5 * np.cos(around), 60 + 128**0.5 * np.sin(around), np.full(4, 16.0)]
    expected = cv2.projectPoints(top, turn, shift, eye.k, eye.distortion)[0].reshape(-1, 2)
    assert off(truth(scene).dice[0].quad, expected) < 1.0


def test_the_face_is_painted_inside_its_quad() -> None:
    """The one blue pip of a white die lies in the middle of the quad, where flattening finds it."""
    scene = replace(TABLE, dice=(Die("1", (150.0, 60.0), 20.0),), noise=0.0)
    quad = truth(scene).dice[0].quad
    to_patch = cv2.getPerspectiveTransform(
        np.array(quad, np.float32), np.array([(0, 0), (64, 0), (64, 64), (0, 64)], np.float32)
    )
    patch = cv2.warpPerspective(paint(scene), to_patch, (64, 64)).astype(int)
    blueness = np.clip(patch[..., 0] - patch[..., 2], 0, None)[8:56, 8:56]
    rows, columns = np.nonzero(blueness > 60)
    assert abs(rows.mean() - 23.5) < 1.5
    assert abs(columns.mean() - 23.5) < 1.5


def test_art_is_upright_clockwise_from_its_top_left() -> None:
    """Seen from above, an unturned tile has its number in the far half: the first two corners are the far ones."""
    scene = replace(TABLE, tiles=(Tile(27, (100.0, 60.0), 0.0, worms=2),))
    (tile,) = truth(scene).tiles
    a, b, c, d = tile.quad
    assert a[0] < b[0] and a[1] < d[1] and b[1] < c[1] and d[0] < c[0]
    assert tile.number == 27


def test_the_same_seed_paints_the_same_picture() -> None:
    scene = replace(TABLE, dice=(Die("worm", (100.0, 60.0), 12.0),), hands=(Hand((200.0, 50.0)),), seed=5)
    first = paint(scene)
    assert (first == paint(scene)).all()
    assert (first != paint(replace(scene, seed=6))).any()


def test_a_painter_that_remembers_paints_what_a_fresh_one_paints() -> None:
    painter = Painter()
    dice = tuple(Die(face, (60.0 + 30 * n, 60.0), 25.0 * n) for n, face in enumerate(("1", "4", "worm")))
    for scene in (
        replace(TABLE, dice=dice),
        replace(TABLE, dice=dice[1:], tiles=(Tile(21, (200.0, 60.0)),)),
        replace(TABLE, dice=dice, light=replace(TABLE.light, kelvin=2700.0)),
        replace(TABLE, dice=dice, camera=bumped(TABLE.camera)),
    ):
        assert (painter.paint(scene) == paint(scene)).all()


def test_pieces_lie_in_the_zones_they_were_put_in() -> None:
    scene = replace(
        TABLE,
        dice=(Die("3", MAT.zone("tray").centre), Die("4", MAT.zone("aside").centre)),
        tiles=(Tile(27, MAT.zone("home:27").centre, worms=2),),
    )
    seen = truth(scene)
    assert [zone_at(MAT, *die.at_mm) for die in seen.dice if die.at_mm] == ["tray", "aside"]
    assert seen.tiles[0].at_mm == MAT.zone("home:27").centre


@pytest.mark.parametrize("towards", [0.0, 90.0, 210.0])
def test_a_leaning_die_is_cocked_and_shows_no_face(towards: float) -> None:
    flat = Die("2", (150.0, 60.0), 40.0)
    slight, cocked = (truth(replace(TABLE, dice=(leaning(flat, by, towards),))).dice[0] for by in (3.0, 25.0))
    assert (slight.face, slight.cocked) == ("2", False)
    assert (cocked.face, cocked.cocked, cocked.quad) == (None, True, None)


def test_a_stacked_die_hides_the_one_below() -> None:
    below = Die("2", (150.0, 60.0))
    scene = replace(TABLE, camera=over_mat(MAT, 650.0, 0.0), dice=(below, stacked(Die("5", (0.0, 0.0)), on=below)))
    upper, lower = sorted((s for s in sights(scene) if isinstance(s.piece, Die)), key=lambda s: -s.share)
    assert isinstance(upper.piece, Die) and upper.piece.face == "5" and upper.share == 1.0
    assert lower.share < 0.3


def test_a_hand_hides_what_lies_under_it() -> None:
    dice = (Die("2", (150.0, 60.0)), Die("3", (250.0, 60.0)))
    bare = replace(TABLE, dice=dice, noise=0.0)
    covered = replace(bare, hands=(Hand((150.0, 125.0), -90.0, "open"),))
    assert [die.face for die in truth(bare).dice] == ["2", "3"]
    assert [die.face for die in truth(covered).dice] == ["3"]
    x, y, w, h = (int(n) for n in truth(bare).dice[0].box)
    changed = np.abs(paint(bare)[y : y + h, x : x + w].astype(int) - paint(covered)[y : y + h, x : x + w])
    assert changed.max(-1).mean() > 25


def test_a_hand_over_a_marker_hides_the_marker() -> None:
    x, y = MAT.markers[2]
    scene = replace(TABLE, hands=(Hand((x, y + 30), -90.0),))
    assert [marker.id for marker in truth(scene).markers] == [0, 1, 3]
    assert sorted(markers_in(paint(scene))) == [0, 1, 3]


def test_every_kind_of_piece_is_told() -> None:
    scene = replace(
        TABLE,
        mat=None,
        markers=tuple(Marker(number, at) for number, at in enumerate(MAT.markers)),
        dice=(Die("worm", (60.0, 60.0), 0.0, "golden"),),
        tiles=(Tile(30, (120.0, 60.0), worms=3, face_up=False),),
        tokens=(Token("red-3", (170.0, 60.0)), Token("red-4", (210.0, 60.0), face_up=False)),
        cards=(Card("blue-2", 5, (270.0, 60.0)),),
        things=(Thing("coin", (60.0, 120.0)), Thing("pencil", (160.0, 120.0)), Thing("mug", (170.0, 165.0))),
    )
    seen: TableObservation = truth(scene)
    assert [(die.face, die.golden) for die in seen.dice] == [("worm", True)]
    assert [(tile.number, tile.face_up) for tile in seen.tiles] == [(None, False)]
    assert [(token.design, token.face_up) for token in seen.tokens] == [("red-3", True), ("back", False)]
    assert [(card.design, card.points) for card in seen.cards] == [("blue-2", 5)]
    assert sorted(markers_in(paint(scene))) == [0, 1, 2, 3]


def test_a_die_asked_for_a_face_it_has_not_says_so() -> None:
    with pytest.raises(ValueError, match="a golden die has no 4; it has 1, worm"):
        paint(replace(TABLE, dice=(Die("4", (60.0, 60.0), style="golden"),)))


def test_a_bumped_camera_sees_the_markers_moved() -> None:
    before, after = (markers_in(paint(s)) for s in (TABLE, replace(TABLE, camera=bumped(TABLE.camera, (15.0, 0.0)))))
    moved = [before[n].mean(0) - after[n].mean(0) for n in range(4)]
    assert all(25 < way[0] < 60 and abs(way[1]) < 5 for way in moved)


def brightness(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    return np.asarray(picture.reshape(-1, 3).mean(0), np.float64)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda light: replace(light, kelvin=2700.0), lambda old, new: new[2] / new[0] > 1.1 * old[2] / old[0]),
        (lambda light: replace(light, kelvin=6500.0), lambda old, new: new[2] / new[0] < old[2] / old[0]),
        (lambda light: replace(light, brightness=light.brightness / 2), lambda old, new: new.sum() < 0.8 * old.sum()),
    ],
    ids=["warm", "cold", "half"],
)
def test_light_changes_the_picture_as_light_does(
    change: Callable[[Light], Light], told: Callable[[Any, Any], bool]
) -> None:
    changed = replace(TABLE, light=change(TABLE.light))
    assert told(brightness(paint(TABLE)), brightness(paint(changed)))
    assert sorted(markers_in(paint(changed))) == [0, 1, 2, 3]


def test_shadows_fall_away_from_the_lamp() -> None:
    die = Die("1", (170.0, 60.0))
    bare = paint(replace(TABLE, noise=0.0)).astype(int)
    for side, lamp in ((1, (-600.0, 60.0, 500.0)), (-1, (900.0, 60.0, 500.0))):
        scene = replace(TABLE, noise=0.0, light=replace(TABLE.light, lamp=lamp))
        bare = paint(scene).astype(int)
        darker = bare - paint(replace(scene, dice=(die,)))
        eye = lens(scene.camera, (1280, 720))
        x, y = eye.project([(170.0 + side * 13, 60.0, 0.0)])[0].round().astype(int)
        x2, _ = eye.project([(170.0 - side * 13, 60.0, 0.0)])[0].round().astype(int)
        assert darker[y, x].mean() > 3 * max(1.0, abs(darker[y, x2].mean()))
