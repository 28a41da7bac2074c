"""How a game night bears a whole evening: kills, two hundred tables, floods. Prints figures: make bench-night

Without words after it all parts run, one after the other; `evening`, `growth`, `flood` and `pairs` run one.
"""

import asyncio
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import night_table
import two_tables
from mosquitto import Mosquitto, free_port
from night_table import NightTable, until

from companion.journal import Journal
from companion.kiosk.history import History
from companion.kiosk.server import answer
from companion.night.addresses import NightPages
from companion.night.courier import Broker
from companion.night.ledger import Ledger
from companion.night.night import Night
from hardware.trouble import Trouble

HERE = str(Path(__file__))
PATHS = {"PYTHONPATH": f"{Path(HERE).parents[2]}:{Path(night_table.__file__).parent}", "PATH": os.environ["PATH"]}
SPACE, OUR_END, THEIR_END = "cockadoodle-cut", "10.213.7.1", "10.213.7.2"


class Hub:
    """A night with its pages in a process of its own, so that its share of the processor can be read."""

    def __init__(self, folder: Path, port: int, names: list[str]) -> None:
        self.folder = folder
        ledger = Ledger(folder / "night.db")
        self.codes = [ledger.invite(name, name) for name in names]
        ledger.close()
        self._line = [sys.executable, HERE, "hub", str(folder), str(port)]
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._line, stdout=subprocess.PIPE, text=True, env=PATHS)
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        self._began = time.monotonic(), self._seconds()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def post(self, path: str, **values: Any) -> Any:
        headers = {"origin": self.url.rstrip("/"), "content-type": "application/json"}
        return httpx.post(f"{self.url}api/{path}", json=values, headers=headers, timeout=600).json()

    def get(self, path: str) -> Any:
        return httpx.get(self.url + path, timeout=60).json()

    def share(self) -> float:
        """Of one core, since the last call."""
        now = time.monotonic(), self._seconds()
        (at, used), self._began = self._began, now
        return (now[1] - used) / (now[0] - at)

    def memory(self) -> float:
        """In megabytes, what is its own."""
        told = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(next(line for line in told.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024

    def _seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def hub(folder: str, port: str) -> None:
    night = Night(Ledger(Path(folder) / "night.db"), Broker("127.0.0.1", int(port)))
    night.open()
    page = answer(lambda at: NightPages(night, language="en", port=at, network=False), 0, False)
    print(page.url, flush=True)
    threading.Event().wait()


# An evening of twelve tables


def evening() -> bool:
    """Twelve tables, mixed games, everything killed that can be; the leaderboard is that of the journals."""
    with tempfile.TemporaryDirectory() as place, separate_network() as far:
        folder, names = Path(place), [f"table-{n}" for n in range(1, 13)]
        port = free_port()
        everywhere = f"listener {port}\nallow_anonymous true\nmax_queued_messages 20000\n"
        broker = Mosquitto(folder, everywhere, port)
        night = Hub(folder, port, names)
        tables: dict[int, subprocess.Popen[bytes]] = {}

        def start(n: int) -> None:
            into, host = (["ip", "netns", "exec", SPACE], OUR_END) if far and n == 11 else ([], "127.0.0.1")
            line = [night_table.__file__, folder / names[n], port, night.codes[n], n, 2, 0.01, host]
            tables[n] = subprocess.Popen([*into, sys.executable, *map(str, line)], env=PATHS)

        began = time.monotonic()
        for n in range(12):
            start(n)
        for kill in range(5):
            time.sleep(4)
            broker.restart()
            if kill in (1, 2, 3):
                tables[kill].kill()
                tables[kill].wait()
                start(kill)
            if kill == 2:
                night.kill()
                night.start()
            if far and kill in (2, 4):
                subprocess.run(["ip", "link", "set", "cut-ours", "down" if kill == 2 else "up"], check=True)
        codes = [one.wait(600) for one in tables.values()]
        took = time.monotonic() - began
        at = time.monotonic()
        page = httpx.get(night.url, timeout=10).text
        late = time.monotonic() - at
        board = {
            row["player"]: [row["won"], row["played"], row["points"]] for row in night.get("api/leaderboard")["board"]
        }
        wanted: dict[str, list[int]] = {}
        deeds = 0
        for name in names:
            journal = Journal(folder / name / "journal.db")
            deeds += sum(len(journal.record(number).deeds) for number in journal.matches())
            history = History(journal)
            history.matches(60.0)  # all outcomes, however long it takes
            for row in history.leaderboard():
                mine = wanted.setdefault(row["player"], [0, 0, 0])
                wanted[row["player"]] = [
                    a + b for a, b in zip(mine, (row["won"], row["played"], row["points"]), strict=True)
                ]
        for name in sorted({*board, *wanted}):
            if board.get(name) != wanted.get(name):
                print(f"  {name}: the night has {board.get(name)}, the journals have {wanted.get(name)}")
        odd = night.get("api/tables")[-1]["refused"]
        good = board == wanted and not any(codes) and not odd and all(name in page for name in names)
        print(f"evening: 12 tables, {deeds} deeds in {took:.0f} s; broker killed 5 times, 3 tables, the night once")
        print(f"  one table cut off in a network of its own: {'yes, for 8 s' if far else 'not possible here'}")
        print(f"  leaderboard as in the journals: {board == wanted}; refused: {odd}; opened late in {late:.2f} s")
        night.kill()
        broker.kill()
        return good


@contextmanager
def separate_network() -> Iterator[bool]:
    """A network namespace with a cable to ours, where the system lets us make one."""

    def ip(*words: str) -> bool:
        return shutil.which("ip") is not None and not subprocess.run(["ip", *words], capture_output=True).returncode

    made = ip("netns", "add", SPACE) and ip(
        "link", "add", "cut-ours", "type", "veth", "peer", "name", "cut-theirs", "netns", SPACE
    )
    made = made and ip("addr", "add", f"{OUR_END}/24", "dev", "cut-ours") and ip("link", "set", "cut-ours", "up")
    inside = ("netns", "exec", SPACE, "ip")
    made = made and ip(*inside, "addr", "add", f"{THEIR_END}/24", "dev", "cut-theirs")
    made = made and ip(*inside, "link", "set", "cut-theirs", "up") and ip(*inside, "link", "set", "lo", "up")
    try:
        yield made
    finally:
        ip("link", "del", "cut-ours")
        ip("netns", "del", SPACE)


# From twelve tables to two hundred


def growth() -> bool:
    """Tables at a multiple of real speed; the hub's share of a core and its memory, and four rounds drawn."""
    return sum(_tournament(count) for count in (12, 50, 200)) == 3


def _tournament(count: int, rounds: int = 4, seats: int = 4, faster: float = 3.0, seconds: float = 45.0) -> bool:
    """The first round is called out and played for a while; the results of all are then the host's word."""
    with tempfile.TemporaryDirectory() as place:
        folder, names = Path(place), [f"table-{n}" for n in range(1, count + 1)]
        broker = Mosquitto(folder)
        night = Hub(folder, broker.port, names)
        idle, over = night.memory(), threading.Event()

        async def play() -> None:
            asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # leftovers of a connection given up
            tables: list[NightTable] = []
            for seed, (name, code) in enumerate(zip(names, night.codes, strict=True)):
                tables.append(NightTable(folder / name, broker.port, code, seed, on_disk=False))
                tables[-1].begin_when_told(REAL_DEED_SECONDS / faster)
                if len(tables) % 10 == 0:  # one machine is all these tables: they do not come in one moment
                    await until(lambda: all(one.courier.online for one in tables), 120)
            await asyncio.to_thread(over.wait)
            for one in tables:
                await one.close()

        playing = threading.Thread(target=lambda: asyncio.run(play()))
        playing.start()
        try:
            until_true(lambda: sum(one["online"] for one in snapshot(night)["tables"]) == count, 600)
            night.post("say", kind="tournament")
            night.post("say", kind="came", names=[f"p{n}" for n in range(count * seats)])
            met: set[frozenset[str]] = set()
            repeats, slowest, share, events, missing = 0, 0.0, 0.0, 0.0, list[str]()
            for number in range(1, rounds + 1):
                at = time.monotonic()
                night.post("draw", game="heckmeck", kind="swiss", seats=dict.fromkeys(names, seats))
                slowest = max(slowest, time.monotonic() - at)
                boards = snapshot(night)["draw"]["round"]["tables"]
                if number == 1:
                    missing = night.post("call")["missing"]
                    night.share()
                    events = heard(night)
                    time.sleep(seconds)
                    share = night.share()
                    events = (heard(night) - events) / seconds
                    over.set()
                for one in boards:
                    pairs = [frozenset((a, b)) for a in one["players"] for b in one["players"] if a < b]
                    repeats += sum(pair in met for pair in pairs)
                    met.update(pairs)
                    night.post("say", kind="settled", round=number, table=one["table"], winners=one["players"][:1])
            played = {row["played"] for row in snapshot(night)["draw"]["standing"]}
            odd = night.get("api/tables")[-1]["refused"]
            print(
                f"growth: {count} tables, {events:.0f} events a second ({faster:.0f} times real speed): "
                f"{share:.2f} of a core; {night.memory():.0f} MB ({idle:.0f} empty)\n"
                f"  {rounds} rounds: repeated meetings {repeats}, games each {played}, drawn in {slowest:.2f} s; "
                f"not called {len(missing)}; refused {odd}",
                flush=True,
            )
            return not repeats and played == {rounds} and not odd and not missing and share < 0.5
        finally:
            over.set()
            playing.join(120)
            night.kill()
            broker.kill()


REAL_DEED_SECONDS = 3.0  # so often something is laid aside, taken or rolled at a table of people


def snapshot(night: Hub) -> Any:
    page = httpx.get(night.url, timeout=60).text
    boot = page.partition('id="boot">')[2].partition("</script>")[0]
    return json.loads(boot)["snapshot"]


def heard(night: Hub) -> int:
    """How many events the night has written down."""
    with closing(sqlite3.connect(night.folder / "night.db", timeout=10)) as file:
        return sum(json.loads(cursors).get("event", 0) for (cursors,) in file.execute("SELECT cursors FROM tables"))


def until_true(true: Any, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            raise TimeoutError("it never came about")
        time.sleep(1.0)


# Ten thousand hostile letters a second


def shout(port: int, topic: str, seconds: float, a_second: int) -> int:
    """Publish as fast as that; plain bytes, for a client library would be too slow."""
    name, said = topic.encode(), b'{"v": 1}'
    letter = b"\x30" + bytes([2 + len(name) + len(said), 0, len(name)]) + name + said
    sent = 0
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(b"\x10\x10\x00\x04MQTT\x04\x02\x00\x3c\x00\x04loud")
        line.recv(4)
        began = time.monotonic()
        while (now := time.monotonic() - began) < seconds:
            due = int(now * a_second) - sent
            line.sendall(letter * due)
            sent += due
            time.sleep(0.005)
    return sent


def flood(seconds: float = 5.0, a_second: int = 10_000) -> bool:
    """One connection shouts in a table's name while another table plays on."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        broker = Mosquitto(folder)
        night = Hub(folder, broker.port, ["oak", "elm"])

        async def attack() -> tuple[int, float]:
            table = NightTable(folder / "elm", broker.port, night.codes[1])
            await until(lambda: table.courier.online)
            play = asyncio.create_task(table.play("heckmeck", ["Ana", "Ben"], 0.01))
            night.share()
            sent = await asyncio.to_thread(shout, broker.port, "cockadoodle/v1/oak/event", seconds, a_second)
            share = night.share()
            await play
            at = time.monotonic()
            await table.all_heard(60)
            print(f"  the other table was heard {time.monotonic() - at:.1f} s after its game")
            await table.close()
            return sent, share

        sent, share = asyncio.run(attack())
        rows = night.get("api/tables")[-1]["refused"]
        counted = sum(row["count"] for row in rows)
        print(
            f"flood: {sent / seconds:.0f} letters a second for {seconds:.0f} s, refused and counted {counted} of {sent}"
        )
        print(f"  {rows}; {share:.2f} of a core; {night.memory():.0f} MB")
        good = bool(counted) and snapshot(night)["games"] == 1
        night.kill()
        broker.kill()
        return good


# Two tables, one game


def pairs(games: int = 100) -> bool:
    """A line that loses, doubles and delays; now and then it is cut, and now and then both sides act at once."""
    alike, anew, took = 0, 0, 0
    for seed in range(games):
        cut = range(100, 400) if seed % 10 == 0 else range(0)
        home, away, ticks = two_tables.play("heckmeck", seed, cut=cut)
        alike += home.deeds() == away.deeds() and home.sitting.state == away.sitting.state
        anew, took = anew + away.anew, took + ticks
    print(f"pairs: {alike} of {games} games alike at both ends over a line that loses a third and doubles a tenth")
    print(f"  the guest gave way {anew} times; {took / games:.0f} ticks each, a message takes up to 12")
    return alike == games


PARTS = {"evening": evening, "growth": growth, "flood": flood, "pairs": pairs}


if __name__ == "__main__":
    if sys.argv[1:2] == ["hub"]:
        hub(*sys.argv[2:])
    wanted = sys.argv[1:] or list(PARTS)
    try:
        results = {name: PARTS[name]() for name in wanted}
    except Trouble as trouble:
        sys.exit(str(trouble))
    print(", ".join(f"{name} {'good' if good else 'NOT GOOD'}" for name, good in results.items()))
    sys.exit(0 if all(results.values()) else 1)
