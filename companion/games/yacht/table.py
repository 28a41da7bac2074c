"""The state of a game of Yacht, and what every state answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.yacht import sheet as s
from companion.games.yacht.deeds import Enter
from companion.games.yacht.sheet import DICE, EXTRA, House
from companion.rules.actions import AddPlayer, CountNow, LayAside, LetGo, Roll, SkipTurn
from companion.rules.contract import Action
from companion.rules.hands import parts, without
from companion.rules.pieces import Face, Layout, Player

THROWS = 3
Deed = Roll | LayAside | Enter | CountNow | SkipTurn | LetGo | AddPlayer


@dataclass(frozen=True)
class Table:
    """A sheet for each player, and the turn that is running."""

    house: House
    players: tuple[Player, ...]
    sheets: Mapping[Player, Mapping[str, int]]
    extras: Mapping[Player, int]  # further fives of a kind
    current: int = 0
    dice: tuple[Face, ...] = ()  # all five, once they were rolled
    aside: tuple[Face, ...] = ()  # of these
    throws: int = THROWS  # that are left
    over: bool = False

    @property
    def player(self) -> Player:
        return self.players[self.current]

    @property
    def pending(self) -> str:
        if self.over:
            return "over"
        if not self.dice:
            return "roll"
        return "roll_or_enter" if dice_due(self) else "enter"

    @property
    def sheet(self) -> Mapping[str, int]:
        return self.sheets[self.player]


def turn_of(table: Table) -> tuple[Player, ...]:
    return () if table.over else (table.player,)


def dice_due(table: Table) -> int:
    return DICE - len(table.aside) if table.throws and not table.over else 0


def possible_actions(table: Table) -> tuple[Deed, ...]:
    """All a hand could do now: fill a box, the best first, or lay dice aside and take them back."""
    if table.over or not table.dice:
        return ()
    boxes = sorted(s.boxes(table.house), key=lambda box: -worth(table, box))
    return (
        *(Enter(box) for box in boxes),
        *(LayAside(part) for part in parts(table.dice) if part != table.aside),
    )


def worth(table: Table, box: str) -> int:
    """What the dice count in this box now."""
    return s.count(box, table.dice, table.house, s.joker(table.dice, table.sheet, table.house))


def dice_after(table: Table, action: Action) -> Layout | None:
    if not isinstance(action, LayAside):
        return None
    return {"tray": without(table.dice, action.faces), "aside": tuple(sorted(action.faces))}


def layout(table: Table) -> Layout:
    return {"tray": without(table.dice, table.aside), "aside": table.aside}


def scores(table: Table) -> dict[Player, int]:
    return {
        player: s.total(table.sheets[player], table.house) + EXTRA * table.extras[player] for player in table.players
    }


def winners(table: Table) -> tuple[Player, ...] | None:
    if not table.over:
        return None
    points = scores(table)
    return tuple(player for player in table.players if points[player] == max(points.values()))


def report(table: Table) -> dict[str, Any]:
    """The state in the judge's form."""
    won, points = winners(table), scores(table)
    boxes = s.boxes(table.house)
    open_boxes = [] if table.over else [box for box in boxes if box not in table.sheet]
    return {
        "pending": table.pending,
        "dice": list(table.dice),
        "kept": list(table.aside),
        "laid": list(table.aside),
        "throws_left": table.throws,
        "dice_left": dice_due(table),
        "boxes": list(boxes),
        "worth": {box: worth(table, box) for box in open_boxes} if table.dice else {},
        "sheets": {player: dict(table.sheets[player]) for player in table.players},
        "upper": {player: s.upper(table.sheets[player]) for player in table.players},
        "extras": {player: EXTRA * table.extras[player] for player in table.players},
        "next": table.player,
        "game_over": table.over,
        "scores": points,
        "winners": None if won is None else list(won),
    }
