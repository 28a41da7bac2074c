"""What lies on the table, what lay there when the last deed was accepted, and what hands still owe the rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.referee.belief import DieBelieved, TableBelief
from companion.referee.still import NEARBY, STILL, SURELY_STILL, moved, stayed
from companion.referee.stories import DICE, watched
from companion.rules.pieces import Layout
from vision.observation import Box, Quad


@dataclass(frozen=True)
class Table:
    belief: TableBelief
    accepted: tuple[DieBelieved, ...] = ()  # dice as they lay when the last deed was accepted
    owed: Layout = field(default_factory=dict)  # zone -> how it may still lie until hands have followed the rules
    excused: Layout = field(default_factory=dict)  # zone -> how it lies though it should not, and the table says it may
    undone: bool = False  # the dice still lie as they did when a deed was taken back

    @property
    def may_lie(self) -> Layout:
        return {**self.owed, **self.excused}

    @property
    def dice(self) -> tuple[DieBelieved, ...]:
        """What is more likely a die than not."""
        return tuple(die for die in self.belief.dice if die.there > 0.5)

    def _in(self, zone: str) -> tuple[DieBelieved, ...]:
        return tuple(die for die in self.dice if die.zone == zone)

    def rolled(self, tumbled: bool, expected: Layout, due: int = 0) -> bool:
        """Whether dice were thrown since the last deed."""
        waiting = bool(expected["tray"])
        thrown = self._in("tray") if waiting else self._not_left_aside()
        if tumbled and not waiting:
            # Of three dice and more one alone was nudged, not thrown.
            return len(thrown) - len(stayed(self.accepted, thrown, STILL)) >= min(2, max(1, len(thrown) - 1))
        if not moved(self.accepted, thrown, STILL if tumbled else NEARBY):
            return False
        if waiting and due and not tumbled and self._same_faces(expected):
            return False  # laid aside, or taken back from there
        # Dice swept aside with the hand may end up elsewhere with the same faces: then only a tumble is a roll.
        return tumbled or not waiting or tuple(sorted(die.piece for die in thrown)) != expected["tray"]

    def _same_faces(self, expected: Layout) -> bool:
        return sorted(die.piece for die in self.dice) == sorted((*expected["tray"], *expected["aside"]))

    def _not_left_aside(self) -> tuple[DieBelieved, ...]:
        """The dice in the tray, and those laid aside that were not there before."""
        left = [die for die, was in stayed(self.accepted, self.dice) if die.zone == was.zone == "aside"]
        return tuple(die for die in self.dice if die not in left)

    def left_lying(self) -> int:
        """How many dice did not take part in the throw that moved the others."""
        return len(stayed(self.accepted, self.dice, SURELY_STILL))

    def odd_box(self, expected: Layout) -> Box | None:
        """Where in the picture something is wrong: a die that leans or lies astray, else pieces, else all dice."""
        astray = [die.box for die in self.belief.dice if die.cocked or die.zone not in DICE]
        zones = self.differences(expected)
        pieces = [_around(one.quad) for one in self.belief.pieces if one.zone in zones and one.quad is not None]
        found = astray[:1] or pieces or [die.box for die in self.belief.dice]
        if not found:
            return None
        left, top = min(x for x, *_ in found), min(y for _, y, *_ in found)
        right, bottom = max(x + width for x, _, width, _ in found), max(y + height for _, y, _, height in found)
        return left, top, right - left, bottom - top

    def differences(self, expected: Layout) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """Zone -> what lies there and what should, where that differs and is not merely owed."""
        table, may = self.belief.layout(), self.may_lie
        return {
            zone: (table[zone], expected.get(zone, ()))
            for zone in watched(table, expected)
            if table[zone] != expected.get(zone, ()) and table[zone] != may.get(zone)
        }


def _around(quad: Quad) -> Box:
    xs, ys = zip(*quad, strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
