"""docs/your-own-game.md is followed to the letter: its blocks are saved as it says, and its commands run."""

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from socket import socket
from threading import Thread
from urllib.request import Request, urlopen

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "your-own-game.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`([\w./]+)`\n\n```(?:toml|python)\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE))
COMMANDS = [line for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
SHOWN = """
import sys
sys.path.insert(0, sys.argv[1])
from random import Random
from companion.boxes import take_up_own_games
take_up_own_games()
from companion.announcements.wording import Wording
from companion.games import GAMES
from companion.odds.robots import ROBOTS
from companion.rehearsal.run import rehearse
from companion.settings import RefereeSettings
from twin_sight import TwinSight
lines = []
played = rehearse(
    GAMES["pig"], 1, ROBOTS["cautious"](Random(1)), lambda play: TwinSight(RefereeSettings()), players=("Ana", "Ben"),
    tell=lambda said: lines.append(said.line),
)
print(*lines, sep="\\n")
print(played.wrong, played.questions, len(played.winners))
"""

KEPT = """
import sys
from pathlib import Path
import pytest
from companion.games import GAMES, look_in
assert look_in(Path(sys.argv[1])) == {} and "pig" in GAMES
sys.exit(pytest.main(["-p", "no:cacheprovider", "-k", "pig and not many and not long", "tests/contracts"]))
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the page's game in it."""
    home = tmp_path_factory.mktemp("home")
    for name, text in FILES.items():
        file = home / "cockadoodle" / "games" / "pig" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return home


def at(home: Path) -> dict[str, str]:
    """Where commands are found, and whose games they know."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, **{f"XDG_{kind}_HOME": str(home) for kind in ("DATA", "CONFIG", "CACHE")}}


def done(home: Path, *command: str) -> subprocess.CompletedProcess[str]:
    said = subprocess.run(command, cwd=home, env=at(home), capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    return said


def test_the_page_has_the_whole_game() -> None:
    assert {"__init__.py", "box.toml", "rules.py", "table.py", "mat.toml", "phrases/en.toml"} <= set(FILES)
    assert {line.split()[1] for line in COMMANDS if line.startswith("companion")} == {
        "games",
        "print",
        "rehearse",
        "run",
    }


@pytest.mark.parametrize("command", [line for line in COMMANDS if "rehearse" not in line and " run " not in line])
def test_a_command_of_the_page_runs(command: str, home: Path) -> None:
    said = done(home, "bash", "-ec", command).stdout
    if command.endswith("judge"):
        assert json.loads(said)["state"]["scores"] == {"A": 6, "B": 0}


def test_the_game_is_played_to_its_end_and_told_in_its_own_words(home: Path) -> None:
    """The referee understands every deed; here with a truthful eye, in the page's own rehearsal with the real one."""
    said = done(home, sys.executable, "-c", SHOWN, str(ROOT / "tests" / "support")).stdout.splitlines()
    assert said[0] == "Welcome to Pig."
    assert any(re.fullmatch(r"(Ana|Ben) writes down \d+: \d+ now\.", line) for line in said)
    assert any(re.fullmatch(r"(Ana|Ben) loses .*points?\.", line) for line in said)
    assert said[-1] == "0 0 1"


def test_it_is_one_folder_and_the_contracts_of_all_games_are_run_over_it_as_it_is(home: Path) -> None:
    """Nothing outside its folder was written for it, here or in the tests."""
    assert [file.name for file in (home / "cockadoodle").iterdir() if file.is_dir()] == ["games"]
    assert [folder.name for folder in (home / "cockadoodle" / "games").iterdir()] == ["pig"]
    command = (sys.executable, "-c", KEPT, str(home / "cockadoodle" / "games"))
    told = subprocess.run(command, cwd=ROOT, env=at(home), capture_output=True, text=True)
    assert told.returncode == 0, told.stdout
    assert (told.stdout + told.stderr).count("passed") == 1


@contextmanager
def running(home: Path) -> Iterator[tuple[str, Queue[str]]]:
    """The page's own command, at a free port: where its page is, and what the table says."""
    command = next(line for line in COMMANDS if " run " in line)
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [*command.split(), "--port", str(port)]
    with subprocess.Popen(words, cwd=home, env=at(home), stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as table:
        assert table.stdout is not None
        said: Queue[str] = Queue()
        lines = io.TextIOWrapper(table.stdout, encoding="utf-8")
        reader = Thread(target=lambda: deque(map(said.put, lines), 0))
        reader.start()
        try:
            hears(said, "The journal is")
            yield f"http://127.0.0.1:{port}", said
        finally:
            table.send_signal(signal.SIGTERM)
            reader.join()


def hears(said: "Queue[str]", wanted: str) -> None:
    while wanted not in said.get(timeout=60):
        pass


def touch(page: str, action: dict[str, object]) -> None:
    """What the page sends when a deed is touched."""
    body = json.dumps({"action": action}).encode()
    order = Request(f"{page}/api/do/act", body, {"content-type": "application/json", "origin": page})
    assert urlopen(order, timeout=30).status == 200


def test_the_game_is_played_at_its_table_by_touch(home: Path) -> None:
    with running(home) as (page, said):
        shell = urlopen(page, timeout=30).read().decode()
        assert "Pig" in shell and "The smallest pig starts." in shell
        touch(page, {"roll": ["6"]})
        hears(said, "Ana: roll on, or stop and write down 6.")
        touch(page, {"stop": True})
        hears(said, "Ana writes down 6: 6 now.")
        touch(page, {"roll": ["1"]})
        hears(said, "Ben loses 0 points.")
        told = urlopen(page, timeout=30).read().decode()
        assert re.search(r'"scores": ?\{"Ana": ?6, ?"Ben": ?0\}', told)


@pytest.mark.slow
def test_the_rehearsal_of_the_page_is_understood_by_the_real_eye(home: Path) -> None:
    command = next(line for line in COMMANDS if "rehearse" in line)
    assert json.loads(done(home, "bash", "-ec", command).stdout)["wrong"] == 0
