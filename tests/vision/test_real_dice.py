"""What may be dice becomes dice: a face speaks for one, and so does the company it lies in."""

from dataclasses import replace

import numpy as np
import pytest

import vision.dice.read_dice
from vision.dice.find_dice import Candidate
from vision.dice.read_dice import DiceReader, die_seen, stays
from vision.dice.read_faces import Reading, Surface, name_pips, surface
from vision.dice.real_dice import Thing, in_company, pips_are_usual, real_dice
from vision.dice.sureness import sureness

PRINTED, BLANK = 3.5, 0.7  # contrasts of upper faces
WHITE, RED = (90.0, 0.0, 0.0), (45.0, 60.0, 40.0)
PLAIN, PAINTED = Surface(PRINTED, WHITE), Surface(PRINTED, RED)


def thing(x: float, face: str | None, side: float = 40.0, *, word: float = 3.0, face_like: Surface = PLAIN) -> Thing:
    """Something both networks say their word for; what has a face here is surely a die."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * side / 2
    quad = np.asarray(square + np.array((x, 100)), np.float32)
    box = (x - side / 2, 100 - side / 2, side, side)
    seen = Candidate(quad, box, word, word, (-3.0, -3.0), np.zeros(2, np.float32), 0.05, 0.03)
    return Thing(seen, Reading(face, None, 0.9, 0.9, set_name="pips"), face_like, chance=0.99)


def dice_among(*things: Thing) -> list[Thing]:
    return real_dice(in_company(things))


def count(*things: Thing) -> int:
    return len(dice_among(*things))


def chance(*things: Thing) -> float:
    """That of the last."""
    return in_company(things)[-1].chance


def doubtful(side: float = 40.0, x: float = 300, face_like: Surface = PLAIN) -> Thing:
    return thing(x, None, side, word=1.0, face_like=face_like)


def test_a_faceless_thing_is_likelier_a_die_beside_dice_of_its_size() -> None:
    alone = chance(doubtful())
    dice = [thing(100, "3"), thing(200, "3")]
    assert chance(*dice, doubtful(side=44)) > max(alone, chance(*dice, doubtful(side=80)))
    assert chance(*dice, doubtful(side=80, face_like=PAINTED)) < alone


def test_what_may_be_a_die_is_one_in_company_only() -> None:
    dice = [thing(100, "3"), thing(200, "3")]
    assert count(doubtful()) == 0
    assert count(*dice, doubtful()) == 3
    assert count(*dice, doubtful(side=80, face_like=PAINTED)) == 2


def test_a_few_faceless_things_of_one_size_are_dice_together() -> None:
    """Dice nobody taught lie there."""
    assert count(*(thing(x, None) for x in (100, 200, 300))) == 3


def test_one_whose_pips_convince_nobody_is_still_a_die_among_its_like() -> None:
    misnamed = replace(thing(245, "3", word=1.0), reading=Reading("3", "2", 0.02, 0.01, set_name="pips"))
    misnamed = replace(misnamed, seen=replace(misnamed.seen, heat=0.5))
    assert count(misnamed) == 0
    dice = dice_among(thing(100, "3"), thing(200, "3"), misnamed)
    assert [one.reading.face for one in dice] == ["3", "3", None]


def test_a_cube_with_nothing_on_it_is_less_likely_a_die() -> None:
    assert chance(doubtful(face_like=Surface(BLANK, WHITE))) < chance(doubtful())
    plain = np.full((48, 48, 3), 200, np.uint8)
    printed = plain.copy()
    printed[16:32, 16:32] = 20
    assert surface(plain).contrast == 0
    assert surface(printed).contrast > PRINTED


def test_a_faceless_thing_is_likelier_a_die_right_beside_one() -> None:
    dice = [thing(100, "3"), thing(200, "3")]
    assert chance(*dice, doubtful(x=245)) > chance(*dice, doubtful(x=600))


def test_a_faceless_thing_is_likelier_a_die_in_the_colour_of_the_others() -> None:
    dice = [thing(100, "3"), thing(200, "3")]
    assert chance(*dice, doubtful()) > chance(*dice, doubtful(face_like=PAINTED))


def test_the_colour_of_a_face_is_that_of_most_of_it() -> None:
    face = np.full((48, 48, 3), (0, 0, 255), np.uint8)
    bare = surface(face).colour
    face[16:32, 16:32] = 255
    assert surface(face).colour == pytest.approx(bare)
    assert bare[1] > 50, "red"


def test_a_taught_face_needs_no_company() -> None:
    mine = replace(thing(300, "3", side=80), reading=Reading("3", "2", 0.9, 0.9, set_name="mine"))
    assert chance(thing(100, "3"), thing(200, "3"), mine) == chance(mine)


def test_pips_are_likelier_those_of_a_die_among_dice_of_its_kind() -> None:
    faint, dice = thing(300, "3", word=-0.5), [thing(100, "3"), thing(200, "3")]
    assert chance(*dice, faint) > chance(faint)
    assert chance(*dice, replace(faint, surface=PAINTED)) < chance(*dice, faint)


def test_dice_nobody_is_sure_of_vouch_for_each_other_but_many_that_are_hardly_any_do_not() -> None:
    """Dark dice on a dark cloth are dice together; the flowers of a tablecloth are not, however many they are."""
    likely, flower = thing(300, None, word=1.0), thing(300, None, word=-1.0)
    assert chance(*(thing(x, None, word=1.2) for x in (100, 200)), likely) > chance(likely)
    meadow = [thing(x, None, word=-1.0) for x in range(400, 2000, 100)]
    assert chance(*meadow, flower) == pytest.approx(chance(flower))


def test_what_is_doubtful_is_looked_at_again() -> None:
    """Seven looks tell more than one; what is sure, or hopeless, is not looked at again."""
    asked: list[Candidate] = []

    def again(seen: Candidate) -> Candidate:
        asked.append(seen)
        return replace(seen, die=-2.0)

    sure, maybe, hopeless = thing(100, "3"), doubtful(face_like=PAINTED), thing(600, None, word=-3.0)
    told = in_company([sure, maybe, hopeless], again)
    assert asked == [maybe.seen]
    assert told[1].chance < in_company([sure, maybe, hopeless])[1].chance


def test_a_face_nobody_believed_does_not_come_back_at_another_look() -> None:
    misnamed = replace(thing(300, "3", word=0.3), reading=Reading("3", "2", 0.02, 0.01, set_name="pips"))
    told = in_company([thing(100, "3"), misnamed], lambda seen: replace(seen, die=6.0))
    assert told[1].reading.face is None
    assert told[1].chance > 0.9


def test_a_giant_among_dice_is_no_die() -> None:
    assert count(thing(100, "3"), thing(200, "3"), thing(300, "3"), thing(600, "3", side=110)) == 3


def test_of_a_die_and_the_picture_on_its_face_the_likelier_by_both_networks_is_the_die() -> None:
    die, drawing = thing(100, "3"), thing(100, "3", side=20)
    drawing = replace(drawing, seen=replace(drawing.seen, heat=3.1, die=1.3))
    assert [one.seen for one in dice_among(drawing, die)] == [die.seen]


@pytest.mark.parametrize(("sure", "face"), [(0.9, "3"), (0.2, "3"), (0.15, None)])
def test_what_a_throw_would_guess_as_well_is_not_named(
    sure: float, face: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vision.dice.read_dice, "sureness", lambda reading, one: sure)
    told = die_seen(thing(100, "3"), leans=0.0, cocked=False, at_mm=None)
    assert told.face == face
    assert told.sureness == pytest.approx(sure if face else 1 - sure)


SCORES = np.log(np.array([[0.3, 0.02, 0.02, 0.02, 0.02, 0.02, 0.6]], np.float32))  # a worn 1, or something else


def test_dice_of_one_table_are_of_one_kind() -> None:
    """What may be pips is read as such among dice with pips, and left nameless among dice with pictures."""
    alone, among_pips = pips_are_usual([]), pips_are_usual([thing(100, "3"), thing(200, "3")])
    assert name_pips(SCORES, alone).face is None
    assert name_pips(SCORES, among_pips).face == "1"
    assert name_pips(SCORES, among_pips).near == name_pips(SCORES).near, "it is named no more surely"


def test_pictures_speak_against_pips() -> None:
    pictures = [thing(100, None), thing(200, None), thing(300, None)]
    pips = np.log(np.array([[0.45, 0.05, 0.05, 0.05, 0.02, 0.02, 0.36]], np.float32))
    assert name_pips(pips).face == "1"
    assert name_pips(pips, pips_are_usual(pictures)).face is None
    assert pips_are_usual([*pictures, thing(400, "3"), thing(500, "3"), thing(600, "3")]) == 0


def test_usual_pips_name_what_had_no_face_and_rename_nothing() -> None:
    """The worn 1 gets its name among dice with pips; the 3 keeps what it was read as, whatever it might be anew."""
    three, worn, reader = thing(100, "3"), thing(200, None), DiceReader(())
    view, usual = np.hstack([np.zeros((1, 96), np.float32), SCORES]), pips_are_usual([thing(100, "3")] * 2)
    assert reader._renamed(three, view, usual) is three
    assert reader._renamed(worn, view, usual).reading.face == "1"
    assert reader._renamed(worn, view, -usual) is worn, "pictures give nobody a name"
    assert reader._renamed(three, view, -usual).reading.face is None, "but take one away"


def test_a_heap_does_not_hide_the_die_whose_face_is_known() -> None:
    """Two dice look a little more like one large die than one of them like a die; but its face is plainly a 3."""
    die = replace(thing(112, "3", 44), reading=Reading("3", "2", 0.99, 0.99, set_name="pips"))
    heap = replace(thing(105, "2", 61), reading=Reading("2", "6", 0.45, 0.03, set_name="pips"))
    die, heap = (
        replace(one, seen=replace(one.seen, heat=heat, die=word))
        for one, heat, word in ((die, 0.3, 0.4), (heap, 1.1, -0.3))
    )
    assert [one.reading.face for one in dice_among(heap, die)] == ["3"]


def test_pips_do_not_make_their_die_a_giant() -> None:
    """Two of its pips pass for small dice: the usual die is no smaller for that."""
    pips = [
        replace(thing(100 + x, "2", 8, word=1.5), reading=Reading("2", "1", 0.6, 0.5, set_name="pips"))
        for x in (-22, 22)
    ]
    assert [one.seen.side for one in dice_among(thing(100, "3", 83, word=5.0), *pips)] == pytest.approx([83])


def test_a_die_without_a_face_is_not_golden() -> None:
    golden = replace(thing(100, "3"), reading=Reading("3", "2", 0.9, 0.9, golden=True, set_name="mine"))
    faceless = replace(golden, reading=replace(golden.reading, face=None))
    assert die_seen(golden, leans=0.0, cocked=False, at_mm=None).golden
    assert not die_seen(faceless, leans=0.0, cocked=False, at_mm=None).golden


def test_what_only_a_face_spoke_for_that_nobody_believes_stays_only_if_it_is_likely_a_die() -> None:
    assert stays(replace(thing(100, None), chance=0.8))
    assert not stays(replace(thing(100, None), chance=0.6))


def test_two_faces_that_fit_equally_well_are_a_toss_up() -> None:
    """However well both fit, and however surely it is a die."""
    seen = thing(100, "3", word=4.0).seen
    close, clear = (Reading("3", "2", 0.95, margin, set_name="mine") for margin in (0.0, 0.3))
    assert sureness(close, seen) < 0.7 < 0.95 < sureness(clear, seen)
