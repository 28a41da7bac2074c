"""Whatever happened, the program gets to a page and says what was wrong."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from kiosk_stage import Device

from companion import recovery
from companion.appliance.starts import ENOUGH, WELL_SECONDS, Starts
from companion.assemble import RunningTable
from companion.cli import main
from companion.journal import Deed, Journal, journal_path
from companion.journal_file import VERSION, alone
from companion.kiosk.addresses import Kiosk
from companion.recovery import keep_good, mend, usable_journal, usable_settings
from companion.settings import Settings, TableSettings, default_path
from companion.wanted import Wanted
from hardware.frame import Frame
from hardware.settings import CameraSettings, DisplaySettings
from hardware.trouble import Trouble
from vision.observation import TableObservation
from vision.piece_set import sets_folder

QUIET = Settings(
    table=TableSettings(players=("Ana", "Ben")),
    camera=CameraSettings(driver="playback", path="nowhere"),
    display=DisplaySettings(driver="recorded"),
)


Start = Callable[..., tuple[RunningTable, Device]]


class Sees:
    def read(self, frame: Frame) -> TableObservation:
        raise NotImplementedError


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a table that waits, with the page before it."""
    opened: list[tuple[RunningTable, Kiosk]] = []

    def one(safe: bool = False, troubles: tuple[Trouble, ...] = ()) -> tuple[RunningTable, Device]:
        wanted = Wanted(quiet=True, wait=True, safe=safe, troubles=troubles)
        table = RunningTable(QUIET, wanted, lambda table: Sees(), default_path())
        kiosk = Kiosk(table, QUIET.kiosk, table.feed, table.preview, language="en", port=1)
        opened.append((table, kiosk))
        table.open()
        return table, Device(kiosk.app)

    yield one
    for table, kiosk in opened:
        kiosk.close()
        table.close()


def a_match(*deeds: Deed, players: tuple[str, ...] = ("Ana", "Ben")) -> int:
    with closing(Journal(journal_path())) as journal:
        match = journal.begin("heckmeck", players, {})
        for deed in deeds:
            journal.write(match.id, deed)
        return match.id


ROLL = Deed(0, "action", {"roll": ["1", "2", "3", "4", "5", "5", "worm", "worm"]})
PAGES = ("/", "/phone", "/history", "/api/matches", "/api/leaderboard", "/api/people", "/export.json", "/export.csv")


def all_pages_answer(here: Device) -> None:
    assert [(page, here.get(page).status_code) for page in PAGES] == [(page, 200) for page in PAGES]


# The match


@pytest.mark.parametrize(
    "deed",
    [
        Deed(1, "action", {"keep": "Ben"}),
        Deed(1, "action", {"crow": True}),
        Deed(1, "correct", {}),
        Deed(1, "action", {"keep": "1", "count": 7}),
        Deed(1, "seat", {"player": "Ana"}),
        Deed(1, "undo", {}),
    ],
    ids=lambda deed: f"{deed.kind}",
)
def test_a_match_that_does_not_replay_is_set_aside_and_the_rest_goes_on(start: Start, deed: Deed) -> None:
    a_match(ROLL, Deed(1, "end", {}))
    odd = a_match(ROLL, deed)
    _, here = start()

    assert "cannot be gone on with" in " ".join(one["say"] for one in here.get("/api/me").json()["troubles"])
    all_pages_answer(here)
    first, second = here.get("/api/matches").json()["matches"]
    assert (first["id"], first.get("aside"), second.get("aside")) == (odd, deed.kind != "seat" or None, None)
    assert here.get(f"/api/matches/{odd}").status_code == (200 if deed.kind == "seat" else 404)
    assert [one["match"] for one in here.get("/export.json").json()] == [odd, odd - 1]
    assert here.post("/api/start", {"game": "heckmeck", "players": ["Ana", "Ben"]}).status_code == 200
    assert here.post("/api/forget", {"player": "Ana"}).status_code == 409  # she plays again


def test_a_row_that_cannot_be_read_costs_no_other_match(start: Start) -> None:
    a_match(ROLL, Deed(1, "end", {}))
    odd = a_match(ROLL)
    with closing(sqlite3.connect(journal_path())) as file:
        file.execute("UPDATE deeds SET deed = '{\"roll\": [' WHERE match = ?", (odd,))
        file.execute("UPDATE matches SET options = X'FF' WHERE id = ?", (odd,))
        file.commit()
    _, here = start()
    all_pages_answer(here)
    assert len(here.get("/api/matches").json()["matches"]) == 2
    assert '{"roll": [' in here.get("/export.json").json()[0]["deeds"][0]


# The journal


def test_a_journal_of_an_older_program_is_brought_up_and_a_copy_kept() -> None:
    a_match(ROLL)
    with closing(sqlite3.connect(journal_path())) as file:
        file.executescript("DROP TABLE summaries; PRAGMA user_version = 0")
    with closing(Journal(journal_path())) as journal:
        assert journal.matches() == (1,)
    with closing(sqlite3.connect(journal_path())) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (VERSION,)
    with closing(sqlite3.connect(journal_path().with_name("journal-version-1.db"))) as copy:
        assert copy.execute("SELECT count(*) FROM deeds").fetchone() == (1,)


def test_a_journal_of_a_newer_program_is_not_written_but_kept(start: Start) -> None:
    a_match(ROLL)
    with closing(sqlite3.connect(journal_path())) as file:
        file.execute(f"PRAGMA user_version = {VERSION + 97}")
    newer = journal_path().read_bytes()
    with pytest.raises(Trouble, match="newer program"):
        Journal(journal_path())
    _, here = start()
    all_pages_answer(here)
    assert newer in [file.read_bytes() for file in journal_path().parent.glob("journal-kept-*.db")]


def test_a_second_program_at_the_same_table_is_told_so() -> None:
    first = alone(journal_path())
    with pytest.raises(Trouble, match="already"):
        alone(journal_path())
    assert first is not None
    first.close()
    again = alone(journal_path())
    assert again is not None
    again.close()


def test_a_disk_that_cannot_be_written_still_has_a_page(start: Start) -> None:
    journal_path().parent.parent.mkdir(parents=True)
    journal_path().parent.write_text("in the way")
    _, here = start()
    all_pages_answer(here)
    said = " ".join(one["say"] for one in here.get("/api/me").json()["troubles"])
    assert "cannot write the journal" in said and "not kept" in said


def damaged(clean: bytes, chance: Random) -> bytes:
    found = bytearray(clean)
    match chance.randrange(5):
        case 0:
            return bytes(found[: chance.randrange(len(found))])
        case 1:
            for _ in range(chance.randint(1, 40)):
                found[chance.randrange(len(found))] ^= 1 << chance.randrange(8)
        case 2:
            at = chance.randrange(len(found))
            found[at : at + 512] = bytes(len(found[at : at + 512]))
        case 3:
            at = chance.randrange(0, len(found), 4096)
            found[at : at + 4096] = chance.randbytes(len(found[at : at + 4096]))
        case 4:
            found[:100] = chance.randbytes(100)
    return bytes(found)


def test_of_twenty_damaged_journals_every_one_is_opened_and_kept(tmp_path: Path) -> None:
    clean, chance = an_evening(tmp_path), Random(5)
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        broken = damaged(clean, chance)
        (folder / "journal.db").write_bytes(broken)
        journal, told = usable_journal(folder / "journal.db")
        journal.entries()
        assert not any("not kept" in one.say for one in told)
        journal.close()
        if told:
            assert broken in [file.read_bytes() for file in folder.glob("journal-kept-*.db")]


def an_evening(folder: Path) -> bytes:
    path = folder / "clean.db"
    with closing(Journal(path)) as journal:
        journal._file.execute("PRAGMA synchronous = OFF")
        for number in range(20):
            match = journal.begin("heckmeck", ["Ana", "Ben"], {})
            for deed in range(40):
                journal.write(match.id, Deed(deed, "action", {"keep": "worm", "n": number}))
    return path.read_bytes()


def test_a_journal_whose_pages_lead_back_is_read_to_its_end(tmp_path: Path) -> None:
    """The third leaf of the deeds is the first again and the fourth is lost: from the loss one came back for ever."""
    clean = bytearray(an_evening(tmp_path))
    with closing(sqlite3.connect(tmp_path / "clean.db")) as found:
        ((root,),) = found.execute("SELECT rootpage FROM sqlite_master WHERE name = 'deeds'")
    start = (root - 1) * 4096
    assert clean[start] == 5  # the page that names its leaves
    cells = [start + int.from_bytes(clean[at : at + 2]) for at in range(start + 12, start + 20, 2)]
    first, _, third, fourth = (clean[cell : cell + 4] for cell in cells)
    clean[cells[2] : cells[2] + 4] = first
    lost = (int.from_bytes(fourth) - 1) * 4096
    clean[lost : lost + 4096] = bytes(4096)
    (tmp_path / "journal.db").write_bytes(clean)
    assert first != third
    journal, _ = usable_journal(tmp_path / "journal.db")
    assert 0 < sum(len(journal.record(match).deeds) for match in journal.matches()) < 800
    journal.close()


def test_what_can_be_read_of_a_damaged_journal_is_saved(tmp_path: Path) -> None:
    clean = bytearray(an_evening(tmp_path))
    middle = 8 * 4096
    clean[middle : middle + 4096] = bytes(4096)
    (tmp_path / "journal.db").write_bytes(clean)
    journal, told = usable_journal(tmp_path / "journal.db")
    assert len(told) == 2 and "kept as" in told[1].say
    assert sum(len(journal.record(match).deeds) for match in journal.matches()) > 600  # of 800
    journal.close()
    assert not usable_journal(tmp_path / "journal.db")[1]


# The settings


@pytest.mark.parametrize(
    "text",
    [
        '[table]\ngame = "chess"\n',
        '[camera]\ndriver = "webcm"\n',
        '[table]\nplayers = ["Ana"]\n',
        '[table]\nplayers = ["Ana", "Ana"]\n',
        '[table]\nmounting = "nowhere"\n',
        '[table]\nplayers = ["Ana", "B\\u0007n"]\n',
        "[kiosk]\nport = 'eighty'\n",
        "not toml",
        "\x00",
    ],
)
def test_settings_nobody_can_play_with_give_way_to_the_last_good_ones(text: str) -> None:
    default_path().parent.mkdir(parents=True)
    default_path().write_text('[table]\ngame = "rooster-run"\n')
    keep_good(default_path())
    default_path().write_text(text)

    settings, told = usable_settings(default_path())

    assert settings.table.game == "rooster-run"
    assert "worked last" in told[-1].say
    assert main(["settings", "--check"]) == 1
    assert main(["doctor", "--json"]) == 1
    mend(default_path())
    assert not usable_settings(default_path())[1]
    assert default_path().with_suffix(".toml.bad").read_text() == text


def test_without_good_ones_there_are_the_usual_ones() -> None:
    default_path().parent.mkdir(parents=True)
    default_path().write_bytes(b"\xff\xfe")
    settings, told = usable_settings(default_path())
    assert settings == Settings() and "usual settings" in told[-1].say


def test_what_cannot_be_played_with_is_not_kept_by_the_page(start: Start) -> None:
    _, here = start()
    for section, values in (
        ("table", {"game": "chess"}),
        ("table", {"players": ["Ana"]}),
        ("table", {"players": ["Ana", "Ana"]}),
        ("table", {"mounting": "nowhere"}),
        ("camera", {"driver": "webcm"}),
    ):
        assert here.post(f"/api/settings/{section}", values).status_code == 409
    assert not default_path().exists()


def test_the_page_mends_settings_that_cannot_be_used(start: Start) -> None:
    default_path().parent.mkdir(parents=True)
    default_path().write_text('[table]\ngame = "chess"\n')
    _, here = start()
    assert here.get("/api/me").json()["mend"] is True
    assert here.get("/api/settings").json()[0]["fields"][1]["value"] == "heckmeck"
    assert here.post("/api/settings", {}).status_code == 200
    assert here.get("/api/me").json()["mend"] is False


def test_a_set_that_is_gone_is_left_out_and_said() -> None:
    default_path().parent.mkdir(parents=True)
    default_path().write_text('[table]\nsets = ["heckmeck-dice", "gone", "broken"]\n')
    (sets_folder() / "broken").mkdir(parents=True)
    (sets_folder() / "broken" / "set.toml").write_text("format = 'x'")
    settings, told = usable_settings(default_path())
    assert settings.table.sets == ("heckmeck-dice",)
    assert ["gone" in told[0].say, "broken" in told[1].say] == [True, True]


def test_a_set_in_play_is_removed_from_the_settings_too(start: Start) -> None:
    shutil.copytree(
        Path(recovery.__file__).parents[1] / "vision" / "piece_sets" / "junior-tiles", sets_folder() / "mine"
    )
    _, here = start()
    assert here.post("/api/sets/mine/play").status_code == 200
    assert here.post("/api/sets/mine/rename", {"new": "ours"}).status_code == 200
    assert usable_settings(default_path())[0].table.sets == ("ours",)
    assert here.post("/api/sets/ours/remove").status_code == 200
    assert usable_settings(default_path()) == (Settings(), [])


# Starts


def test_after_three_crashed_starts_the_fourth_is_a_safe_one(start: Start) -> None:
    now = 0.0
    for why in ("camera", "camera", "lamps"):
        starts = Starts(clock=lambda: now)
        assert starts.begin() == []
        starts.crashed(RuntimeError(why))
    safe = Starts(clock=lambda: now).begin()
    assert [one.say for one in safe][1:] == ["RuntimeError: camera", "RuntimeError: lamps"]

    a_match(ROLL)
    _, here = start(safe=True, troubles=tuple(safe))
    all_pages_answer(here)
    assert "safe start" in here.get("/api/me").json()["troubles"][0]["say"]


def test_killed_without_a_word_counts_and_a_minute_of_life_clears() -> None:
    now = 0.0
    for _ in range(ENOUGH):
        Starts(clock=lambda: now).begin()
    starts = Starts(clock=lambda: now)
    assert len(starts.begin()) == 2
    now = WELL_SECONDS
    starts.mind()
    assert Starts(clock=lambda: now).begin() == []


def test_a_file_of_crashes_that_is_broken_is_none(tmp_path: Path) -> None:
    for broken in (b"", b"7", b'{"a": 1}', b"\xff", b"[" * 5000):
        (tmp_path / "crashes.json").write_bytes(broken)
        assert Starts(tmp_path / "crashes.json").begin() == []
        assert isinstance(json.loads((tmp_path / "crashes.json").read_text()), list)
        os.unlink(tmp_path / "crashes.json")
