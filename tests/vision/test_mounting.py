"""Pixels become millimetres, whatever hides a marker and however the camera hangs."""

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from mats import mat_on

from hardware.trouble import Trouble
from vision.observation import MarkerSeen
from vision.photo import open_photo
from vision.pyramid import Pyramid
from vision.reader import Reader
from vision.table.markers import find_markers
from vision.table.mounting import Array, Lens, Mounting, Place, marker_corners
from vision.table.register import from_markers
from vision.table.zones import EDGE_MM

BENCH = Path(__file__).parents[3] / "shared" / "bench"
SIZE = (1280, 720)
SHEET = mat_on("heckmeck", 4)
PLACES: dict[int, Place] = {id: (x, y, 0.0) for id, (x, y) in enumerate(SHEET.markers)}
LENS = Lens(SIZE, (1020.0, 1020.0), (644.0, 357.0), (-0.03, 0.01, 0.0002, -0.0001, 0.0))


def hung(tilt: float, distance: float = 560, lens: Lens = LENS, places: dict[int, Place] = PLACES) -> Mounting:
    """A camera looking at the middle of the mat, leant over backwards by this many degrees."""
    lean = math.radians(tilt)
    rotation = np.array(
        [[1, 0, 0], [0, -math.cos(lean), -math.sin(lean)], [0, math.sin(lean), -math.cos(lean)]], dtype=float
    )
    shift = np.array([0, 0, distance]) - rotation @ np.array([174.0, 106.0, 0])
    a, b, c = cv2.Rodrigues(rotation)[0].ravel().tolist()
    x, y, z = shift.tolist()
    return Mounting(lens, (a, b, c), (x, y, z), places)


def seen_by(mounting: Mounting, ids: str = "0123", noise: float = 0.2, seed: int = 1) -> list[MarkerSeen]:
    chance = np.random.default_rng(seed)
    markers = []
    for id in map(int, ids):
        flat = marker_corners([mounting.places[id]])
        pixels = mounting.to_pixels(np.column_stack([flat, np.zeros(4)])) + chance.normal(0, noise, (4, 2))
        a, b, c, d = ((float(x), float(y)) for x, y in pixels)
        markers.append(MarkerSeen(id, (a, b, c, d)))
    return markers


def edges(height: float = 0.0) -> Array:
    """Points all along the mat's edges."""
    right, top = SHEET.width - EDGE_MM, SHEET.height - EDGE_MM
    steps = np.linspace(-EDGE_MM, right, 9)
    rows = [(x, y, height) for x in steps for y in (-EDGE_MM, top)]
    rows += [(x, y, height) for x in (-EDGE_MM, right) for y in np.linspace(-EDGE_MM, top, 7)]
    return np.array(rows)


def worst(truth: Mounting, found: Mounting, height: float = 0.0) -> float:
    points = edges(height)
    return float(np.linalg.norm(found.points_mm(truth.to_pixels(points), height) - points[:, :2], axis=1).max())


@pytest.mark.parametrize("tilt", [0, 10, 20, 30, 45])
@pytest.mark.parametrize("height", [0.0, 16.0])
def test_the_mats_edges_are_known_within_2_mm_at_every_tilt(tilt: float, height: float) -> None:
    truth = hung(tilt)
    for seed in range(5):
        found = from_markers(seen_by(truth, seed=seed), SIZE, LENS, PLACES)
        assert found is not None
        assert worst(truth, found, height) < 2


@pytest.mark.parametrize("hidden", "0123")
@pytest.mark.parametrize("tilt", [0, 40])
def test_one_marker_under_a_hand_is_no_reason_to_lose_the_table(tilt: float, hidden: str) -> None:
    truth = hung(tilt)
    found = from_markers(seen_by(truth, ids="0123".replace(hidden, "")), SIZE, LENS, PLACES)
    assert found is not None
    assert worst(truth, found, 16) < 2


def test_a_corner_under_a_card_seems_to_lie_elsewhere_and_moves_nothing() -> None:
    for seed in range(8):
        truth = hung(20 * (seed % 3))
        *others, covered = seen_by(truth, seed=seed)
        a, b, (x, y), d = covered.corners
        seen = [*others, MarkerSeen(covered.id, (a, b, (x - 12, y + 9), d))]
        known, guessed = from_markers(seen, SIZE, LENS, PLACES), from_markers(seen, SIZE)
        assert known is not None
        assert guessed is not None
        assert worst(truth, known, 16) < 2
        middle = np.array([[174.0, 106, 16]])
        assert np.linalg.norm(guessed.points_mm(truth.to_pixels(middle), 16) - middle[:, :2]) < 2
        assert max(known.error_px, guessed.error_px) < 0.5


def test_even_two_markers_of_a_known_mat_will_do() -> None:
    truth = hung(25)
    found = from_markers(seen_by(truth, ids="01", noise=0.1), SIZE, LENS, PLACES)
    assert found is not None
    assert worst(truth, found) < 6


def test_without_lens_and_mat_the_middle_of_the_table_is_still_known() -> None:
    for tilt in (0, 15, 30, 45):
        truth = hung(tilt)
        found = from_markers(seen_by(truth), SIZE)
        assert found is not None
        points = np.array([[60.0, 40, 16], [174, 106, 16], [290, 170, 16]])
        assert np.linalg.norm(found.points_mm(truth.to_pixels(points), 16) - points[:, :2], axis=1).max() < 2.5


def test_loose_markers_may_lie_turned_and_askew() -> None:
    askew: dict[int, Place] = {0: (9, 221, 0.5), 1: (331, 190, -2.8), 2: (352, 0, 1.6), 3: (0, 0, -0.3)}
    for tilt in (0, 25):
        truth = hung(tilt, places=askew)
        found = from_markers(seen_by(truth), SIZE, LENS)
        assert found is not None
        assert found.error_px < 0.5
        for id, (x, y, turn) in askew.items():
            assert found.places[id][:2] == pytest.approx((x, y), abs=2)
            assert math.cos(found.places[id][2] - turn) > 0.999


def test_too_few_markers_tell_nothing() -> None:
    truth = hung(10)
    assert from_markers([], SIZE) is None
    assert from_markers([], SIZE, LENS, PLACES) is None
    assert from_markers(seen_by(truth, ids="3"), SIZE) is None
    assert from_markers(seen_by(truth, ids="01"), SIZE) is None  # how deep is the mat?


def test_a_bump_shows_in_the_markers() -> None:
    before = hung(20)
    assert (still := before.moved_mm(seen_by(before))) is not None
    assert still < 0.5
    bumped = Mounting(LENS, before.turn, (before.shift[0] + 15, *before.shift[1:]), PLACES)
    assert before.moved_mm(seen_by(bumped)) == pytest.approx(15, abs=1)
    assert before.moved_mm([]) is None


def test_a_larger_picture_of_the_same_view_is_the_same_table() -> None:
    small, large = hung(30), hung(30, lens=LENS.at_size((2560, 1440)))
    x, y = small.to_pixels(np.array([[250.0, 40, 0]]))[0]
    assert large.at_mm((2 * x + 0.5, 2 * y + 0.5)) == pytest.approx((250, 40), abs=0.01)


def test_the_flat_homography_agrees_where_the_lens_is_straight() -> None:
    truth = hung(30, lens=Lens(SIZE, (1000, 1000), (639.5, 359.5)))
    x, y = truth.to_pixels(np.array([[100.0, 150, 0]]))[0]
    flat = truth.homography() @ (x, y, 1)
    assert flat[:2] / flat[2] == pytest.approx((100, 150))


def test_a_mounting_survives_its_file(tmp_path: Path) -> None:
    truth = hung(12)
    kept = Mounting(truth.lens, truth.turn, truth.shift, truth.places, 0.2, {"ExposureTime": 9000.0})
    kept.save(tmp_path / "deep" / "mounting.toml")
    assert Mounting.load(tmp_path / "deep" / "mounting.toml") == kept
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["mounting.toml"]


@pytest.mark.parametrize("text", ["", "format = 1", "format = 99", "{", "format = 1\n[lens]\nsize = 3"])
def test_a_broken_mounting_is_refused_with_a_cure(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mounting.toml"
    path.write_text(text)
    with pytest.raises(Trouble, match=r"companion mount|mount again"):
        Mounting.load(path)


def test_a_missing_mounting_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="companion mount"):
        Mounting.load(tmp_path / "none.toml")


def test_dice_on_the_bench_are_placed_within_2_mm() -> None:
    """Rendered photographs, lens and mat unknown: every die where the truth says it lies."""
    scenes = sorted(BENCH.glob("*/scenes/*.json"))
    if not scenes:
        pytest.skip("the bench pictures are not beside the checkout")
    off = []
    for scene in scenes:
        told = json.loads(scene.read_text())
        if not told["markers"]:
            continue
        gray = cv2.imread(str(scene.with_suffix(".jpg")), cv2.IMREAD_GRAYSCALE)
        assert gray is not None
        markers = find_markers(Pyramid(np.asarray(gray, dtype=np.uint8)))
        assert [marker.id for marker in markers] == [0, 1, 2, 3], scene.name
        found = from_markers(markers, (told["width"], told["height"]))
        assert found is not None
        origin = np.array(next(m["centre_mm"] for m in told["markers"] if m["id"] == 3))
        for die in told["dice"]:
            if not die["cocked"] and not die["truncated"]:
                x, y = np.mean(die["quad_px"], axis=0)
                here = np.array(found.at_mm((x, y), die["size_mm"])) + origin
                off.append(float(np.linalg.norm(here - die["centre_mm"][:2])))
    assert len(off) > 100
    assert max(off) < 2


def test_a_picture_by_another_camera_is_placed_as_if_it_were_the_first() -> None:
    scenes = [
        scene for scene in sorted(BENCH.glob("heckmeck/scenes/*.json")) if json.loads(scene.read_text())["markers"]
    ]
    if not scenes:
        pytest.skip("the bench pictures are not beside the checkout")
    pictures = [open_photo(scene.with_suffix(".jpg")) for scene in scenes[:2]]
    one = Reader()
    for picture in pictures:
        again = [die.at_mm for die in one.read(picture).dice]
        assert again == [die.at_mm for die in Reader().read(picture).dice] != []
