"""Puts the parts of a grill game together."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from companion.games.grill import answers as grill_answers
from companion.games.grill import rules as grill
from companion.games.grill.allowed import not_yours, refusal
from companion.games.grill.deeds import Keep, action_from, action_to
from companion.games.grill.events import AttemptFailed
from companion.games.grill.rules import Rules, Table
from companion.rules.box import Box, check_die
from companion.rules.contract import Action, Game, setup_by
from companion.rules.pieces import Face

T = TypeVar("T", bound=Table)


def printed(box: Box, tiles: Sequence[int], faces: Mapping[Face, int]) -> Mapping[int, int]:
    """The worms on each tile of this box; raises ValueError for a box that is not this game's."""
    check_die(box.die, faces, "die")
    if sorted(box.tiles) != sorted(tiles):
        raise ValueError(f"tiles must say how many worms there are on each of {', '.join(map(str, tiles))}")
    return {tile: box.tiles[tile] for tile in tiles}


def grill_game(
    name: str,
    rules: Rules,
    box: Box,
    options: Mapping[str, Any],
    state_from: Callable[[Mapping[str, Any]], T],
    for_children: bool = False,
    **own: Callable[..., Any],
) -> Game[T]:
    """A game whose functions are those of the grill, but for its ``own``."""

    functions: dict[str, Callable[..., Any]] = {
        "turn_of": grill_answers.turn_of,
        "dice_due": grill_answers.dice_due,
        "possible_actions": grill_answers.possible_actions,
        "refusal": refusal,
        "carry_out": grill.carry_out,
        "layout": grill_answers.layout,
        "scores": grill.scores,
        "winners": grill.winners,
        "report": grill_answers.report,
        "action_from": action_from,
        "action_to": action_to,
        "dice_after": grill_answers.dice_after,
        "not_yours": not_yours,
    }
    functions |= own

    def in_full(state: T, action: Action) -> Action:
        """Dice laid aside are counted."""
        if isinstance(action, Keep) and action.count is None:
            return Keep(action.face, state.turn.rolled(action.face))
        return action

    def golden_due(state: T) -> bool:
        return state.turn.golden_left

    def in_vain(state: T, action: Action) -> bool:
        return any(isinstance(event, AttemptFailed) for event in functions["carry_out"](state, action)[1])

    return Game(
        name=name,
        title=rules.title,
        players=rules.players,
        faces=tuple(rules.faces),
        options=options,
        box=box,
        setup=setup_by(state_from),
        state_from=state_from,
        for_children=for_children,
        in_vain=in_vain,
        in_full=in_full,
        golden_due=golden_due,
        **functions,
    )
