"""Luck, skill and the fairness of the dice, as the pages want them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from companion.insight.fairness import judge
from companion.insight.luck import Ply, weigh
from companion.odds.advise import worths
from companion.rules.actions import Roll
from companion.rules.contract import Game
from companion.rules.match import Match


def weighed(match: Match[Any], reached: Sequence[int]) -> dict[str, Any] | None:
    """Luck and skill of a match that is over; none where nobody knows what a choice is worth.

    ``reached`` says for each step of the story how many deeds the match had there.
    """
    if not match.over or worths(match.game, match.start) is None:
        return None
    told = weigh(match, lambda state: worths(match.game, state))

    def marked(ply: Ply | None) -> dict[str, Any] | None:
        if ply is None:
            return None
        step = len(reached) - 1 - [*reversed(reached)].index(ply.deed + 1)
        return {"step": step, "player": ply.player, "luck": ply.luck, "given_up": ply.given_up, "better": ply.better}

    return {
        "accounts": {player: asdict(account) for player, account in told.accounts.items()},
        "luckiest": marked(told.luckiest),
        "worst": marked(told.worst_choice),
    }


def rolled(match: Match[Any]) -> dict[str, int]:
    """How often each face came up on the ordinary dice, as it was corrected in the end."""
    rolls = (deed.action for deed in match.deeds if isinstance(deed.action, Roll))
    return dict(Counter(face for roll in rolls for face in roll.faces))


def fairness(game: Game[Any], summaries: Iterable[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Whether the dice of these matches of a game are fair; none for a game without dice."""
    if not game.faces:
        return None
    seen: Counter[str] = Counter()
    for summary in summaries:
        seen.update(summary.get("rolled", {}))
    printed = Counter(game.box.die or game.faces)
    told = judge(seen.elements(), {face: printed[face] for face in game.faces if printed[face]})
    return {**asdict(told), "rolls": told.rolls}
