"""The golden die is told by its likeness to the golden faces, and by being more golden than its neighbours."""

from dataclasses import replace

import numpy as np

from vision.dice.find_dice import Candidate
from vision.dice.golden import gilded
from vision.dice.read_faces import Reading, Surface
from vision.dice.real_dice import Thing

CREAM, GOLD = np.array([85.0, 2.0, 12.0]), np.array([70.0, 8.0, 50.0])
LAMP = np.array([-6.0, 6.0, 22.0])  # what a warm lamp adds to every colour
SOMEWHERE = Candidate(
    np.zeros((4, 2), np.float32), (0.0, 0.0, 40.0, 40.0), 3.0, 3.0, (-3.0, -3.0), np.zeros(2, np.float32), 0.05, 0.03
)
WAYS = {"worm": GOLD - CREAM}


def die(colour: np.ndarray, likes_gold: float, sets: tuple[str, str] = ("worms", "golden worm")) -> Thing:
    """Of this colour; how much more its face is like the golden die's than like an ordinary one's."""
    plain = Reading("worm", "5", 0.8 - likes_gold / 2, 0.4, turns=1, set_name=sets[0])
    golden = Reading("worm", "5", 0.8 + likes_gold / 2, 0.4, turns=3, golden=True, set_name=sets[1])
    first, other = (golden, plain) if likes_gold > 0 else (plain, golden)
    lightness, a, b = colour.tolist()
    return Thing(SOMEWHERE, replace(first, twin=other), Surface(3.0, (lightness, a, b)))


def golden(*dice: Thing) -> list[bool]:
    return [one.reading.golden for one in gilded(dice, WAYS)]


def test_lamp_light_gilds_nobody() -> None:
    dice = [die(CREAM + LAMP, 0.02), die(CREAM + LAMP, -0.01), die(CREAM + LAMP, 0.015)]
    assert golden(*dice) == [False, False, False]


def test_the_golden_one_stands_out_among_the_others_in_any_light() -> None:
    for light in (np.zeros(3), LAMP, -LAMP):
        dice = [die(CREAM + light, -0.05), die(GOLD + light, 0.01), die(CREAM + light, 0.02)]
        assert golden(*dice) == [False, True, False]


def test_beside_one_other_die_the_more_golden_one_is_meant() -> None:
    assert golden(die(GOLD, 0.0), die(CREAM, 0.02)) == [True, False]


def test_alone_only_its_likeness_tells() -> None:
    assert golden(die(CREAM, 0.01)) == [True]
    assert golden(die(GOLD, -0.01)) == [False]


def test_a_face_plainly_like_the_golden_one_needs_no_colour() -> None:
    assert golden(die(CREAM, 0.5), die(CREAM, -0.5)) == [True, False]


def test_dice_of_another_box_say_nothing_about_these() -> None:
    strangers = [die(np.array([30.0, 0.0, -40.0]), -0.5, ("blue", "golden blue")) for _ in range(3)]
    assert golden(die(CREAM, -0.02), *strangers)[0] is False


def test_what_turns_out_golden_has_the_golden_set_and_lies_as_that_was_taught() -> None:
    seen = gilded([die(GOLD, -0.01), die(CREAM, -0.05)], WAYS)[0].reading
    assert (seen.set_name, seen.turns) == ("golden worm", 3)


def test_where_gold_has_the_colour_of_the_others_it_tells_nothing() -> None:
    dice = [die(CREAM, 0.01), die(CREAM, -0.01)]
    assert [one.reading.golden for one in gilded(dice, {"worm": np.array([1.0, 0.0, 0.5])})] == [True, False]
