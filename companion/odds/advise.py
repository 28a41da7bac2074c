"""Asks a game's coach what the choices of this moment are worth."""

from typing import Any

from companion.games import part
from companion.rules.contract import Game

Answer = dict[str, Any]


def advise(game: Game[Any], state: Any, *, rivals_loss: bool = False) -> Answer | None:
    """All chances of this moment, the choices and the best of them; None where there is no choice, or no coach.

    ``best`` is a deed in the judge's form, but for {"roll": true}: that one is up to the dice.
    """
    coach = part(game.name, "at_table.coach")
    answer: Answer | None = coach.advise(game, state, rivals_loss=rivals_loss) if coach is not None else None
    return answer


def worths(game: Game[Any], state: Any, *, rivals_loss: bool = False) -> Answer | None:
    """The worth of each choice and the best one, sooner than with all the chances; None if the coach cannot say."""
    rate = getattr(part(game.name, "at_table.coach"), "worths", None)
    rated: Answer | None = rate(game, state, rivals_loss=rivals_loss) if rate is not None else None
    return rated


def best_deed(game: Game[Any], state: Any, *, rivals_loss: bool = False) -> Answer | None:
    """The best of the choices alone, sooner than with all the chances."""
    coach = part(game.name, "at_table.coach")
    best: Answer | None = coach.best_deed(game, state, rivals_loss=rivals_loss) if coach is not None else None
    return best
