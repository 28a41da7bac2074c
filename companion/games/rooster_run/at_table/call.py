"""Cock-a-doodle-do: who was first, what is still laid down, the count, and who may dispute it."""

from companion.games.rooster_run.at_table.yard import before_players, late_worms, missing
from companion.games.rooster_run.deeds import Call
from companion.games.rooster_run.events import CockadoodleCalled
from companion.games.rooster_run.farmyard import IN_FRONT, Farmyard
from companion.games.rooster_run.refusals import TwoWormsToCall
from companion.referee.belief import TableBelief
from companion.referee.referee import Referee
from hardware.ports import Press

HELD_SECONDS = 1.5  # so long must hands have rested before nobody holds a worm any more
TIE, COUNT = "WhoCalled", "CountRight"


class Crowing:
    """From the first edge to a count that nobody disputes."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._caller: str | None = None  # crowed, and not yet counted
        self._crowed: str | None = None  # whom all heard to have called
        self._edges: list[tuple[str, float]] = []  # of this call; several are a tie
        self._since = 0.0  # when the last look was before it
        self._may = False  # that caller had two worms before him
        self._clearing = False  # the table takes its worms away already: it counts as it was
        self._turned = False  # all were told to turn their worms over
        self._disputed: str | None = None  # whose call is being set right by the table
        self._lay: dict[str, tuple[str, ...]] | None = None  # what lay there when the count was disputed

    @property
    def _yard(self) -> Farmyard | None:
        state = self._referee.state
        return state if isinstance(state, Farmyard) else None

    @property
    def on(self) -> bool:
        """Whether hunting rests because somebody called."""
        return self._caller is not None or self._disputed is not None

    @property
    def may_be_late(self) -> bool:
        """Whether a worm still held would count yet."""
        return self._asked(COUNT)

    def forget(self) -> None:
        """A new hunt: whoever calls in it is the first."""
        self._caller, self._edges, self._disputed = None, [], None

    # The call

    def press(self, press: Press) -> None:
        """The first edge calls, and the rooster crows at once; another within a blink makes it a tie."""
        referee, yard = self._referee, self._yard
        player = referee.track.seats.get(press.button.removeprefix("call:"))
        if player is None or yard is None:
            return
        names = [name for name, _ in self._edges]
        if names and player not in names and abs(press.at - self._edges[0][1]) <= referee.settings.tie_seconds:
            self._tie(player, press.at)
        elif not names or (self._caller is None and yard.pending == "hunt"):
            self._crow(player, press.at)
        elif player != names[0]:
            referee.say(referee.wording.prompt("CalledFirst", player=names[0]))

    def _crow(self, player: str, at: float) -> None:
        """Everybody freezes, so the crow waits for neither journal nor count; a camera reads the places first."""
        referee = self._referee
        refused = referee.game.refusal(referee.state, Call(player))
        if refused and not (referee.track.belief is not None and isinstance(refused, TwoWormsToCall)):
            raise refused
        referee.say(referee.wording.event(CockadoodleCalled(player)))
        self._caller = self._crowed = player
        self._edges, self._since = [(player, at)], referee.look.at
        self._may = self._clearing = self._turned = False

    def _tie(self, player: str, at: float) -> None:
        self._edges.append((player, at))
        if self._caller is None:  # it was counted in the meantime
            self._referee.take_back()
            self._caller = self._edges[0][0]
        tied = tuple(name for name, _ in self._edges)
        asked = self._referee.wording.question(TIE, players=tied)
        self._referee.ask(asked, [(name, name) for name in tied], self._award, stays=True)

    def _award(self, caller: str) -> None:
        """The table has decided a tie: if it was another, the call is theirs."""
        self._edges.sort(key=lambda edge: edge[0] != caller)
        self._caller, self._may = caller, False
        if self._referee.track.belief is None:
            self._count()

    def _asked(self, key: str) -> bool:
        return self._referee.question is not None and self._referee.question.words.key == key

    # What is still laid down

    def tick(self, now: float) -> None:
        """Without a camera the count waits for nothing but a tie."""
        if self._caller is None or self._referee.track.belief is not None or self._asked(TIE):
            return
        if now - self._edges[0][1] > self._referee.settings.tie_seconds:
            self._count()

    def clears(self, belief: TableBelief) -> bool:
        """After a call worms are laid down, but nobody puts one back any more: then the table is being cleared."""
        yard = self._yard
        if self._caller is None or yard is None:
            return False
        lies = before_players(yard, belief)
        if any(len(lies.get(player, worms)) < len(worms) for player, worms in yard.front.items()):
            self._clearing = True
            return True
        return False

    def count(self, belief: TableBelief) -> bool:
        """Count a call once the table rests and nobody holds a worm; true while one is on."""
        yard, look = self._yard, self._referee.look
        if self._caller is None or yard is None:
            return False
        lies = before_players(yard, belief)
        hidden = yard.options["facedown"] and any("back" in worms for worms in lies.values())
        backs = hidden and len(lies.get(self._caller, ())) >= IN_FRONT
        refused = None if self._may or backs else self._referee.game.refusal(yard, Call(self._caller))
        if refused is not None:
            self.forget()
            raise refused
        self._may = True
        if self._asked(TIE):
            return True
        if hidden and not self._clearing:
            if not self._turned:
                self._turned = True
                self._referee.say(self._referee.wording.prompt("TurnOver"))
            return True
        held = missing(yard, belief) and min(look.rested, look.at - self._since) < HELD_SECONDS
        if self._clearing or not held:
            self._count()
        return True

    def wish(self) -> str | None:
        """What all have to do before it is counted: the key of a prompt."""
        return None if self._caller is None else "TurnOver" if self._turned else "LayDown"

    def late(self, belief: TableBelief) -> bool:
        """A worm somebody still held when it was counted: it counts, until the count is confirmed."""
        referee, deeds = self._referee, self._referee.sitting.match.deeds
        if not self._asked(COUNT) or len(deeds) < 2 or referee.look.rested < HELD_SECONDS:
            return False
        call, before = deeds[-1].action, deeds[-2].state
        story = late_worms(referee.game, before, belief) if isinstance(call, Call) else ()
        if not story or referee.game.refusal(before, story[0]) is not None:
            return False
        self._referee.take_back()
        referee.say(referee.wording.prompt("CountedAnew"))
        for deed in (*story, call):
            referee.act(deed, quiet=(CockadoodleCalled,))
        return True

    # The count

    def _count(self) -> None:
        caller, self._caller = self._caller, None
        if caller is not None:
            self._referee.act(Call(caller), quiet=(CockadoodleCalled,) if caller == self._crowed else ())

    def dispute(self, caller: str) -> None:
        """Take the count back and let the table set the worms right, by hand or by touch."""
        self._referee.take_back()
        referee, belief, yard = self._referee, self._referee.track.belief, self._yard
        self._disputed = caller
        self._lay = before_players(yard, belief) if yard is not None and belief is not None else None
        choices = [(word, referee.wording.word("choices", word)) for word in ("count_again", "hunt_on")]
        referee.ask(referee.wording.question("SetRight"), choices, self._settle, stays=True)

    def doubted(self, belief: TableBelief) -> bool:
        """In a dispute what the camera reads is in doubt: only what moves on the table counts beside touch."""
        yard = self._yard
        return self._disputed is not None and yard is not None and before_players(yard, belief) == self._lay

    def _settle(self, choice: str) -> None:
        caller, self._disputed, self._lay = self._disputed, None, None
        if choice == "count_again" and caller is not None:
            self._referee.act(Call(caller), quiet=(CockadoodleCalled,))
        else:
            self.forget()
            self._referee.prompt()
