"""Keeps what a table still has to tell its night: made from the table's journal, in order, until the night has it.

Events are never written beside the journal but made from it, so a table that was killed between a deed and its event
makes the same event, with the same number, when it is back.
"""

import json
import logging
import sqlite3
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.journal import Journal, Record
from companion.night.story import Story
from hardware.folders import data_folder
from hardware.trouble import Trouble

log = logging.getLogger(__name__)
TABLES = """
CREATE TABLE IF NOT EXISTS nights (
    night TEXT PRIMARY KEY, starts INTEGER NOT NULL, before INTEGER NOT NULL, seq INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS matches (
    night TEXT NOT NULL, match INTEGER NOT NULL, deeds INTEGER NOT NULL, over INTEGER NOT NULL,
    PRIMARY KEY (night, match)
);
CREATE TABLE IF NOT EXISTS shares (
    night TEXT NOT NULL, match INTEGER NOT NULL, terms TEXT NOT NULL, told_by_us INTEGER NOT NULL,
    PRIMARY KEY (night, match)
);
CREATE TABLE IF NOT EXISTS events (
    night TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (night, seq)
);
"""
STEPS = 1 << 24  # letters of one start


def outbox_path() -> Path:
    return data_folder() / "outbox.db"


class Outbox:
    """What one night has not heard yet. Used by one thread, but for what is guarded."""

    def __init__(self, path: Path | str, journal: Journal, night: str, language: str = "en") -> None:
        self._journal, self._night, self._language = journal, night, language
        self._story: Story | None = None
        self.guard = threading.RLock()
        try:
            if path != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA secure_delete = ON")
            # What the power takes from here is made again from the journal, which loses nothing.
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._file.executescript(TABLES)
        except (sqlite3.Error, OSError) as error:
            raise Trouble(f"I cannot keep events for the night in {path}: {error}.", "Check the disk.") from error
        newest = next(iter(journal.matches()), 0)
        # A match that is on belongs to the night, earlier ones do not.
        before = newest - 1 if journal.unfinished() is not None else newest
        self._file.execute("INSERT OR IGNORE INTO nights VALUES (?, 0, ?, 0)", (night, before))
        self._file.execute("UPDATE nights SET starts = starts + 1 WHERE night = ?", (night,))
        self._starts, self._before = self._about("starts"), self._about("before")
        rows = self._file.execute("SELECT match, deeds, over FROM matches WHERE night = ?", (night,)).fetchall()
        self._told = {match: deeds for match, deeds, _ in rows}
        self._over = {match for match, _, over in rows if over}
        mirrored = "SELECT match FROM shares WHERE night = ? AND NOT told_by_us"
        self._mirrored = {match for (match,) in self._file.execute(mirrored, (night,))}
        self._steps = 0
        if newest < max([self._before, *self._told]):  # the journal was begun anew: its matches count from 1 again
            self._told, self._over, self._before = {}, set(), 0
            self._file.execute("DELETE FROM matches WHERE night = ?", (night,))
            self._file.execute("UPDATE nights SET before = 0 WHERE night = ?", (night,))

    def harvest(self) -> bool:
        """Make events of what the journal has beyond the last one; tells whether there were any."""
        with self.guard:
            past = self._over | self._mirrored
            numbers = [one for one in sorted(self._journal.matches()) if one > self._before and one not in past]
            return sum(map(self._harvest_if_possible, numbers)) > 0

    def share(self, match: int, terms: Mapping[str, Any], told_by_us: bool) -> None:
        """This match is shared with another table; where that one owns it, it alone tells of it."""
        with self.guard:
            row = (self._night, match, json.dumps(dict(terms)), told_by_us)
            self._file.execute("INSERT OR REPLACE INTO shares VALUES (?, ?, ?, ?)", row)
            if not told_by_us:
                self._mirrored.add(match)

    def shared(self) -> tuple[int, dict[str, Any]] | None:
        """The newest match that is shared with another table, and on which terms."""
        asked = "SELECT match, terms FROM shares WHERE night = ? ORDER BY match DESC LIMIT 1"
        row = self._file.execute(asked, (self._night,)).fetchone()
        return (row[0], json.loads(row[1])) if row else None

    def _harvest_if_possible(self, match: int) -> bool:
        """A match that cannot be read or does not replay keeps no other one from being told."""
        try:
            return self._harvest(self._journal.record(match))
        except Trouble as trouble:
            log.info("not told match=%s: %s", match, trouble.say)
        except sqlite3.Error:
            raise
        except Exception:  # whatever a journal says, it was set aside; only a new start looks at it again
            log.exception("not told match=%s", match)
            self._over.add(match)
        return False

    def _harvest(self, record: Record) -> bool:
        told = self._told.get(record.id, -1)
        if told >= len(record.deeds):
            return False
        if self._story is None or self._story.id != record.id or self._story.told != max(told, 0):
            self._story = Story(record, self._language)
            self._story.skip(record, max(told, 0))
        fresh = [self._story.begun(record)] if told < 0 else []
        fresh += self._story.further(record)
        seq = self.newest
        rows = [(self._night, seq + n, json.dumps(body)) for n, body in enumerate(fresh, 1)]
        here = (self._night, record.id, len(record.deeds), record.over)
        try:
            with self._file:
                self._file.execute("BEGIN IMMEDIATE")
                self._file.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
                self._file.execute("INSERT OR REPLACE INTO matches VALUES (?, ?, ?, ?)", here)
                self._file.execute("UPDATE nights SET seq = ? WHERE night = ?", (seq + len(rows), self._night))
        except sqlite3.Error:
            self._story = None  # it has told what was not written: next time it is told anew
            raise
        self._told[record.id] = len(record.deeds)
        if record.over:
            self._over.add(record.id)
        return True

    def after(self, seq: int, most: int) -> list[tuple[int, dict[str, Any]]]:
        """The next events after this one."""
        rows = self._file.execute(
            "SELECT seq, body FROM events WHERE night = ? AND seq > ? ORDER BY seq LIMIT ?", (self._night, seq, most)
        )
        return [(number, json.loads(body)) for number, body in rows]

    @property
    def oldest(self) -> int:
        """The first event we still have, or the next there will be."""
        asked = "SELECT min(seq) FROM events WHERE night = ?"
        return int(self._file.execute(asked, (self._night,)).fetchone()[0] or self.newest + 1)

    @property
    def newest(self) -> int:
        return self._about("seq")

    def heard(self, seq: int) -> None:
        """The night has written down all up to this one."""
        self._file.execute("DELETE FROM events WHERE night = ? AND seq <= ?", (self._night, seq))

    def step(self) -> int:
        """A number larger than any before, whatever was killed meanwhile."""
        self._steps += 1
        return self._starts * STEPS + self._steps

    def close(self) -> None:
        self._file.close()

    def _about(self, what: str) -> int:
        return int(self._file.execute(f"SELECT {what} FROM nights WHERE night = ?", (self._night,)).fetchone()[0])
