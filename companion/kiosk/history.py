"""Past matches as the pages tell them: their story, who leads, and all of it to take home."""

import csv
import io
import logging
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from companion.announcements.wording import Wording
from companion.games import GAMES
from companion.insight.honesty import honesty
from companion.insight.people import ahead, averages
from companion.journal import Entry, Journal, Record
from companion.kiosk.film import film
from companion.kiosk.insights import apart, fairness, parted, parts, rolled, trusted, weighed, what_if
from companion.referee.sitting import again, known
from companion.rules.match import Match, begin
from hardware.trouble import Trouble
from hardware.wording import line

log = logging.getLogger(__name__)

Summary = dict[str, Any]
PATIENCE_SECONDS = 0.25  # for matches of an older program, a few with each look at the list
HOUSE_NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Finn")  # offered where nobody has played yet


SAID = 1  # of all that a deed brought, so much is said in a film


class History:
    """Reads the journal; what a match came to is worked out once and kept there."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._filming = threading.Lock()
        self._film: tuple[tuple[int, int, str], bytes] = ((0, 0, ""), b"")

    def matches(self, patience_seconds: float = PATIENCE_SECONDS) -> list[Summary]:
        """All matches, the newest first; some whose outcome nobody has worked out yet may still lack it."""
        entries = self._journal.entries()
        told, deadline = [], time.monotonic() + patience_seconds
        for entry in entries:
            late = time.monotonic() >= deadline
            told.append(_listed(entry) if entry.summary is not None or late else self._summary(entry))
        return told

    def story(self, number: int, language: str) -> dict[str, Any]:
        """One match step by step; the first step is the set-up."""
        record = self._journal.record(number)
        with _replayed(number):
            return self._steps(record, language)

    def what_if(self, number: int, step: int, language: str) -> dict[str, Any]:
        """What could have been done instead of what led to this step of the story, and what was done."""
        record = self._journal.record(number)
        with _replayed(number):
            match, before = begin(known(record.game), record.players, record.options), None
            for deed in record.deeds:
                after, counts = again(match, deed), deed.kind == "action"
                step -= counts or after is not match
                if step == 0:
                    before = match
                    break
                match = after
            if before is None or not counts:
                return {"legal": [], "hint": None, "done": None}
            return {**what_if(before, Wording(language, record.game)), "done": dict(deed.deed)}

    def film(self, number: int, language: str) -> bytes:
        """The best moments of a match that is over; the last film asked for is kept."""
        record = self._journal.record(number)
        asked = (number, len(record.deeds), language)
        with self._filming, _replayed(number):
            if self._film[0] != asked:
                wording, match = (
                    Wording(language, record.game),
                    begin(known(record.game), record.players, record.options),
                )
                for deed in record.deeds:
                    match = again(match, deed)
                said = {
                    n: " ".join(wording.event(event).line for event in deed.events[:SAID])
                    for n, deed in enumerate(match.deeds)
                }
                ending = wording.event(match.deeds[-1].events[-1]).line if match.deeds[-1].events else match.game.title
                self._film = asked, film(match, parted(match), said, ending)
            return self._film[1]

    def _steps(self, record: Record, language: str) -> dict[str, Any]:
        wording, game = Wording(language, record.game), known(record.game)
        match = begin(game, record.players, record.options)
        steps = [_step(match, [])]
        reached = [0]  # how many deeds the match had at each step
        for deed in record.deeds:
            before, match = match, again(match, deed)
            if deed.kind == "action":
                told = [wording.event(event) for event in match.deeds[-1].events]
                steps.append(_step(match, [{"line": one.line, "mood": one.mood} for one in told]))
            elif match is not before:
                steps.append(_step(match, [{"line": wording.word("page", f"deed_{deed.kind}"), "mood": "plain"}]))
            reached += [len(match.deeds)] * (len(steps) - len(reached))
        return {**self._outcome(record, match), "steps": steps, "weighed": weighed(match, reached)}

    def dice(self, game: str, evening: str = "") -> dict[str, Any] | None:
        """Whether the dice of a game are fair, as far as its matches tell."""
        asked = (one for one in self.matches() if one["game"] == game and evening in ("", one["evening"]))
        return fairness(known(game), asked)

    def trust(self, game: str = "", evening: str = "") -> dict[str, Any]:
        """How far the reading may be trusted: of one game or all, of one evening or all."""
        return trusted(one for one in self.matches() if game in ("", one["game"]) and evening in ("", one["evening"]))

    def averages(self, game: str = "", evening: str = "") -> dict[str, Any]:
        """What the finished matches say of their players: of one game or all, of one evening or all."""
        asked = [
            one
            for one in self.matches()
            if one["winners"] and game in ("", one["game"]) and evening in ("", one["evening"])
        ]
        return {"averages": averages(asked), "ahead": ahead(asked)}

    def people(self) -> dict[str, list[str]]:
        """Who played here, the latest first, then names of the house; and who sat here last time, in their seats."""
        matches = self.matches()[:40]
        known_names = dict.fromkeys(name for match in matches for name in match["players"])
        return {
            "people": list(dict.fromkeys([*known_names, *HOUSE_NAMES])),
            "last": matches[0]["players"] if matches else [],
        }

    def leaderboard(self, game: str = "", evening: str = "") -> list[dict[str, Any]]:
        """Who won how often, of one game or all, of one evening or all."""
        played: Counter[str] = Counter()
        won: Counter[str] = Counter()
        points: Counter[str] = Counter()
        for match in self.matches():
            if match["winners"] and game in ("", match["game"]) and evening in ("", match["evening"]):
                played.update(match["players"])
                won.update(match["winners"])
                points.update(match["scores"])
        ranked = sorted(played, key=lambda name: (-won[name], -points[name], name))
        return [{"player": name, "won": won[name], "played": played[name], "points": points[name]} for name in ranked]

    def forget(self, player: str, stranger: str) -> int:
        return self._journal.forget(player, lambda seat: f"{stranger} {seat}")

    def as_csv(self) -> str:
        """One line for each player of each match."""
        page = io.StringIO()
        sheet = csv.writer(page)
        sheet.writerow(("match", "begun_at", "game", "seat", "player", "score", "won"))
        for match in self.matches():
            for seat, name in enumerate(match["players"], 1):
                won = "" if match["winners"] is None else int(name in match["winners"])
                row = (match["id"], match["begun_at"], match["game"], seat, _harmless(name), match["scores"][name], won)
                sheet.writerow(row)
        return page.getvalue()

    def as_json(self) -> list[dict[str, Any]]:
        """Everything the journal knows."""
        return [self._exported(number) for number in self._journal.matches()]

    def _exported(self, number: int) -> dict[str, Any]:
        try:
            return _whole(self._journal.record(number))
        except Trouble:  # who can mend it has it all
            return self._journal.raw(number)

    def _summary(self, entry: Entry) -> Summary:
        try:
            record = self._journal.record(entry.id)
            match = begin(known(record.game), record.players, record.options)
            for deed in record.deeds:
                match = again(match, deed)
            summary = self._outcome(record, match)
        except Exception as error:  # what does not replay is set aside whole, and the rest goes on
            log.warning("set aside match=%s error=%s", entry.id, error)
            summary = {**_listed(entry), "aside": True}
        try:
            self._journal.keep_summary(entry.id, entry.deeds, summary)
        except Trouble:
            log.warning("could not keep summary match=%s", entry.id)  # it is worked out again
        return summary

    def _outcome(self, record: Record, match: Match[Any]) -> Summary:
        winners, readings = match.game.winners(match.state), self._journal.readings(record.id)
        return {
            "id": record.id,
            "game": record.game,
            "title": match.game.title,
            "players": _players(match),
            "begun_at": record.begun_at,
            "evening": record.begun_at[:10],
            "scores": _scores(match),
            "winners": None if winners is None else list(winners),
            "deeds": len(match.deeds),
            "rolled": rolled(match),
            "apart": apart(match, readings),
            "honesty": asdict(honesty(match, readings)),
            "parts": parts(match),
        }


@contextmanager
def _replayed(number: int) -> Iterator[None]:
    """Whatever a deed of a journal says, the other matches are told."""
    try:
        yield
    except Exception as error:
        raise Trouble(
            line("Match {match} cannot be played again ({error}).", match=number, error=str(error)[:80]),
            line("It is kept as it is, and taken home with the others."),
        ) from error


def _listed(entry: Entry) -> Summary:
    """What is known of a match without playing it again."""
    if entry.summary is not None:
        return dict(entry.summary)
    game = GAMES.get(entry.game)
    return {
        "id": entry.id,
        "game": entry.game,
        "title": game.title if game else entry.game,
        "players": list(entry.players),
        "begun_at": entry.begun_at,
        "evening": entry.begun_at[:10],
        "scores": dict.fromkeys(entry.players, 0),
        "winners": None,
        "deeds": entry.deeds,
    }


def _players(match: Match[Any]) -> list[str]:
    """Who sat down at first and who joined later."""
    return list(dict.fromkeys([*match.players, *match.game.scores(match.state)]))


def _scores(match: Match[Any]) -> dict[str, int]:
    return {**dict.fromkeys(match.players, 0), **match.game.scores(match.state)}


def _step(match: Match[Any], told: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    game, state = match.game, match.state
    return {
        "told": told,
        "turn_of": list(game.turn_of(state)),
        "scores": dict(game.scores(state)),
        "state": game.report(state),
        "layout": {zone: list(pieces) for zone, pieces in game.layout(state).items()},
    }


def _whole(record: Record) -> dict[str, Any]:
    deeds: Iterable[dict[str, Any]] = ({"kind": deed.kind, **deed.deed} for deed in record.deeds)
    return {
        "match": record.id,
        "begun_at": record.begun_at,
        "game": record.game,
        "players": list(record.players),
        "options": dict(record.options),
        "deeds": list(deeds),
    }


def _harmless(name: str) -> str:
    """A name that a spreadsheet will not take for a formula."""
    return "'" + name if name[:1] in "=+-@" else name
