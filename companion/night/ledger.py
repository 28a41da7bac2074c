"""The night's own journal: what the tables told, what the host said, and which letters are already written down."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.night.codes import code_for, night_secret, pass_from
from companion.night.evening import Played, kept, read
from hardware.folders import data_folder
from hardware.trouble import Trouble

TABLES = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, key BLOB NOT NULL, cursors TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE IF NOT EXISTS matches (
    at_table TEXT NOT NULL, match INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (at_table, match)
);
CREATE TABLE IF NOT EXISTS words (id INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, word TEXT NOT NULL);
"""


def ledger_path() -> Path:
    return data_folder() / "night.db"


class Ledger:
    """One file for a season. Used by one thread at a time."""

    def __init__(self, path: Path | str) -> None:
        try:
            if path != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = FULL")  # a table forgets what we said we have
            self._file.executescript(TABLES)
        except (sqlite3.Error, OSError) as error:
            raise Trouble(f"I cannot write the night's journal {path}: {error}.", "Check the disk.") from error
        self.about("secret", night_secret())

    def about(self, name: str, otherwise: str = "") -> str:
        """A fact about the night; the first one given stays."""
        if otherwise:
            self._file.execute("INSERT OR IGNORE INTO about VALUES (?, ?)", (name, otherwise))
        row = self._file.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""

    def call(self, name: str, value: str) -> None:
        """Change a fact about the night."""
        self._file.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (name, value))

    def invite(self, table: str, name: str) -> str:
        """Make a table known; its join code is returned, the same one each time."""
        code = self.code(table)
        own = "INSERT INTO tables (id, name, key) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name"
        self._file.execute(own, (table, name, pass_from(code).key))
        return code

    def code(self, table: str) -> str:
        return code_for(self.about("secret"), table)

    def tables(self) -> dict[str, tuple[str, bytes, dict[str, int]]]:
        """Every table invited: its name, its key, and the last letter of each kind."""
        rows = self._file.execute("SELECT id, name, key, cursors FROM tables ORDER BY rowid")
        return {table: (name, key, json.loads(cursors)) for table, name, key, cursors in rows}

    def matches(self) -> dict[tuple[str, int], Played]:
        rows = self._file.execute("SELECT at_table, match, body FROM matches")
        return {(table, match): read(json.loads(body)) for table, match, body in rows}

    def words(self) -> list[tuple[str, Mapping[str, Any]]]:
        """What the host said, in order."""
        rows = self._file.execute("SELECT kind, word FROM words ORDER BY id")
        return [(kind, json.loads(word)) for kind, word in rows]

    def write(self, matches: Iterable[Played], cursors: Mapping[str, Mapping[str, int]]) -> None:
        """All of it or nothing: what was told, and up to which letter."""
        rows = [(one.table, one.match, json.dumps(kept(one))) for one in matches]
        marks = [(json.dumps(own), table) for table, own in cursors.items()]
        with self._file:
            self._file.execute("BEGIN IMMEDIATE")
            self._file.executemany("INSERT OR REPLACE INTO matches VALUES (?, ?, ?)", rows)
            self._file.executemany("UPDATE tables SET cursors = ? WHERE id = ?", marks)

    def say(self, kind: str, word: Mapping[str, Any]) -> None:
        """The host's word."""
        now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
        self._file.execute(f"INSERT INTO words (at, kind, word) VALUES ({now}, ?, ?)", (kind, json.dumps(dict(word))))

    def close(self) -> None:
        self._file.close()
