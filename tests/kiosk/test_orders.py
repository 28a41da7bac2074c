"""What a page sends becomes a command, or a sentence saying why not."""

from pathlib import Path
from typing import Any

import pytest
from kiosk_stage import Device, StillTable, TouchTable

from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.orders import COMMANDS, BadOrder, order
from companion.kiosk.preview import Preview
from companion.referee.commands import Act, Answer, Command, CorrectDie, LetGo, Undo
from companion.settings import KioskSettings


def test_every_command_can_be_ordered() -> None:
    assert set(COMMANDS.values()) == set(Command.__args__)


@pytest.mark.parametrize(
    ("name", "values", "command"),
    [
        ("undo", {}, Undo()),
        ("correct", {"index": 2, "face": "worm"}, CorrectDie(2, "worm")),
        ("act", {"action": {"keep": "5"}}, Act({"keep": "5"})),
        ("act", {"action": {"call": True}, "player": "Ana"}, Act({"call": True}, "Ana")),
        ("answer", {"choice": "yes"}, Answer("yes")),
        ("let-go", {"name": "Ben"}, LetGo("Ben")),
    ],
)
def test_orders_become_commands(name: str, values: dict[str, Any], command: object) -> None:
    assert order(name, values) == command


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("explode", {}),
        ("undo", {"twice": True}),
        ("correct", {"index": 2}),
        ("correct", {"index": True, "face": "5"}),
        ("correct", {"index": "2", "face": "5"}),
        ("act", {"action": "keep"}),
        ("let-go", {"name": "x" * 81}),
    ],
)
def test_what_is_no_command_is_said(name: str, values: dict[str, Any]) -> None:
    with pytest.raises(BadOrder):
        order(name, values)


@pytest.mark.parametrize("action", [{"keep": 7}, {"dance": True}, {}, {"roll": "5"}, {"keep": "5", "count": []}])
def test_only_actions_of_the_running_game_reach_the_referee(tmp_path: Path, action: dict[str, Any]) -> None:
    feed = Feed()
    table = TouchTable(feed, tmp_path)
    table.start("heckmeck", ["Ana", "Ben"], {})
    here = Device(Kiosk(table, KioskSettings(), feed, Preview(), language="en", port=1).app)

    answer = here.post("/api/do/act", {"action": action})

    assert answer.status_code == 400
    assert answer.json()["say"].startswith("That is no action of Heckmeck")
    assert table.taken == []


def test_a_game_is_started_with_names_that_can_be_read() -> None:
    table = StillTable()
    here = Device(Kiosk(table, KioskSettings(), Feed(), Preview(), language="en", port=1).app)

    assert here.post("/api/start", {"game": "heckmeck", "players": ["Ana", "Ben"]}).status_code == 200
    for wrong in (
        {"game": "chess", "players": ["Ana", "Ben"]},
        {"game": "heckmeck", "players": "Ana"},
        {"game": "heckmeck", "players": ["", "Ben"]},
        {"game": "heckmeck", "players": ["x" * 21]},
        {"game": "heckmeck", "players": ["\ud800", "Ben"]},
        {"game": "heckmeck", "players": ["A\x1b[2Ja", "Ben"]},
        {"game": "heckmeck", "players": ["Ana", None]},
        {"game": "heckmeck", "players": ["Ana", "Ben"], "options": []},
    ):
        assert here.post("/api/start", wrong).status_code == 400
    assert table.started == [("heckmeck", ("Ana", "Ben"), {})]


def test_a_refusal_is_said_on_the_page(tmp_path: Path) -> None:
    table = TouchTable(Feed(), tmp_path)
    here = Device(Kiosk(table, KioskSettings(), Feed(), Preview(), language="en", port=1).app)

    answer = here.post("/api/start", {"game": "heckmeck", "players": ["Ana"]})

    assert answer.status_code == 409
    assert answer.json()["say"]
    assert answer.json()["rule"]


def test_the_coach_advises_who_asked_and_nobody_else(tmp_path: Path) -> None:
    feed = Feed()
    table = TouchTable(feed, tmp_path)
    here = Device(Kiosk(table, KioskSettings(), feed, Preview(), language="en", port=1).app)
    table.start("heckmeck", ["Ana", "Ben"], {})
    table.take(Act({"roll": ["worm", "worm", "worm", "5", "5", "1", "2", "3"]}))
    assert not feed.snapshot["coach"]

    assert here.post("/api/do/coach", {"name": "Ana", "wanted": True}).status_code == 200

    hint = feed.snapshot["coach"]
    assert hint["best"]["keep"] == "worm"
    assert hint["expected_worms"] == pytest.approx(2.1280, abs=1e-3)
    assert feed.snapshot["coached"] == ["Ana"]
