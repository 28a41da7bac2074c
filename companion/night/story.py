"""Makes the events of a night out of a match in the journal, deed by deed."""

from collections.abc import Iterator
from typing import Any

from companion.announcements.wording import Wording
from companion.journal import END, Record
from companion.referee.sitting import again, known
from companion.rules.match import Match, begin

Event = dict[str, Any]


class Story:
    """One match as it is told on; knows how far it has told it."""

    def __init__(self, record: Record, language: str) -> None:
        self._wording = Wording(language, record.game)
        self._match: Match[Any] = begin(known(record.game), record.players, record.options)
        self.id = record.id
        self.told = 0  # deeds

    def begun(self, record: Record) -> Event:
        match = self._match
        return {
            "what": "begun",
            "match": record.id,
            "at": record.begun_at,
            "game": match.game.name,
            "title": match.game.title,
            "options": dict(record.options),
            "players": list(match.players),
        }

    def skip(self, record: Record, deeds: int) -> None:
        """Those deeds were told before we were started."""
        for deed in record.deeds[self.told : deeds]:
            self._match = again(self._match, deed)
            self.told += 1

    def further(self, record: Record) -> Iterator[Event]:
        """An event for each deed not told yet."""
        for deed in record.deeds[self.told :]:
            before, self._match = self._match, again(self._match, deed)
            said = self._match.deeds[-1].events if deed.kind == "action" and self._match is not before else ()
            game, state = self._match.game, self._match.state
            lines = [self._wording.event(event) for event in said]
            winners = game.winners(state)
            self.told += 1
            yield {
                "what": "ended" if deed.kind == END else "deed",
                "match": record.id,
                "number": deed.number,
                "kind": deed.kind,
                "deed": dict(deed.deed),
                "told": [{"key": a.key, "line": a.line, "mood": a.mood, "player": a.player} for a in lines],
                "turn_of": list(game.turn_of(state)),
                "scores": dict(game.scores(state)),
                "winners": None if winners is None else list(winners),
            }
