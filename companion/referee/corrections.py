"""What a player may overrule by button or touch."""

from typing import Any

from companion.referee.belief import DieBelieved
from companion.rules.actions import Roll
from companion.rules.contract import Action
from companion.rules.match import Match
from companion.rules.pieces import Face
from companion.rules.refusals import NothingToUndo


def undoable(match: Match[Any]) -> Action:
    """The deed that would be taken back."""
    if not match.deeds:
        raise NothingToUndo()
    return match.deeds[-1].action


def corrected_roll(match: Match[Any], die: DieBelieved, face: Face) -> tuple[int, Roll] | None:
    """Which roll this die was last read in, and that roll with the right face; none if no roll has such a die."""
    for index in range(len(match.deeds) - 1, -1, -1):
        action = match.deeds[index].action
        if not isinstance(action, Roll):
            continue
        if die.golden and action.golden == die.face:
            return index, Roll(action.faces, face)
        if not die.golden and die.face in action.faces:
            faces = list(action.faces)
            faces.remove(die.face)
            return index, Roll(tuple(sorted([*faces, face])), action.golden)
    return None
