"""The honest evening: what was read, asked and corrected, and what may still be wrong, is told as it was."""

import pytest
from table_top import TableTop

from companion.insight.honesty import Honesty, by_set, honesty
from companion.journal import Journal
from companion.kiosk.history import History
from companion.kiosk.insights import apart, fairness
from companion.referee.commands import Act, Answer, CorrectDie
from companion.referee.sitting import resume
from companion.rules.actions import Roll


def told(table: TableTop, journal: Journal) -> Honesty:
    return honesty(table.sitting.match, journal.readings(table.sitting.id))


def test_every_face_the_camera_reads_is_counted_with_what_may_be_wrong_of_it() -> None:
    journal = Journal(":memory:")
    table = TableTop(journal=journal)
    table.rolls("1 2 3 4 5 worm worm worm")
    table.lays_aside("worm worm worm")
    table.rolls("5 5 1 2 3")

    read = told(table, journal)

    assert (read.read, read.asked, read.corrected) == (13, 0, 0)
    sure = [one for reading in journal.readings(1) for _, _, one in reading["dice"]]
    assert read.risk == pytest.approx(sum(1 - one for one in sure))
    assert 0 < read.risk <= 13 * 0.01  # of this eye, that is 0.99 sure of each at least


def test_what_is_entered_by_hand_is_not_the_cameras() -> None:
    journal = Journal(":memory:")
    table = TableTop(journal=journal)
    table.referee.take(Act({"roll": ["1", "2", "3", "4", "5", "5", "worm", "worm"]}))

    assert told(table, journal) == Honesty()


def test_a_corrected_face_was_misread_and_is_no_longer_at_risk() -> None:
    journal = Journal(":memory:")
    table = TableTop(journal=journal)
    table.rolls("1 2 3 4 5 worm worm worm")
    dice = table.referee.snapshot()["dice"]
    table.referee.take(CorrectDie(next(n for n, die in enumerate(dice) if die["face"] == "2"), "1"))

    read = told(table, journal)

    assert (read.read, read.corrected, read.risk) == (8, 1, 0.0)
    assert by_set(table.sitting.match, journal.readings(1)) == {"": {"1": 1, "3": 1, "4": 1, "5": 1, "worm": 3}}


def test_a_doubt_the_table_settles_is_counted_as_asked() -> None:
    journal = Journal(":memory:")
    table = TableTop(journal=journal, doubt=1.0)
    table.rolls("1 1 1 1 1 1 1 1", seconds=4.0)
    while table.referee.question is not None:
        table.touches(Answer("1"))
        table.rest(4.0)

    assert table.said("deed") == ["Ana rolled 1, 1, 1, 1, 1, 1, 1, 1."]
    assert told(table, journal).asked == table.keys().count("WhichFace") >= 1


def test_the_evening_adds_its_matches_up_and_outlives_a_restart() -> None:
    journal = Journal(":memory:")
    for _ in range(2):
        table = TableTop(journal=journal)
        table.rolls("1 2 3 4 5 worm worm worm")
        table.sitting.end()
    assert resume(journal, journal.record(1)).match.deeds

    history = History(journal)
    assert history.trust()["read"] == 16
    assert history.trust("heckmeck", history.matches()[0]["evening"])["read"] == 16
    assert history.trust("yacht")["read"] == 0


def test_dice_of_two_sets_are_judged_apart() -> None:
    """Eight dice of two sets: one face of the red ones comes up far too often, and only theirs."""
    table = TableTop()
    faces = ("1", "2", "3", "4", "5", "worm")
    readings = []
    for n in range(100):
        red, blue = ("1", "1", "1", faces[n % 6]), tuple(faces[(n + k) % 6] for k in range(4))
        readings.append(
            {"deed": 1000, "asked": 0, "dice": [[s, f, 1.0] for s, d in (("red", red), ("blue", blue)) for f in d]}
        )
    counts = apart(table.sitting.match, readings)
    all_faces = {face: counts["red"].get(face, 0) + counts["blue"].get(face, 0) for face in faces}

    found = fairness(table.sitting.game, [{"rolled": all_faces, "apart": counts}])

    assert found is not None
    assert {one["name"]: one["p_value"] < 0.01 for one in found["each"]} == {"red": True, "blue": False}
    assert {one["name"]: one["rolls"] for one in found["each"]} == {"red": 400, "blue": 400}


def test_the_golden_die_is_judged_by_what_is_printed_on_it() -> None:
    holds = {"holders": {"Ana": "golden"}, "stacks": {"Ana": [27]}, "grill": {"up": [21, 22, 23]}}
    table = TableTop("heckmeck-deluxe", setup=holds)
    box = table.sitting.game.box
    table.sitting.match = table.sitting.match.act(Roll(("1", "2", "3", "4", "5", "5", "5", "worm"), box.golden_die[0]))

    counts = apart(table.sitting.match, [])
    found = fairness(table.sitting.game, [{"rolled": {}, "apart": counts}])

    assert counts == {"golden": {box.golden_die[0]: 1}}
    assert found is not None
    assert set(found["each"][0]["counts"]) == set(box.golden_die)
