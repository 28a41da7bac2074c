"""The die of a close-up is found, whatever its print looks like."""

import numpy as np
import pytest

from calibration import learn
from calibration.learn import one_die
from hardware.trouble import Trouble
from vision.find_dice import Candidate, face_side
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


class Faint:
    """A die whose look alone does not convince, as large a share of the picture as said."""

    def __init__(self, share: float, word: float = -2.0) -> None:
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * share * 640
        up = np.zeros(2, np.float32)
        self.seen = Candidate(square, (0, 0, 1, 1), word / 2, word / 2, (0.0, 0.0), up, 0.05, share)

    def possible(self, picture: Pyramid, least: float) -> list[Candidate]:
        return [self.seen] if self.seen.heat + self.seen.die > least else []


BLANK = Pyramid(np.zeros((480, 640, 3), np.uint8))


def test_a_faint_die_is_taken_where_the_other_photographs_show_one_as_large(monkeypatch: pytest.MonkeyPatch) -> None:
    faint = Faint(share=0.12)
    monkeypatch.setattr(learn, "possible_dice", faint.possible)
    assert one_die(BLANK, "5/a.jpg", usual=0.13) is faint.seen


@pytest.mark.parametrize("usual", [None, 0.05, 0.3])
def test_a_faint_die_of_another_size_or_alone_is_refused_by_name(
    usual: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn, "possible_dice", Faint(share=0.12).possible)
    with pytest.raises(Trouble, match=r"no die in 5/a\.jpg"):
        one_die(BLANK, "5/a.jpg", usual)
