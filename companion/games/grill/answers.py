"""What every state of a grill game answers: who may do what, how the table should look, how it is told."""

from collections import Counter
from typing import Any

from companion.games.grill.deeds import Deed, Keep, Stop, TakeFrom, TakeLower, TakeTile
from companion.games.grill.rules import Table, legal_keeps, lower_tiles, rivals_showing, scores, winners
from companion.rules.contract import Action
from companion.rules.pieces import Layout, Player, golden


def turn_of(table: Table) -> tuple[Player, ...]:
    return () if table.over else (table.player,)


def dice_due(table: Table) -> int:
    return table.turn.left + table.turn.golden_left if table.pending in ("roll", "roll_or_stop") else 0


def possible_actions(table: Table) -> tuple[Deed, ...]:
    """All a hand could do now: lay dice aside, stop, or help itself to a tile."""
    turn = table.turn
    if table.pending == "keep":
        counts = ((face, turn.rolled(face)) for face in table.rules.faces)
        return tuple(Keep(face, n) for face, most in counts for n in range(1, most + 1))
    if table.pending == "roll_or_stop":
        return (Stop(), *wrong_tiles(table))
    if table.pending == "choose":
        takes = tuple(TakeFrom(player) for player in rivals_showing(table, turn.result or 0))
        return (*takes, TakeLower(), *(TakeTile(tile) for tile in dict.fromkeys(table.up)))
    return ()


def wrong_tiles(table: Table) -> tuple[Deed, ...]:
    """Tiles a hand could reach for that the dice laid aside are not worth."""
    result, _ = table.rules.result(table, [])
    victims = rivals_showing(table, result)
    due = result if result in table.up else max(lower_tiles(table, result), default=0)
    rivals = (p for p, stack in zip(table.players, table.stacks, strict=True) if stack and p != table.player)
    return (
        *(TakeTile(tile) for tile in dict.fromkeys(table.up) if tile != due),
        *(TakeFrom(player) for player in rivals if player not in victims or result in table.up),
    )


def dice_after(table: Table, action: Action) -> Layout | None:
    """Dice laid aside lie there, though with the last of them the turn may be over."""
    if not isinstance(action, Keep):
        return None
    lies = dice(table)
    alike = [die for die in lies["tray"] if die in (action.face, golden(action.face))]
    # The golden one first: the rules take it for laid aside with the others.
    laid = sorted(alike, reverse=True)[: len(alike) if action.count is None else action.count]
    tray = Counter(lies["tray"]) - Counter(laid)
    return {"tray": tuple(sorted(tray.elements())), "aside": tuple(sorted((*lies["aside"], *laid)))}


def dice(table: Table) -> Layout:
    turn = table.turn
    tray = turn.tray if turn.golden_tray is None else (*turn.tray, golden(turn.golden_tray))
    aside = [face for face, count in turn.kept.items() for _ in range(count)]
    if turn.golden_kept is not None:
        aside.remove(turn.golden_kept)
        aside.append(golden(turn.golden_kept))
    return {"tray": tuple(sorted(tray)), "aside": tuple(sorted(aside))}


def layout(table: Table) -> Layout:
    """How dice and tiles should lie now. Specialists and Bratworms are not in it: no camera of ours tells them."""
    rules = table.rules
    zones = dict(dice(table))
    for tile in rules.worms:
        zones[f"home:{tile}"] = (str(tile),) * table.up.count(tile) + ("down",) * table.down.count(tile)
    for player, stack in zip(table.players, table.stacks, strict=True):
        zones[f"place:{player}"] = (str(stack[-1]),) if stack else ()
    return zones


def report(table: Table) -> dict[str, Any]:
    """The state in the judge's form."""
    turn = table.turn
    told = turn if turn.begun or table.last is None else table.last
    won = winners(table)
    return {
        "sum": told.total,
        "result": told.result,
        "kept": dict(turn.kept),
        "dice_left": turn.left,
        "pending": table.pending,
        "legal_keeps": list(legal_keeps(table)) if table.pending == "keep" else [],
        "open_symbols": [face for face in table.rules.faces if face not in turn.kept],
        "outcome": told.outcome,
        "tile": told.tile,
        "from": told.source,
        "options": list(told.options) or None,
        "reason": told.reason,
        "returned": told.returned,
        "flipped": told.flipped,
        "grill_up": list(table.up),
        "grill_down": list(table.down),
        "stacks": {p: list(stack) for p, stack in zip(table.players, table.stacks, strict=True)},
        "visible": {p: stack[-1] if stack else None for p, stack in zip(table.players, table.stacks, strict=True)},
        "next": table.player,
        "game_over": table.over,
        "scores": scores(table),
        "winners": None if won is None else list(won),
    }
