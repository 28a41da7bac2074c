"""Killed at any moment of its life the table starts again, with a page, and with everything it has said is kept."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from kiosk_stage import Device, StillTable

from companion.backup import take_up_restore
from companion.journal import journal_path
from companion.kiosk.addresses import Kiosk
from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.recovery import usable_journal, usable_settings
from companion.settings import KioskSettings, default_path
from hardware.folders import data_folder
from vision.piece_set import read_folder, sets_folder

# What a table does that writes: it starts, begins matches and ends them, teaches, sets, backs up and brings back.
LIFE = """
import json, sys
from random import Random
import numpy as np
from companion.backup import backup, stage, take_up_restore
from companion.journal import END, Deed, Journal, journal_path
from companion.kiosk.forms import change
from companion.recovery import usable_settings
from companion.settings import default_path
from hardware.folders import data_folder
from vision.piece_set import Example, PieceSet, save_set

def say(**kept):
    print(json.dumps(kept), flush=True)

chance = Random(int(sys.argv[1]))
take_up_restore()
usable_settings(default_path())
journal = Journal(journal_path())
copy = data_folder() / "backups" / "kept.zip"
while True:
    match = journal.begin("heckmeck", ["Ana", "Ben"], {}).id
    for number in range(chance.randint(1, 6)):
        journal.write(match, Deed(number, "action", {"keep": "worm"}))
        say(match=match, deeds=number + 1)
    if chance.random() < 0.7:
        journal.write(match, Deed(number + 1, END, {}))
        say(match=match, deeds=number + 2)
    port = chance.randrange(8000, 9000)
    change(default_path(), "kiosk", {"port": port})
    say(port=port)
    worn = chance.randrange(1, 9)
    patch = np.full((16, 16, 3), worn, np.uint8)
    save_set(PieceSet("red-dice", "dice", tuple(Example(str(n), patch) for n in range(worn))))
    say(examples=worn)
    backup(copy, journal)
    if chance.random() < 0.4:
        journal.close()
        say(bringing_back=True)
        stage(copy)
        take_up_restore()
        say(brought_back=True)
        journal = Journal(journal_path())
"""


def live_and_die(seed: int, chance: Random) -> list[dict[str, int]]:
    """Start the life, kill it after a while, and tell all it had said."""
    with subprocess.Popen(
        [sys.executable, "-c", LIFE, str(seed)], stdout=subprocess.PIPE, env=dict(os.environ)
    ) as life:
        assert life.stdout is not None
        said: list[bytes] = []
        reader = threading.Thread(target=lambda: said.extend(life.stdout or ()))
        reader.start()
        lines = chance.randint(0, 25)  # some die while they start
        until = time.monotonic() + (60 if lines else chance.uniform(0.05, 1.5))
        while len(said) < lines and time.monotonic() < until:
            time.sleep(0.002)
        time.sleep(chance.uniform(0, 0.03))
        life.send_signal(signal.SIGKILL)
        life.wait()
        reader.join()
    return [json.loads(line) for line in said if line.endswith(b"\n")]


def test_killed_at_any_moment_nothing_it_has_said_is_lost(
    tmp_path: Path, part: int, many: Callable[[int, int], int], row: Callable[[str, int, int], None]
) -> None:
    chance, kills, lost = Random(4 + part), many(4, 300), 0
    deeds: dict[int, int] = {}
    for seed in range(kills):
        ports, worn = set[int](), set[int]()
        said = live_and_die(seed, chance)
        for one in said:
            if "match" in one:
                deeds[one["match"]] = one["deeds"]
        ports |= {one["port"] for one in said[-6:] if "port" in one}
        worn |= {one["examples"] for one in said[-6:] if "examples" in one}

        take_up_restore()
        settings, told = usable_settings(default_path())
        journal, damage = usable_journal(journal_path())
        found = {match: len(journal.record(match).deeds) for match in journal.matches()}
        examples = [len(read_folder(folder).examples) for folder in sets_folder().glob("[!.]*")]
        journal.close()
        well = not told and not damage and all(found.get(match, 0) >= count for match, count in deeds.items())
        well = well and all(0 < count < 9 for count in examples) and 8000 <= settings.kiosk.port < 9000
        lost += not (well and a_page_answers(tmp_path))
        deeds = {match: max(count, deeds.get(match, 0)) for match, count in found.items()}
    row("kills while starting, playing, teaching, setting, backing up and bringing back", kills, lost)
    assert lost == 0
    assert len(deeds) > kills // 4


def a_page_answers(folder: Path) -> bool:
    table = StillTable(data_folder())
    kiosk = Kiosk(table, KioskSettings(), Feed(), Preview(), language="en", port=1)
    here = Device(kiosk.app)
    good = all(here.get(page).status_code == 200 for page in ("/", "/api/matches", "/api/settings", "/api/sets"))
    kiosk.close()
    table.journal.close()
    return good
