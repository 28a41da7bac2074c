"""Backups as the page offers them: to take home, onto a stick, and back again."""

import os
import tempfile
from datetime import datetime
from getpass import getuser
from pathlib import Path

from companion.backup import backup, stage, weeklies, weekly_folder
from companion.journal import Journal
from companion.kiosk.table import Table
from hardware.trouble import Trouble
from hardware.wording import line


def packed(journal: Journal) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "backup.zip"
        backup(file, journal)
        return file.read_bytes()


def listed() -> dict[str, list[str]]:
    """The copies that can be brought back, and the sticks one could be written onto."""
    return {"kept": list(_kept()), "sticks": [stick.name for stick in _sticks()]}


def to_stick(name: str, journal: Journal) -> Path:
    stick = next((one for one in _sticks() if one.name == name), None)
    if stick is None:
        raise Trouble(line("There is no such stick."), line("Plug it in, and wait until it is named here."))
    file = stick / f"cockadoodle-{datetime.now():%Y-%m-%d-%H%M}.zip"
    backup(file, journal)
    return file


def take_in(archive: bytes, table: Table) -> None:
    """Check an archive and start anew with it; what is here now is kept in an archive of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "restore.zip"
        file.write_bytes(archive)
        _restore(file, table)


def take_kept(name: str, table: Table) -> None:
    file = _kept().get(name)
    if file is None:
        raise Trouble(line("There is no such backup."), line("Choose one of those listed."))
    _restore(file, table)


def _restore(file: Path, table: Table) -> None:
    backup(weekly_folder() / "before-restore.zip", table.journal)
    stage(file)
    table.start_anew()


def _kept() -> dict[str, Path]:
    files = [*weeklies(), weekly_folder() / "before-restore.zip"]
    files += [file for stick in _sticks() for file in sorted(stick.glob("cockadoodle-*.zip"), reverse=True)]
    return {_named(file): file for file in files if file.is_file()}


def _named(file: Path) -> str:
    return file.name if file.parent == weekly_folder() else f"{file.parent.name}: {file.name}"


def _sticks() -> list[Path]:
    """Where the desktop mounts what is plugged in."""
    homes = (Path("/media") / getuser(), Path("/run/media") / getuser())
    return [stick for home in homes if home.is_dir() for stick in sorted(home.iterdir()) if os.access(stick, os.W_OK)]
