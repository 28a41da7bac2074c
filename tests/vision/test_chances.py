"""What the eye says of a die is said in chances: of every face it may show, and of leaning."""

from dataclasses import replace

import numpy as np
import pytest

from vision.dice.find_dice import Candidate
from vision.dice.read_faces import Reading
from vision.dice.sureness import chances, sureness
from vision.observation import COCKED

SQUARE = np.array([[0, 0], [40, 0], [40, 40], [0, 40]], np.float32)
SEEN = Candidate(SQUARE, (0.0, 0.0, 40.0, 40.0), 3.0, 4.0, (-5.0, -5.0), np.zeros(2, np.float32), 0.03, 0.05)
THREE = Reading("3", "worm", 0.6, 0.1, set_name="mine", rest=(("5", 0.3), ("worm", 0.5), ("1", 0.4)))


def test_all_chances_of_a_die_make_one() -> None:
    assert sum(chance for _, chance in chances(THREE, SEEN, 0.2)) == pytest.approx(1.0, abs=0.01)


def test_what_a_reading_leaves_open_goes_to_the_faces_most_like_it() -> None:
    told = dict(chances(THREE, SEEN, 0.0))
    assert told["3"] == pytest.approx(sureness(THREE, SEEN))
    assert told["3"] > told["worm"] > told["1"] > told["5"] > 0


def test_the_likeliest_is_told_first() -> None:
    assert [name for name, _ in chances(THREE, SEEN, 0.97)][:2] == [COCKED, "3"]


def test_pips_share_their_doubt_by_what_each_seems() -> None:
    four = Reading(
        "4", "5", 0.5, 0.1, set_name="pips", rest=(("5", 0.4), ("6", 0.05), ("1", 0.0), ("2", 0.0), ("3", 0.0))
    )
    told = dict(chances(four, SEEN, 0.0))
    assert told["5"] > 4 * told["6"]


def test_of_a_die_without_a_known_face_only_leaning_can_be_told() -> None:
    assert chances(replace(THREE, face=None), SEEN, 0.3) == ((COCKED, 0.3),)
