"""Takes observations and presses in, gives announcements out."""

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.referee import commands as c
from companion.referee.belief import DieBelieved
from companion.referee.hands import Hands
from companion.referee.lessons import Lesson, Lessons
from companion.referee.outlook import Outlook
from companion.referee.prompts import dice_to_put_back, next_step, still_owed
from companion.referee.questions import NO_DIE, Question, of_a_die, of_deeds
from companion.referee.seats import Seats
from companion.referee.settle import Look, State
from companion.referee.sitting import Sitting
from companion.referee.snapshot import snapshot
from companion.referee.track import Track, awaited
from companion.referee.verdict import Case, Verdict, verdict
from companion.referee.violations import Undone
from companion.referee.ways import ways_of
from companion.referee.weigh import Books, Telling
from companion.referee.witness import testimony
from companion.rules.actions import Roll
from companion.rules.contract import Action, Game
from companion.rules.events import DiceRolled
from companion.rules.pieces import Face, Layout
from companion.rules.refusals import Refusal
from companion.settings import RefereeSettings
from hardware.ports import Press

log = logging.getLogger(__name__)

Tell = Callable[[Announcement], None]
STEPS = 4  # deeds one look may reveal


class Referee:
    """The one who decides. Everything comes in by ``take``, in one thread.

    What it sees comes to a verdict, what is pressed and touched goes through its hands, and a game may have its own
    ways; what comes of it all is done here.
    """

    def __init__(self, sitting: Sitting, wording: Wording, settings: RefereeSettings, tell: Tell, track: Track) -> None:
        self.sitting = sitting
        self.wording = wording.at(sitting.game.name)
        self.settings = settings
        self.track = track
        self.machine = State.EMPTY
        self.look = Look(0.0, 0, State.EMPTY, -1)
        self.first_frame = 0  # what was seen before it was another table
        self.question: Question | None = None
        self.refusal: Refusal | None = None
        self._refused_at = (-1, False)  # the rest in which that was said, and whether of what was pressed or touched
        self.told: list[Announcement] = []
        self.decided_spell = -1  # the last rest we made up our mind about
        self.shut_down: Callable[[], None] = lambda: None  # what a long hold of yellow and a yes do to the machine
        self.lesson: Callable[[DieBelieved, Face], Lesson | None] = lambda die, face: None
        self.actor = next(iter(self.game.turn_of(self.state)), "")
        self.doer = self.actor  # whose hands follow the last deed
        self.ways = ways_of(self)
        self.seats = Seats(self)
        self.lessons = Lessons(self)
        self._outlook = Outlook(track, settings.blind_after_seconds)
        self._hands = Hands(self)
        self._decided: tuple[int, int, Layout] = (-1, -1, {})  # a rest, after so many deeds, as it looked
        self._books: tuple[tuple[int, tuple[DieBelieved, ...]], Books] | None = None
        self._answered = (-1, "")  # after so many deeds the table said that this was done
        self._excused = (-1, "")  # or that this is not wrong
        self._as_said: tuple[int, Layout] = (-1, {})  # or that all is right as it lies
        self._tell = tell
        self._asked = 0
        self._doubts = 0  # questions of what lies there, since the eye's word was last taken
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
                    self._see(given)
                case Press():
                    self._hands.press(given)
                case _:
                    self._hands.obey(given)
        except Refusal as refusal:
            self.refuse(refusal, by_hand=True)

    def tick(self, now: float) -> None:
        """What time it is, in seconds of any clock that is never set back."""
        if now > self._now:
            self._now = now
            self.ways.tick(now)

    # What is seen

    def _see(self, look: Look) -> None:
        if 0 < look.frame < self.first_frame:
            return
        if self.sitting.paused:
            self.look, self.machine = look, look.state
            return
        self.look = look = self._outlook.see(look)
        for trouble in self._outlook.troubles:
            self.say(self.wording.trouble(trouble.key, say=trouble.say, fix=trouble.fix))
        self.machine = look.state
        if look.state is not State.STABLE or self.sitting.match.over:
            return
        if self.actor in self.sitting.elsewhere:
            return  # his dice lie on another table; what hands owe for him is looked at when somebody here has the turn
        if not self.track.see(look, awaited(self.game, self.state)):
            self.machine = State.STABLE if self.decided_spell == look.spell else State.MOVING
            return
        belief = self.track.belief
        assert belief is not None
        self.machine = State.STABLE if belief.dice or belief.pieces else State.EMPTY
        known = (look.spell, self.sitting.deeds, belief.layout())
        if known[1:] == self._as_said or (known == self._decided and self.refusal is None and not self.ways.waiting):
            return  # it still looks as it did when nothing was found to be done
        for _ in range(STEPS):
            case = self._case()
            if case is None or not self._apply(verdict(case)):
                break

    def _case(self, trusted: bool = False) -> Case | None:
        """What a verdict rests on now; none while the table is not to be believed."""
        table = self.track.table
        corners = self.ways.corners(table) if table is not None else None
        if table is None or corners is None:
            return None
        if self._books is None or self._books[0] != (self.sitting.deeds, table.accepted):
            self._books = (self.sitting.deeds, table.accepted), Books(self.sitting.match, table.accepted)
        known = [one[1] if one[0] == self.sitting.deeds else "" for one in (self._answered, self._excused)]
        return Case(
            *(self._books[1], table, self.look, self.settings, corners),
            out_of_place=lambda: self.ways.out_of_place(table.belief),
            patience=self.ways.patience,
            objection=self.seats.objection,
            answered=known[0],
            excused=known[1],
            trusted=trusted,
        )

    def _apply(self, found: Verdict) -> bool:
        """The one place where a verdict becomes words and deeds; true if more may follow."""
        if found.misread is not None:
            said = self.wording.prompt("Misread", face=found.misread.face)
            self.read_anew(found.misread.index, found.misread.roll, said)
        if found.picks:
            self.track.read(found.picks)
        if found.unsure:
            self.machine = State.UNSURE
            if found.ask and (self.question is None or self.question.default):
                self._ask_which(found.ask)
            return False
        for deed in found.deeds:
            self._bear_witness(deed)
            self.act(deed)
        if found.deeds:
            self.decided_spell = self.look.spell
            if found.wrong is not None:
                self.refuse(found.wrong)
            return True
        if self.ways.count():
            return True
        if found.wrong is not None and repr(found.wrong) != repr(self.refusal):
            self.decided_spell = self.look.spell
            self.refuse(found.wrong)
        if found.as_due:
            self._rest(found.moved)
        return False

    def _bear_witness(self, deed: Action) -> None:
        """What is done on the eye's word alone is done in the open."""
        belief = self.track.belief
        dice = testimony(deed, belief.dice) if isinstance(deed, Roll) and belief is not None else []
        if dice or self._doubts:
            self.sitting.witness(dice, self._doubts)
        self._doubts = 0

    def _rest(self, moved: bool) -> None:
        """Nothing was done: the table lies as it should, or as hands still may leave it."""
        if not moved and self.game.layout(self.state).get("tray"):
            self.track.settle_dice()
        owing = isinstance(self.refusal, Undone) and self.track.owed
        asking = self.question is not None and self.question.words.key == type(self.refusal).__name__
        if self.refusal is not None and self._refused_at != (self.look.spell, True) and not (owing or asking):
            self.refusal = None
            self.say(self.wording.prompt("PutRight"))
            if len(self.game.turn_of(self.state)) == 1:
                self.prompt()
        self.decided_spell = self.look.spell
        if self.track.belief is not None:
            self._decided = (self.look.spell, self.sitting.deeds, self.track.belief.layout())

    def _ask_which(self, told: Sequence[Telling]) -> None:
        """Ask for the one die that all hangs on, or what was done; the likeliest first."""
        assert self.track.belief is not None
        self._doubts += 1
        if asked := of_a_die(told, self.track.belief.dice, self.game.faces, self.wording):
            index, words, faces = asked
            self.ask(words, faces, lambda face: self.track.overrule(index, None if face == NO_DIE else face))
            return
        words, choices, outcomes = of_deeds(told, self.game, self.actor, self.wording)

        def hear(key: str) -> None:
            """The table has said how it came."""
            self._answered = (self.sitting.deeds, outcomes[key])

        self.ask(words, choices, hear)

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

    def take_back(self) -> None:
        """One deed fewer; what hands did for it still lies there."""
        self.track.take_back()
        before = self.game.layout(self.state)
        self.sitting.undo()
        self.turn_page(before)

    def read_anew(self, index: int, roll: Roll, said: Announcement) -> None:
        """A die of an earlier roll shows something else than was read: the book follows, and the table hears of it."""
        before = self.game.layout(self.state)
        done = self.sitting.correct(index, roll)
        self.turn_page(before)
        self.say(said)
        for event in done.now:
            if not isinstance(event, DiceRolled):
                self.say(self.wording.event(event))

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
        self.lessons.offer()

    def explain(self, aloud: bool) -> None:
        """The rule in force and what the choices are worth, for whoever asks."""
        self.seats.ask()
        if not aloud:
            return
        report = self.game.report(self.state)
        self.say(self.wording.help(str(report.get("pending", "")), self._next().line, self.actor))
        if advice := self.seats.advice():
            self.say(advice)

    def refuse(self, refusal: Refusal, by_hand: bool = False) -> None:
        """Say why not; where one more deed would have allowed it, ask whether that was meant."""
        self.refusal, self._refused_at = refusal, (self.look.spell, by_hand)
        said, meant = self.wording.refusal(refusal, self.actor), refusal.meant
        if meant is None or self.game.refusal(self.state, deed := self.game.action_from(meant)) is not None:
            self.say(said)
            return
        asked = self.wording.question(type(refusal).__name__, player=self.actor)
        self.ask_yes_no(asked, lambda: self.act(deed), lambda: self.say(said))

    def answer(self, choice: str) -> None:
        """The table answers the open question."""
        question = self.question
        if question is not None and choice in dict(question.choices):
            self.question = None
            question.answer(choice)

    def as_you_say(self) -> None:
        """The table says that all is right as it lies: so it is, and nothing of it is called wrong again."""
        self.question = self.refusal = None
        case = self._case(trusted=True)
        found = verdict(case) if case is not None else None
        if found is not None and found.deeds:
            self._apply(found)
            return
        self.track.excuse(awaited(self.game, self.state))
        case = self._case()
        if case is not None:
            self._as_said = (self.sitting.deeds, case.table.belief.layout())
            wrong = verdict(replace(case, look=replace(case.look, rested=math.inf))).wrong
            self._excused = (self.sitting.deeds, repr(wrong))
        self.say(self.wording.prompt("AsYouSay"))
        self.prompt()

    def ask(
        self,
        words: Announcement,
        choices: Sequence[tuple[str, str]],
        answer: Callable[[str], object],
        **more: Any,
    ) -> None:
        """Ask what only the table can say."""
        self._asked += 1
        self.question = Question(self._asked, words, tuple(choices), lambda choice: (answer(choice), None)[1], **more)
        log.warning("asked key=%s", words.key)
        self.say(words)

    def ask_yes_no(
        self, words: Announcement, yes: Callable[[], object], no: Callable[[], object] = lambda: None, **more: Any
    ) -> None:
        choices = [(word, self.wording.word("choices", word)) for word in ("yes", "no")]
        self.ask(words, choices, lambda said: yes() if said == "yes" else no(), **more)

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
        if self.sitting.match.over:
            return next_step(self.game, self.state, self.wording)
        layout, table = self.game.layout(self.state), self.track.table
        owed = still_owed(self.game, layout, self.track.owed, self.wording)
        if owed:
            return owed[0]
        back = dice_to_put_back(layout, table, self.actor, self.wording) if table is not None and table.undone else None
        return back or self.ways.wish() or self.seats.wish() or next_step(self.game, self.state, self.wording)
