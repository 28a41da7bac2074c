"""Writes a match to an append-only file and reads it back, deed by deed."""

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.games import GAMES
from companion.rules.naming import renamed_form, renamed_options
from hardware import gate
from hardware.folders import data_folder
from hardware.trouble import Trouble
from hardware.wording import line

TABLES = """
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, players TEXT NOT NULL, options TEXT NOT NULL, begun_at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS deeds (
    match INTEGER NOT NULL REFERENCES matches, number INTEGER NOT NULL,
    kind TEXT NOT NULL, deed TEXT NOT NULL, written_at TEXT NOT NULL,
    PRIMARY KEY (match, number)
);
"""
NOW = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
END = "end"


def journal_path() -> Path:
    return data_folder() / "journal.db"


@dataclass(frozen=True)
class Deed:
    """One thing that was accepted: an action of the game, or what was done to the match as what it is."""

    number: int  # from 0
    kind: str  # "action", "undo", "correct", "add", "let_go", "skip", "pause", "resume", "answer", "end"
    deed: Mapping[str, Any]  # an action in the judge's form, or the facts of the other kinds


@dataclass(frozen=True)
class Record:
    """A match as the journal knows it."""

    id: int
    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    deeds: tuple[Deed, ...]
    begun_at: str = ""  # in UTC, as "2026-11-16T19:30:00.000Z"

    @property
    def everyone(self) -> tuple[str, ...]:
        """Who ever sat there: those of the beginning, then those who came later."""
        came = (deed.deed["add_player"] for deed in self.deeds if "add_player" in deed.deed)
        return tuple(dict.fromkeys([*self.players, *came]))

    @property
    def over(self) -> bool:
        return any(deed.kind == END for deed in self.deeds)


class Journal:
    """One file for all matches of a table; each deed is on the disk before anybody hears of it."""

    def __init__(self, path: Path | str) -> None:
        try:
            if path != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            # Without isolation_level every statement is its own transaction: a deed is whole or absent.
            self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA secure_delete = ON")  # who is forgotten is not left between the pages
            self._file.execute("PRAGMA synchronous = FULL")  # NORMAL may forget the last deeds when the power goes
            self._file.executescript(TABLES)
        except (sqlite3.Error, OSError) as error:
            raise Trouble(f"I cannot write the journal {path}: {error}.", "Check the disk and who owns it.") from error

    def begin(self, game: str, players: Sequence[str], options: Mapping[str, Any]) -> Record:
        row = self._file.execute(
            f"INSERT INTO matches (game, players, options, begun_at) VALUES (?, ?, ?, {NOW})",
            (game, json.dumps(list(players)), json.dumps(dict(options))),
        )
        return Record(int(row.lastrowid or 0), game, tuple(players), dict(options), ())

    def write(self, match: int, deed: Deed) -> None:
        """Append one deed; the same number twice is refused by the file itself, so nothing is ever doubled."""
        try:
            self._file.execute(
                f"INSERT INTO deeds (match, number, kind, deed, written_at) VALUES (?, ?, ?, ?, {NOW})",
                (match, deed.number, deed.kind, json.dumps(dict(deed.deed))),
            )
        except sqlite3.Error as error:
            raise Trouble(
                f"I cannot write into the journal: {error}.", "Check the disk; play can be resumed."
            ) from error

    def record(self, match: int) -> Record:
        asked = "SELECT game, players, options, begun_at FROM matches WHERE id = ?"
        found = self._file.execute(asked, (match,)).fetchone()
        if found is None:
            raise Trouble(f"The journal knows no match {match}.", "companion replay lists the matches it knows.")
        game, players, options, begun_at = found
        rows = self._file.execute("SELECT number, kind, deed FROM deeds WHERE match = ? ORDER BY number", (match,))
        deeds = tuple(Deed(number, kind, gate.mended(json.loads(deed))) for number, kind, deed in rows)
        names, chosen = gate.mended(json.loads(players)), gate.mended(json.loads(options))
        return Record(match, game, tuple(names), chosen, deeds, begun_at)

    def matches(self) -> tuple[int, ...]:
        """All matches, the newest first."""
        return tuple(row[0] for row in self._file.execute("SELECT id FROM matches ORDER BY id DESC"))

    def unfinished(self) -> Record | None:
        """The newest match, if it was interrupted."""
        newest = self.matches()[:1]
        record = self.record(newest[0]) if newest else None
        return None if record is None or record.over else record

    def forget(self, player: str, instead: Callable[[int], str]) -> int:
        """Give a player another name (by seat, from 1) wherever the journal names him; returns in how many matches."""
        running = self.unfinished()
        if running is not None and player in running.everyone:
            raise Trouble(line("{player} is playing.", player=player), line("End the game, then forget the name."))
        found = [record for record in map(self.record, self.matches()) if player in record.everyone]
        self._file.execute("BEGIN IMMEDIATE")
        try:
            for record in found:
                name = instead(record.everyone.index(player) + 1)
                players = json.dumps([name if one == player else one for one in record.players])
                options = json.dumps(renamed_options(record.options, player, name))
                self._file.execute(
                    "UPDATE matches SET players = ?, options = ? WHERE id = ?", (players, options, record.id)
                )
                for deed in record.deeds:
                    text = json.dumps(_renamed(record.game, deed, player, name))
                    here = (text, record.id, deed.number)
                    self._file.execute("UPDATE deeds SET deed = ? WHERE match = ? AND number = ?", here)
            self._file.execute("COMMIT")
        except sqlite3.Error as error:
            self._file.execute("ROLLBACK")
            raise Trouble(f"I cannot change the journal: {error}.", "Nothing was changed; try it again.") from error
        self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # or the old name would stay readable beside the file
        return len(found)

    def close(self) -> None:
        self._file.close()


def _renamed(game: str, deed: Deed, old: str, new: str) -> dict[str, Any]:
    """The same deed with a player called otherwise; a face or a tile that is written alike stays what it is."""
    if deed.kind == "action" and game in GAMES:
        try:
            return renamed_form(GAMES[game], deed.deed, old, new)
        except (ValueError, KeyError, TypeError):  # what cannot be read says nothing but must not keep a name either
            return {}
    return {key: new if key == "player" and value == old else value for key, value in deed.deed.items()}
