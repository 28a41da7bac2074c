"""What a game of dice and tiles waits for, and what hands yet owe it."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.grill.answers import dice_due
from companion.games.grill.rules import Table, legal_keeps, winners
from companion.rules.pieces import Layout

Said = tuple[str, Mapping[str, Any]]  # the key of a prompt and its facts
CHOICES = {
    "choose": "ChooseTile",
    "put_back": "PutBack",
    "bratworm_from": "BratwormFrom",
    "weasel_or_fail": "WeaselOrFail",
}


def next_step(table: Table) -> Said:
    """What the rules wait for."""
    turn = table.turn
    told = turn if turn.begun or table.last is None else table.last
    facts = {"player": table.player, "count": dice_due(table), "total": told.total or 0}
    match table.pending:
        case "roll":
            return ("RollRest" if turn.kept else "RollAll"), facts
        case "keep":
            return "KeepFace", {"player": table.player, "options": tuple(legal_keeps(table))}
        case "roll_or_stop":
            return "RollOrStop", facts
        case "over":
            return "Over", {"winners": winners(table) or ()}
    return CHOICES[table.pending], {"player": table.player}


def still_owed(expected: Layout, owed: Mapping[str, tuple[str, ...]]) -> Iterator[Said]:
    """What hands have yet to do so that the table is as the rules left it."""
    for zone in owed:
        kind, _, name = zone.partition(":")
        due = expected.get(zone, ())
        if kind == "place" and due and due != owed[zone]:
            tile = due[-1]
            victim = next((z.partition(":")[2] for z in owed if owed[z] == due and z.startswith("place:")), None)
            if victim is not None:
                yield "TakeTileFrom", {"player": name, "tile": tile, "victim": victim}
            elif owed.get(f"grill:{tile}"):
                yield "TakeTile", {"player": name, "tile": tile}
        elif kind == "grill" and due and due[0] != "down" and len(due) > len(owed[zone]):
            holder = next((z.partition(":")[2] for z in owed if name in owed[z] and z.startswith("place:")), "")
            yield "ReturnTile", {"player": holder, "tile": name}
        elif kind == "grill" and "down" in due and due != owed[zone]:
            yield "TurnTile", {"tile": name}
