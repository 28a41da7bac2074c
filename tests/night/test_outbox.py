"""What a table tells its night is made from its journal: nothing is lost, nothing is told twice."""

import sqlite3
from pathlib import Path
from random import Random

import pytest

from companion.journal import Deed, Journal
from companion.night.outbox import Outbox
from companion.odds.robots import ROBOTS
from companion.referee.sitting import Sitting, resume, sit_down
from companion.rehearsal.luck import luck


def play(sitting: Sitting, deeds: int, seed: int = 1) -> None:
    dice = Random(seed)
    robot = ROBOTS["cautious"](dice)
    for _ in range(deeds):
        action = robot(sitting.game, sitting.state, sitting.game.turn_of(sitting.state)[0])
        sitting.act(luck(sitting.game, sitting.state, dice) if action is None else action)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "journal.db")


def told(outbox: Outbox) -> list[tuple[int, str]]:
    return [(seq, event["what"]) for seq, event in outbox.after(0, 1000)]


def test_a_match_is_told_from_its_beginning_to_its_end(journal: Journal, tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.db", journal, "night")
    sitting = sit_down(journal, "heckmeck", ["Ana", "Ben"], {})
    play(sitting, 3)
    outbox.harvest()
    sitting.end()
    outbox.harvest()

    assert told(outbox) == [(1, "begun"), (2, "deed"), (3, "deed"), (4, "deed"), (5, "ended")]
    first = outbox.after(1, 1)[0][1]
    assert first["deed"] == sitting.log[0].deed
    assert first["told"][0]["player"] == "Ana", "the sentences come with it, so that others need not know the rules"


def test_what_was_played_before_the_night_is_not_its_business(journal: Journal, tmp_path: Path) -> None:
    over, running = (
        sit_down(journal, "heckmeck", ["Ana", "Ben"], {}),
        sit_down(journal, "heckmeck", ["Ana", "Cleo"], {}),
    )
    over.end()
    play(running, 2)

    outbox = Outbox(tmp_path / "outbox.db", journal, "night")
    outbox.harvest()

    assert outbox.after(0, 1)[0][1]["players"] == ["Ana", "Cleo"], "the match that is on belongs to it"
    assert len(told(outbox)) == 3


def test_a_table_killed_at_any_moment_tells_each_deed_once(journal: Journal, tmp_path: Path) -> None:
    for deed in range(12):
        outbox = Outbox(tmp_path / "outbox.db", journal, "night")  # as after a kill: nobody closed the last one
        running = journal.unfinished()
        play(
            sit_down(journal, "heckmeck", ["Ana", "Ben"], {}) if running is None else resume(journal, running), 1, deed
        )
        if deed % 3:
            outbox.harvest()
    last = Outbox(tmp_path / "outbox.db", journal, "night")
    last.harvest()

    assert [seq for seq, _ in told(last)] == list(range(1, 14))
    assert [event["number"] for _, event in last.after(1, 50)] == list(range(12))


def test_the_end_of_a_match_is_told_though_the_next_has_begun(journal: Journal, tmp_path: Path) -> None:
    """Who begins a new game on the page ends the old one a moment later."""
    outbox = Outbox(tmp_path / "outbox.db", journal, "night")
    old = sit_down(journal, "heckmeck", ["Ana", "Ben"], {})
    sit_down(journal, "heckmeck", ["Ana", "Ben"], {})
    outbox.harvest()
    old.end()
    outbox.harvest()

    assert [what for _, what in told(outbox)] == ["begun", "begun", "ended"]


def test_what_the_night_has_heard_is_forgotten_and_numbers_go_on(journal: Journal, tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.db", journal, "night")
    sitting = sit_down(journal, "heckmeck", ["Ana", "Ben"], {})
    outbox.harvest()
    outbox.heard(1)
    assert (outbox.oldest, outbox.newest, told(outbox)) == (2, 1, [])

    play(sitting, 1)
    outbox.harvest()
    assert told(outbox) == [(2, "deed")]


def test_another_night_hears_nothing_of_the_last_one(journal: Journal, tmp_path: Path) -> None:
    first = Outbox(tmp_path / "outbox.db", journal, "friday")
    sit_down(journal, "heckmeck", ["Ana", "Ben"], {}).end()
    first.harvest()

    second = Outbox(tmp_path / "outbox.db", journal, "saturday")
    second.harvest()

    assert (told(second), len(told(first))) == ([], 2)


def test_steps_grow_over_every_start(journal: Journal, tmp_path: Path) -> None:
    steps = [Outbox(tmp_path / "outbox.db", journal, "night").step() for _ in range(3)]
    assert steps == sorted(set(steps))


def test_a_journal_begun_anew_is_told_anew(tmp_path: Path) -> None:
    old = Journal(tmp_path / "old.db")
    Outbox(tmp_path / "outbox.db", old, "night")
    for _ in range(3):
        sit_down(old, "heckmeck", ["Ana", "Ben"], {}).end()
    Outbox(tmp_path / "outbox.db", old, "night").harvest()

    fresh = Journal(tmp_path / "fresh.db")
    outbox = Outbox(tmp_path / "outbox.db", fresh, "night")
    sit_down(fresh, "heckmeck", ["Dora", "Emil"], {})
    outbox.harvest()

    assert outbox.after(6, 9)[0][1]["players"] == ["Dora", "Emil"]


def test_a_match_that_does_not_replay_keeps_no_other_from_being_told(journal: Journal, tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.db", journal, "night")
    odd, good = (sit_down(journal, "heckmeck", ["Ana", name], {}) for name in ("Ben", "Cleo"))
    journal.write(odd.id, Deed(0, "action", {"explode": True}))
    play(good, 2)
    outbox.harvest()

    players = [event["players"] for _, event in outbox.after(0, 1000) if event["what"] == "begun"]
    assert ["Ana", "Cleo"] in players
    assert [event["what"] for _, event in outbox.after(0, 1000) if event["match"] == good.id] == [
        "begun",
        "deed",
        "deed",
    ]


def test_what_a_full_disk_did_not_take_is_told_when_there_is_room(journal: Journal, tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.db", journal, "night")
    sitting = sit_down(journal, "heckmeck", ["Ana", "Ben"], {})
    (pages,) = outbox._file.execute("PRAGMA page_count").fetchone()
    outbox._file.execute(f"PRAGMA max_page_count = {pages}")
    play(sitting, 40)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        outbox.harvest()
    assert told(outbox) == []
    outbox._file.execute("PRAGMA max_page_count = 100000")
    outbox.harvest()

    assert [what for _, what in told(outbox)] == ["begun"] + 40 * ["deed"]
