"""The die of a close-up is found, whatever its print looks like."""

import pytest

from calibration.learn import one_die
from vision.find_dice import face_side
from vision.pyramid import Pyramid
from vision.render.paint import paint
from vision.render.scene import Light
from vision.render.shots import CLOSE_UP, close_up


@pytest.mark.parametrize("face", ["ketchup", "cucumber", "worm"])
@pytest.mark.parametrize("seed", [0, 1])
def test_pictures_on_a_face_are_not_taken_for_small_dice(face: str, seed: int) -> None:
    """The ketchup's label and the cheese beside it once passed for two dice, and the die itself for a heap of them."""
    picture = Pyramid(paint(close_up("junior", face, seed, Light(kelvin=2700.0)), CLOSE_UP))

    assert face_side(one_die(picture, "the picture").quad) > 50
