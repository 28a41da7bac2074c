"""The README's commands run as they are written, pasted into a shell that knows nothing of us."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]
# These two start this very suite and a program without an end; the Makefile's own tests look after them.
BEGIN = ("make run", "make test")


def test_the_two_commands_come_first() -> None:
    assert tuple(COMMANDS[:2]) == BEGIN


@pytest.mark.parametrize("command", [line for line in COMMANDS if line not in BEGIN])
def test_a_command_runs_as_written(command: str, tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PATH": os.defpath}
    done = subprocess.run(
        ["bash", "-ec", command], cwd=ROOT, env={**os.environ, **home}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_make_alone_lists_the_targets() -> None:
    done = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True)
    for target in ("run", "test", "test-slow", "test-opencv4", "rehearsals", "bench"):
        assert f"make {target} " in done.stdout


def test_the_links_of_the_readme_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!http)([^)]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_readme_says_whose_games_these_are() -> None:
    assert "We are not their" in README and "trademarks are their owners'" in README
