"""What the eye says of a roll it has read: every die with its set, its face and how sure that is."""

from collections.abc import Sequence
from typing import Any

from companion.referee.belief import DieBelieved
from companion.rules.actions import Roll
from companion.rules.pieces import golden


def testimony(roll: Roll, dice: Sequence[DieBelieved]) -> list[list[Any]]:
    """For each die of the roll its set, its face and the chance of that face; those in the tray are the likelier."""
    wanted = [*roll.faces, *([golden(roll.golden)] if roll.golden else [])]
    told = []
    for die in sorted(dice, key=lambda die: die.zone != "tray"):
        if die.piece in wanted:
            wanted.remove(die.piece)
            told.append([die.set_name, die.piece, round(dict(die.known).get(die.face or "", 0.0) * die.there, 6)])
    return told
