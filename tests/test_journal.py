"""The journal keeps every accepted deed, once."""

import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Deed, Journal
from hardware.trouble import Trouble


def test_a_match_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    match = journal.begin("heckmeck", ["Ana", "Ben"], {"alternative": True})
    journal.write(match.id, Deed(0, "action", {"roll": ["1", "worm"]}))
    journal.write(match.id, Deed(1, "undo", {}))
    journal.close()

    with closing(Journal(tmp_path / "journal.db")) as again:
        record = again.unfinished()
    assert record is not None
    assert (record.game, record.players, record.options) == ("heckmeck", ("Ana", "Ben"), {"alternative": True})
    assert record.deeds == (Deed(0, "action", {"roll": ["1", "worm"]}), Deed(1, "undo", {}))


def test_a_finished_match_is_not_resumed(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.db")) as journal:
        match = journal.begin("heckmeck", ["Ana", "Ben"], {})
        journal.write(match.id, Deed(0, "end", {}))
        assert journal.unfinished() is None
        assert journal.matches() == (match.id,)


def test_the_same_deed_cannot_be_written_twice(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.db")) as journal:
        match = journal.begin("heckmeck", ["Ana", "Ben"], {})
        journal.write(match.id, Deed(0, "action", {"stop": True}))
        with pytest.raises(Trouble, match="cannot write"):
            journal.write(match.id, Deed(0, "action", {"stop": True}))
        assert len(journal.record(match.id).deeds) == 1


def test_the_disk_has_every_deed_before_the_writer_is_killed(tmp_path: Path) -> None:
    """A writer that says each number after writing it is killed: all it said is there, in one piece."""
    path = tmp_path / "journal.db"
    script = (
        "import sys; from companion.journal import Deed, Journal\n"
        "journal = Journal(sys.argv[1]); match = journal.begin('heckmeck', ['A', 'B'], {})\n"
        "for n in range(100000):\n"
        "    journal.write(match.id, Deed(n, 'action', {'n': n})); print(n, flush=True)\n"
    )
    writer = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    deadline = time.monotonic() + 30
    said = -1
    while said < 50 and time.monotonic() < deadline:
        said = int(writer.stdout.readline())
    writer.kill()
    rest = writer.stdout.read().splitlines()
    writer.wait()
    writer.stdout.close()
    said = int(rest[-1]) if rest else said

    with closing(Journal(path)) as journal:
        record = journal.unfinished()
    assert record is not None
    numbers = [deed.deed["n"] for deed in record.deeds]
    assert numbers == list(range(len(numbers)))
    assert said <= numbers[-1] <= said + 1


def test_a_journal_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Trouble, match="cannot write the journal"):
        Journal(tmp_path / "file" / "journal.db")
