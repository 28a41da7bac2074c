"""The state of a game of Ten Thousand, and what every state answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.ten_thousand.points import DICE, House, points
from companion.rules.actions import AddPlayer, CountNow, LayAside, LetGo, Roll, SkipTurn, Stop
from companion.rules.contract import Action
from companion.rules.hands import parts, without
from companion.rules.pieces import Face, Layout, Player

Deed = Roll | LayAside | Stop | CountNow | SkipTurn | LetGo | AddPlayer


@dataclass(frozen=True)
class Table:
    """The points written down, and the turn that is running."""

    house: House
    players: tuple[Player, ...]
    written: Mapping[Player, int]
    busts: Mapping[Player, int]  # turns in a row without points
    opened: frozenset[Player]  # who has written points before
    current: int = 0
    earned: int = 0  # by what was laid aside before the last roll
    before: tuple[Face, ...] = ()  # what was laid aside then and still lies there
    rolled: tuple[Face, ...] = ()
    chosen: tuple[Face, ...] = ()  # of these, laid aside now
    still_to_play: tuple[Player, ...] | None = None  # in the last round
    over: bool = False

    @property
    def player(self) -> Player:
        return self.players[self.current]

    @property
    def pending(self) -> str:
        if self.over:
            return "over"
        if not self.rolled:
            return "roll_or_stop" if self.earned else "roll"
        return "roll_or_stop" if self.chosen else "keep"

    @property
    def stake(self) -> int:
        """What would be written down now."""
        return self.earned + (points(self.chosen, self.house) or 0)

    @property
    def begun(self) -> bool:
        return bool(self.rolled or self.earned)

    @property
    def hot(self) -> bool:
        """Whether all six are laid aside, and all are rolled next."""
        return len(self.before) + len(self.chosen) == DICE


def turn_of(table: Table) -> tuple[Player, ...]:
    return () if table.over else (table.player,)


def dice_due(table: Table) -> int:
    if table.pending not in ("roll", "roll_or_stop"):
        return 0
    return DICE if table.hot else DICE - len(table.before) - len(table.chosen)


def possible_actions(table: Table) -> tuple[Deed, ...]:
    """All a hand could do now: lay some dice of the roll aside, take some back, or stop."""
    lays = tuple(LayAside(part) for part in parts(table.rolled) if part != table.chosen)
    return lays if table.over or table.pending != "roll_or_stop" else (Stop(), *lays)


def dice_after(table: Table, action: Action) -> Layout | None:
    if not isinstance(action, LayAside):
        return None
    aside = tuple(sorted((*table.before, *action.faces)))
    return {"tray": without(table.rolled, action.faces), "aside": aside}


def layout(table: Table) -> Layout:
    """How the dice should lie now; where all six are rolled next, it does not matter."""
    if table.over or table.hot:
        return {"tray": (), "aside": ()}
    return {
        "tray": without(table.rolled, table.chosen),
        "aside": tuple(sorted((*table.before, *table.chosen))),
    }


def scores(table: Table) -> dict[Player, int]:
    return {player: table.written[player] for player in table.players}


def winners(table: Table) -> tuple[Player, ...] | None:
    if not table.over:
        return None
    most = max(table.written[player] for player in table.players)
    return tuple(player for player in table.players if table.written[player] == most)


def report(table: Table) -> dict[str, Any]:
    """The state in the judge's form."""
    won = winners(table)
    return {
        "pending": table.pending,
        "sum": table.stake,
        "kept": [*table.before, *table.chosen],
        "rolled": list(table.rolled),
        "laid": list(table.chosen),
        "dice_left": dice_due(table),
        "to_open": 0 if table.over or table.player in table.opened else table.house.opening,
        "target": table.house.target,
        "last_round": table.still_to_play is not None,
        "next": table.player,
        "game_over": table.over,
        "scores": scores(table),
        "winners": None if won is None else list(won),
    }
