"""Plays on from a journal and says how many deeds it has heard of: to be killed at any moment."""

import sys
from pathlib import Path
from random import Random

from twin_sight import TwinSight

from companion.games import GAMES
from companion.journal import Journal
from companion.odds.robots import cautious
from companion.rehearsal.run import rehearse
from companion.settings import RefereeSettings


def main(path: str) -> None:
    """Each line printed is a deed that was announced, and so must be in the journal."""
    journal = Journal(Path(path))
    record = journal.unfinished()
    heard = len(record.deeds) if record is not None else 0

    def told(count: int) -> None:
        print(count, flush=True)

    rehearse(
        GAMES["heckmeck"],
        heard,
        cautious(Random(heard)),
        lambda play: TwinSight(RefereeSettings()),
        journal=journal,
        heard=told,
    )
    print("over", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
