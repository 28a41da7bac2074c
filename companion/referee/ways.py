"""What a game may do in a way of its own at the table; these are the general ways.

A game that has its own keeps a kind of them in its folder: ``WAYS`` in at_table/ways.py.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.announcements.announcement import Announcement
from companion.games import part
from companion.referee.belief import TableBelief
from companion.referee.diagnose import may_be_in_hand, tiles_out_of_place
from companion.referee.stories import watched
from companion.referee.table import Table
from companion.referee.verdict import PATIENCE_SECONDS
from companion.referee.weigh import Corner, futures
from companion.rules.contract import Action
from companion.rules.refusals import Refusal
from hardware.ports import Press

if TYPE_CHECKING:  # the referee hands itself over; importing it back would be a circle
    from companion.referee.referee import Referee

IN_HAND_SECONDS = 5.0  # a tile won may stay in the hand for a while before it is laid down


class Ways:
    """How a table goes beyond its rules: who calls, what runs by the clock, how what lies there came about."""

    def __init__(self, referee: "Referee") -> None:
        self._referee = referee

    @property
    def clock(self) -> int | None:
        """Whole seconds to show; none where nobody tells the time."""
        return None

    def tick(self, now: float) -> None:
        """What time it is."""

    def call(self, press: Press) -> None:
        """Somebody pressed the call button before him."""

    def wish(self) -> Announcement | None:
        """What people have to do before anything else; none where the rules tell."""
        return None

    def robot_refused(self) -> Refusal | None:
        """Why a robot cannot play this game."""
        return None

    @property
    def waiting(self) -> bool:
        """Whether something waits for the table to rest."""
        return False

    def corners(self, table: Table) -> Sequence[Corner] | None:
        """What hands may have done where tiles, tokens and cards lie; none while the table is not to be believed."""
        referee, layout = self._referee, table.belief.layout()
        game, state = referee.game, referee.state
        expected, doer = game.layout(state), referee.doer if table.owed else referee.actor
        return [
            Corner(
                {zone: expected.get(zone, ()) for zone in watched(layout, expected)},
                lambda places: futures(game, state),
                lambda: tiles_out_of_place(game, state, layout, table.may_lie, doer),
            )
        ]

    def count(self) -> bool:
        """Do what waited for the table to rest; true if something did."""
        return False

    def out_of_place(self, belief: TableBelief) -> Refusal | None:
        """What lies where no move could have laid it, as this game alone knows."""
        return None

    def patience(self, wrong: Refusal) -> float:
        """How long hands may take to put this right before it is said."""
        on_its_way = may_be_in_hand(self._referee.game, self._referee.state, wrong)
        return IN_HAND_SECONDS if on_its_way else PATIENCE_SECONDS

    def follow(self, action: Action) -> bool:
        """What a deed brings with it; true if that says all there is to say."""
        return False


def ways_of(referee: "Referee") -> Ways:
    """The game's own ways, or the general ones."""
    own = part(referee.game.name, "at_table.ways")
    kind: type[Ways] = own.WAYS if own is not None else Ways
    return kind(referee)
