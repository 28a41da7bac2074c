"""What a game of dice and tiles waits for, and what hands yet owe it."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.grill.answers import dice_due
from companion.games.grill.events import TileReturned
from companion.games.grill.rules import Events, Table, finish, legal_keeps, lower_tiles, rivals_showing, winners
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
            return _on_or_stop(table, facts)
        case "over":
            return "Over", {"winners": winners(table) or ()}
    return CHOICES[table.pending], {"player": table.player}


def _on_or_stop(table: Table, facts: Mapping[str, Any]) -> Said:
    """Rolling on or stopping; where stopping brings nothing, what is needed first."""
    sum_now, worm = table.rules.result(table, [])
    if sum_now in table.up or rivals_showing(table, sum_now) or lower_tiles(table, sum_now):
        return ("RollOrStop", facts) if worm else ("RollOn", {**facts, "lacks": "worm"})
    shown = {stack[-1] for stack in table.stacks if stack}
    within_reach = [tile for tile in (*table.up, *shown) if tile in table.up or rivals_showing(table, tile)]
    least = min((tile for tile in within_reach if tile > sum_now), default=None)
    if least is None:
        return "RollRest", facts
    return "RollOn", {**facts, "least": least, "more": least - sum_now, "lacks": "sum" if worm else "all"}


def lost_by_stopping(table: Table) -> Mapping[str, Any]:
    """The tile that goes back to the grill, or none."""
    events: Events = []
    finish(table, events)
    return {"tile": next((event.tile for event in events if isinstance(event, TileReturned)), None)}


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
            elif owed.get(f"home:{tile}"):
                yield "TakeTile", {"player": name, "tile": tile}
        elif kind == "home" and due and due[0] != "down" and len(due) > len(owed[zone]):
            holder = next((z.partition(":")[2] for z in owed if name in owed[z] and z.startswith("place:")), "")
            yield "ReturnTile", {"player": holder, "tile": name}
        elif kind == "home" and "down" in due and due != owed[zone]:
            yield "TurnTile", {"tile": name}
