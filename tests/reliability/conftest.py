"""A short part in every test run, all of it with ``make reliability``, and one table of what was survived."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

Row = Callable[[str, int, int], None]
ROWS = pytest.StashKey[list[tuple[str, int, int]]]()
FAULTS = ("test_fault_switches.py", "test_silent_sockets", "test_every_part_of_a_table_that_dies")


@pytest.fixture
def many() -> Callable[[int, int], int]:
    """How often: the first number in every test run, the second with ``make reliability``."""
    return lambda few, all_of_it: all_of_it if os.environ.get("RELIABILITY") else few


@pytest.fixture
def row(request: pytest.FixtureRequest) -> Row:
    """Puts a line into the table: what, how often, and how often it went wrong."""

    def put(what: str, count: int, losses: int) -> None:
        request.config.stash.setdefault(ROWS, []).append((what, count, losses))

    return put


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    empty: list[tuple[str, int, int]] = []
    rows = [*config.stash.get(ROWS, empty)]
    switched = {
        outcome: sum(any(name in one.nodeid for name in FAULTS) for one in terminalreporter.stats.get(outcome, []))
        for outcome in ("passed", "failed", "error")
    }
    if sum(switched.values()):
        lost = switched["failed"] + switched["error"]
        rows.append(("faults switched on, parts killed, silent sockets", sum(switched.values()), lost))
    if rows:
        terminalreporter.write_line("\n| survived | times | losses and dead pages |\n| --- | ---: | ---: |")
        for what, count, losses in rows:
            terminalreporter.write_line(f"| {what} | {count} | {losses} |")
