"""One archive holds all that would be missed, and comes back whole or not at all, whenever the power goes."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from kiosk_stage import Device, StillTable

from companion import backup as backups
from companion.announcements.stored import store
from companion.backup import WEEKLY_KEPT, backup, finish_restore, forget_copies, weeklies, weekly
from companion.cli import main
from companion.journal import Deed, Journal, journal_path
from companion.journal_file import alone
from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.settings import KioskSettings, default_path, load
from hardware.folders import config_folder, data_folder
from vision.piece_set import SHIPPED, sets_folder


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def furnish(player: str, matches: int, red_dice: bool = True) -> None:
    """A table that has been played at."""
    with closing(Journal(journal_path())) as journal:
        for _ in range(matches):
            journal.write(journal.begin("heckmeck", [player, "Ben"], {}).id, Deed(0, "end", {}))
    default_path().parent.mkdir(parents=True, exist_ok=True)
    default_path().write_text(f'[table]\nplayers = ["{player}", "Ben"]\n')
    (config_folder() / "boxes").mkdir(exist_ok=True)
    (config_folder() / "boxes" / f"{player.lower()}.toml").write_text("# a box\n")
    if red_dice:
        shutil.copytree(SHIPPED / "junior-tiles", sets_folder() / "red-dice", dirs_exist_ok=True)
    store(data_folder() / "crows" / f"{player}.npy", np.zeros((6, 52)))
    voice = data_folder() / "voice" / "en" / "rendered" / "kept.npy"
    voice.parent.mkdir(parents=True, exist_ok=True)
    voice.write_bytes(b"rendered again at any time")


def state() -> dict[str, object]:
    """What there is, as its owner would tell it."""
    with closing(Journal(journal_path())) as journal:
        matches = [journal.record(match).players for match in journal.matches()]
    return {
        "matches": matches,
        "players": load().table.players,
        "sets": sorted(folder.name for folder in sets_folder().glob("[!.]*")) if sets_folder().exists() else [],
        "crows": sorted(file.name for file in (data_folder() / "crows").glob("*.npy")),
        "boxes": sorted(file.name for file in (config_folder() / "boxes").glob("*.toml")),
    }


def test_yesterdays_backup_on_a_new_card_is_the_table_of_yesterday(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    furnish("Ana", 3)
    yesterday = state()
    assert main(["backup", str(tmp_path / "ours.zip")]) == 0
    for folder in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{folder}_HOME", str(tmp_path / "new" / folder))

    assert main(["restore", str(tmp_path / "ours.zip")]) == 0

    assert state() == yesterday


def test_what_came_since_is_gone_and_kept_in_an_archive_of_its_own(tmp_path: Path) -> None:
    furnish("Ana", 3)
    yesterday = state()
    backup(tmp_path / "ours.zip")
    furnish("Zoe", 2)
    today = state()
    assert main(["restore", str(tmp_path / "ours.zip")]) == 0
    assert state() == yesterday
    shutil.copy(data_folder() / "backups" / "before-restore.zip", tmp_path / "today.zip")
    assert main(["restore", str(tmp_path / "today.zip")]) == 0
    assert state() == today


def test_while_a_table_is_open_nothing_is_brought_back_under_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    furnish("Ana", 1)
    backup(tmp_path / "ours.zip")
    held = alone(journal_path())
    assert held is not None
    with held:
        assert main(["restore", str(tmp_path / "ours.zip")]) == 1
    assert "already" in capsys.readouterr().err


def hostile(path: Path, name: str, content: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("backup.json", json.dumps({"format": 1}))
        archive.writestr(name, content)
    return path


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("../evil.toml", b""),
        ("games/mine/__init__.py", b"print('in')"),
        ("games/mine/box.toml", b""),
        ("sets/x/set.toml", b"format = 'x'"),
        ("sets/x/report.html", b""),
        ("mountings/x.toml", b"no"),
        ("table.toml", b"[kiosk]\nport = 'x'"),
        ("journal.db", b"no journal at all, and long enough to be looked at"),
        ("voice/en/../../../out.wav", b""),
        ("boxes/deep/er.toml", b""),
    ],
)
def test_what_is_odd_about_an_archive_is_refused_and_nothing_changes(tmp_path: Path, name: str, content: bytes) -> None:
    furnish("Ana", 1)
    before = state()
    assert main(["restore", str(hostile(tmp_path / "bad.zip", name, content))]) == 1
    assert state() == before
    assert not finish_restore()


KILLED = """
import os, shutil, signal, sys
from pathlib import Path
from companion import backup

left = int(sys.argv[2])

def counted(work):
    def one(*given, **more):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return work(*given, **more)
    return one

os.rename, os.replace, shutil.rmtree = counted(os.rename), counted(os.replace), counted(shutil.rmtree)
Path.unlink, Path.touch = counted(Path.unlink), counted(Path.touch)
backup.stage(Path(sys.argv[1]))
print(left, flush=True)
backup.finish_restore()
print(left, flush=True)
"""


def brought_back(archive: Path, home: Path, steps: int) -> list[int]:
    """Bring it back in a process that is killed at the n-th step that changes a file; the steps left it told of."""
    script = [sys.executable, "-c", KILLED, str(archive), str(steps)]
    folders = {"XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config")}
    done = subprocess.run(script, capture_output=True, text=True, check=False, env={**os.environ, **folders})
    return [int(one) for one in done.stdout.split()]


def test_killed_at_any_step_there_is_the_whole_old_state_or_the_whole_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    furnish("Ana", 3)
    theirs = state()
    backup(tmp_path / "ours.zip")
    shutil.rmtree(sets_folder())
    furnish("Zoe", 2, red_dice=False)
    ours = state()

    def at(steps: int) -> tuple[list[int], dict[str, object]]:
        home = tmp_path / f"after-{steps}"
        for folder in ("data", "config"):
            shutil.copytree(tmp_path / folder, home / folder)
            monkeypatch.setenv(f"XDG_{folder.upper()}_HOME", str(home / folder))
        told = brought_back(tmp_path / "ours.zip", home, steps)
        finish_restore()  # the next start does this first
        return told, state()

    (ready, end), whole = at(10_000)
    assert whole == theirs
    laid, placed = 10_000 - ready, ready - end
    for steps in (0, laid // 2, laid - 1, *(laid + placed * n // 5 for n in range(5)), laid + placed - 1):
        told, found = at(steps)
        assert (len(told), found) == ((1, theirs) if steps >= laid else (0, found))
        assert found in (ours, theirs)


def test_once_a_week_a_copy_is_made_and_four_are_kept() -> None:
    furnish("Ana", 1)
    day = datetime(2026, 1, 1, tzinfo=UTC)
    with closing(Journal(journal_path())) as journal:
        for number in range(50):
            now = day + timedelta(days=number)
            if made := weekly(journal, now):
                os.utime(made, (now.timestamp(), now.timestamp()))
    assert [file.name[-9:-4] for file in weeklies()] == ["02-19", "02-12", "02-05", "01-29"]
    assert len(weeklies()) == WEEKLY_KEPT


def test_who_is_forgotten_is_in_no_copy_we_keep(tmp_path: Path) -> None:
    furnish("Zacharias", 1)
    with closing(Journal(journal_path())) as journal:
        weekly(journal)
        journal.copy(data_folder() / "journal-version-1.db")
        forget_copies()
        journal.forget("Zacharias", lambda seat: f"Player {seat}")
        backup(tmp_path / "later.zip", journal)
    assert not weeklies() and not list(data_folder().glob("journal-version*"))
    with zipfile.ZipFile(tmp_path / "later.zip") as archive:
        assert b"Zacharias" not in archive.read("journal.db")


def test_on_the_page_it_is_the_hosts_to_take_home_and_to_bring_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    furnish("Ana", 1)
    stick = tmp_path / "STICK"
    stick.mkdir()
    monkeypatch.setattr("companion.kiosk.backups._sticks", lambda: [stick])
    table = StillTable(tmp_path)
    kiosk = Kiosk(table, KioskSettings(), Feed(), Preview(), language="en", port=1)
    here, phone = Device(kiosk.app), Device(kiosk.app, "192.168.1.9")
    zipped = {"content-type": "application/zip"}

    assert phone.get("/backup.zip").status_code == 403
    assert phone.post("/api/backups/restore", {"name": "weekly"}).status_code == 403
    taken = here.get("/backup.zip").content
    assert here.post("/api/backups/stick", {"stick": "STICK"}).status_code == 200
    assert here.post("/api/backups/stick", {"stick": "../.."}).status_code == 409
    (name,) = (one for one in here.get("/api/backups").json()["kept"] if one.startswith("STICK"))
    assert here.post("/api/restore", content=b"PK no", headers=zipped).status_code == 400
    assert not table.ended
    assert here.post("/api/restore", content=taken, headers=zipped).status_code == 200
    assert table.ended and backups._ready().exists()
    assert here.post("/api/backups/restore", {"name": name}).status_code == 200
    assert here.post("/api/backups/restore", {"name": "../../etc/passwd"}).status_code == 409
    kiosk.close()
    table.journal.close()
