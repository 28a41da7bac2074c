"""Gives the player whose turn it is the odds of the very state the rules are in: the coach of dice and tiles."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from companion.games.grill.at_table.odds.boxes import DICE_GAMES, DiceGame, dice_game
from companion.games.grill.at_table.odds.choose import CHOOSING, chosen
from companion.games.grill.at_table.odds.hint import Answer, Moment, Odds
from companion.games.grill.rules import Table
from companion.games.heckmeck_deluxe.rules import APPLE, CANNED, HEN, RAVEN, WEASEL, DeluxeTable, with_bratworms
from companion.rules.contract import Game


def advise(game: Game[Any], state: Any, *, rivals_loss: bool = False) -> Answer | None:
    """What ``companion odds --json`` says of this state; None where there is nothing to roll, keep or stop.

    ``best`` is a deed in the judge's form, but for {"roll": true}: that one is up to the dice. Beside the choices of
    the command there may be {"decline_golden": true}. Bratworms count as the worms they are.
    """
    if game.name in DICE_GAMES and state.pending in CHOOSING:
        return chosen(game, state, lambda then: _fresh_turn(game, then))
    position = _position(game, state, rivals_loss)
    return position and position[0].hint(position[1])


def _fresh_turn(game: Game[Any], state: Any) -> float:
    """The worms a turn brings on average that begins like this."""
    position = _position(game, state, rivals_loss=False)
    return float(position[0].worms(position[1])["expected_worms"]) if position else 0.0


def worths(game: Game[Any], state: Any, *, rivals_loss: bool = False) -> Answer | None:
    """The worms of each choice and the best one, sooner than with all the chances."""
    position = _position(game, state, rivals_loss)
    if position is None:
        return None
    answer = position[0].worms(position[1])
    choices = [{**choice, "expected": choice["expected_worms"]} for choice in answer["choices"]]
    return {**answer, "expected": answer["expected_worms"], "choices": choices}


def best_deed(game: Game[Any], state: Any, *, rivals_loss: bool = False) -> Answer | None:
    """The best of the choices alone."""
    choosing = game.name in DICE_GAMES and state.pending in CHOOSING
    rated = (advise if choosing else worths)(game, state, rivals_loss=rivals_loss)
    return rated and rated["best"]


def _position(game: Game[Any], state: Any, rivals_loss: bool) -> tuple[Odds, Moment] | None:
    if game.name not in DICE_GAMES or state.pending not in ("roll", "keep", "roll_or_stop", "weasel_or_fail"):
        return None
    table: Table = state
    turn, seat = table.turn, table.current
    deluxe = table if isinstance(table, DeluxeTable) and not table.options["original"] else None
    holders = deluxe.holders if deluxe else (None,) * len(table.players)
    tops = [stack[-1] if stack else None for stack in table.stacks]
    odds = _odds(
        dice_game(game),
        grill=table.up,
        top=tops[seat],
        rivals=tuple(sorted(top for other, top in enumerate(tops) if top and other != seat)),
        hens=tuple(top for top, holder in zip(tops, holders, strict=True) if top and holder == HEN),
        free_lower=bool(table.options.get("free_lower")),
        optional_steal=deluxe is None or bool(table.options["optional_steal"]),
        rivals_loss=rivals_loss,
        bratworm=deluxe is not None and bool(deluxe.supply or with_bratworms(deluxe)),
        raven=deluxe.on_grill.get(RAVEN) if deluxe else None,
        apple=_apple(deluxe, tops) if deluxe else None,
        own_apple=holders[seat] == APPLE,
    )
    waits = table.pending in ("keep", "weasel_or_fail")
    return odds, Moment(
        kept=dict(turn.kept),
        left=turn.left,
        golden=turn.golden_left,
        roll=turn.tray if waits else None,
        golden_shows=turn.golden_tray if waits else None,
        canned=holders[seat] == CANNED,
        weasel=holders[seat] == WEASEL and not turn.weasel_used,
        must_roll=table.pending == "roll",
        may_decline=turn.golden_left and not turn.begun,
    )


def _apple(table: DeluxeTable, tops: Sequence[int | None]) -> int | None:
    """The tile it comes with: the one it stands on, or a rival's top tile."""
    holder = table.holders.index(APPLE) if APPLE in table.holders else None
    if holder is None:
        return table.on_grill.get(APPLE)
    return None if holder == table.current else tops[holder]


@lru_cache(maxsize=64)
def _odds(game: DiceGame, *, grill: tuple[int, ...], top: int | None, rivals: tuple[int, ...], **rules: Any) -> Odds:
    return Odds(game, game.spoils(grill, () if top is None else (top,), rivals, **rules))
