"""A photograph squeezed into a square is read as it was taken, and told in its own pixels."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.frame import Frame
from vision.observation import DieSeen, TableObservation
from vision.reader import Reader
from vision.render.paint import paint
from vision.render.scene import Die, Scene
from vision.squeezed import evidence, read_photo

FACES = ("1", "2", "3", "4", "5", "6")


@pytest.fixture(scope="module")
def taken() -> np.ndarray:
    """Six ordinary dice, 16 to 9."""
    dice = tuple(Die(face, (70.0 + 40 * n, 60.0 + 12 * n), yaw=25.0 * n, style="pips") for n, face in enumerate(FACES))
    return paint(Scene(dice=dice))


def middles(seen: TableObservation) -> dict[str | None, tuple[float, float]]:
    return {die.face: (die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2) for die in seen.dice}


def test_a_squeezed_picture_is_read_like_the_one_it_was_made_of(taken: np.ndarray) -> None:
    height, width = taken.shape[:2]
    square = np.asarray(cv2.resize(taken, (height, height), interpolation=cv2.INTER_AREA), np.uint8)
    seen = read_photo(Reader(), Frame(square, 0, 0.0))
    assert (seen.width, seen.height) == (height, height)
    there, here = middles(Reader().read(Frame(taken, 0, 0.0))), middles(seen)
    assert sorted(map(str, here)) == sorted(map(str, there)) == list(FACES)
    for face, (x, y) in there.items():
        assert here[face] == pytest.approx((x * height / width, y), abs=4.0)
    assert all(die.quad and max(x for x, _ in die.quad) < height for die in seen.dice)


def test_a_large_squeezed_picture_is_tried_small_and_told_large(taken: np.ndarray) -> None:
    height, width = taken.shape[:2]
    square = np.asarray(cv2.resize(taken, (2000, 2000), interpolation=cv2.INTER_LINEAR), np.uint8)
    seen = read_photo(Reader(), Frame(square, 0, 0.0))
    assert (seen.width, seen.height) == (2000, 2000)
    there, here = middles(Reader().read(Frame(taken, 0, 0.0))), middles(seen)
    for face, (x, y) in there.items():
        assert here[face] == pytest.approx((x * 2000 / width, y * 2000 / height), abs=11.0)


def test_a_square_picture_of_square_dice_is_read_as_it_is(taken: np.ndarray) -> None:
    square = np.ascontiguousarray(taken[:, : taken.shape[0]])
    given = Reader().read(Frame(square, 0, 0.0))
    assert given.dice and read_photo(Reader(), Frame(square, 0, 0.0)).dice == given.dice


def test_sure_faces_speak_for_a_format_and_doubtful_ones_against() -> None:
    def seen(*sure: float) -> TableObservation:
        die = DieSeen("3", 1.0, "2", (0.0, 0.0, 9.0, 9.0), None)
        return TableObservation(0, 0.0, 9, 9, tuple(replace(die, sureness=one) for one in sure))

    assert evidence(seen(0.99, 0.99)) > evidence(seen(0.99)) > evidence(seen(0.99, 0.3)) > evidence(seen(0.3, 0.0))
    assert evidence(seen()) == 0.0
