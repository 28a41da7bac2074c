"""Tells tray from aside on a table without a mat, by what moved and what stayed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.referee.belief import DieBelieved
from companion.referee.still import stayed
from companion.rules.pieces import Layout


def split(
    before: Sequence[DieBelieved], now: Sequence[DieBelieved], expected: Layout, due: int, tumbled: bool = False
) -> tuple[DieBelieved, ...]:
    """Give every die a zone: what lies still keeps the one it had, what moved was rolled or laid aside."""
    same = dict(stayed(before, now))
    loose = [die for die in now if die not in same]
    waiting = len(expected["tray"])
    if due and waiting:
        return _laid_or_rolled(same, now, expected, rolled=tumbled or len(loose) == due > 1)
    if due:
        # Thrown dice lie where they fell; what was laid aside before has not moved.
        where = "tray"
        if len(loose) != due and not expected["aside"]:
            same = {}
    else:
        # After a roll dice are laid aside by moving them; if all of them moved, they were rolled again.
        where = "aside" if 0 < len(loose) < waiting or waiting == 1 else "tray"
    return tuple(replace(die, zone=same[die].zone if die in same else where) for die in now)


def _laid_or_rolled(
    same: Mapping[DieBelieved, DieBelieved], now: Sequence[DieBelieved], expected: Layout, *, rolled: bool
) -> tuple[DieBelieved, ...]:
    """Hands may lay dice aside, take them back or roll the rest: what did not move while others tumbled is kept."""
    if rolled:
        return tuple(replace(die, zone="aside" if die in same else "tray") for die in now)
    gone = Counter(expected["aside"]) - Counter(was.piece for was in same.values() if was.zone == "aside")
    placed = []
    for die in now:
        if die in same:
            placed.append(replace(die, zone=same[die].zone))
        else:  # one that lay aside was taken back, any other was laid aside
            placed.append(replace(die, zone="tray" if gone[die.piece] > 0 else "aside"))
            gone[die.piece] -= 1
    return tuple(placed)
