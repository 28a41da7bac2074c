"""A short part in every test run, all of it with ``make reliability``, and one table of what was survived."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

Row = Callable[[str, int, int], None]
ROWS = pytest.StashKey[list[tuple[str, int, int]]]()
ALL = bool(os.environ.get("RELIABILITY"))
PARTS = 10  # of what takes long: each is a test of its own, so that one sees how far it is and may repeat one
FAULTS = ("test_fault_switches.py", "test_silent_sockets", "test_every_part_of_a_table_that_dies")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "part" in metafunc.fixturenames:
        metafunc.parametrize("part", range(PARTS if ALL else 1))


@pytest.fixture
def many(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """How often: the first number in every test run, the second in all parts of ``make reliability``."""
    parts = PARTS if "part" in request.fixturenames else 1
    return lambda few, all_of_it: all_of_it // parts if ALL else few


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
    sums: dict[str, tuple[int, int]] = {}
    for what, count, losses in config.stash.get(ROWS, empty):
        before = sums.get(what, (0, 0))
        sums[what] = before[0] + count, before[1] + losses
    rows = [(what, *numbers) for what, numbers in sums.items()]
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
