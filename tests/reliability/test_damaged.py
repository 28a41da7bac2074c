"""However the files of a table are damaged, there is a page, and it says what was wrong."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
from kiosk_stage import Device

from companion.announcements.hearing import Crowd
from companion.announcements.speech import Voice
from companion.announcements.stored import store
from companion.assemble import RunningTable
from companion.faults import Faults
from companion.journal import Deed, Journal, journal_path
from companion.kiosk.addresses import Kiosk
from companion.recovery import usable_settings
from companion.settings import commented, default_path
from companion.wanted import Wanted
from hardware.folders import config_folder, data_folder
from hardware.frame import Frame
from vision.observation import TableObservation
from vision.piece_set import SHIPPED, sets_folder

PAGES = ("/", "/phone", "/api/me", "/api/matches", "/api/leaderboard", "/api/sets", "/api/settings", "/export.json")


class Sees:
    def read(self, frame: Frame) -> TableObservation:
        return TableObservation(frame.number, frame.taken_at, 0, 0)


def furnish() -> None:
    """A table with one of everything that can be damaged."""
    journal = Journal(journal_path())
    for number in range(6):
        match = journal.begin("heckmeck", ["Ana", "Ben"], {})
        for deed in range(5 * number):
            journal.write(match.id, Deed(deed, "pause" if deed % 2 else "resume", {}))
    journal.close()
    default_path().parent.mkdir(parents=True, exist_ok=True)
    plain = commented().replace('driver = "painted"', 'driver = "playback"').replace("sets = []", 'sets = ["red-dice"]')
    default_path().write_text(plain)
    shutil.copytree(SHIPPED / "junior-tiles", sets_folder() / "red-dice")
    store(data_folder() / "crows" / "Ana.npy", np.zeros((6, 52)))
    voice = Voice("en", data_folder() / "voice")
    voice._keep(data_folder() / "voice" / "en" / "rendered" / "one.npy", np.ones(100, np.int16))


def damage(path: Path, chance: Random) -> None:
    content = bytearray(path.read_bytes())
    at = chance.randrange(len(content)) if content else 0
    match chance.randrange(7):
        case 0:
            content = bytearray()
        case 1:
            del content[at:]
        case 2:
            for _ in range(chance.randint(1, 60)):
                content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        case 3:
            content[at : at + 600] = bytes(600)
        case 4:
            content[at : at + 2000] = chance.randbytes(2000)
        case 5:
            content = bytearray(chance.randbytes(chance.randint(1, 5000)))
        case 6:
            middle = content[at : at + 300]
            content[at:at] = middle
    path.write_bytes(content)


def test_of_many_damaged_tables_every_one_reaches_a_page(
    tmp_path: Path, part: int, many: Callable[[int, int], int], row: Callable[[str, int, int], None]
) -> None:
    furnish()
    shutil.copytree(tmp_path, tmp_path / "whole")
    chance, count, dead = Random(9 + part), many(4, 500), 0
    for number in range(count):
        for folder in ("data", "config"):
            shutil.rmtree(tmp_path / folder)
            shutil.copytree(tmp_path / "whole" / folder, tmp_path / folder)
        kinds = [
            [journal_path()],
            [default_path()],
            [*sets_folder().rglob("*.toml"), *sets_folder().rglob("*.png")],
            [*(data_folder() / "crows").glob("*"), *(data_folder() / "voice").rglob("*.npy")],
        ]
        damage(chance.choice(kinds[number % 4]), chance)
        dead += not reaches_a_page()
    row("damaged journals, settings, sets and voices", count, dead)
    assert dead == 0
    assert config_folder().is_dir()


def reaches_a_page() -> bool:
    """As a start by systemd does it, but for the camera."""
    settings, troubles = usable_settings(default_path())
    wanted = Wanted(quiet=True, wait=True, troubles=tuple(troubles), faults=Faults())
    table = RunningTable(settings, wanted, lambda table: Sees(), default_path())
    kiosk = Kiosk(table, settings.kiosk, table.feed, table.preview, language="en", port=1)
    try:
        table.open()
        here = Device(kiosk.app)
        Crowd()
        start = here.post("/api/start", {"game": "heckmeck", "players": ["Ana", "Ben"]})
        return all(here.get(page).status_code == 200 for page in PAGES) and start.status_code == 200
    finally:
        kiosk.close()
        table.close()
