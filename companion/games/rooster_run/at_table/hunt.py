"""The hunt of Rooster Run as a show: countdown, clock, call, count, and whom each one loved."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.announcements.announcement import Announcement
from companion.games.rooster_run.at_table.call import Crowing
from companion.games.rooster_run.at_table.violations import CardsMissing, RobotCannotHunt, TooManyTokens
from companion.games.rooster_run.at_table.yard import corners, yard_out_of_place
from companion.games.rooster_run.deeds import (
    Call,
    Deal,
    DrawSweetheart,
    EndRound,
    FinalDiscard,
    Pick,
    Place,
    Return,
    Reveal,
)
from companion.games.rooster_run.farmyard import Farmyard
from companion.games.rooster_run.refusals import CardsWrong
from companion.referee.belief import TableBelief
from companion.referee.referee import Referee
from companion.referee.table import Table
from companion.referee.ways import Ways
from companion.referee.weigh import Corner
from companion.rules.contract import Action
from companion.rules.refusals import Refusal
from hardware.ports import Press

COUNTDOWN = 3
COUNTED_SECONDS = 2.5  # cards are turned up one by one
WARNINGS = (60, 30, 10, 5, 4, 3, 2, 1)  # seconds before a hunt with a clock is over
NOBODY = "none"


class Hunt(Ways):
    """From the deal to the count."""

    def __init__(self, referee: Referee) -> None:
        super().__init__(referee)
        self._crowing = Crowing(referee)
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
        self._crowing.tick(now)
        passed, self._time = 0.0 if self._time is None else max(0.0, now - self._time), now
        yard = self._yard
        resting = self._referee.sitting.paused or self._crowing.on
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
        marks = [(-count, self._counts(count)) for count in range(COUNTDOWN - 1, 0, -1)]
        marks.append((0, wording.prompt("Go")))
        marks += [(limit - left, wording.prompt("TimeLeft", left=left)) for left in WARNINGS if left < limit]
        return [(at, replace(said, urgency=2)) for at, said in marks]

    def _counts(self, seconds: int) -> Announcement:
        said = self._referee.wording.prompt("Countdown", seconds=seconds)
        return replace(said, sound="tick", lamps="countdown")

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

    # The call and the count

    def call(self, press: Press) -> None:
        self._crowing.press(press)

    def count(self) -> bool:
        belief = self._referee.track.belief
        return belief is not None and self._crowing.count(belief)

    def wish(self) -> Announcement | None:
        key = self._crowing.wish()
        return None if key is None else self._referee.wording.prompt(key)

    def follow(self, action: Action) -> bool:
        """What a deed of the farmyard brings with it; true if that says all there is to say."""
        match action:
            case Pick() | Place() | Return() | DrawSweetheart():
                return True  # whoever hunts needs no telling
            case Deal():
                self._seconds, self._asked = float(-COUNTDOWN), set()
                self._crowing.forget()
                self._referee.say(replace(self._counts(COUNTDOWN), urgency=2))
                return True
            case Call(player):
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
        referee.ask_yes_no(asked, right, lambda: self._crowing.dispute(caller))

    @property
    def waiting(self) -> bool:
        """A call waits for the table to rest, or for worms still to be laid down."""
        return self._crowing.on or self._crowing.may_be_late

    def corners(self, table: Table) -> Sequence[Corner] | None:
        yard = self._yard
        if yard is None or self._crowing.doubted(table.belief) or self._crowing.late(table.belief):
            return None
        return [] if self._crowing.clears(table.belief) else corners(self._referee.game, yard, table.belief)

    def out_of_place(self, belief: TableBelief) -> Refusal | None:
        yard = self._yard
        return yard_out_of_place(self._referee.game, yard, belief) if yard is not None else None

    def patience(self, wrong: Refusal) -> float:
        counted = isinstance(wrong, CardsMissing | CardsWrong | TooManyTokens)
        return COUNTED_SECONDS if counted else super().patience(wrong)

    def robot_refused(self) -> Refusal | None:
        return RobotCannotHunt()

    # The end

    def _next_sweetheart(self) -> bool:
        """Before the last count everybody who won a chicken tells whether his sweetheart is among them."""
        referee, yard = self._referee, self._yard
        if yard is None or yard.pending != "final":
            return False
        waiting = [(player, cards) for player in yard.playing if (cards := self._may_love(yard, player))]
        if waiting:
            player, cards = waiting[0]
            choices = [(card, referee.wording.piece(card)) for card in cards]
            nobody = (NOBODY, referee.wording.word("choices", "no_sweetheart"))
            asked = referee.wording.question("Sweetheart", player=player)
            referee.ask(asked, [*choices, nobody], lambda card: self._revealed(player, card))
        elif not any(min(yard.chips[p], len(yard.scored[p])) for p in yard.players):
            referee.act(FinalDiscard({}))  # nobody has a broken heart to pay for
        else:
            referee.prompt()
        return True

    def _may_love(self, yard: Farmyard, player: str) -> tuple[str, ...]:
        """Which of the chickens won may be the sweetheart this player has not told of."""
        if yard.options["no_sweetheart"] or player in (*self._asked, *yard.drawn, *yard.sweetheart):
            return ()
        refusal = self._referee.game.refusal
        return tuple(card.id for card in yard.scored[player] if refusal(yard, Reveal(player, card.id)) is None)

    def _revealed(self, player: str, card: str) -> None:
        self._asked.add(player)
        if card == NOBODY:
            self._next_sweetheart()
        else:
            self._referee.act(Reveal(player, card))
