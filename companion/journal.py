"""Writes a match to an append-only file and reads it back, deed by deed."""

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from companion.games import GAMES
from companion.journal_file import open_file
from companion.rules.naming import renamed_form, renamed_options
from hardware import gate
from hardware.folders import data_folder
from hardware.trouble import Trouble
from hardware.wording import line

NOW = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
END = "end"
TRIES_SECONDS = (0.05, 0.2)
log = logging.getLogger(__name__)


def _program() -> str:
    try:
        return version("cockadoodle")
    except PackageNotFoundError:
        return ""


PROGRAM = _program()  # another one may tell a match differently


def journal_path() -> Path:
    return data_folder() / "journal.db"


@dataclass(frozen=True)
class Deed:
    """One thing that was accepted: an action of the game, or what was done to the match as what it is."""

    number: int  # from 0
    kind: str  # "action", "undo", "correct", "add", "let_go", "skip", "pause", "resume", "answer", "end"
    deed: Mapping[str, Any]  # an action in the judge's form, or the facts of the other kinds


def ended(deeds: Sequence[Deed]) -> bool:
    """Whether the match was ended, and its last deed not taken back since: then it goes on."""
    return next((deed.kind for deed in reversed(deeds) if deed.kind in (END, "undo")), "") == END


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
        return ended(self.deeds)


@dataclass(frozen=True)
class Entry:
    """A match as the list knows it: what it came to is worked out once and kept."""

    id: int
    game: str
    players: tuple[str, ...]
    begun_at: str
    deeds: int
    summary: Mapping[str, Any] | None  # none: nobody has worked it out, or deeds came since


class Journal:
    """One file for all matches of a table; each deed is on the disk before anybody hears of it."""

    def __init__(self, path: Path | str) -> None:
        self._file = open_file(path)
        self._lock = threading.RLock()  # referee and pages share the file: nobody writes into another's transaction

    def reach_through(self, hand: Callable[[Any], Any]) -> None:
        """Reach the file through something that may fail on purpose."""
        self._file = hand(self._file)

    def begin(self, game: str, players: Sequence[str], options: Mapping[str, Any]) -> Record:
        values = (game, json.dumps(list(players)), json.dumps(dict(options)))
        row = self._put(f"INSERT INTO matches (game, players, options, begun_at) VALUES (?, ?, ?, {NOW})", values)
        return Record(row, game, tuple(players), dict(options), ())

    def write(self, match: int, deed: Deed) -> None:
        """Append one deed; the same number twice is refused by the file itself, so nothing is ever doubled."""
        values = (match, deed.number, deed.kind, json.dumps(dict(deed.deed)))
        self._put(f"INSERT INTO deeds (match, number, kind, deed, written_at) VALUES (?, ?, ?, ?, {NOW})", values)

    def record(self, match: int) -> Record:
        """A match with all its deeds; raises a Trouble for one that is not there or cannot be read."""
        asked = "SELECT game, players, options, begun_at FROM matches WHERE id = ?"
        with self._asked():
            found = self._file.execute(asked, (match,)).fetchone()
            if found is None:
                raise Trouble(
                    line("The journal knows no match {match}.", match=match),
                    line("companion replay lists the matches it knows."),
                )
            game, players, options, begun_at = found
            asked = "SELECT number, kind, deed FROM deeds WHERE match = ? ORDER BY number"
            rows = self._file.execute(asked, (match,)).fetchall()
        try:
            deeds = tuple(Deed(number, kind, _object(deed)) for number, kind, deed in rows)
            return Record(match, str(game), _names(players), _object(options), deeds, str(begun_at))
        except (ValueError, TypeError, RecursionError) as error:
            raise Trouble(
                line("Match {match} cannot be read ({error}).", match=match, error=error), line("It is kept as it is.")
            ) from error

    def witness(self, match: int, number: int, reading: Mapping[str, Any]) -> None:
        """Keep what the eye said of the deed with this number."""
        self._put("INSERT OR REPLACE INTO readings VALUES (?, ?, ?)", (match, number, json.dumps(dict(reading))))

    def readings(self, match: int) -> tuple[Mapping[str, Any], ...]:
        """What the eye said in a match, in order."""
        with self._asked():
            asked = "SELECT reading FROM readings WHERE match = ? ORDER BY number"
            return tuple(_object(row[0]) for row in self._file.execute(asked, (match,)).fetchall())

    def matches(self) -> tuple[int, ...]:
        """All matches, the newest first."""
        with self._asked():
            return tuple(row[0] for row in self._file.execute("SELECT id FROM matches ORDER BY id DESC"))

    def entries(self) -> tuple[Entry, ...]:
        """All matches as the list shows them, the newest first; none is replayed for it."""
        asked = """
            SELECT id, game, players, begun_at, (SELECT count(*) FROM deeds WHERE match = id), summaries.deeds, summary
            FROM matches LEFT JOIN summaries ON summaries.match = id AND program = ? ORDER BY id DESC
        """
        with self._asked():
            rows = self._file.execute(asked, (PROGRAM,)).fetchall()
        return tuple(_entry(*row) for row in rows)

    def keep_summary(self, match: int, deeds: int, summary: Mapping[str, Any]) -> None:
        values = (match, deeds, PROGRAM, json.dumps(dict(summary)))
        with self._asked():
            self._file.execute("INSERT OR REPLACE INTO summaries VALUES (?, ?, ?, ?)", values)

    def raw(self, match: int) -> dict[str, Any]:
        """What the file says of a match, read or not: to be taken home and mended."""
        with self._asked():
            found = self._file.execute("SELECT * FROM matches WHERE id = ?", (match,)).fetchone()
            rows = self._file.execute("SELECT * FROM deeds WHERE match = ? ORDER BY number", (match,)).fetchall()
        shown: dict[str, Any] = gate.mended({"match": match, "row": list(map(str, found or ()))})
        return {**shown, "deeds": gate.mended([list(map(str, row)) for row in rows])}

    def unfinished(self) -> Record | None:
        """The newest match, if it was interrupted."""
        newest = self.matches()[:1]
        record = self.record(newest[0]) if newest else None
        return None if record is None or record.over else record

    def forget(self, player: str, instead: Callable[[int], str]) -> int:
        """Give a player another name (by seat, from 1) wherever the journal names him; returns in how many matches."""
        found: list[Record] = []
        for match in self.matches():
            try:
                record = self.record(match)
            except Trouble:
                self._strike_out(match, player)
                continue
            if player in record.everyone:
                if not found and match == self.matches()[0] and not record.over:
                    raise Trouble(
                        line("{player} is playing.", player=player), line("End the game, then forget the name.")
                    )
                found.append(record)
        with self._asked():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                for record in found:
                    self._rename(record, player, instead(record.everyone.index(player) + 1))
                self._file.execute("COMMIT")
            except sqlite3.Error:
                self._file.execute("ROLLBACK")
                raise
            self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # or the old name would stay readable beside it
        return len(found)

    def _rename(self, record: Record, player: str, name: str) -> None:
        players = json.dumps([name if one == player else one for one in record.players])
        options = json.dumps(renamed_options(record.options, player, name))
        self._file.execute("UPDATE matches SET players = ?, options = ? WHERE id = ?", (players, options, record.id))
        self._file.execute("DELETE FROM summaries WHERE match = ?", (record.id,))
        for deed in record.deeds:
            text = json.dumps(_renamed(record.game, deed, player, name))
            here = (text, record.id, deed.number)
            self._file.execute("UPDATE deeds SET deed = ? WHERE match = ? AND number = ?", here)

    def _strike_out(self, match: int, player: str) -> None:
        """In a match that cannot be read nobody can tell names from faces: there the word goes wherever it stands."""
        with self._asked():
            for table, column, key in (("matches", "players", "id"), ("deeds", "deed", "match")):
                self._file.execute(
                    f"UPDATE {table} SET {column} = replace({column}, ?, '\"?\"') WHERE {key} = ?",
                    (json.dumps(player), match),
                )

    def copy(self, path: Path) -> None:
        """Everything in one file of its own, as it is at this moment."""
        with self._asked(), closing(sqlite3.connect(path)) as copy:
            self._file.backup(copy)

    def close(self) -> None:
        with self._lock:
            self._file.close()

    def _put(self, statement: str, values: tuple[object, ...]) -> int:
        """Write one row. A disk that is full or busy for a moment is tried again before anybody hears of it."""
        with self._asked():
            for pause in TRIES_SECONDS:
                try:
                    return int(self._file.execute(statement, values).lastrowid or 0)
                except sqlite3.OperationalError as error:
                    log.warning("not written error=%s again_in=%s", error, pause)
                    time.sleep(pause)
            return int(self._file.execute(statement, values).lastrowid or 0)

    @contextmanager
    def _asked(self) -> Iterator[None]:
        """One at a time, and every error of the file is a Trouble with a cure."""
        with self._lock:
            try:
                yield
            except sqlite3.Error as error:
                raise Trouble(
                    line("I cannot write into the journal: {error}.", error=error),
                    line("Check the disk; play can be resumed."),
                ) from error


def _entry(id: int, game: str, players: str, begun_at: str, deeds: int, then: int | None, summary: str | None) -> Entry:
    try:
        names = _names(players)
        told = _object(summary) if summary is not None and then == deeds else None
    except (ValueError, TypeError, RecursionError):
        names, told = (), None
    return Entry(id, str(game), names, str(begun_at), deeds, told)


def _names(written: str) -> tuple[str, ...]:
    found = gate.mended(json.loads(written))
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise ValueError("the players are no names")
    return tuple(found)


def _object(written: str) -> dict[str, Any]:
    found = gate.mended(json.loads(written))
    if not isinstance(found, dict):
        raise ValueError("a deed is no object")
    return found


def _renamed(game: str, deed: Deed, old: str, new: str) -> dict[str, Any]:
    """The same deed with a player called otherwise; a face or a tile that is written alike stays what it is."""
    if deed.kind == "action" and game in GAMES:
        try:
            return renamed_form(GAMES[game], deed.deed, old, new)
        except (ValueError, KeyError, TypeError):  # what cannot be read says nothing but must not keep a name either
            return {}
    return {key: new if key == "player" and value == old else value for key, value in deed.deed.items()}
