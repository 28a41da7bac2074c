"""Kill it at any moment and start it again: the match is there, no accepted deed lost, none doubled."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.journal import Journal
from companion.referee.sitting import resume

SUPPORT = Path(__file__).parent.parent / "support"


def play_until_killed(path: Path, deeds: int) -> int:
    """Start or resume, and kill -9 once so many more deeds were heard of; returns the last one heard of."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SUPPORT), str(SUPPORT.parent.parent)])}
    script = [sys.executable, str(SUPPORT / "interrupted_rehearsal.py"), str(path)]
    with subprocess.Popen(script, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        heard = "0"
        for _ in range(deeds):
            line = process.stdout.readline().strip()
            if line in ("", "over"):
                break
            heard = line
        process.kill()
        rest = [line for line in process.stdout.read().split() if line != "over"]
    return int(rest[-1] if rest else heard)


def check(path: Path, heard: int) -> int:
    with closing(Journal(path)) as journal:
        (match,) = journal.matches()
        record = journal.record(match)
        assert len(record.deeds) >= heard, "a deed everybody heard of is lost"
        assert [deed.number for deed in record.deeds] == list(range(len(record.deeds)))
        resume(journal, record)  # what cannot follow what came before, such as a deed done twice, would raise here
        return len(record.deeds)


def test_killed_three_times_and_resumed(tmp_path: Path) -> None:
    path, before = tmp_path / "journal.db", 0
    for deeds in (5, 3, 7):
        now = check(path, play_until_killed(path, deeds))
        assert now >= before + deeds, "each time the match goes on where it was"
        before = now


@pytest.mark.slow
def test_killed_at_twenty_random_moments(tmp_path: Path) -> None:
    path, chance, before = tmp_path / "journal.db", Random(8), 0
    for _ in range(20):
        now = check(path, play_until_killed(path, chance.randint(1, 9)))
        assert now >= before
        before = now
