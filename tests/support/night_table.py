"""A table of a game night with robots at it: a real journal, outbox and courier, and no camera.

As a program (python night_table.py FOLDER PORT CODE SEED GAMES PACE [HOST]) it goes on where it was killed, and is
over when its night has heard all.
"""

import asyncio
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from companion.games import GAMES
from companion.journal import Journal
from companion.night.codes import pass_from
from companion.night.courier import Broker, Courier
from companion.night.outbox import Outbox
from companion.night.topics import Topics
from companion.odds.robots import ROBOTS
from companion.referee.sitting import Sitting, resume, sit_down
from companion.rehearsal.luck import luck

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gita")


class NightTable:
    """Lives in the asyncio loop it is made in."""

    def __init__(
        self, folder: Path, port: int, code: str, seed: int = 1, *, host: str = "127.0.0.1", on_disk: bool = True
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.own = pass_from(code)
        self.journal = Journal(folder / "journal.db" if on_disk else ":memory:")
        self.outbox = Outbox(folder / "outbox.db" if on_disk else ":memory:", self.journal, self.own.night)
        self._pace: float | None = None
        self._loop = asyncio.get_running_loop()
        self._games: set[asyncio.Task[Any]] = set()
        self.orders: list[Mapping[str, Any]] = []
        self.courier = Courier(
            lambda: Broker(host, port), Topics(), self.own, self.outbox, {"name": self.own.table}, self._obey
        )
        self._dice = Random(seed)
        self._task = self._loop.create_task(self.courier.run())

    def _obey(self, order: Mapping[str, Any]) -> str:
        self.orders.append(order)
        if order.get("do") == "begin" and self._pace is not None:
            self._loop.call_soon_threadsafe(self._begin, order["game"], order["players"], self._pace)
        return ""

    def begin_when_told(self, pace: float) -> None:
        """Play the games the night orders, at this pace."""
        self._pace = pace

    def _begin(self, game: str, players: Sequence[str], pace: float) -> None:
        task = self._loop.create_task(self.play(game, players, pace))
        self._games.add(task)
        task.add_done_callback(self._games.discard)

    async def play(self, game: str, players: Sequence[str], pace: float = 0.0) -> Sitting:
        """One game by robots; an interrupted one is played on."""
        left = self.journal.unfinished()
        sitting = sit_down(self.journal, game, players, {}) if left is None else resume(self.journal, left)
        robots = {name: ROBOTS["cautious"](self._dice) for name in sitting.match.players}
        while not sitting.match.over:
            turn = sitting.game.turn_of(sitting.state)
            player = self._dice.choice(turn) if turn else None
            action = robots[player](sitting.game, sitting.state, player) if player else None
            sitting.act(luck(sitting.game, sitting.state, self._dice) if action is None else action)
            self._show(sitting)
            await asyncio.sleep(pace)
        sitting.end()
        self._show(sitting)
        return sitting

    def _show(self, sitting: Sitting) -> None:
        game, state = sitting.game, sitting.state
        self.courier.ring()
        self.courier.show(
            {
                "game": game.name,
                "title": game.title,
                "players": list(sitting.match.players),
                "turn_of": list(game.turn_of(state)),
                "scores": dict(game.scores(state)),
                "winners": list(game.winners(state) or ()) or None,
                "next": "",
                "asks": None,
            }
        )

    async def all_heard(self, seconds: float = 20.0) -> None:
        """Wait until the night has written down everything."""
        await until(lambda: not self.outbox.harvest() and self.outbox.oldest > self.outbox.newest, seconds)

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self.outbox.close()
        self.journal.close()


async def until(true: Callable[[], object], seconds: float = 10.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            raise TimeoutError("it never came about")
        await asyncio.sleep(0.02)


def players_of(game: str, dice: Random) -> list[str]:
    seats = GAMES[game].players
    return dice.sample(NAMES, dice.choice(range(seats.start, min(seats.stop, len(NAMES) + 1))))


async def _evening(folder: Path, port: int, code: str, seed: int, games: int, pace: float, host: str) -> None:
    """So many games of all kinds in turn; those in the journal are not played again."""
    table = NightTable(folder, port, code, seed * 1000 + int(time.time()) % 1000, host=host)
    while sum(table.journal.record(number).over for number in table.journal.matches()) < games:
        n = len(table.journal.matches()) - (table.journal.unfinished() is not None)
        game = list(GAMES)[(seed + n) % len(GAMES)]
        await table.play(game, players_of(game, Random(100 * seed + n)), pace)
    await table.all_heard(240)
    await table.close()


if __name__ == "__main__":
    where, port, code, seed, games, pace, host = [*sys.argv[1:], "127.0.0.1"][:7]
    asyncio.run(_evening(Path(where), int(port), code, int(seed), int(games), float(pace), host))
