"""docs/your-own-game.md is followed to the letter: its blocks are saved as it says, and its commands run."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

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
from companion.rehearsal.robots import ROBOTS
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


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the page's game in it."""
    home = tmp_path_factory.mktemp("home")
    for name, text in FILES.items():
        file = home / "cockadoodle" / "games" / "pig" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return home


def done(home: Path, *command: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    xdg = {f"XDG_{kind}_HOME": str(home) for kind in ("DATA", "CONFIG", "CACHE")}
    said = subprocess.run(command, cwd=home, env={**os.environ, **xdg, "PATH": path}, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    return said


def test_the_page_has_the_whole_game() -> None:
    assert {"__init__.py", "box.toml", "rules.py", "table.py", "mat.toml", "phrases/en.toml"} <= set(FILES)
    assert {line.split()[1] for line in COMMANDS if line.startswith("companion")} == {"games", "print", "rehearse"}


@pytest.mark.parametrize("command", [line for line in COMMANDS if "rehearse" not in line])
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


@pytest.mark.slow
def test_the_rehearsal_of_the_page_is_understood_by_the_real_eye(home: Path) -> None:
    command = next(line for line in COMMANDS if "rehearse" in line)
    assert json.loads(done(home, "bash", "-ec", command).stdout)["wrong"] == 0
