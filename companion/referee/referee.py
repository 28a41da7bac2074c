"""Takes observations and presses in, gives announcements out."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.referee import commands as c
from companion.referee.belief import DieBelieved
from companion.referee.hands import Hands
from companion.referee.judgement import Judgement
from companion.referee.prompts import next_step, still_owed
from companion.referee.questions import Question
from companion.referee.seats import Seats
from companion.referee.settle import Look, State
from companion.referee.sitting import Sitting
from companion.referee.snapshot import snapshot
from companion.referee.track import Track
from companion.referee.ways import ways_of
from companion.rules.actions import Roll
from companion.rules.contract import Action, Game
from companion.rules.pieces import Face
from companion.rules.refusals import Refusal
from companion.settings import RefereeSettings
from hardware.ports import Press

log = logging.getLogger(__name__)

Tell = Callable[[Announcement], None]
Lesson = Callable[[DieBelieved, Face], Callable[[], None] | None]


class Referee:
    """The one who decides. Everything comes in by ``take``, in one thread.

    What it sees is made up by its judgement, what is pressed and touched goes through its hands, and a game may
    have its own ways; what comes of it all is done here.
    """

    def __init__(self, sitting: Sitting, wording: Wording, settings: RefereeSettings, tell: Tell, track: Track) -> None:
        self.sitting = sitting
        self.wording = wording.at(sitting.game.name)
        self.settings = settings
        self.track = track
        self.machine = State.EMPTY
        self.look = Look(0.0, 0, State.EMPTY, -1)
        self.question: Question | None = None
        self.refusal: Refusal | None = None
        self.refused_spell = -1  # the rest in which that was said
        self.told: list[Announcement] = []
        self.decided_spell = -1  # the last rest we made up our mind about
        self.shut_down: Callable[[], None] = lambda: None  # what a long hold of yellow and a yes do to the machine
        self.lesson: Lesson = lambda die, face: None  # what a corrected die can teach
        self.actor = next(iter(self.game.turn_of(self.state)), "")
        self.doer = self.actor  # whose hands follow the last deed
        self.ways = ways_of(self)
        self.seats = Seats(self)
        self._judgement = Judgement(self)
        self._hands = Hands(self)
        self._tell = tell
        self._asked = 0
        self._now = float("-inf")

    @property
    def game(self) -> Game[Any]:
        return self.sitting.game

    @property
    def state(self) -> Any:
        return self.sitting.state

    def open(self, resumed: bool = False) -> None:
        """Greet the table and say what to do."""
        self.say(self.wording.prompt("Back" if resumed else "Welcome", title=self.game.title))
        self.prompt()

    def take(self, given: Look | Press | c.Command) -> None:
        """One input: a look at the table, a press of a button, or a command by touch."""
        try:
            match given:
                case Look():
                    self.tick(given.at)
                    self._judgement.see(given)
                case Press():
                    self._hands.press(given)
                case _:
                    self._hands.obey(given)
        except Refusal as refusal:
            self.refuse(refusal)

    def tick(self, now: float) -> None:
        """What time it is, in seconds of any clock that is never set back."""
        if now > self._now:
            self._now = now
            self.ways.tick(now)

    # What comes of it

    def act(self, action: Action, quiet: tuple[type[Any], ...] = ()) -> None:
        """Carry out an action; its Refusal is raised. What was already said is left out."""
        before, moves = self.game.layout(self.state), self.game.dice_after(self.state, action) is not None
        events = self.sitting.act(action)
        log.info("accepted frame=%d action=%s", self.look.frame, action)
        self.refusal = None
        # Who keeps his last die may end his turn by it: then nothing lies aside in the book, before as after.
        if isinstance(action, Roll) or moves or self.game.layout(self.state).get("aside") != before.get("aside"):
            self.track.settle_dice()
        self.turn_page(before)
        for event in events:
            if not isinstance(event, quiet):
                self.say(self.wording.event(event))
        if self.sitting.match.over:
            self.prompt()
            self.sitting.end()
            return
        if not self.ways.follow(action) and not self.seats.act():
            self.prompt()

    def turn_page(self, before: Any) -> None:
        """The book has changed: hands follow, and whoever's turn it is may be another."""
        self.track.owe(before, self.game.layout(self.state))
        self.doer = self.actor
        self.actor = next(iter(self.game.turn_of(self.state)), "")
        if self.question is not None and not self.question.stays:
            self.question = None

    def prompt(self) -> None:
        """Say what to do next."""
        self.say(self._next())
        if advice := self.seats.advice():
            self.say(advice)

    def refuse(self, refusal: Refusal) -> None:
        self.refusal, self.refused_spell = refusal, self.look.spell
        self.say(self.wording.refusal(refusal, self.actor))

    def ask(
        self,
        words: Announcement,
        choices: Sequence[tuple[str, str]],
        answer: Callable[[str], object],
        stays: bool = False,
    ) -> None:
        """Ask what only the table can say."""
        self._asked += 1
        self.question = Question(self._asked, words, tuple(choices), lambda choice: (answer(choice), None)[1], stays)
        log.warning("asked key=%s", words.key)
        self.say(words)

    def ask_yes_no(
        self, words: Announcement, yes: Callable[[], object], no: Callable[[], object] = lambda: None
    ) -> None:
        choices = [(word, self.wording.word("choices", word)) for word in ("yes", "no")]
        self.ask(words, choices, lambda said: yes() if said == "yes" else no())

    def say(self, announcement: Announcement) -> None:
        self.told = [announcement, *self.told[:19]]
        self._tell(announcement)

    # What the pages want to know

    def snapshot(self) -> dict[str, Any]:
        return snapshot(self)

    def next_line(self) -> str:
        """What to do next, in one sentence."""
        return (self.wording.prompt("Paused") if self.sitting.paused else self._next()).line

    def _next(self) -> Announcement:
        """First what hands owe, then what the rules wait for."""
        owed = still_owed(self.game, self.game.layout(self.state), self.track.owed, self.wording)
        return (
            owed[0] if owed else self.ways.wish() or self.seats.wish() or next_step(self.game, self.state, self.wording)
        )
