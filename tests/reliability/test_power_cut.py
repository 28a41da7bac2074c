"""The power goes at any moment: no announced deed is lost, no kept setting or set is half there."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from power_cut import TRACED, Disk, events, lay_out

from companion.recovery import usable_journal
from companion.settings import load
from vision.piece_set import read_folder

EVENING = """
import sys
from pathlib import Path
import numpy as np
from companion.journal import Deed, Journal
from companion.kiosk.forms import change
from hardware.folders import config_folder, data_folder
from vision.piece_set import Example, PieceSet, save_set

def say(*words):
    print(*words, flush=True)

journal = Journal(data_folder() / "journal.db")
for match in range(3):
    journal.begin("heckmeck", ["Ana", "Ben"], {})
    for number in range(12):
        journal.write(match + 1, Deed(number, "action", {"keep": "worm"}))
        say("deed", match + 1, number)
    change(config_folder() / "table.toml", "kiosk", {"port": 8081 + match})
    patch = np.full((8, 8, 3), match, np.uint8)
    save_set(PieceSet("red-dice", "dice", tuple(Example(str(n), patch) for n in range(4))))
journal.close()
"""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """One evening at a traced table: every call that changes a file."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed: apt install strace")
    folder = tmp_path_factory.mktemp("evening")
    env = {**os.environ, "XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
    trace = folder / "trace"
    tracer = ["strace", "-f", "-y", "-xx", "-s", "10000000", "-e", f"trace={TRACED}", "-e", "signal=none"]
    done = subprocess.run(
        [*tracer, "-o", str(trace), sys.executable, "-c", EVENING], env=env, capture_output=True, text=True, check=False
    )
    if "ptrace" in done.stderr and done.returncode:
        pytest.skip("nothing may be traced here")
    assert done.returncode == 0, done.stderr
    return folder, trace.read_text().splitlines()


def test_whenever_the_power_goes_every_announced_deed_is_there(
    evening: tuple[Path, list[str]],
    tmp_path: Path,
    many: Callable[[int, int], int],
    row: Callable[[str, int, int], None],
) -> None:
    folder, trace = evening
    happened, chance = events(trace, folder), Random(11)
    assert sum(one.call == "sync" for one in happened) > 36, "every deed is synced"
    cuts = sorted(chance.randrange(len(happened)) for _ in range(many(40, 1000)))
    disk, taken, lost = Disk(), 0, 0
    for number, cut in enumerate(cuts):
        for event in happened[taken:cut]:
            disk.take(event)
        taken = cut
        home = tmp_path / str(number)
        lay_out(disk.after_a_cut(chance), folder, home)
        announced = disk.said.decode().count("deed")
        journal, told = usable_journal(home / "data" / "cockadoodle" / "journal.db")
        with closing(journal):
            deeds = sum(len(journal.record(match).deeds) for match in journal.matches())
        lost += not announced <= deeds <= announced + 1
        assert not told, "a cut is no damage"
        table = home / "config" / "cockadoodle" / "table.toml"
        assert not table.exists() or load(table).kiosk.port in (8081, 8082, 8083)
        for kept in (home / "data" / "cockadoodle" / "sets").glob("[!.]*/set.toml"):
            assert len(read_folder(kept.parent).examples) == 4
        shutil.rmtree(home, ignore_errors=True)
    row("power cuts that drop or tear what was not synced", len(cuts), lost)
    assert lost == 0


def test_a_disk_that_is_never_synced_would_be_found_out(evening: tuple[Path, list[str]], tmp_path: Path) -> None:
    """The method itself: without its fsyncs the same evening loses deeds."""
    folder, trace = evening
    disk, chance = Disk(), Random(2)
    for event in events(trace, folder):
        if event.call != "sync":
            disk.take(event)
    lay_out(disk.after_a_cut(chance), folder, tmp_path / "after")
    journal, _ = usable_journal(tmp_path / "after" / "data" / "cockadoodle" / "journal.db")
    with closing(journal):
        assert sum(len(journal.record(match).deeds) for match in journal.matches()) < 36
