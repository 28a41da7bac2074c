"""Tells tray from aside on a table without a mat, by what moved and what stayed."""

from collections.abc import Sequence
from dataclasses import replace

from companion.referee.belief import DieBelieved
from companion.referee.still import stayed
from companion.rules.pieces import Layout


def split(
    before: Sequence[DieBelieved], now: Sequence[DieBelieved], expected: Layout, due: int
) -> tuple[DieBelieved, ...]:
    """Give every die a zone: what lies still keeps the one it had, what moved was rolled or laid aside."""
    same = dict(stayed(before, now))
    loose = [die for die in now if die not in same]
    waiting = len(expected["tray"])
    if due:
        # Thrown dice lie where they fell; what was laid aside before has not moved.
        where = "tray"
        if len(loose) != due and not expected["aside"]:
            same = {}
    else:
        # After a roll dice are laid aside by moving them; if all of them moved, they were rolled again.
        where = "aside" if 0 < len(loose) < waiting or waiting == 1 else "tray"
    return tuple(replace(die, zone=same[die].zone if die in same else where) for die in now)
