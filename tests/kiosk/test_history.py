"""Past matches: their story, who leads, what is taken home, and what is forgotten."""

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from evening import play
from kiosk_stage import Device, TouchTable

from companion.journal import Deed, Journal
from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.history import History
from companion.kiosk.preview import Preview
from companion.referee.commands import AddPlayer, Undo
from companion.referee.sitting import resume
from companion.settings import KioskSettings
from hardware.folders import data_folder


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> TouchTable:
    """An evening: a finished Heckmeck, a finished Rooster Run and a Junior that was broken off."""
    made = TouchTable(Feed(), tmp_path_factory.mktemp("evening"))
    for game in ("heckmeck", "rooster-run"):
        made.start(game, ["Ana", "Ben", "=Cleo"], {})
        play(made, 5)
    made.start("heckmeck-junior", ["Ana", "Dora"], {})
    play(made, 5, 4)
    return made


def test_the_newest_match_comes_first_with_what_it_came_to(table: TouchTable) -> None:
    junior, rooster, heckmeck = History(table.journal).matches()

    assert [junior["title"], rooster["title"], heckmeck["title"]] == ["Heckmeck Junior", "Rooster Run", "Heckmeck"]
    assert junior["winners"] is None
    assert heckmeck["winners"] == [max(heckmeck["scores"], key=lambda name: heckmeck["scores"][name])]
    assert heckmeck["begun_at"].startswith(heckmeck["evening"])


def test_a_story_tells_every_deed_and_ends_with_the_winner(table: TouchTable) -> None:
    history = History(table.journal)
    english, german = history.story(1, "en"), history.story(1, "de")

    assert len(english["steps"]) == english["deeds"] + 1
    assert english["steps"][0]["told"] == []
    assert english["winners"][0] in english["steps"][-1]["told"][-1]["line"]
    assert english["steps"][-1]["scores"] == english["scores"]
    assert german["steps"][1]["told"] != english["steps"][1]["told"]


def test_a_finished_match_is_parted_into_luck_and_skill(table: TouchTable) -> None:
    story = History(table.journal).story(1, "en")
    for player, account in story["weighed"]["accounts"].items():
        assert account["score"] == story["scores"][player]
    worst = story["weighed"]["worst"]
    assert worst["player"] in story["steps"][worst["step"] - 1]["turn_of"], "the step is the one after the choice"
    assert History(table.journal).story(2, "en")["weighed"] is None, "nobody knows what a worm in hand is worth"
    assert History(table.journal).story(3, "en")["weighed"] is None, "it was broken off"


def test_the_dice_of_all_matches_are_counted(table: TouchTable) -> None:
    history = History(table.journal)
    dice = history.dice("heckmeck")
    assert dice is not None
    rolls = [deed["roll"] for deed in history.as_json()[-1]["deeds"] if "roll" in deed]
    assert dice["rolls"] == sum(map(len, rolls))
    assert dice["counts"]["worm"] == sum(roll.count("worm") for roll in rolls)
    assert history.dice("rooster-run") is None


def test_the_story_of_a_rooster_run_counts_points_not_worms(table: TouchTable) -> None:
    told = [one["line"] for step in History(table.journal).story(2, "en")["steps"] for one in step["told"]]

    assert "points" in told[-1]
    assert not any("worms" in line for line in told[-1:])
    assert any("-" not in line and "wins red" in line for line in told), "cards are said as people say them"


def test_an_undo_is_told_as_what_it_is(tmp_path: Path) -> None:
    table = TouchTable(Feed(), tmp_path)
    table.start("heckmeck", ["Ana", "Ben"], {})
    play(table, 1, 2)
    table.take(Undo())

    steps = History(table.journal).story(1, "en")["steps"]

    assert [step["state"]["pending"] for step in steps] == ["roll", "keep", "roll_or_stop", "keep"]
    assert steps[-1]["told"] == [{"line": "The last deed was taken back.", "mood": "plain"}]


def test_the_leaderboard_counts_finished_matches_only(table: TouchTable) -> None:
    history = History(table.journal)
    board = {row["player"]: row for row in history.leaderboard()}

    assert board["Ana"]["played"] == 2
    assert "Dora" not in board
    assert sum(row["won"] for row in board.values()) >= 2
    assert [row["played"] for row in history.leaderboard("heckmeck")] == [1, 1, 1]
    assert history.leaderboard(evening="1999-12-31") == []


def test_yesterdays_players_are_offered_before_the_names_of_the_house(table: TouchTable) -> None:
    assert History(table.journal).people()["people"][:4] == ["Ana", "Dora", "Ben", "=Cleo"]


def test_results_are_taken_home_and_no_name_becomes_a_formula(table: TouchTable) -> None:
    kiosk = Kiosk(table, KioskSettings(), Feed(), Preview(), language="en", port=1)
    here = Device(kiosk.app)

    sheet = here.get("/export.csv")

    assert sheet.headers["content-disposition"] == 'attachment; filename="cockadoodle.csv"'
    assert sheet.text.splitlines()[0] == "match,begun_at,game,seat,player,score,won"
    assert ",'=Cleo," in sheet.text
    assert [match["game"] for match in here.get("/export.json").json()][-1] == "heckmeck"
    assert Device(kiosk.app, "192.168.1.9").get("/export.csv").status_code == 403
    kiosk.close()


def test_who_came_later_is_forgotten_with_voice_and_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name he joined by, the crow he taught, and every sentence that was spoken to him."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    table = TouchTable(Feed(), tmp_path)
    table.start("heckmeck", ["Ana", "Ben"], {})
    table.take(AddPlayer("Zacharias"))
    kept = [data_folder() / name for name in ("crows/Ana.npy", "elsewhere.npy")]
    gone = [data_folder() / name for name in ("crows/Zacharias.npy", "voice/en/rendered/0f.npy")]
    for file in (*kept, *gone):
        file.parent.mkdir(parents=True, exist_ok=True)
        np.save(file, np.zeros(3))
    kiosk = Kiosk(table, KioskSettings(), Feed(), Preview(), language="en", port=1)
    here = Device(kiosk.app)

    assert here.post("/api/forget", {"player": "Zacharias"}).json()["say"] == "Zacharias is playing."
    table.journal.write(1, Deed(1, "end", {}))
    assert here.post("/api/forget", {"player": "../elsewhere"}).json()["say"] == "The name is gone from 0 games."
    assert here.post("/api/forget", {"player": "Zacharias"}).json()["say"] == "The name is gone from one game."

    assert here.get("/api/matches").json()["matches"][0]["players"] == ["Ana", "Ben", "Player 3"]
    assert [file.exists() for file in (*kept, *gone)] == [True, True, False, False]
    assert b"Zacharias" not in b"".join(path.read_bytes() for path in tmp_path.glob("journal*"))
    kiosk.close()


def test_a_player_who_wants_to_be_forgotten_is_nowhere_left(tmp_path: Path) -> None:
    table = TouchTable(Feed(), tmp_path)
    table.start("rooster-run", ["Ana", "Zacharias"], {})
    play(table, 2)
    kiosk = Kiosk(table, KioskSettings(), Feed(), Preview(), language="en", port=1)
    here = Device(kiosk.app)

    assert Device(kiosk.app, "192.168.1.9").post("/api/forget", {"player": "Zacharias"}).status_code == 403
    answer = here.post("/api/forget", {"player": "Zacharias"})

    assert answer.json()["say"] == "The name is gone from one game."
    (match,) = here.get("/api/matches").json()["matches"]
    assert match["players"] == ["Ana", "Player 2"]
    assert here.get("/api/matches/1").json()["winners"] == match["winners"]
    files = b"".join(path.read_bytes() for path in tmp_path.glob("journal*"))
    assert b"Zacharias" not in files
    kiosk.close()


@pytest.mark.parametrize("name", ["worm", "1", "5", "27"])
def test_forgetting_a_player_called_like_a_face_leaves_the_faces(tmp_path: Path, name: str) -> None:
    """Somebody plays as "worm"; what was kept in that match is still a worm afterwards, and the match replays."""
    table = TouchTable(Feed(), tmp_path)
    table.start("heckmeck", ["Ana", name], {})
    play(table, 5)
    before = table.journal.record(1)
    assert History(table.journal).forget(name, "Player") == 1

    after = table.journal.record(1)
    assert after.players == ("Ana", "Player 2")
    assert [one.deed for one in after.deeds if "keep" in one.deed] == [
        one.deed for one in before.deeds if "keep" in one.deed
    ]
    assert resume(table.journal, after).match.over


def test_a_journal_from_before_the_gate_with_a_name_no_page_can_show_is_shown(tmp_path: Path) -> None:
    table = TouchTable(Feed(), tmp_path)
    table.journal.begin("heckmeck", ["Ana\ud800", "B\x1ben"], {})
    here = Device(Kiosk(table, KioskSettings(), Feed(), Preview(), language="en", port=1).app)

    assert here.get("/api/matches").json()["matches"][0]["players"] == ["Ana\ufffd", "B\ufffden"]
    for page in ("/", "/export.csv", "/export.json", "/api/people", "/api/matches/1"):
        assert here.get(page).status_code == 200


def test_the_list_of_hundreds_of_matches_is_read_from_an_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests may ask for it: what a match came to is worked out once, for all who ask and after any restart."""
    table = TouchTable(Feed(), tmp_path)
    table.journal._file.execute("PRAGMA synchronous = OFF")
    for _ in range(3):
        table.start("heckmeck", ["Ana", "Ben"], {})
        play(table, 5)
    for _ in range(600):
        table.journal.write(table.journal.begin("heckmeck", ["Ana", "Ben"], {}).id, Deed(0, "end", {}))
    first = History(table.journal).matches(patience_seconds=60.0)
    table.journal.close()

    with closing(Journal(tmp_path / "journal.sqlite")) as again:
        monkeypatch.setattr("companion.kiosk.history.begin", lambda *_: pytest.fail("a match was played again"))
        assert History(again).matches() == first
        again.write(2, Deed(len(again.record(2).deeds), "end", {}))
        monkeypatch.undo()
        assert History(again).matches(patience_seconds=60.0)[-2]["winners"] == first[-2]["winners"]
