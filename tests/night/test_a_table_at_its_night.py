"""The whole program at one table, with a line to its night; and a table without one."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from mosquitto import Mosquitto, free_port, needs_mosquitto

from companion.assemble import RunningTable
from companion.journal import Deed, Journal
from companion.night.courier import Broker
from companion.night.ledger import Ledger
from companion.night.night import Night
from companion.night.outbox import Outbox
from companion.night.partner import Partner
from companion.referee.commands import Act, EndMatch
from companion.referee.sitting import sit_down
from companion.rules.refusals import Refusal
from companion.settings import NightSettings, Settings, TableSettings
from companion.wanted import Wanted
from hardware.frame import Frame
from hardware.settings import CameraSettings, DisplaySettings
from vision.observation import TableObservation

ROLL = {"roll": ["1", "2", "3", "4", "5", "5", "5", "worm"]}


class Blind:
    """An eye that has nothing to look at."""

    def read(self, frame: Frame) -> TableObservation:
        raise AssertionError("there is no camera")


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def until(done: Callable[[], Any], seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.02)
    return bool(done())


def table_with(code: str, port: int, folder: Path, opened: bool = True) -> RunningTable:
    settings = Settings(
        table=TableSettings(name="Oak", players=("Ana", "Ben")),
        camera=CameraSettings(driver="playback", path=str(folder / "none")),
        display=DisplaySettings(driver="recorded"),
        night=NightSettings(code=code, broker="127.0.0.1", port=port),
    )
    table = RunningTable(settings, Wanted(quiet=True), lambda table: Blind(), folder / "table.toml")
    if opened:
        table.open()
    return table


@needs_mosquitto
def test_deeds_reach_the_night_and_its_orders_the_table(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    night = Night(Ledger(tmp_path / "night.db"), Broker("127.0.0.1", broker.port))
    code = night.invite("Oak")
    night.open()
    table = table_with(code, broker.port, tmp_path)
    try:
        table.take(Act(ROLL))
        assert until(lambda: night.desk.matches.get(("oak", 1)) and night.desk.matches["oak", 1].deeds == 1)
        shown = night.feed.snapshot["tables"][0]
        assert until(lambda: night.feed.snapshot["tables"][0]["game"] == "heckmeck"), shown
        begin = {"do": "begin", "game": "heckmeck", "players": ["Cleo", "Dora"]}
        assert night.order("oak", begin) == "A game is on at this table."
        table.take(EndMatch())
        assert until(lambda: night.feed.snapshot["tables"][0]["game"] is None)
        assert "is for" in night.order("oak", {**begin, "players": ["Cleo"]})
        assert night.order("oak", begin) == ""
        assert until(lambda: ("oak", 2) in night.desk.matches)
        assert night.desk.matches["oak", 2].players == ("Cleo", "Dora")
        assert not night.desk.matches["oak", 1].counts, "it was broken off"
        assert "no order" in night.order("oak", {"do": "explode"})
    finally:
        table.close()
        night.close()
        broker.kill()


def test_a_table_never_waits_for_a_night_that_is_not_there(tmp_path: Path) -> None:
    table = table_with("oak-k7mq-29xw", free_port(), tmp_path)
    try:
        table.take(Act(ROLL))
        assert until(lambda: len(table.journal.record(1).deeds) == 1, 5)
    finally:
        began = time.monotonic()
        table.close()
    assert time.monotonic() - began < 8
    assert "night" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize("code", ["nonsense", ""])
def test_a_wrong_code_is_a_trouble_and_no_reason_not_to_play(tmp_path: Path, code: str) -> None:
    table = table_with(code, free_port(), tmp_path)
    try:
        assert [one.say for one in table.troubles if "join code" in one.say] == (
            ["'nonsense' is no join code."] if code else []
        )
        table.take(Act(ROLL))
        assert until(lambda: len(table.journal.record(1).deeds) == 1)
    finally:
        table.close()


def test_a_table_without_the_extra_plays_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.night.line.find_spec", lambda name: None)
    table = table_with("oak-k7mq-29xw", free_port(), tmp_path)
    try:
        assert any("cockadoodle[night]" in one.fix for one in table.troubles)
    finally:
        table.close()


class Elsewhere:
    """The table's program as another table's word reaches it; remembers what it was asked."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.joined = 0

    def join(self, game: str, players: Sequence[str], options: Mapping[str, Any]) -> None:
        self.joined += 1
        sit_down(self._journal, game, players, options)

    def follow(self, match: int, deed: Deed) -> bool:
        return False

    def __getattr__(self, name: str) -> Any:
        return lambda *given: None


def test_a_table_that_starts_again_hears_nothing_before_it_knows_what_it_shares(tmp_path: Path) -> None:
    """Heard too early, the other table's word would begin the shared game a second time."""
    table = table_with("oak-k7mq-29xw", free_port(), tmp_path, opened=False)
    try:
        assert "night" not in {thread.name for thread in threading.enumerate()}
        table.open()
        assert "night" in {thread.name for thread in threading.enumerate()}
    finally:
        table.close()


def test_terms_that_make_no_sense_begin_nothing(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    program = Elsewhere(journal)
    partner = Partner(program, journal, Outbox(tmp_path / "outbox.db", journal, "night"))
    terms = {"game": "heckmeck", "players": ["Ana", "Ben"], "away": ["Ana"], "options": {}}
    senseless: list[dict[str, Any]] = [{"players": 7}, {"players": ["Ana"]}, {"options": []}]
    for odd in senseless:
        with pytest.raises((ValueError, Refusal)):
            partner.hear("oak", "s", {"terms": {**terms, **odd}, "from": 0, "deeds": []})
        assert partner.tell() is None, "nothing is half begun"
    partner.hear("oak", "s", {"terms": terms, "from": 0, "deeds": [], "count": 0})
    assert journal.record(journal.matches()[0]).players == ("Ana", "Ben")
    assert program.joined == 2, "two players too few for the game were found out by its rules alone"


@needs_mosquitto
def test_two_tables_play_one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each for its own people; both have the same game in their journals, and the night counts it once."""
    broker = Mosquitto(tmp_path)
    night = Night(Ledger(tmp_path / "night.db"), Broker("127.0.0.1", broker.port))
    codes = [night.invite("Oak"), night.invite("Elm")]
    night.open()
    tables = []
    for n, code in enumerate(codes):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / f"data-{n}"))
        tables.append(table_with(code, broker.port, tmp_path))
        tables[n].take(EndMatch())
    home, away = tables
    try:
        assert until(lambda: all(one["online"] for one in night.feed.snapshot["tables"]))
        assert until(lambda: not home.playing and not away.playing)
        night.share("heckmeck", ["Ana"], ["Ben"], ("oak", "elm"))
        assert until(lambda: away.playing and away.journal.record(2).players == ("Ana", "Ben"))
        home.take(Act(ROLL))
        home.take(Act({"keep": "worm"}))
        assert until(lambda: same(home, away) == 2)
        home.take(Act({"roll": ["1", "1", "1", "1", "1", "1", "1"]}))
        home.take(Act({"keep": "1"}))
        home.take(Act({"stop": True}))
        assert until(lambda: same(home, away) >= 4)
        assert until(lambda: away.feed.snapshot["turn_of"] == ["Ben"])
        before = same(home, away)
        away.take(Act(ROLL))
        assert until(lambda: same(home, away) == before + 1)
        assert until(lambda: home.feed.snapshot["turn_of"] == ["Ben"] and home.feed.snapshot["dice_due"] == 0)
        away.close()
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data-1"))
        away = tables[1] = table_with(codes[1], broker.port, tmp_path)
        assert until(lambda: away.playing), "the game goes on after a table was switched off"
        away.take(Act({"keep": "5"}))
        assert until(lambda: same(home, away) == before + 2)
        assert set(night.desk.matches) == {("oak", 1), ("elm", 1), ("oak", 2)}
    finally:
        for table in tables:
            table.close()
        night.close()
        broker.kill()


def same(home: RunningTable, away: RunningTable) -> int:
    """How many deeds both have, if they are the same."""
    one, other = (table.journal.record(2).deeds for table in (home, away))
    return len(one) if one == other else -1
