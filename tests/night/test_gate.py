"""Hostile letters: refused, counted by what is wrong with them, and without effect."""

from pathlib import Path
from typing import Any

import pytest

from companion.night.codes import pass_from
from companion.night.desk import Desk
from companion.night.gate import BURST
from companion.night.ledger import Ledger
from companion.night.letters import LONGEST, seal
from companion.night.topics import Topics
from companion.night.wall import tables

TOPICS = Topics()


class Room:
    """A night with two tables, and a clock that only we move."""

    def __init__(self, folder: Path) -> None:
        self.now = 0.0
        self.ledger = Ledger(folder / "night.db")
        self.desk = Desk(self.ledger, TOPICS, lambda: self.now)
        self.keys = {one: pass_from(self.desk.invite(one, one.title())).key for one in ("oak", "elm")}
        self.written: dict[tuple[str, str, int], bytes] = {}

    def write(self, table: str, kind: str, seq: int, body: dict[str, Any], *, by: str = "") -> bytes:
        topic = TOPICS.of(table, kind)
        letter = seal(self.keys[by or table], topic, table, seq, body)
        self.desk.take(topic, letter)
        return letter

    def begin(self, table: str, seq: int = 1, match: int = 1, **changes: Any) -> bytes:
        body = {"what": "begun", "match": match, "at": "2026-11-18T20:00:00Z", "game": "heckmeck", "title": "Heckmeck"}
        return self.write(table, "event", seq, {**body, "players": ["Ana", "Ben"], "oldest": 1, **changes})

    def deed(self, table: str, seq: int, number: int, **changes: Any) -> bytes:
        body = {"what": "deed", "match": 1, "number": number, "scores": {"Ana": 1, "Ben": 0}, "winners": None}
        return self.write(table, "event", seq, {**body, "oldest": 1, **changes})

    @property
    def refused(self) -> dict[tuple[str, str], int]:
        return dict(self.desk.gate.refused)


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def test_true_letters_come_in(room: Room) -> None:
    room.begin("oak")
    room.deed("oak", 2, 0)
    room.write("oak", "state", 5, {"game": "heckmeck"})

    assert room.desk.matches["oak", 1].deeds == 1
    assert room.desk.seats["oak"].state == {"game": "heckmeck"}
    assert room.refused == {}


def test_another_tables_name_is_refused(room: Room) -> None:
    room.begin("oak")
    room.write(
        "oak", "event", 2, {"what": "ended", "match": 1, "number": 0, "scores": {}, "winners": ["Ben"]}, by="elm"
    )

    assert not room.desk.matches["oak", 1].over
    assert room.refused == {("oak", "wrong key"): 1}


def test_a_letter_sent_again_changes_nothing(room: Room) -> None:
    old = room.write("oak", "state", 5, {"game": "old"})
    room.write("oak", "state", 6, {"game": "new"})
    event = room.begin("oak")
    room.desk.take(TOPICS.of("oak", "state"), old)
    room.desk.take(TOPICS.of("oak", "event"), event)
    room.desk.take(TOPICS.of("elm", "event"), event)

    assert room.desk.seats["oak"].state == {"game": "new"}
    assert (room.desk.again, len(room.desk.matches)) == (1, 1)
    assert room.refused == {("oak", "sent again"): 1, ("elm", "wrong key"): 1}


def test_an_event_that_runs_ahead_waits_for_those_before_it(room: Room) -> None:
    room.begin("oak")
    room.deed("oak", 3, 1)
    assert room.desk.heard("oak") == 1

    room.deed("oak", 2, 0)
    room.deed("oak", 3, 1)
    assert (room.desk.heard("oak"), room.desk.matches["oak", 1].deeds) == (3, 2)


def test_a_table_that_has_nothing_older_is_believed(room: Room) -> None:
    """Its night lost its journal; the table has forgotten what that night had heard."""
    room.begin("oak", 400, 9, oldest=400)
    assert room.desk.heard("oak") == 400


@pytest.mark.parametrize(
    "body",
    [
        {"match": "1"},
        {"what": "begun"},
        {"what": "begun", "match": 2, "at": "yesterday", "game": "a", "title": "b", "players": ["A"]},
        {"what": "begun", "match": 2, "at": "2026-11-18", "game": "a" * 99, "title": "b", "players": ["A"]},
        {"what": "begun", "match": 2, "at": "2026-11-18", "game": "a", "title": "b", "players": ["A"] * 99},
        {"what": "begun", "match": 2, "at": "2026-11-18", "game": "a", "title": "b", "players": [{}]},
        {"what": "deed", "match": 1, "number": 0, "scores": {"Ana": "many"}, "winners": None},
        {"what": "deed", "match": 1, "number": 0, "scores": [], "winners": None},
        {"what": "ended", "match": 1, "number": 0, "scores": {}, "winners": "Ana"},
        {"what": "deed", "match": 1, "number": 7, "scores": {}, "winners": None},
        {"what": "deed", "match": 77, "number": 0, "scores": {}, "winners": None},
        {"what": "party", "match": 1},
    ],
    ids=str,
)
def test_an_odd_event_of_a_known_table_is_counted_and_not_asked_for_again(room: Room, body: dict[str, Any]) -> None:
    room.begin("oak")
    before = dict(room.desk.matches)
    room.write("oak", "event", 2, body)

    assert room.desk.matches == before
    assert sum(room.refused.values()) == 1
    room.deed("oak", 3, 0)
    assert room.desk.matches["oak", 1].deeds == 1


def test_strangers_topics_and_sizes_are_refused_before_they_cost_anything(room: Room) -> None:
    for topic in (
        "cockadoodle/v1/ash/event",
        "cockadoodle/v1/oak/cmd",
        "x",
        "cockadoodle/v1//event",
        "cockadoodle/v1/../state",
    ):
        room.desk.take(topic, b"{}")
    room.desk.take(TOPICS.of("oak", "event"), b"x" * (LONGEST + 1))

    assert room.refused == {
        ("?", "not invited"): 1,
        ("oak", "no topic of a table"): 1,
        ("?", "no topic of a table"): 3,
        ("oak", "too long"): 1,
    }


def test_a_flood_is_cut_off_and_the_other_tables_go_on(room: Room) -> None:
    for _ in range(int(BURST) + 500):
        room.desk.take(TOPICS.of("oak", "event"), b"{}")
    room.begin("elm")

    assert room.refused == {("oak", "malformed"): BURST, ("oak", "too many"): 500}
    assert ("elm", 1) in room.desk.matches
    room.now = 10.0
    room.begin("oak")
    assert ("oak", 1) in room.desk.matches, "and the table itself is heard when the flood is over"


def test_a_crow_is_heard_at_once_and_counts_as_news(room: Room) -> None:
    room.begin("oak")
    room.deed("oak", 2, 0, told=[{"key": "Called", "line": "Ana crows!", "mood": "call", "player": "Ana"}, "odd", 7])
    assert room.desk.crows == [{"table": "oak", "line": "Ana crows!", "mood": "call"}]


def test_a_table_that_waits_too_long_needs_somebody(room: Room) -> None:
    room.write("oak", "online", 1, {"online": True})
    room.write("oak", "state", 2, {"game": "x", "asks": {"kind": "question", "line": "Is this a 4?"}})
    assert tables(room.desk, 20.0)[0]["help"] is None
    assert tables(room.desk, 40.0)[0]["help"] == {"kind": "question", "line": "Is this a 4?"}
    room.write("oak", "online", 3, {"online": False})
    assert tables(room.desk, 41.0)[0]["help"] == {"kind": "away", "line": ""}


def test_a_night_started_again_knows_all_it_had_confirmed(room: Room, tmp_path: Path) -> None:
    room.begin("oak")
    room.deed("oak", 2, 0)
    state = room.write("oak", "state", 5, {"game": "heckmeck"})
    assert room.desk.write() == {"oak"}
    room.deed("oak", 3, 1)  # this one is not confirmed yet: it will be sent again

    again = Desk(Ledger(tmp_path / "night.db"), TOPICS)
    again.take(TOPICS.of("oak", "state"), state)  # the broker shows what it retained

    assert again.heard("oak") == 2
    assert again.matches["oak", 1].deeds == 1
    assert again.seats["oak"].state == {"game": "heckmeck"}
