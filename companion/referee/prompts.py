"""Says what to do next, for every moment of every game."""

from collections.abc import Mapping
from typing import Any

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.games import part
from companion.rules.contract import Game
from companion.rules.pieces import Layout

CHOICES = {
    "choose": "ChooseTile",
    "put_back": "PutBack",
    "bratworm_from": "BratwormFrom",
    "weasel_or_fail": "WeaselOrFail",
    "hunt": "Hunt",
}


def next_step(game: Game[Any], state: Any, wording: Wording) -> Announcement:
    """What the rules wait for."""
    if own := part(game.name, "at_table.prompts"):
        key, facts = own.next_step(state)
        return wording.prompt(key, **facts)
    report, due = game.report(state), game.dice_due(state)
    player = next(iter(game.turn_of(state)), "")
    total = report.get("sum") or 0
    match report["pending"]:
        case "roll":
            return wording.prompt(
                "RollAll" if not report["kept"] else "RollRest", player=player, count=due, total=total
            )
        case "keep":
            return wording.prompt("KeepFace", player=player, options=tuple(report["legal_keeps"]))
        case "roll_or_stop":
            return wording.prompt("RollOrStop", player=player, count=due, total=total)
        case "between":
            return wording.prompt("Deal", round=report["round"])
        case "final":
            chips = {name: n for name, n in report["chips"].items() if n} or {player: 0}
            name, count = next(iter(chips.items()))
            return wording.prompt("Discard", player=name, count=count)
        case "over":
            return wording.prompt("Over", winners=tuple(report["winners"] or ()))
        case pending:
            return wording.prompt(CHOICES[pending], player=player)


def still_owed(expected: Layout, owed: Mapping[str, tuple[str, ...]], wording: Wording) -> tuple[Announcement, ...]:
    """What hands have yet to do so that the table is as the rules left it."""
    told = []
    for zone in owed:
        kind, _, name = zone.partition(":")
        due = expected.get(zone, ())
        if kind == "place" and due and due != owed[zone]:
            tile = due[-1]
            victim = next((z.partition(":")[2] for z in owed if owed[z] == due and z.startswith("place:")), None)
            if victim is not None:
                told.append(wording.prompt("TakeTileFrom", player=name, tile=tile, victim=victim))
            elif owed.get(f"grill:{tile}"):
                told.append(wording.prompt("TakeTile", player=name, tile=tile))
        elif kind == "grill" and due and due[0] != "down" and len(due) > len(owed[zone]):
            holder = next((z.partition(":")[2] for z in owed if name in owed[z] and z.startswith("place:")), "")
            told.append(wording.prompt("ReturnTile", player=holder, tile=name))
        elif kind == "grill" and "down" in due and due != owed[zone]:
            told.append(wording.prompt("TurnTile", tile=name))
    return tuple(told)
