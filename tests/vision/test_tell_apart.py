"""Designs that differ in one digit are told apart there, wherever else a piece and its art disagree."""

import cv2
import numpy as np
import pytest

from vision.flat.tell_apart import Apart, Floats

HIGH, WIDE, REACH = 80, 44, 2


def art(number: int) -> Floats:
    picture = np.full((HIGH, WIDE, 3), (205, 225, 235), np.uint8)
    cv2.putText(picture, str(number), (4, 30), cv2.FONT_HERSHEY_DUPLEX, 0.9, (40, 30, 160), 2, cv2.LINE_AA)
    cv2.line(picture, (6, 40), (38, 40), (60, 80, 110), 2)
    return np.asarray(picture / np.float32(255), np.float32)


NUMBERS = list(range(21, 29))
APART = Apart(lambda blur: np.stack([art(number) for number in NUMBERS]))


def taken(picture: Floats) -> Floats:
    around = cv2.copyMakeBorder(picture, REACH, REACH, REACH, REACH, cv2.BORDER_REPLICATE)
    return np.asarray(around, np.float32).reshape(-1, 3)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("first", [0, 4])
def test_a_piece_is_told_whatever_it_was_taken_for(number: int, first: int) -> None:
    design, clear = APART.told(taken(art(number)), 0, first)

    assert NUMBERS[design] == number
    assert clear > 0.5


@pytest.mark.parametrize("number", NUMBERS)
def test_a_smear_of_light_and_a_small_shift_do_not_matter(number: int) -> None:
    seen = np.roll(art(number), (1, -1), (0, 1)) * 0.8
    seen[45:70] += 0.3

    design, clear = APART.told(taken(np.asarray(seen, np.float32)), 0, 0)

    assert NUMBERS[design] == number
    assert clear > 0.5


def test_what_lies_between_two_designs_is_not_clear() -> None:
    design, clear = APART.told(taken(np.asarray((art(25) + art(26)) / 2, np.float32)), 0, 0)

    assert NUMBERS[design] in (25, 26)
    assert abs(clear) < 0.3


def test_a_set_of_one_design_has_nothing_to_be_told_from() -> None:
    alone = Apart(lambda blur: art(21)[None])

    assert alone.told(taken(art(21)), 0, 0) == (0, 1.0)
