"""What is told of a stranger's table is what the camera sees there."""

import cv2
import numpy as np
import pytest

from vision.training.cubes import SIDES, outward
from vision.training.strangers.art import Look, Style
from vision.training.strangers.dice import any_pose, flat_die, scatter, wedged
from vision.training.strangers.truth import tell_dice

STRIP = np.full((128, 6 * 128, 3), 200, np.uint8)
WHITE = Style("white", ("1", "6", "2", "5", "3", "4"), STRIP, (200, 200, 200), 16.0, 0.1, 1.0, Look())


@pytest.mark.parametrize("seed", range(4))
def test_every_flat_die_is_told_with_the_face_that_looks_up_clockwise_within_its_box(seed: int) -> None:
    rng = np.random.default_rng(seed)
    eye, _ = any_pose(rng, 2.5)
    laid = scatter(rng, eye, [WHITE] * 5, [], touching=True, cocked=False, cut=False)
    assert laid is not None
    for die, told in zip(laid[0], tell_dice(eye, *laid), strict=True):
        up = [n for n in range(6) if (die.turn @ outward(n))[2] > 0.99]
        assert [die.style.faces[n] for n in up] == [told["face"]]
        quad = np.array(told["quad_px"], np.float32)
        assert cv2.contourArea(quad, oriented=True) > 0  # clockwise in a picture whose y runs down
        x, y, wide, high = told["box_px"]
        assert x < quad[:, 0].mean() < x + wide and y < quad[:, 1].mean() < y + high
        first = (
            die.centre + die.turn @ (outward(up[0]) - SIDES[up[0]][0] - np.array(SIDES[up[0]][1])) * die.style.side / 2
        )
        assert eye.seen(first[None])[0] == pytest.approx(quad[0], abs=0.02)


def test_a_die_that_leans_on_another_rests_on_the_table_and_has_no_face() -> None:
    rng = np.random.default_rng(7)
    other = flat_die(rng, WHITE, np.zeros(2), 0.4)
    leaning = wedged(rng, other, WHITE)
    eye, _ = any_pose(rng, 2.5)
    told = tell_dice(eye, [other, leaning], [])
    assert [one["cocked"] for one in told] == [False, True]
    assert told[1]["face"] is None and told[1]["nearest_face"] in WHITE.faces
    assert leaning.points[:, 2].min() == pytest.approx(0, abs=0.01)
