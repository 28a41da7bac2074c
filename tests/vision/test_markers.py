"""Markers are found small, turned, hidden by turns, and never where there are none."""

import cv2
import numpy as np
import pytest

from vision.observation import MarkerSeen
from vision.pyramid import Pyramid
from vision.table.markers import dictionary, find_markers


def picture(spots: dict[int, tuple[int, int, int]], size: tuple[int, int] = (1280, 720)) -> np.ndarray:
    """White cards with a marker each (x, y, side) on a grey cloth."""
    cloth = np.full((size[1], size[0]), 90, np.uint8)
    for id, (x, y, side) in spots.items():
        rim = side // 6
        cloth[y - rim : y + side + rim, x - rim : x + side + rim] = 240
        cloth[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(dictionary(), id, side)
    noisy = cv2.GaussianBlur(cloth, (0, 0), 1.0) + np.random.default_rng(0).normal(0, 4, cloth.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def farthest_off(marker: MarkerSeen, spots: dict[int, tuple[int, int, int]]) -> float:
    x, y, side = spots[marker.id]
    due = np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)]) - 0.5
    return float(np.abs(np.array(marker.corners) - due).max())


FOUR = {0: (80, 60, 66), 1: (1100, 60, 66), 2: (1100, 560, 84), 3: (80, 560, 84)}


def test_corners_are_found_to_a_fraction_of_a_pixel() -> None:
    # Our cloth is blurred in gamma, not in light, so edges sit a little off; a camera's do not.
    assert all(farthest_off(marker, FOUR) < 0.8 for marker in find_markers(Pyramid(picture(FOUR))))


@pytest.mark.parametrize("side", [120, 160, 200, 240, 280])
def test_from_near_the_inner_edge_of_a_marker_is_not_taken_for_the_outer(side: int) -> None:
    near = {
        0: (60, 50, side),
        1: (1200 - side, 50, side),
        2: (1200 - side, 660 - side, side),
        3: (60, 660 - side, side),
    }
    seen = find_markers(Pyramid(picture(near)))
    assert [marker.id for marker in seen] == [0, 1, 2, 3]
    assert all(farthest_off(marker, near) < 1.2 for marker in seen)


def test_a_covered_marker_is_not_seen_and_the_others_are() -> None:
    hidden = picture(FOUR)
    hidden[540:600, 60:140] = 150
    assert [marker.id for marker in find_markers(Pyramid(hidden))] == [0, 1, 2]


def test_they_are_found_on_a_chequered_cloth_full_of_squares() -> None:
    bright, across, down = picture(FOUR), np.arange(1280) // 28 % 2, np.arange(720) // 28 % 2
    cloth = np.where(bright < 110, bright * (0.4 + 0.6 * (across ^ down[:, None])), bright).astype(np.uint8)
    for x, y, side in FOUR.values():
        part = np.s_[y - side // 6 : y + side + side // 6, x - side // 6 : x + side + side // 6]
        cloth[part] = bright[part]
    assert [marker.id for marker in find_markers(Pyramid(cloth))] == [0, 1, 2, 3]


def test_they_are_found_where_ink_is_hardly_darker_than_paper() -> None:
    assert [marker.id for marker in find_markers(Pyramid((picture(FOUR) * 0.3).astype(np.uint8)))] == [0, 1, 2, 3]


@pytest.mark.parametrize("size", [(640, 360), (1280, 720), (1920, 1080), (4608, 2592)])
def test_every_picture_size_is_read(size: tuple[int, int]) -> None:
    larger = cv2.resize(picture(FOUR), size, interpolation=cv2.INTER_AREA)
    assert [marker.id for marker in find_markers(Pyramid(np.asarray(larger, dtype=np.uint8)))] == [0, 1, 2, 3]


def test_markers_of_others_are_left_alone() -> None:
    assert find_markers(Pyramid(picture({7: (500, 300, 80)}))) == ()


@pytest.mark.parametrize("shape", [(1, 1), (3, 700), (720, 1280)])
def test_an_empty_picture_has_no_markers(shape: tuple[int, int]) -> None:
    for shade in (0, 255):
        assert find_markers(Pyramid(np.full(shape, shade, np.uint8))) == ()
