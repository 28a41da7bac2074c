"""Opens the journal's file, checked and of a version we know, and saves what can be read of a damaged one."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from hardware.trouble import Trouble
from hardware.wording import line

VERSION = 3
BUSY_SECONDS = 1.0
UNREADABLE_ROWS = 2000  # in a row; behind so many nothing more is to be found
# It may be whole: the disk is full, not ours, or somebody holds it.
NOT_NOW = {
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY),
    *(sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM),
}
TABLES = (
    """CREATE TABLE IF NOT EXISTS matches (
        id INTEGER PRIMARY KEY, game TEXT NOT NULL, players TEXT NOT NULL, options TEXT NOT NULL, begun_at TEXT NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS deeds (
        match INTEGER NOT NULL REFERENCES matches, number INTEGER NOT NULL,
        kind TEXT NOT NULL, deed TEXT NOT NULL, written_at TEXT NOT NULL,
        PRIMARY KEY (match, number)
    )""",
    # What a match came to, so that no list has to replay it; it can be worked out again at any time.
    """CREATE TABLE IF NOT EXISTS summaries (
        match INTEGER PRIMARY KEY REFERENCES matches, deeds INTEGER NOT NULL, program TEXT NOT NULL,
        summary TEXT NOT NULL
    )""",
    # What the eye said of what it has read; a match is whole without it.
    """CREATE TABLE IF NOT EXISTS readings (
        match INTEGER NOT NULL REFERENCES matches, number INTEGER NOT NULL, reading TEXT NOT NULL,
        PRIMARY KEY (match, number)
    )""",
)
ROWS = {
    "matches": ("id", "game", "players", "options", "begun_at"),
    "deeds": ("match", "number", "kind", "deed", "written_at"),
}


class Unusable(Trouble):
    """The file is there and cannot be played with; what is in it can be kept aside."""


def open_file(path: Path | str) -> sqlite3.Connection:
    """The checked file, brought to our version; an older one is copied beside itself first."""
    try:
        if path != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            finish(Path(path))
        # Without isolation_level every statement is its own transaction: a deed is whole or absent.
        file = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS)
    except (sqlite3.Error, OSError) as error:
        raise _closed(path, error) from error
    file.text_factory = _text
    try:
        _check(file, Path(path))
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA secure_delete = ON")  # who is forgotten is not left between the pages
        file.execute("PRAGMA cache_size = -512")  # kB; one match is read at a time, and two megabytes never came back
        file.execute("PRAGMA synchronous = FULL")  # NORMAL may forget the last deeds when the power goes
        _bring_up(file, Path(path))
    except (sqlite3.Error, UnicodeDecodeError) as error:
        file.close()
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in NOT_NOW:
            raise _closed(path, error) from error
        raise Unusable(
            line("The journal {path} is damaged: {error}.", path=path, error=error),
            line("Start me: I save what I can."),
        ) from error
    except Trouble:
        file.close()
        raise
    return file


def _text(raw: bytes) -> str:
    """A damaged file may say anything."""
    return raw.decode(errors="replace")


def _closed(path: Path | str, error: Exception) -> Trouble:
    return Trouble(
        line("I cannot write the journal {path}: {error}.", path=path, error=error),
        line("Check the disk and who owns it."),
    )


def _check(file: sqlite3.Connection, path: Path) -> None:
    (version,) = file.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise Unusable(
            line("The journal {path} was written by a newer program.", path=path),
            line("Update me: {command}", command="companion update"),
        )
    (verdict,) = file.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict.splitlines()[-1])
    for table, columns in ROWS.items():
        found = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
        if found and not set(columns) <= set(found):
            raise sqlite3.DatabaseError(f"{table} has no {', '.join(set(columns) - set(found))}")


def _bring_up(file: sqlite3.Connection, path: Path) -> None:
    (version,) = file.execute("PRAGMA user_version").fetchone()
    if version == VERSION:
        return
    if file.execute("SELECT 1 FROM sqlite_master WHERE name = 'matches'").fetchone():
        with closing(sqlite3.connect(path.with_name(f"{path.stem}-version-{version or 1}.db"))) as copy:
            file.backup(copy)
    file.execute("BEGIN IMMEDIATE")
    try:
        for table in TABLES:
            file.execute(table)
        file.execute(f"PRAGMA user_version = {VERSION}")
        file.execute("COMMIT")
    except sqlite3.Error:
        file.execute("ROLLBACK")
        raise


def alone(path: Path) -> IO[str] | None:
    """Held while a table is open; a second program at the same journal would play the same match twice."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = path.with_name(f".{path.name}.lock").open("a+")
    except OSError:
        return None  # where nothing can be written, no other can write either; the journal says so
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        held.close()
        raise Trouble(
            line("I am at this table already: another program holds {path}.", path=path),
            line("Use its page, or end it first."),
        ) from error
    return held


# When the file is damaged


def save(path: Path) -> tuple[Path, int]:
    """Keep the file aside as it is and begin a new one with all that can be read of it; tells how many matches."""
    aside = _free(path)
    for suffix in ("", "-wal", "-shm"):
        if (part := path.with_name(path.name + suffix)).exists():
            _copy(part, aside.with_name(aside.name + suffix))
    fresh = path.with_name(f".{path.name}.saving")
    fresh.unlink(missing_ok=True)
    with closing(sqlite3.connect(fresh, isolation_level=None)) as new:
        new.execute("PRAGMA synchronous = FULL")
        _bring_up(new, fresh)
        count = _read_over(aside, new)
    os.replace(fresh, _ready(path))
    finish(path)
    return aside, count


def finish(path: Path) -> None:
    """Put a file that is whole in the journal's place; killed in between, the next start does it."""
    ready = _ready(path)
    if ready.exists():
        for suffix in ("-wal", "-shm"):  # what belongs to the old file must not be applied to the new one
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        os.replace(ready, path)
        sync(path.parent)


def _ready(path: Path) -> Path:
    return path.with_name(f".{path.name}.saved")


def _free(path: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y-%m-%d")
    names = (f"{path.stem}-kept-{stamp}{f'-{n}' if n else ''}.db" for n in range(10_000))
    return next(free for name in names if not (free := path.with_name(name)).exists())


def _copy(source: Path, target: Path) -> None:
    with source.open("rb") as old, target.open("wb") as new:
        while block := old.read(2**20):
            new.write(block)
        new.flush()
        os.fsync(new.fileno())


def sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _read_over(aside: Path, new: sqlite3.Connection) -> int:
    """Every match that can be read, with its deeds up to the first that cannot."""
    scratch = aside.with_name(f".{aside.name}.reading")  # reading a file with a WAL writes into it
    for suffix in ("", "-wal"):
        if (part := aside.with_name(aside.name + suffix)).exists():
            _copy(part, scratch.with_name(scratch.name + suffix))
    try:
        with closing(sqlite3.connect(scratch, isolation_level=None)) as old:
            old.text_factory = _text
            new.execute("BEGIN")
            known = {row[0] for row in _rows(old, "matches") if _written(new, "matches", row)}
            counts = dict.fromkeys(known, 0)
            for row in sorted(row for row in _rows(old, "deeds") if row[0] in known and isinstance(row[1], int)):
                if row[1] == counts[row[0]] and _written(new, "deeds", row):
                    counts[row[0]] += 1
            new.execute("COMMIT")
            return len(known)
    finally:
        for suffix in ("", "-wal", "-shm"):
            scratch.with_name(scratch.name + suffix).unlink(missing_ok=True)


def _written(new: sqlite3.Connection, table: str, row: tuple[object, ...]) -> bool:
    try:
        new.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    except sqlite3.Error:
        return False
    return True


def _rows(old: sqlite3.Connection, table: str) -> Iterator[tuple[object, ...]]:
    """Row by row by the number of the row, past those that cannot be read."""
    at, failed, step = -1, 0, 1
    asked = f"SELECT rowid, {', '.join(ROWS[table])} FROM {table} NOT INDEXED WHERE rowid > ? ORDER BY rowid"
    while failed < UNREADABLE_ROWS:
        try:
            for row in old.execute(asked, (at,)):
                if row[0] <= at:  # a page leads back, and from there on it would for ever
                    raise sqlite3.DatabaseError("rows out of order")
                at, failed, step = row[0], 0, 1
                yield row[1:]
            return
        except (sqlite3.Error, OverflowError, UnicodeDecodeError):
            failed, at, step = failed + 1, at + step, min(2 * step, 64)
