"""Takes observations and presses in, gives announcements out."""

import json
import logging
from collections.abc import Callable, Sequence
from typing import Any

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.games.farmyard import Farmyard
from companion.games.rooster_deeds import Call
from companion.referee import commands as c
from companion.referee.corrections import corrected_roll, undoable
from companion.referee.diagnose import dice_out_of_place, left_undone, tiles_out_of_place
from companion.referee.explain import DICE, Story, explain_dice, explain_tiles
from companion.referee.prompts import next_step, still_owed
from companion.referee.questions import Question
from companion.referee.settle import Look, State
from companion.referee.sitting import Sitting
from companion.referee.snapshot import snapshot
from companion.referee.track import Track
from companion.referee.violations import Undone
from companion.referee.yard import explain_yard, yard_out_of_place
from companion.rules.actions import AddPlayer, LetGo, Roll, SkipTurn
from companion.rules.contract import Action
from companion.rules.events import AttemptFailed, CockadoodleCalled
from companion.rules.refusals import Refusal
from companion.settings import RefereeSettings
from hardware.ports import Press
from vision.observation import Box

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.5  # hands lay dice aside one by one: nothing is called wrong before they have rested so long
UNTUMBLED_SECONDS = 1.2  # dice nobody saw tumble may only have been gathered: wait whether they are thrown yet
STEPS = 4  # deeds one look may reveal

Tell = Callable[[Announcement], None]


class Referee:
    """The one who decides. Everything comes in by ``take``, in one thread."""

    def __init__(self, sitting: Sitting, wording: Wording, settings: RefereeSettings, tell: Tell, track: Track) -> None:
        self.sitting = sitting
        self.wording = wording
        self.track = track
        self.machine = State.EMPTY
        self.question: Question | None = None
        self.refusal: Refusal | None = None
        self.told: list[Announcement] = []
        self.decided_spell = -1  # the last rest we made up our mind about
        self.shut_down: Callable[[], None] = lambda: None  # what a long hold of yellow and a yes do to the machine
        self._settings = settings
        self._tell = tell
        self._asked = 0
        self._called: str | None = None  # crowed, and counted once the table has come to rest
        self._callers: list[tuple[str, float]] = []  # of the last call, by edge time; several are a tie
        self._actor = next(iter(self._game.turn_of(self._state)), "")
        self._doer = self._actor  # whose hands follow the last deed
        self._sighted = True
        self._look = Look(0.0, 0, State.EMPTY, -1)

    @property
    def _game(self) -> Any:
        return self.sitting.game

    @property
    def _state(self) -> Any:
        return self.sitting.state

    def open(self, resumed: bool = False) -> None:
        """Greet the table and say what to do."""
        self.say(self.wording.prompt("Back" if resumed else "Welcome", title=self._game.title))
        self._prompt()

    def take(self, given: Look | Press | c.Command) -> None:
        """One input: a look at the table, a press of a button, or a command by touch."""
        try:
            match given:
                case Look():
                    self._see(given)
                case Press():
                    self._press(given)
                case _:
                    self._command(given)
        except Refusal as refusal:
            self._refuse(refusal)

    # What the camera sees

    def _see(self, look: Look) -> None:
        self._look = look
        self._sight(look)
        self.machine = look.state
        if look.state is not State.STABLE or self.sitting.paused or self.sitting.match.over:
            return
        if not self.track.see(look, self._game.layout(self._state), self._game.dice_due(self._state)):
            self.machine = State.STABLE if self.decided_spell == look.spell else State.MOVING
            return
        belief = self.track.belief
        assert belief is not None
        self.machine = State.STABLE if belief.dice or belief.pieces else State.EMPTY
        for _ in range(STEPS):
            if not self._decide():
                break

    def _sight(self, look: Look) -> None:
        blind = look.state is State.BLIND
        if blind and self._sighted:
            self.say(self.wording.trouble("Blind"))
        elif not blind and not self._sighted:
            self.say(self.wording.trouble("Sees"))
        self._sighted = not blind

    def _decide(self) -> bool:
        """Make one thing of the table as it lies; true if a deed was accepted and more may follow."""
        belief, expected = self.track.belief, self._game.layout(self._state)
        assert belief is not None
        table = belief.layout()
        self.track.paid(expected)
        if isinstance(self._state, Farmyard):
            return self._hunt(self._state)
        tiles = explain_tiles(self._game, self._state, table, self.track.owed)
        if len(tiles) == 1 and tiles[0]:
            return self._judge(tiles[0])
        if len(tiles) > 1:
            return self._ask_which(tiles)
        moved = self.track.rolled(self._look.tumbled, expected) if expected.keys() >= set(DICE) else False
        dice = explain_dice(self._game, self._state, table, dice_moved=moved) if "tray" in expected else ((),)
        if dice == ((),):
            return self._nothing_done(bool(tiles), moved)
        if self._unsure():
            return False
        if any(die.cocked or die.zone not in DICE for die in belief.dice):
            dice = ()
        if len(dice) == 1:
            if refused := self._too_few(dice[0]):
                return self._object(refused)
            if isinstance(dice[0][0], Roll) and not self._tumbled():
                return False
            return self._judge(dice[0])
        if dice:
            return self._ask_which(dice)
        wrong = dice_out_of_place(self._game, self._state, belief, dice_moved=moved)
        return self._object(wrong) if wrong is not None else False

    def _hunt(self, yard: Farmyard) -> bool:
        """Rooster Run: what was dealt, placed or put back; then a call that waited for this look."""
        belief = self.track.belief
        assert belief is not None
        (story,) = explain_yard(self._game, yard, belief.layout())
        if story:
            return self._judge(story)
        if self._called is not None:
            caller, self._called = self._called, None
            self.act(Call(caller), quiet=(CockadoodleCalled,))
            return False
        wrong = yard_out_of_place(self._game, yard, belief)
        if wrong is not None:
            return self._object(wrong)
        if self.refusal is not None and self._look.rested >= PATIENCE_SECONDS:
            self.refusal = None
            self.say(self.wording.prompt("PutRight"))
        self.decided_spell = self._look.spell
        return False

    def _nothing_done(self, tiles_explained: bool, moved: bool) -> bool:
        """The dice are as they were; tiles may not be."""
        assert self.track.belief is not None
        if not moved and self._game.layout(self._state).get("tray"):
            self.track.settle_dice()
        if not tiles_explained:
            table = self.track.belief.layout()
            doer = self._doer if self.track.owed else self._actor
            wrong = tiles_out_of_place(self._game, self._state, table, self.track.owed, doer)
            if wrong is not None:
                return self._object(wrong)
        elif self.refusal is not None and not (isinstance(self.refusal, Undone) and self.track.owed):
            self.refusal = None
            self.say(self.wording.prompt("PutRight"))
            self._prompt()
        self.decided_spell = self._look.spell
        return False

    def _unsure(self) -> bool:
        """Whether a die is too doubtful to decide anything; asks once looking again has not helped."""
        doubtful = self.track.doubtful()
        if not doubtful or self.track.belief is None:
            return False
        self.machine = State.UNSURE
        if self._look.rested >= self._settings.ask_after_seconds and self.question is None:
            index = doubtful[0]
            die = self.track.belief.dice[index]
            likely = [face for face in (die.face, die.runner_up) if face is not None]
            faces = dict.fromkeys([*likely, *self._game.faces])
            self._ask(
                self.wording.question("WhichFace", index=index, at=die.at),
                [(face, self.wording.face(face)) for face in faces],
                lambda face: self.track.overrule(index, face),
            )
        return True

    def _too_few(self, story: Story) -> Refusal | None:
        """Dice of an earlier turn left lying while the others were thrown are not part of the throw."""
        if not isinstance(story[0], Roll) or not self._look.tumbled:
            return None
        still, laid = self.track.left_lying(), len(self._game.layout(self._state)["aside"])
        due = self._game.dice_due(self._state)
        if still <= laid or still - laid >= due:
            return None
        fewer = Roll(story[0].faces[: due - (still - laid)])
        refused: Refusal | None = self._game.refusal(self._state, fewer)
        return refused

    def _tumbled(self) -> bool:
        return self._look.tumbled or self._look.rested >= UNTUMBLED_SECONDS

    def _judge(self, story: Story) -> bool:
        """Accept the story's deeds, or say why the first wrong one is not allowed."""
        refused = self._game.refusal(self._state, story[0])
        if refused is not None:
            return self._object(refused)
        for action in story:
            undone = self._left_undone(action)
            self.act(action)
            if undone is not None:
                self._refuse(undone)
        self.decided_spell = self._look.spell
        return True

    def _left_undone(self, action: Action) -> Refusal | None:
        if not isinstance(action, Roll) or not self.track.owed or self.track.belief is None:
            return None
        return left_undone(self._game, self._state, self.track.belief.layout(), self.track.owed)

    def _object(self, refused: Refusal) -> bool:
        """Say what is wrong, once, and not before hands have had time to finish."""
        if self._look.rested >= PATIENCE_SECONDS and repr(refused) != repr(self.refusal):
            self._refuse(refused)
            self.decided_spell = self._look.spell
        return False

    def _ask_which(self, stories: Sequence[Story]) -> bool:
        legal = [story for story in stories if self._game.refusal(self._state, story[0]) is None]
        if len(legal) == 1:
            return self._judge(legal[0])
        if self.question is None and self._look.rested >= PATIENCE_SECONDS:
            choices = {json.dumps([self._game.action_to(deed) for deed in story]): story for story in stories}
            lines = [(key, self._line(story)) for key, story in choices.items()]
            asked = self.wording.question("WhichDeed", player=self._actor)
            self._ask(asked, lines, lambda key: self._judge(choices[key]))
        return False

    def _line(self, story: Story) -> str:
        return ", ".join(self.wording.choice(self._game.action_to(action)) for action in story)

    # What hands press and touch

    def _press(self, press: Press) -> None:
        log.info("press button=%s kind=%s at=%.3f", press.button, press.kind, press.at)
        match press.button, press.kind:
            case "yellow", "long_hold":  # the only colour whose shorter hold means nothing
                asked = self.wording.question("ShutDown")
                self._ask(asked, self._yes_no(), lambda said: self.shut_down() if said == "yes" else None)
            case _, "long_hold":
                return
            case button, "press" if button.startswith("call:"):
                self._call(press)
            case _, "chord":
                self._command(c.Undo())
            case "red", "hold":
                self._command(c.Undo())
            case "green", _ if self.sitting.paused:
                self._command(c.Resume())
            case "green" | "red", _ if self.question is not None:
                choices = self.question.choices
                self._command(c.Answer(choices[0 if press.button == "green" else min(1, len(choices) - 1)][0]))
            case "green", _:
                self._stop()
            case "blue", _:
                self._command(c.Resume() if self.sitting.paused else c.Pause())

    def _call(self, press: Press) -> None:
        """The first edge calls, and the rooster crows at once; another within a blink makes it a tie."""
        player = self.track.seats.get(press.button.removeprefix("call:"))
        if player is None or self._game.name != "rooster-run":
            return
        names = [name for name, _ in self._callers]
        if names and player not in names and abs(press.at - self._callers[0][1]) <= self._settings.tie_seconds:
            self._callers.append((player, press.at))
            tied = tuple(name for name, _ in self._callers)
            self._ask(self.wording.question("WhoCalled", players=tied), [(name, name) for name in tied], self._award)
        else:
            self._crow(player)
            self._callers = [(player, press.at)]

    def _crow(self, player: str) -> None:
        """Everybody freezes; with a camera the places are read before they count."""
        if self.track.belief is None:
            self.act(Call(player))
        else:
            self._called = player
            self.say(self.wording.event(CockadoodleCalled(player)))

    def _award(self, caller: str) -> None:
        """The table has decided a tie: if it was another, the call is theirs."""
        if self._called is not None:
            self._called = caller
        elif caller != self._callers[0][0]:
            before = self._game.layout(self._state)
            self.sitting.undo()
            self._after(before)
            self.act(self._game.action_from({"call": True, "player": caller}))

    def _stop(self) -> None:
        """Green means: this is what I have."""
        stop = next(
            (a for a in self._game.legal_actions(self._state) if self._game.action_to(a) == {"stop": True}), None
        )
        if stop is None:
            stop = self._game.action_from({"stop": True})
            raise self._game.refusal(self._state, stop) or AssertionError("a stop neither legal nor refused")
        if any(isinstance(event, AttemptFailed) for event in self._game.carry_out(self._state, stop)[1]):
            total = self._game.report(self._state)["sum"]
            asked = self.wording.question("ReallyStop", player=self._actor, total=total)
            self._ask(asked, self._yes_no(), lambda said: self.act(stop) if said == "yes" else None)
        else:
            self.act(stop)

    def _yes_no(self) -> list[tuple[str, str]]:
        return [(word, self.wording.word("choices", word)) for word in ("yes", "no")]

    def _command(self, command: c.Command) -> None:
        log.info("command %s", command)
        match command:
            case c.Act(action):
                self.act(self._game.action_from(action))
            case c.Undo():
                self._undo()
            case c.CorrectDie(index, face):
                self._correct(index, face)
            case c.Answer(choice):
                self._answer(choice)
            case c.Pause() | c.Resume():
                paused = isinstance(command, c.Pause)
                if paused != self.sitting.paused:
                    self.sitting.pause(paused)
                    self.say(self.wording.prompt("Paused" if paused else "Resumed"))
            case c.Skip():
                skipped = self._actor
                self.act(SkipTurn())
                self.say(self.wording.prompt("Skipped", player=skipped))
            case c.AddPlayer(name):
                self.act(AddPlayer(name))
                self.track.seats = self._seats()
            case c.LetGo(name):
                self.act(LetGo(name))
            case c.EndMatch():
                self.sitting.end()
                self.say(self.wording.prompt("Ended"))

    def _seats(self) -> dict[str, str]:
        """Who came later sits after the last seat; who left keeps his place on the mat, empty."""
        seats = dict(self.track.seats)
        for player in self._game.scores(self._state):
            if player not in seats.values():
                seats[str(len(seats) + 1)] = player
        return seats

    def _undo(self) -> None:
        before = self._game.layout(self._state)
        undone = undoable(self.sitting.match)
        self.sitting.undo()
        self._after(before)
        self.say(self.wording.prompt("Undone", deed=self.wording.choice(self._game.action_to(undone))))
        self._prompt()

    def _correct(self, index: int, face: str) -> None:
        """A die was read wrongly: read its roll anew, with all that followed from it."""
        belief = self.track.belief
        if belief is None or not 0 <= index < len(belief.dice):
            return
        correction = corrected_roll(self.sitting.match, belief.dice[index], face)
        self.track.overrule(index, face)
        if correction is not None:
            before = self._game.layout(self._state)
            done = self.sitting.correct(*correction)
            self._after(before)
            self.say(self.wording.prompt("Corrected", face=face))
            for event in done.now:
                self.say(self.wording.event(event))
        self._prompt()

    def _ask(self, words: Announcement, choices: list[tuple[str, str]], answer: Callable[[str], object]) -> None:
        self._asked += 1
        self.question = Question(self._asked, words, tuple(choices), lambda choice: (answer(choice), None)[1])
        log.warning("asked key=%s", words.key)
        self.say(words)

    def _answer(self, choice: str) -> None:
        question = self.question
        if question is None or choice not in dict(question.choices):
            return
        self.question = None
        question.answer(choice)

    # What comes of it

    def act(self, action: Action, quiet: tuple[type[Any], ...] = ()) -> None:
        """Carry out an action; its Refusal is raised. What was already said is left out."""
        before = self._game.layout(self._state)
        events = self.sitting.act(action)
        log.info("accepted frame=%d action=%s", self._look.frame, action)
        self.refusal = self.question = None
        if isinstance(action, Roll) or self._game.layout(self._state).get("aside") != before.get("aside"):
            self.track.settle_dice()
        self._after(before)
        for event in events:
            if not isinstance(event, quiet):
                self.say(self.wording.event(event))
        self._prompt()
        if self.sitting.match.over:
            self.sitting.end()

    def _after(self, before: Any) -> None:
        """The book has changed: hands follow, and whoever's turn it is may be another."""
        self.track.owe(before, self._game.layout(self._state))
        self._doer = self._actor
        self._actor = next(iter(self._game.turn_of(self._state)), "")
        self.question = None

    def _prompt(self) -> None:
        """Say what to do next: first what hands owe, then what the rules wait for."""
        owed = still_owed(self._game.layout(self._state), self.track.owed, self.wording)
        self.say(owed[0] if owed else next_step(self._game, self._state, self.wording))

    def _refuse(self, refusal: Refusal) -> None:
        self.refusal = refusal
        self.say(self.wording.refusal(refusal, self._actor))

    def say(self, announcement: Announcement) -> None:
        self.told = [announcement, *self.told[:19]]
        self._tell(announcement)

    # What the pages want to know

    def snapshot(self) -> dict[str, Any]:
        return snapshot(self)

    def next_line(self) -> str:
        """What to do next, in one sentence."""
        if self.sitting.paused:
            return self.wording.prompt("Paused").line
        owed = still_owed(self._game.layout(self._state), self.track.owed, self.wording)
        return (owed[0] if owed else next_step(self._game, self._state, self.wording)).line

    def wrong_box(self) -> Box | None:
        """Where in the picture something is wrong: the cocked, stray or doubtful die, or the zone that differs."""
        belief = self.track.belief
        if belief is None:
            return None
        odd = [die for die in belief.dice if die.cocked or die.zone not in DICE]
        return odd[0].box if odd else None
