"""Carries out here what was done at another table that plays the same game."""

from typing import TYPE_CHECKING

from companion.journal import END, Deed
from companion.odds.robots import BEST
from companion.referee import commands as c
from companion.rules.actions import Roll

if TYPE_CHECKING:  # the referee hands itself over; importing it back would be a circle
    from companion.referee.referee import Referee


def follow(referee: "Referee", deed: Deed) -> None:
    """Raises the Refusal of a deed the rules do not allow here; hands then move the pieces, as after any deed."""
    sitting, game = referee.sitting, referee.game
    match deed.kind:
        case "action":
            referee.act(game.action_from(deed.deed))
        case "correct":
            form = dict(deed.deed)
            index, before = form.pop("index"), game.layout(referee.state)
            roll = game.action_from(form)
            if isinstance(roll, Roll):
                sitting.correct(index, roll)
                referee.turn_page(before)
                referee.prompt()
        case "undo":
            referee.take(c.Undo())
        case "pause" | "resume":
            referee.take(c.Pause() if deed.kind == "pause" else c.Resume())
        case "seat":
            sitting.seat(deed.deed["player"], deed.deed["role"], deed.deed["wanted"], deed.deed.get("level", BEST))
        case kind if kind == END and not sitting.ended:
            referee.take(c.EndMatch())
