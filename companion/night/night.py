"""A night that is on: its journal, its line to the tables and what its pages show, in a thread of its own."""

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import Any, TypeVar, cast, get_args

from companion.games import GAMES
from companion.kiosk.feed import Feed
from companion.kiosk.orders import BadOrder
from companion.night.board import Result, leaderboard, results
from companion.night.codes import code_for, table_id
from companion.night.courier import Broker
from companion.night.desk import Desk
from companion.night.home import messages
from companion.night.hub import Hub
from companion.night.ledger import Ledger
from companion.night.pairings import Kind, draw
from companion.night.people import people
from companion.night.ratings import Ratings
from companion.night.said import word as checked
from companion.night.topics import Topics
from companion.night.tournament import Tournament, settled, shown, tournament
from companion.night.wall import tables
from hardware.trouble import Trouble

log = logging.getLogger(__name__)
T = TypeVar("T")
LOOK_SECONDS = 1.0  # a table that waits too long is seen at the latest then
SHOWN = 100  # rows of the leaderboard on the wall


class Night:
    """The pages talk to this one; whatever they ask is done in the night's own thread."""

    def __init__(
        self, ledger: Ledger, broker: Broker, prefix: str = "cockadoodle", password: str = "", home: bool = False
    ) -> None:
        self.feed = Feed()
        self.name = ledger.about("name", "game night")
        self._ledger, self._topics = ledger, Topics(prefix)
        self.desk = Desk(ledger, self._topics)
        self.hub = Hub(self.desk, self._topics, broker, password, self._changed, self._greeting if home else dict)
        self.invited: Callable[[], None] = lambda: None  # a table has come: its broker should know its password
        self._ratings = Ratings()
        self._results: list[Result] = []
        self._now: Tournament | None = None
        self._known = -1  # what the results are made from
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda _, said: log.info("night %s", said.get("message")))
        self._thread = threading.Thread(target=self._run, name="night", daemon=True)
        self._changed()

    def open(self) -> None:
        self._thread.start()

    def close(self) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop)
            self._thread.join(5)
        elif not self._loop.is_closed():
            self._loop.close()
        self.feed.close()
        self._ledger.close()

    # What the pages ask, from any thread

    def invite(self, name: str) -> str:
        """Make a table known; returns its join code."""

        def invite() -> str:
            code = self.desk.invite(table_id(name), name.strip())
            self.invited()
            self.hub.greeted = False
            return code

        return self._do(invite)

    def invitations(self) -> list[dict[str, Any]]:
        """Every table with its join code and what was refused in its name; only for the host."""

        def look() -> list[dict[str, Any]]:
            secret, refused = self._ledger.about("secret"), self.desk.gate.refused
            rows = [
                {"id": table, "name": seat.name, "code": code_for(secret, table), "online": seat.online}
                for table, seat in self.desk.seats.items()
            ]
            odd = [{"table": table, "why": why, "count": count} for (table, why), count in refused.most_common(20)]
            return [*rows, {"id": "", "refused": odd}]

        return self._do(look)

    def say(self, kind: str, word: Mapping[str, Any]) -> None:
        """The host's word; written down, and everything counted by it from now on."""
        said = checked(kind, word)
        if kind == "settled":
            now = self._do(self._tournament)
            board = now.board(said["round"], said["table"]) if now is not None else None
            if board is None or not said["winners"] or not set(said["winners"]) <= set(board.players):
                raise Trouble("Nobody plays there like that.", "Name one or more of those who sit at that table.")
        self._write(kind, said)

    def draw(self, game: str, kind: str, seats: Mapping[str, int]) -> None:
        """The next round, for this game, at tables with so many seats."""
        if game not in GAMES or kind not in get_args(Kind):
            raise BadOrder("Which game, and which kind of round?")
        now = self._do(self._tournament)
        if now is None or len(now.present) < 2:
            raise Trouble("Nobody is signed up.", "Write down at least two names, then draw.")
        if now.rounds and not now.rounds[-1].decided:
            raise Trouble("The last round is not over.", "Wait for its tables, or settle them by your word.")
        room = {
            table: min(count, GAMES[game].players.stop - 1)
            for table, count in seats.items()
            if table in self.desk.seats
        }
        fewest = GAMES[game].players.start
        drawn = draw(now.present, room, now.past(), cast(Kind, kind), Random(), fewest)
        if not drawn.tables:
            raise Trouble(
                "The tables have no room for this game.", f"{GAMES[game].title} needs {fewest} seats at one table."
            )
        after = self._do(lambda: {table: self._last_match(table) for table in drawn.tables})
        told = {table: {"players": list(names), "after": after[table]} for table, names in drawn.tables.items()}
        self._write("round", {"kind": kind, "game": game, "tables": told, "out": list(drawn.out)})

    def call(self, sentence: str, joined: str) -> list[str]:
        """The tables of the round call out who sits there and begin; returns what was not done, and why."""
        now = self._do(self._tournament)
        newest = now.rounds[-1] if now is not None and now.rounds else None
        missing = []
        for board in newest.boards if newest is not None else ():
            *first, last = board.players
            who = f"{', '.join(first)} {joined} {last}" if first else last
            name = self.desk.seats[board.table].name
            title = GAMES[newest.game].title if newest else ""
            line = sentence.format(table=name, players=who, game=title)
            why = self.order(board.table, {"do": "say", "line": line})
            if not why and board.state == "waiting":
                why = self.order(
                    board.table, {"do": "begin", "game": newest.game, "players": list(board.players)} if newest else {}
                )
            if why:
                missing.append(f"{name}: {why}")
        return missing

    def share(self, game: str, owner: Sequence[str], guest: Sequence[str], at: Sequence[str]) -> None:
        """Two tables play one game: the first begins and owns it, its people and the other's sit by turns."""
        if game not in GAMES or len(set(at)) != 2 or not set(at) <= set(self.desk.seats) or not owner or not guest:
            raise BadOrder("Which game, and who plays at which two tables?")
        by_turns = [name for pair in zip_longest(owner, guest) for name in pair if name]
        share = secrets.token_hex(8)
        word = {"share": share, "owner": at[0], "guest": at[1]}

        def write() -> None:
            self._ledger.say("share", word)
            self.desk.shares[share] = (at[0], at[1])

        self._do(write)
        begin = {"do": "begin", "game": game, "players": by_turns}
        why = self.order(at[0], {**begin, "share": {"id": share, "guest": at[1], "away": list(guest)}})
        if why:
            raise Trouble(why, "Put that right, then try again.")

    def hand_out(self, order: Mapping[str, str]) -> list[str]:
        """Have all tables take a set or a mounting; returns who did not, and why."""
        there = [(table, seat.name) for table, seat in self.desk.seats.items() if seat.online]
        told = [(name, self.order(table, order, patience_seconds=30.0)) for table, name in there]
        return [f"{name}: {why}" for name, why in told if why]

    def names(self) -> list[dict[str, Any]]:
        """Everybody who played, with the names he goes by and the tables he sat at; for merging and splitting."""

        def look() -> list[dict[str, Any]]:
            who, found = people(self._ledger.words()), dict[str, dict[tuple[str, str], int]]()
            for played in self.desk.matches.values():
                for name in played.everyone:
                    bears = found.setdefault(who.who(name, played.table), {})
                    bears[name, played.table] = bears.get((name, played.table), 0) + 1
            names = {table: seat.name for table, seat in self.desk.seats.items()}
            return [
                {
                    "person": person,
                    "as": [
                        {"name": name, "table": table, "at": names.get(table, table), "games": count}
                        for (name, table), count in bears.items()
                    ],
                }
                for person, bears in sorted(found.items())
            ]

        return self._do(look)

    def board(self, game: str, evening: str) -> dict[str, Any]:
        def look() -> dict[str, Any]:
            found = self._count()
            rows = leaderboard(found, self._ratings, game=game, evening=evening)
            evenings = sorted({one.evening for one in found}, reverse=True)
            games = {one.game: one.title for one in found}
            return {"board": rows, "evenings": evenings, "games": games}

        return self._do(look)

    def order(self, table: str, order: Mapping[str, Any], patience_seconds: float = 5.0) -> str:
        """Have a table do something; returns why it did not, or ""."""
        return self._wait(self.hub.order(table, order, patience_seconds), patience_seconds + 5)

    # In the night's thread

    def _write(self, kind: str, word: Mapping[str, Any]) -> None:
        def write() -> None:
            self._ledger.say(kind, word)
            self._known = -1
            self._changed()

        self._do(write)

    def _greeting(self) -> Mapping[str, bytes]:
        return messages(self._topics, {table: seat.name for table, seat in self.desk.seats.items()})

    def _last_match(self, table: str) -> int:
        return max((match for at, match in self.desk.matches if at == table), default=0)

    def _tournament(self) -> Tournament | None:
        self._count()
        return self._now

    def _count(self) -> list[Result]:
        if self.desk.outcomes != self._known:
            self._known = self.desk.outcomes
            words = self._ledger.words()
            self._now = tournament(words, self.desk.matches, people(words))
            self._results = results(self.desk.matches.values(), people(words), settled(self._now))
        return self._results

    def _changed(self) -> None:
        found = self._count()
        evening = max((one.evening for one in found), default="")
        self.feed.publish(
            {
                "night": self.name,
                "broker": self.hub.online if hasattr(self, "hub") else False,
                "tables": tables(self.desk, time.monotonic()),
                "evening": evening,
                "board": leaderboard(found, self._ratings, evening=evening)[:SHOWN],
                "games": len([one for one in found if one.evening == evening]),
                "draw": shown(
                    self._now,
                    {table: seat.name for table, seat in self.desk.seats.items()},
                    {game.name: game.title for game in GAMES.values()},
                ),
                "refused": sum(self.desk.gate.refused.values()),
            }
        )
        crows, self.desk.crows = self.desk.crows, []
        for crow in crows:
            self.feed.send("news", crow)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._both())
        except asyncio.CancelledError:
            pass
        finally:
            self._loop.close()

    async def _both(self) -> None:
        async with asyncio.TaskGroup() as both:
            both.create_task(self.hub.run())
            both.create_task(self._look())

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self._changed()

    def _stop(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()

    def _do(self, work: Callable[[], T]) -> T:
        if not self._thread.is_alive():
            return work()

        async def job() -> T:
            return work()

        return self._wait(job())

    def _wait(self, work: Coroutine[Any, Any, T], patience_seconds: float = 10.0) -> T:
        try:
            return asyncio.run_coroutine_threadsafe(work, self._loop).result(patience_seconds)
        except TimeoutError:
            raise Trouble("The night did not answer.", "Look into the log: companion night --log info.") from None
