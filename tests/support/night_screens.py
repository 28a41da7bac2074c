"""Photographs the pages of a game night into docs/screens: python tests/support/night_screens.py"""

import asyncio
import sys
import tempfile
import threading
from pathlib import Path
from random import Random
from typing import Any

import httpx
from browser import MISSING, Visitor, browser, complaints, installed, resize, wear
from mosquitto import Mosquitto
from night_table import NAMES, NightTable, players_of, until
from screens import SIZES, Shot, save

from companion.games import GAMES
from companion.kiosk.server import answer
from companion.night.addresses import NightPages
from companion.night.courier import Broker
from companion.night.ledger import Ledger
from companion.night.night import Night

TABLES = ("Oak", "Elm", "Ash", "Fir", "Birch", "Hazel", "Maple", "Rowan", "Willow", "Table 10", "Table 11", "Table 12")
GUESTS = (*NAMES, "Hugo", "Ida", "Jan", "Kim", "Lea", "Max", "Nora", "Otto", "Pia", "Quinn", "Rosa", "Sam", "Tim")
SHOTS = (
    Shot("night-wall", "/", sees=".wall-table li"),
    Shot("night-draw", "/draw", sees=".draw-table li"),
    Shot("night-leaderboard", "/leaderboard", sees=".ranks tbody tr"),
    Shot("night-people", "/people", sees=".night-people li"),
    Shot("night-tables", "/tables", sees=".night-codes li"),
)


async def evening(folder: Path, port: int, codes: list[str], ready: threading.Event, over: threading.Event) -> None:
    """Two games are over at each table, the third one is on; one table asks something, one is away."""
    tables = [NightTable(folder / code, port, code, seed) for seed, code in enumerate(codes)]
    games = list(GAMES)
    for n in range(2):
        await asyncio.gather(
            *(
                one.play(games[(n + i) % len(games)], _guests(games[(n + i) % len(games)], 10 * i + n), 0.001)
                for i, one in enumerate(tables)
            )
        )
    for one in tables:
        await one.all_heard(60)
    running = [
        asyncio.create_task(one.play(games[i % len(games)], _guests(games[i % len(games)], i), 0.05))
        for i, one in enumerate(tables[:9])
    ]
    await asyncio.sleep(4)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    asks = {"kind": "blind", "line": ""}
    tables[3].courier.show({**(tables[3].courier.picture or {}), "asks": asks})
    await tables[8].close()
    await until(lambda: all(one.courier.online for one in tables[:8]), 20)
    ready.set()
    await asyncio.to_thread(over.wait)
    for one in [*tables[:8], *tables[9:]]:
        await one.close()


def _guests(game: str, seed: int) -> list[str]:
    dice = Random(seed)
    return dice.sample(GUESTS, len(players_of(game, dice)))


def order(url: str, path: str, **values: Any) -> None:
    headers = {"origin": url.rstrip("/"), "content-type": "application/json"}
    httpx.post(f"{url}api/{path}", json=values, headers=headers, timeout=60).raise_for_status()


def main() -> int:
    if not installed():
        print(MISSING, file=sys.stderr)
        return 1
    bad = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        broker = Mosquitto(folder)
        night = Night(Ledger(folder / "night.db"), Broker("127.0.0.1", broker.port))
        night.name = "Club evening"
        codes = [night.invite(name) for name in TABLES]
        night.open()
        page = answer(lambda port: NightPages(night, language="en", port=port, network=False), 0, False)
        ready, over = threading.Event(), threading.Event()
        tables = threading.Thread(target=lambda: asyncio.run(evening(folder, broker.port, codes, ready, over)))
        tables.start()
        ready.wait(300)
        order(page.url, "say", kind="tournament")
        order(page.url, "say", kind="came", names=list(GUESTS))
        seats = {one["id"]: 4 for one in night.feed.snapshot["tables"] if one["online"]}
        for number in range(2):
            order(page.url, "draw", game="heckmeck", kind="swiss", seats=seats)
            boards = night.feed.snapshot["draw"]["round"]["tables"]
            for board in boards[: None if number == 0 else 2]:
                winner = board["players"][Random(board["table"]).randrange(len(board["players"]))]
                order(page.url, "say", kind="settled", round=number + 1, table=board["table"], winners=[winner])
        try:
            with browser() as driver:
                for shot in SHOTS:
                    for width in (390, 1920):
                        for look in ("dark", "light"):
                            resize(driver, width, SIZES[width])
                            wear(driver, look)
                            visitor = Visitor(driver, page.url)
                            visitor.open(shot.path)
                            visitor.sees(shot.sees, seconds=40)
                            height = int(driver.execute_script("return document.documentElement.scrollHeight"))
                            if width < 600 and height > SIZES[width]:
                                resize(driver, width, min(height, 2400))
                            save(driver.get_screenshot_as_png(), shot, f"{shot.name}-{width}-{look}")
                    said = complaints(driver)
                    bad += len(said)
                    print(shot.name, *said, sep="\n  ")
        finally:
            over.set()
            tables.join(20)
            page.stop()
            night.close()
            broker.kill()
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
