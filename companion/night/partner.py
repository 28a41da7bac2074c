"""A table's part in a game it shares with another one: begins it, follows it and says what was done here."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.journal import Deed, Journal
from companion.night.outbox import Outbox
from companion.night.shared import Entry, Guest, Owner
from companion.rules.reading import record, text, texts


class Table(Protocol):
    """What a shared game needs of the table's program."""

    def start(self, game: str, players: Sequence[str], options: Mapping[str, Any]) -> None: ...

    def join(self, game: str, players: Sequence[str], options: Mapping[str, Any]) -> None: ...

    def follow(self, match: int, deed: Deed) -> bool: ...

    def seat_elsewhere(self, players: Sequence[str]) -> None: ...


@dataclass(frozen=True)
class Terms:
    """What both tables know of the game from its first message on."""

    share: str
    other: str  # the other table
    owner: bool  # whether the game is ours
    game: str
    players: tuple[str, ...]
    away: tuple[str, ...]  # those of them who sit at the other table
    options: Mapping[str, Any]


class Partner:
    """One shared game; any thread, one at a time."""

    def __init__(self, table: Table, journal: Journal, outbox: Outbox) -> None:
        self._table, self._journal, self._outbox = table, journal, outbox
        self._lock = threading.RLock()
        self._terms: Terms | None = None
        self._match = 0
        self._end: Owner | Guest | None = None
        self._quiet = 0

    def resume(self) -> None:
        """After a start: the shared game goes on if it is the one that was interrupted."""
        running, kept = self._journal.unfinished(), self._outbox.shared()
        if running is not None and kept is not None and kept[0] == running.id:
            self._go_on(
                Terms(**{**kept[1], "players": tuple(kept[1]["players"]), "away": tuple(kept[1]["away"])}), running.id
            )

    def begin(self, order: Mapping[str, Any]) -> None:
        """The night has us begin a game with another table; raises what the rules say against it."""
        share = record(order["share"], "share", ("id", "guest", "away"))
        terms = Terms(
            text(share.get("id"), "id"),
            text(share.get("guest"), "guest"),
            True,
            text(order.get("game"), "game"),
            texts(order.get("players"), "players"),
            texts(share.get("away"), "away"),
            record(order.get("options", {}), "options"),
        )
        with self._lock, self._outbox.guard:
            self._table.start(terms.game, terms.players, terms.options)
            self._note(terms)

    def hear(self, origin: str, share: str, said: Mapping[str, Any]) -> None:
        """What the other table says."""
        with self._lock:
            if self._terms is None or self._terms.share != share:
                if "terms" not in said or self._ended(share):
                    return
                told = record(said["terms"], "terms", ("game", "players", "away", "options"))
                players, away = texts(told["players"], "players"), texts(told["away"], "away")
                here = tuple(name for name in players if name not in away)  # away from there is here
                options = record(told["options"], "options")
                self._play_along(Terms(share, origin, False, text(told["game"], "game"), players, here, options))
            assert self._end is not None and self._terms is not None
            if origin == self._terms.other:
                self._end.hear(said)
                self._quiet = 0

    def tell(self) -> tuple[str, str, dict[str, Any]] | None:
        """To which table, of which game and what; nothing while all is known at both ends, but now and then."""
        with self._lock:
            if self._terms is None or self._end is None:
                return None
            self._quiet += 1
            if self._end.settled and self._quiet % 5:
                return None
            terms, said = self._terms, self._end.tell()
            if terms.owner:
                here = {"game": terms.game, "players": list(terms.players), "options": dict(terms.options)}
                said["terms"] = {**here, "away": list(terms.away)}
            return terms.other, terms.share, said

    # The book of the game

    def deeds(self) -> Sequence[Entry]:
        return [(deed.kind, dict(deed.deed)) for deed in self._journal.record(self._match).deeds]

    def do(self, number: int, deed: Entry) -> bool:
        return self._table.follow(self._match, Deed(number, *deed))

    def begin_anew(self) -> None:
        assert self._terms is not None
        self._play_along(self._terms)

    def _play_along(self, terms: Terms) -> None:
        with self._outbox.guard:  # a game is told to the night by its owner alone
            self._table.join(terms.game, terms.players, terms.options)
            self._note(terms)

    def _note(self, terms: Terms) -> None:
        match = self._journal.matches()[0]
        self._outbox.share(match, vars(terms) | {"options": dict(terms.options)}, told_by_us=terms.owner)
        self._go_on(terms, match)

    def _go_on(self, terms: Terms, match: int) -> None:
        if self._terms != terms or self._end is None:
            self._end = Owner(self) if terms.owner else Guest(self)
        self._terms, self._match = terms, match
        self._table.seat_elsewhere(terms.away)

    def _ended(self, share: str) -> bool:
        """A game we know and have put away does not begin again."""
        kept = self._outbox.shared()
        return kept is not None and kept[1]["share"] == share and self._journal.record(kept[0]).over
