"""What is seen comes with the chances of all it may be."""

import pytest

from vision.observation import DieSeen, Quad, TileSeen, likely, name_of, presence

BOX = (0.0, 0.0, 10.0, 10.0)
SQUARE: Quad = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))


def test_an_eye_that_gives_its_best_guess_leaves_the_rest_open() -> None:
    """Nine tenths for a 4: part of the doubt is whether it is a die at all, part is for the runner-up."""
    die = DieSeen("4", 0.9, "5", BOX, SQUARE)

    assert presence(die) * dict(likely(die))["4"] == pytest.approx(0.9)
    assert 0 < dict(likely(die))["5"] < dict(likely(die))["4"]
    assert sum(chance for _, chance in likely(die)) < 1


def test_an_eye_that_gives_chances_is_taken_at_its_word() -> None:
    die = DieSeen("4", 0.6, "5", BOX, SQUARE, chances=(("4", 0.62), ("5", 0.37)), there=0.97)

    assert likely(die) == (("4", 0.62), ("5", 0.37))
    assert presence(die) == 0.97


def test_leaning_dice_and_tiles_face_down_have_names_too() -> None:
    assert name_of(DieSeen(None, 0.9, None, BOX, None, cocked=True)) == "cocked"
    assert name_of(TileSeen(None, False, SQUARE, 0.9)) == "down"
    assert likely(DieSeen(None, 0.5, None, BOX, SQUARE)) == ()
