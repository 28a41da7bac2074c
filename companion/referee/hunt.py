"""The hunt of Rooster Run as a show: who called first, the freeze, and the count."""

from typing import TYPE_CHECKING

from companion.games.rooster_deeds import Call
from companion.rules.events import CockadoodleCalled
from hardware.ports import Press

if TYPE_CHECKING:  # the referee hands itself over; importing it back would be a circle
    from companion.referee.referee import Referee


class Hunt:
    """From the deal to the count."""

    def __init__(self, referee: "Referee") -> None:
        self._referee = referee
        self._called: str | None = None  # crowed, and counted once the table has come to rest
        self._callers: list[tuple[str, float]] = []  # of the last call, by edge time; several are a tie

    def call(self, press: Press) -> None:
        """The first edge calls, and the rooster crows at once; another within a blink makes it a tie."""
        referee = self._referee
        player = referee.track.seats.get(press.button.removeprefix("call:"))
        if player is None or referee.game.name != "rooster-run":
            return
        names = [name for name, _ in self._callers]
        if names and player not in names and abs(press.at - self._callers[0][1]) <= referee.settings.tie_seconds:
            self._callers.append((player, press.at))
            tied = tuple(name for name, _ in self._callers)
            asked = referee.wording.question("WhoCalled", players=tied)
            referee.ask(asked, [(name, name) for name in tied], self._award)
        else:
            self._crow(player)
            self._callers = [(player, press.at)]

    def _crow(self, player: str) -> None:
        """Everybody freezes; with a camera the places are read before they count."""
        if self._referee.track.belief is None:
            self._referee.act(Call(player))
        else:
            self._called = player
            self._referee.say(self._referee.wording.event(CockadoodleCalled(player)))

    def _award(self, caller: str) -> None:
        """The table has decided a tie: if it was another, the call is theirs."""
        referee = self._referee
        if self._called is not None:
            self._called = caller
        elif caller != self._callers[0][0]:
            before = referee.game.layout(referee.state)
            referee.sitting.undo()
            referee.turn_page(before)
            referee.act(Call(caller))

    def count(self) -> bool:
        """A call that waited for the table to rest is counted now; true if there was one."""
        if self._called is None:
            return False
        caller, self._called = self._called, None
        self._referee.act(Call(caller), quiet=(CockadoodleCalled,))
        return True
