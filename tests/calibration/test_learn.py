"""The die of a close-up is found, whatever its print looks like."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import learn
from calibration.learn import faces_in, one_die
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

    die = one_die(picture, "the picture")
    assert die is not None and face_side(die.quad) > 50


def seen(share: float, word: float) -> list[Candidate]:
    """A die as likely as these log odds say, its side as large a share of the picture."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * share * 640
    return [Candidate(square, (0, 0, 1, 1), word / 2, word / 2, (0.0, 0.0), np.zeros(2, np.float32), 0.05, share)]


@pytest.fixture
def shots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Path]]:
    """Photographs in which the eye sees what it is told; the first number is a die's share, the second its word."""

    def show(*dice: tuple[float, float]) -> list[Path]:
        rng, photos, told = np.random.default_rng(0), [], {}
        for number, die in enumerate(dice):
            photos.append(tmp_path / f"{number}.png")
            pixels = rng.integers(0, 255, (480, 640, 3), np.uint8)
            cv2.imwrite(str(photos[-1]), pixels)
            told[pixels.tobytes()] = seen(*die)

        def possible(picture: Pyramid, least: float) -> list[Candidate]:
            return [one for one in told[picture.levels[0].tobytes()] if one.word > least]

        monkeypatch.setattr(learn, "possible_dice", possible)
        return photos

    return show


SURE, FAINT = 5.0, -2.0


def test_a_faint_die_is_taken_where_most_photographs_show_one_as_large(shots: Callable[..., list[Path]]) -> None:
    assert len(faces_in(shots((0.12, SURE), (0.14, SURE), (0.12, FAINT)))) == 3


@pytest.mark.parametrize("others", [((0.05, SURE), (0.05, SURE)), ((0.12, FAINT), (0.12, SURE))])
def test_a_faint_die_of_another_size_or_among_faint_ones_is_refused_by_name(
    others: tuple[tuple[float, float], ...], shots: Callable[..., list[Path]]
) -> None:
    photos = shots((0.12, FAINT), *others)
    with pytest.raises(Trouble, match=r"no die in .*0\.png"):
        faces_in(photos)
