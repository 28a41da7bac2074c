"""The hunt of Rooster Run as a show: countdown, clock, call, freeze, the count and who may dispute it."""

import math
from dataclasses import replace
from typing import Any

from companion.announcements.announcement import Announcement
from companion.games.rooster_run.at_table.violations import RobotCannotHunt
from companion.games.rooster_run.at_table.yard import explain_yard, yard_out_of_place
from companion.games.rooster_run.deeds import Call, Deal, EndRound, FinalDiscard, Pick, Place, Return, Reveal
from companion.games.rooster_run.events import CockadoodleCalled
from companion.games.rooster_run.farmyard import Farmyard
from companion.referee.belief import TableBelief
from companion.referee.referee import Referee
from companion.referee.ways import Ways
from companion.rules.contract import Action
from companion.rules.pieces import Layout
from companion.rules.refusals import Refusal
from hardware.ports import Press

COUNTDOWN = 3
WARNINGS = (60, 30, 10, 5, 4, 3, 2, 1)  # seconds before a hunt with a clock is over
NOBODY = "none"


class Hunt(Ways):
    """From the deal to the count."""

    tells = True

    def __init__(self, referee: Referee) -> None:
        super().__init__(referee)
        self._called: str | None = None  # crowed, and counted once the table has come to rest
        self._callers: list[tuple[str, float]] = []  # of the last call, by edge time; several are a tie
        self._disputed: str | None = None  # whose call is being set right by the table
        self._lay: Layout | None = None  # how the table lay when the count was disputed
        self._seconds = 0.0  # of this hunt; below zero it is counted down
        self._time: float | None = None
        self._asked: set[str] = set()  # for their sweethearts

    @property
    def _yard(self) -> Farmyard | None:
        state: Any = self._referee.state
        return state if isinstance(state, Farmyard) else None

    # The clock

    def tick(self, now: float) -> None:
        """Time goes on, but not while the hunt rests."""
        passed, self._time = 0.0 if self._time is None else max(0.0, now - self._time), now
        yard = self._yard
        resting = self._referee.sitting.paused or self._called is not None or self._disputed is not None
        if yard is None or yard.pending != "hunt" or resting:
            return
        before, self._seconds = self._seconds, self._seconds + passed
        for said in [said for mark, said in self._marks() if before < mark <= self._seconds][-1:]:
            self._referee.say(said)
        limit = self._referee.settings.hunt_seconds
        if limit and before < limit <= self._seconds:
            asked = self._referee.wording.question("TimeIsUp")
            self._referee.ask_yes_no(asked, lambda: self._referee.act(EndRound()))

    def _marks(self) -> list[tuple[int, Announcement]]:
        """What is said at which second."""
        wording, limit = self._referee.wording, self._referee.settings.hunt_seconds
        marks = [(-count, wording.prompt("Countdown", seconds=count)) for count in range(COUNTDOWN - 1, 0, -1)]
        marks.append((0, wording.prompt("Go")))
        marks += [(limit - left, wording.prompt("TimeLeft", left=left)) for left in WARNINGS if left < limit]
        return [(at, replace(said, urgency=2)) for at, said in marks]

    @property
    def clock(self) -> int | None:
        """Whole seconds of this hunt: what is left where there is a limit, otherwise what has passed.

        Below zero it is counted down to the start. None where nobody hunts, or nobody tells the time.
        """
        if self._time is None or self._yard is None or self._yard.pending != "hunt":
            return None
        if self._seconds < 0:
            return -math.ceil(-self._seconds)
        limit = self._referee.settings.hunt_seconds
        return max(0, math.ceil(limit - self._seconds)) if limit else int(self._seconds)

    # The call

    def call(self, press: Press) -> None:
        """The first edge calls, and the rooster crows at once; another within a blink makes it a tie."""
        referee = self._referee
        player = referee.track.seats.get(press.button.removeprefix("call:"))
        if player is None or self._yard is None:
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
        """Everybody freezes, so the crow waits for neither journal nor count; a camera reads the places first."""
        referee, call = self._referee, Call(player)
        seen = referee.track.belief is not None
        if not seen and (refused := referee.game.refusal(referee.state, call)):
            raise refused
        referee.say(referee.wording.event(CockadoodleCalled(player)))
        if seen:
            self._called = player
        else:
            referee.act(call, quiet=(CockadoodleCalled,))

    def _award(self, caller: str) -> None:
        """The table has decided a tie: if it was another, the call is theirs."""
        if self._called is not None:
            self._called = caller
        elif caller != self._callers[0][0]:
            self._take_back()
            self._referee.act(Call(caller))
        else:
            self._is_it_right(caller)

    def count(self) -> bool:
        """A call that waited for the table to rest is counted now; true if there was one."""
        if self._called is None:
            return False
        caller, self._called = self._called, None
        self._referee.act(Call(caller), quiet=(CockadoodleCalled,))
        return True

    # The count

    def follow(self, action: Action) -> bool:
        """What a deed of the farmyard brings with it; true if that says all there is to say."""
        match action:
            case Pick() | Place() | Return():
                return True  # whoever hunts needs no telling
            case Deal():
                self._seconds, self._asked = float(-COUNTDOWN), set()
                said = self._referee.wording.prompt("Countdown", seconds=COUNTDOWN)
                self._referee.say(replace(said, urgency=2))
                return True
            case Call(player):
                self._disputed = self._lay = None
                self._is_it_right(player)
                return True
            case EndRound():
                return self._next_sweetheart()
            case Reveal(player):
                self._asked.add(player)
                return self._next_sweetheart()
        return False

    def _is_it_right(self, caller: str) -> None:
        """The places are read; whoever disagrees says so now, the next cards mean yes."""
        referee = self._referee

        def right() -> None:
            if not self._next_sweetheart():
                referee.prompt()

        asked = referee.wording.question("CountRight", player=caller)
        referee.ask_yes_no(asked, right, lambda: self._dispute(caller))

    def _dispute(self, caller: str) -> None:
        """Take the count back and let the table set the worms right, by hand or by touch."""
        self._take_back()
        referee, belief = self._referee, self._referee.track.belief
        self._disputed, self._lay = caller, belief.layout() if belief is not None else None
        choices = [(word, referee.wording.word("choices", word)) for word in ("count_again", "hunt_on")]
        referee.ask(referee.wording.question("SetRight"), choices, self._settle, stays=True)

    def _settle(self, choice: str) -> None:
        caller, self._disputed, self._lay = self._disputed, None, None
        if choice == "count_again" and caller is not None:
            self._referee.act(Call(caller), quiet=(CockadoodleCalled,))
        else:
            self._referee.prompt()

    def done(self, belief: TableBelief) -> tuple[Action, ...] | None:
        """In a dispute what the camera reads is in doubt: only what moves on the table counts beside touch."""
        table, yard = belief.layout(), self._yard
        if yard is None or (self._disputed is not None and table == self._lay):
            return None
        (story,) = explain_yard(self._referee.game, yard, table)
        return story

    def out_of_place(self, belief: TableBelief) -> Refusal | None:
        yard = self._yard
        return yard_out_of_place(self._referee.game, yard, belief) if yard is not None else None

    def robot_refused(self) -> Refusal | None:
        return RobotCannotHunt()

    def _take_back(self) -> None:
        before = self._referee.game.layout(self._referee.state)
        self._referee.sitting.undo()
        self._referee.turn_page(before)

    # The end

    def _next_sweetheart(self) -> bool:
        """Before the last count everybody who won a chicken tells whether his sweetheart is among them."""
        referee, yard = self._referee, self._yard
        if yard is None or yard.pending != "final":
            return False
        waiting = [p for p in yard.playing if p not in self._asked and p not in yard.sweetheart and yard.scored[p]]
        if waiting and not yard.options["no_sweetheart"]:
            player = waiting[0]
            choices = [(card.id, referee.wording.piece(card.id)) for card in yard.scored[player]]
            nobody = (NOBODY, referee.wording.word("choices", "no_sweetheart"))
            asked = referee.wording.question("Sweetheart", player=player)
            referee.ask(asked, [*choices, nobody], lambda card: self._revealed(player, card))
        elif not any(min(yard.chips[p], len(yard.scored[p])) for p in yard.players):
            referee.act(FinalDiscard({}))  # nobody has a broken heart to pay for
        else:
            referee.prompt()
        return True

    def _revealed(self, player: str, card: str) -> None:
        self._asked.add(player)
        if card == NOBODY:
            self._next_sweetheart()
        else:
            self._referee.act(Reveal(player, card))
