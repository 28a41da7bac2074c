"""Tables and their night over a real Mosquitto that is killed, and tables that are killed."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import aiomqtt
import night_table
import pytest
from mosquitto import Mosquitto, needs_mosquitto
from night_table import NightTable, players_of, until

from companion.journal import Journal
from companion.kiosk.history import History
from companion.night.board import leaderboard, results
from companion.night.courier import Broker
from companion.night.desk import Desk
from companion.night.hub import Hub
from companion.night.ledger import Ledger
from companion.night.people import People
from companion.night.ratings import Ratings
from companion.night.topics import Topics

pytestmark = needs_mosquitto
PYTHON = (sys.executable, night_table.__file__)


@asynccontextmanager
async def night(folder: Path, port: int) -> AsyncIterator[Hub]:
    hub = Hub(Desk(Ledger(folder / "night.db"), Topics()), Topics(), Broker("127.0.0.1", port))
    task = asyncio.create_task(hub.run())
    try:
        yield hub
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("end", ["table", "night"])
def test_whoever_is_told_to_leave_does_so_though_its_line_breaks_meanwhile(
    end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker = Mosquitto(tmp_path)

    async def broken(client: aiomqtt.Client, *why: Any) -> None:
        await politely(client, *why)
        raise aiomqtt.MqttError("the line broke while it was closed")

    politely = aiomqtt.Client.__aexit__
    monkeypatch.setattr(aiomqtt.Client, "__aexit__", broken)

    async def leaves() -> None:
        if end == "night":
            async with night(tmp_path, broker.port) as hub:
                await until(lambda: hub.online)
        else:
            table = NightTable(tmp_path, broker.port, Desk(Ledger(tmp_path / "n.db"), Topics()).invite("oak", "oak"))
            await until(lambda: table.courier.online)
            await table.close()

    try:
        asyncio.run(asyncio.wait_for(leaves(), 20))
    finally:
        broker.kill()


def test_an_evening_of_mixed_games_with_broker_and_tables_killed(tmp_path: Path) -> None:
    """The leaderboard is the one the tables' own journals add up to: no event lost, none twice."""
    broker = Mosquitto(tmp_path)

    async def evening() -> None:
        tables: dict[str, subprocess.Popen[bytes]] = {}

        def start(table: str, seed: int) -> None:
            line = (tmp_path / table, broker.port, hub.desk.invite(table, table), seed, 2, 0.001)
            tables[table] = subprocess.Popen([*PYTHON, *map(str, line)], env=ENVIRONMENT)

        async with night(tmp_path, broker.port) as hub:
            for seed, table in enumerate(("oak", "elm", "ash")):
                start(table, seed)
            for count in (60, 300):
                await until(lambda count=count: deeds(hub) > count, 30)  # type: ignore[misc]
                await asyncio.to_thread(broker.restart)
            tables["elm"].kill()
            tables["elm"].wait()
            start("elm", 1)
            await until(lambda: all(one.poll() is not None for one in tables.values()), 300)
            assert [one.returncode for one in tables.values()] == [0] * 3
            same_as_the_journals(hub, tmp_path)

    try:
        asyncio.run(evening())
    finally:
        broker.kill()


ENVIRONMENT = {
    "PYTHONPATH": f"{Path(__file__).parents[2]}:{Path(night_table.__file__).parent}",
    "PATH": "/usr/bin:/bin",
}


def deeds(hub: Hub) -> int:
    return sum(one.deeds for one in hub.desk.matches.values())


def same_as_the_journals(hub: Hub, folder: Path) -> None:
    desk = hub.desk
    assert not desk.gate.refused
    won: dict[str, list[int]] = {}
    for table in desk.seats:
        journal = Journal(folder / table / "journal.db")
        for number in journal.matches():
            assert desk.matches[table, number].deeds == len(journal.record(number).deeds)
        history = History(journal)
        history.matches(60.0)  # all outcomes, however long it takes
        for row in history.leaderboard():
            mine = won.setdefault(row["player"], [0, 0, 0])
            won[row["player"]] = [a + b for a, b in zip(mine, (row["won"], row["played"], row["points"]), strict=True)]
    board = leaderboard(results(desk.matches.values(), People(), {}), Ratings())
    assert {row["player"]: [row["won"], row["played"], row["points"]] for row in board} == won
    assert len(board) > 2


def test_a_night_opened_late_knows_every_table_and_a_table_cut_off_is_missed(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)

    async def evening() -> None:
        code = Desk(Ledger(tmp_path / "night.db"), Topics()).invite("oak", "Oak")
        table = NightTable(tmp_path / "oak", broker.port, code)
        await table.play("heckmeck", players_of("heckmeck", Random(1)))  # nobody listens yet, and nobody waits
        await until(lambda: table.courier.online)
        async with night(tmp_path, broker.port) as hub:
            await until(lambda: hub.desk.seats["oak"].online and any(one.over for one in hub.desk.matches.values()), 15)
            assert hub.desk.seats["oak"].state["winners"]
            assert await hub.order("oak", {"do": "say", "line": "Welcome!"}) == ""
            assert table.orders[0]["line"] == "Welcome!"
            assert await hub.order("elm", {"do": "say"}) == "This table is not there."
            await table.close()
            await until(lambda: not hub.desk.seats["oak"].online)

    try:
        asyncio.run(evening())
    finally:
        broker.kill()
