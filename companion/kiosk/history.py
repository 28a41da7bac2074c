"""Past matches as the pages tell them: their story, who leads, and all of it to take home."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.announcements.wording import Wording
from companion.journal import Journal, Record
from companion.kiosk.words import words
from companion.referee.sitting import again, known
from companion.rules.match import Match, begin

Summary = dict[str, Any]
HOUSE_NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Finn")  # offered where nobody has played yet


class History:
    """Reads the journal; what a finished match came to is worked out once."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._finished: dict[int, Summary] = {}

    def matches(self) -> list[Summary]:
        """All matches, the newest first."""
        return [self._finished.get(number) or self._summary(number) for number in self._journal.matches()]

    def story(self, number: int, language: str) -> dict[str, Any]:
        """One match step by step; the first step is the set-up."""
        record = self._journal.record(number)
        wording, game = Wording(language), known(record.game)
        match = begin(game, record.players, record.options)
        counted = "worms" if game.faces else "points"
        steps = [_step(match, [])]
        for deed in record.deeds:
            before, match = match, again(match, deed)
            if deed.kind == "action":
                told = [wording.event(event, counted) for event in match.deeds[-1].events]
                steps.append(_step(match, [{"line": one.line, "mood": one.mood} for one in told]))
            elif match is not before:
                steps.append(_step(match, [{"line": words(language)[f"deed_{deed.kind}"], "mood": "plain"}]))
        return {**self._summary(number), "steps": steps}

    def people(self) -> list[str]:
        """Who played here, the latest first; then names of the house."""
        known_names = dict.fromkeys(name for match in self.matches()[:40] for name in match["players"])
        return list(dict.fromkeys([*known_names, *HOUSE_NAMES]))

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
        self._finished.clear()
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
        return [_whole(self._journal.record(number)) for number in self._journal.matches()]

    def _summary(self, number: int) -> Summary:
        record = self._journal.record(number)
        match = begin(known(record.game), record.players, record.options)
        for deed in record.deeds:
            match = again(match, deed)
        winners = match.game.winners(match.state)
        summary = {
            "id": number,
            "game": record.game,
            "title": match.game.title,
            "players": _players(match),
            "begun_at": record.begun_at,
            "evening": record.begun_at[:10],
            "scores": _scores(match),
            "winners": None if winners is None else list(winners),
            "deeds": len(match.deeds),
        }
        if record.over:
            self._finished[number] = summary
        return summary


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
