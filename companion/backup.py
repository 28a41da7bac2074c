"""Puts what its owner would be sad to lose into one archive, and brings it back whole or not at all."""

import io
import json
import os
import shutil
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from calibration.files import write_whole
from companion.journal import Journal, journal_path
from companion.journal_file import alone, sync
from companion.settings import default_path, load
from hardware import gate
from hardware.folders import config_folder, data_folder
from hardware.trouble import Trouble
from hardware.wording import line
from vision.piece_set import read_folder
from vision.table.mounting import Mounting

FORMAT = 1
TOLD = "backup.json"
HELD = ".held.json"  # which folders were in the archive: of those that are no longer there some are in place
MOST_FILES, MOST_BYTES = 20_000, 512 * 2**20
# What belongs into it; games of one's own are programs, and no program is taken in from an archive.
FOLDERS = {"sets": (".toml", ".png"), "mountings": (".toml",), "crows": (".npy",), "voice": (".wav",)}
SUFFIXES = frozenset({".toml", ".png", ".npy", ".wav", ".db", ".json"})
JOURNAL, SETTINGS, BOXES = "journal.db", "table.toml", "boxes"
WEEK_SECONDS = 7 * 24 * 3600.0
WEEKLY_KEPT = 4
FIRST_LOOK_SECONDS, LOOK_SECONDS = 120.0, 3600.0


def backup(out: Path, journal: Journal | None = None) -> int:
    """Write everything into one archive, whole or not at all; tells its size in bytes."""
    packed = io.BytesIO()
    try:
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(TOLD, json.dumps({"format": FORMAT, "made_at": datetime.now(UTC).isoformat()}))
            with tempfile.TemporaryDirectory() as scratch:
                copy = Path(scratch) / JOURNAL
                if journal is not None:
                    journal.copy(copy)
                else:
                    with closing(Journal(journal_path())) as own:
                        own.copy(copy)
                archive.write(copy, JOURNAL)
            for path, name in _belongings():
                archive.write(path, name)
        write_whole(out, packed.getvalue())
    except OSError as error:
        raise Trouble(
            line("I cannot write the backup {out} ({why}).", out=out, why=error.strerror or error),
            line("Choose another place, or make room there."),
        ) from error
    return packed.tell()


def _belongings() -> Iterator[tuple[Path, str]]:
    for folder, suffixes in FOLDERS.items():
        for path in sorted((data_folder() / folder).rglob("*")):
            inside = path.relative_to(data_folder())
            if path.is_file() and path.suffix in suffixes and not any(part.startswith(".") for part in inside.parts):
                yield path, inside.as_posix()
    if default_path().is_file():
        yield default_path(), SETTINGS
    for path in sorted((config_folder() / BOXES).glob("*.toml")):
        yield path, f"{BOXES}/{path.name}"


# Bringing back


def stage(source: Path) -> None:
    """Check an archive in all its parts and lay it ready; from here on the next start brings it back."""
    data_folder().mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=".restoring-", dir=data_folder()))
    try:
        with zipfile.ZipFile(source) as archive:
            members = gate.archive(archive, MOST_FILES, MOST_BYTES, SUFFIXES)
            for member in members:
                _refuse_strange(member.filename)
                target = fresh / member.filename
                target.parent.mkdir(parents=True, exist_ok=True)
                write_whole(target, gate.content(archive, member))
        _check(fresh)
        write_whole(fresh / HELD, json.dumps([name for name in FOLDERS if (fresh / name).exists()]).encode())
        if _ready().exists():
            finish_restore()
        os.replace(fresh, _ready())
        sync(data_folder())
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as why:
        raise gate.Unfit(line("That is no backup I can read ({why}).", why=why), MADE_BY) from why
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _refuse_strange(name: str) -> None:
    parts = PurePosixPath(name).parts
    known = name in (TOLD, JOURNAL, SETTINGS) or (len(parts) == 2 and parts[0] == BOXES and name.endswith(".toml"))
    suffixes = FOLDERS.get(parts[0], ()) if 1 < len(parts) < 5 else ()
    if not known and PurePosixPath(name).suffix not in suffixes:
        raise gate.Unfit(line("The archive holds {name!r}, which does not belong there.", name=name), MADE_BY)


def _check(fresh: Path) -> None:
    """Everything in it can be used; what cannot would only be found when it is too late."""
    try:
        told = json.loads((fresh / TOLD).read_text(encoding="utf-8"))
        newer = int(told["format"]) > FORMAT
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as why:
        raise gate.Unfit(line("That is no backup I can read ({why}).", why=why), MADE_BY) from why
    if newer:
        raise gate.Unfit(line("That backup was made by a newer program."), line("Update me first."))
    if (fresh / SETTINGS).exists():
        load(fresh / SETTINGS)
    for folder in (fresh / "sets").glob("*/"):
        read_folder(folder)
    for file in (fresh / "mountings").glob("*.toml"):
        Mounting.load(file)
    with closing(Journal(fresh / JOURNAL)):
        pass  # it is opened as any journal: checked, and brought up to this program's version
    for left in ("-wal", "-shm"):
        (fresh / f"{JOURNAL}{left}").unlink(missing_ok=True)


def finish_restore() -> bool:
    """Put what lies ready in its place, before anything is read; killed at any moment, the next start goes on."""
    ready = _ready()
    if not ready.exists():
        return False
    old = data_folder() / ".before-restore"
    for name in FOLDERS:
        if (ready / name).exists() or name not in json.loads((ready / HELD).read_text()):
            shutil.rmtree(old, ignore_errors=True)
            if (data_folder() / name).exists():
                os.rename(data_folder() / name, old)
        if (ready / name).exists():
            os.rename(ready / name, data_folder() / name)
    if (ready / JOURNAL).exists():
        for left in ("-wal", "-shm"):
            journal_path().with_name(f"{JOURNAL}{left}").unlink(missing_ok=True)
        os.replace(ready / JOURNAL, journal_path())
    for file in (config_folder() / BOXES).glob("*.toml"):
        if not (ready / BOXES / file.name).exists():
            file.unlink()
    for name in (SETTINGS, *(f"{BOXES}/{file.name}" for file in (ready / BOXES).glob("*.toml"))):
        if (ready / name).exists():
            write_whole(config_folder() / name, (ready / name).read_bytes())
        else:
            (config_folder() / name).unlink(missing_ok=True)
    sync(data_folder())
    done = data_folder() / ".restored"
    shutil.rmtree(done, ignore_errors=True)
    os.rename(ready, done)  # from here on it is over, however much of it is still to be thrown away
    shutil.rmtree(done, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)
    return True


def take_up_restore() -> None:
    """If something lies ready, put it in its place; nobody else may be at the table meanwhile."""
    if _ready().exists():
        with alone(journal_path()) or nullcontext():
            finish_restore()


def _ready() -> Path:
    return data_folder() / ".restore"


# By itself


def weekly_folder() -> Path:
    return data_folder() / "backups"


def weeklies() -> list[Path]:
    """The copies made by themselves, the newest first."""
    return sorted(weekly_folder().glob("weekly-*.zip"), reverse=True)


def weekly(journal: Journal, now: datetime | None = None) -> Path | None:
    """A copy if the last one is a week old; the last four are kept."""
    now = now or datetime.now(UTC)
    kept = weeklies()
    if kept and 0 <= now.timestamp() - kept[0].stat().st_mtime < WEEK_SECONDS:
        return None
    fresh = weekly_folder() / f"weekly-{now:%Y-%m-%d}.zip"
    backup(fresh, journal)
    for old in weeklies()[WEEKLY_KEPT:]:
        old.unlink(missing_ok=True)
    return fresh


class Copies:
    """Looks now and then whether a weekly copy is due; a disk without room for one is said once."""

    def __init__(
        self, journal: Journal, tell: Callable[[Trouble], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._journal = journal
        self._tell = tell
        self._clock = clock
        self._next = clock() + FIRST_LOOK_SECONDS

    def mind(self) -> None:
        if self._clock() < self._next:
            return
        self._next = self._clock() + LOOK_SECONDS
        try:
            weekly(self._journal)
        except Trouble as trouble:
            self._tell(trouble)


def forget_copies() -> None:
    """Who is forgotten is forgotten in what we keep ourselves, too; what was taken home is its owner's."""
    for file in (*weeklies(), *data_folder().glob("journal-*.db*")):
        file.unlink(missing_ok=True)


MADE_BY = line("Choose a file that companion backup or the page has made.")
