"""Makes a deed, an objection or a question of the table as it lies."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.referee.diagnose import left_undone, may_be_in_hand
from companion.referee.priors import WARNED
from companion.referee.settle import Blindness, Look, State
from companion.referee.stories import Story
from companion.referee.track import awaited
from companion.referee.violations import Undone
from companion.referee.weigh import Books, Misread, Telling, Verdict, weigh_dice, weigh_tiles
from companion.rules.actions import Roll
from companion.rules.contract import Action
from companion.rules.events import DiceRolled
from companion.rules.pieces import Layout, Player
from companion.rules.refusals import Refusal

if TYPE_CHECKING:  # the referee hands itself over; importing it back would be a circle
    from companion.referee.referee import Referee

PATIENCE_SECONDS = 1.5  # hands lay dice aside one by one: nothing is called wrong before they have rested so long
IN_HAND_SECONDS = 5.0  # a tile won may stay in the hand for a while before it is laid down
UNTUMBLED_SECONDS = 1.2  # dice nobody saw tumble may only have been gathered: wait whether they are thrown yet
OFFERED = 4  # ways to explain the table, the likeliest first
STEPS = 4  # deeds one look may reveal


class Judgement:
    """What the referee makes of what it sees."""

    def __init__(self, referee: "Referee") -> None:
        self._referee = referee
        self._track = referee.track
        self._astray_since: float | None = None
        self._blind_to: tuple[str, str] | None = None  # what was said about not seeing
        self._decided: tuple[int, int, Layout] = (-1, -1, {})  # a rest, after so many deeds, as it looked
        self._answered = (-1, "")  # after so many deeds the table said that this was done

    def see(self, look: Look) -> None:
        referee = self._referee
        look = self._on_the_mat(look)
        referee.look = look
        self._sight(look)
        referee.machine = look.state
        if look.state is not State.STABLE or referee.sitting.paused or referee.sitting.match.over:
            return
        if referee.actor in referee.sitting.elsewhere:
            return  # his dice lie on another table; what hands owe for him is looked at when somebody here has the turn
        if not self._track.see(look, awaited(referee.game, referee.state)):
            referee.machine = State.STABLE if referee.decided_spell == look.spell else State.MOVING
            return
        belief = self._track.belief
        assert belief is not None
        referee.machine = State.STABLE if belief.dice or belief.pieces else State.EMPTY
        known = (look.spell, referee.sitting.deeds, belief.layout())
        if known == self._decided and referee.refusal is None and not referee.ways.tells:
            return  # it still looks as it did when nothing was found to be done
        for _ in range(STEPS):
            if not self._decide():
                break

    def _on_the_mat(self, look: Look) -> Look:
        """Where no marker tells where anything lies, nothing can be said: that is as good as blind."""
        if look.observation is not None:
            if self._track.shifted(look.observation):
                self._referee.say(self._referee.wording.trouble("Moved"))
            lost = self._track.astray(look.observation)
            self._astray_since = (look.at if self._astray_since is None else self._astray_since) if lost else None
        if self._astray_since is None or look.blind is not None:
            return look
        return replace(look, state=State.BLIND, blind=Blindness("NoMat", self._astray_since))

    def _sight(self, look: Look) -> None:
        """Say why nothing can be seen once that has lasted, and when it is over."""
        blind, referee = look.blind, self._referee
        if blind is None:
            if self._blind_to is not None:
                referee.say(referee.wording.trouble("Sees"))
            self._blind_to = None
            return
        cause = (blind.key, blind.say)
        if cause != self._blind_to and look.at - blind.since >= referee.settings.blind_after_seconds:
            referee.say(referee.wording.trouble(blind.key, say=blind.say, fix=blind.fix))
            self._blind_to = cause

    def _decide(self) -> bool:
        """Make one thing of the table as it lies; true if a deed was accepted and more may follow."""
        game, state, belief = self._referee.game, self._referee.state, self._track.belief
        assert belief is not None
        expected = game.layout(state)
        self._track.paid(expected)
        if self._referee.ways.tells:
            return self._told()
        tiles = self._settled(weigh_tiles(game, state, belief, self._track.owed, self._doer()))
        if tiles is None:
            return False
        if tiles.story:
            return self._judge(tiles)
        if "tray" not in expected:
            return self._nothing_done(tiles.wrong, False)
        moved = self._track.rolled(self._referee.look.tumbled, expected, game.dice_due(state))
        books = Books(self._referee.sitting.match, self._track.accepted)
        object_to = self._referee.seats.objection
        dice = self._settled(weigh_dice(game, books, belief.dice, moved=moved, object_to=object_to))
        if dice is None:
            return False
        if dice.misread is not None:
            self._read_anew(dice.misread)
        self._track.read(dice.picks)
        if dice.wrong is not None:
            return self._object(dice.wrong)
        if not dice.story:
            return self._nothing_done(tiles.wrong, moved)
        if refused := self._too_few(dice.story):
            return self._object(refused)
        if isinstance(dice.story[0], Roll) and not self._tumbled():
            return False
        return self._judge(dice)

    def _doer(self) -> Player:
        return self._referee.doer if self._track.owed else self._referee.actor

    def _settled(self, found: Verdict) -> Telling | None:
        """The telling that is far enough ahead; asks once looking again has not helped."""
        referee = self._referee
        if found.sureness >= (referee.settings.sure_enough if found.best.wrong is None else WARNED):
            return found.best
        told = (found.best, *found.others)
        if answered := next((one for one in told if (referee.sitting.deeds, one.outcome) == self._answered), None):
            return answered
        referee.machine = State.UNSURE
        if referee.look.rested >= referee.settings.ask_after_seconds and referee.question is None:
            self._ask(told)
        return None

    def _ask(self, told: Sequence[Telling]) -> None:
        """Ask for the one die that all hangs on, or what was done; the likeliest first."""
        referee, belief = self._referee, self._track.belief
        assert belief is not None
        picks = [one.picks for one in told[:2] if len(one.picks) == len(belief.dice)]
        differ = [n for n, both in enumerate(zip(*picks, strict=True)) if len(set(both)) > 1]
        if len(picks) == 2 and len(differ) == 1 and told[0].misread == told[1].misread:
            index = differ[0]
            die = belief.dice[index]
            faces = dict.fromkeys(face for face, _ in die.chances if face in referee.game.faces)
            referee.ask(
                referee.wording.question("WhichFace", index=index, at=die.at),
                [(face, referee.wording.face(face)) for face in faces],
                lambda face: self._track.overrule(index, face),
            )
            return
        choices = {json.dumps(self._form(one)): one for one in reversed(told[:OFFERED])}
        lines = [(key, self._line(choices[key])) for key in reversed(choices)]
        asked = referee.wording.question("WhichDeed", player=referee.actor)
        referee.ask(asked, lines, lambda key: self._hear(choices[key]))

    def _hear(self, told: Telling) -> None:
        """The table has said how it came."""
        self._answered = (self._referee.sitting.deeds, told.outcome)

    def _form(self, told: Telling) -> dict[str, Any]:
        """What was done, and which roll was read wrongly, in the judge's form."""
        to = self._referee.game.action_to
        form: dict[str, Any] = {"deeds": [to(deed) for deed in told.story]}
        if told.misread is not None:
            form["misread"] = {"index": told.misread.index, **to(told.misread.roll)}
        return form

    def _line(self, told: Telling) -> str:
        wording = self._referee.wording
        parts = [wording.prompt("Misread", face=told.misread.face).line] if told.misread is not None else []
        parts += [wording.choice(self._referee.game.action_to(action)) for action in told.story]
        if told.wrong is not None and not told.story:
            parts.append(wording.refusal_line(told.wrong))
        return " ".join(parts) or wording.word("choices", "nothing")

    def _read_anew(self, misread: Misread) -> None:
        """A die of an earlier roll shows something else than was read: say so, and let the book follow."""
        referee = self._referee
        before = referee.game.layout(referee.state)
        done = referee.sitting.correct(misread.index, misread.roll)
        referee.turn_page(before)
        referee.say(referee.wording.prompt("Misread", face=misread.face))
        for event in done.now:
            if not isinstance(event, DiceRolled):
                referee.say(referee.wording.event(event))

    def _told(self) -> bool:
        """A game that tells by itself what was done; then what waited for this look."""
        referee, belief = self._referee, self._track.belief
        assert belief is not None
        story = referee.ways.done(belief)
        if story is None:
            return False
        if story:
            return self._judge(Telling(0.0, story, referee.game.refusal(referee.state, story[0])))
        if referee.ways.count():
            return False
        wrong = referee.ways.out_of_place(belief)
        if wrong is not None:
            return self._object(wrong)
        put_right = referee.look.spell != referee.refused_spell and referee.look.rested >= PATIENCE_SECONDS
        if referee.refusal is not None and put_right:
            referee.refusal = None
            referee.say(referee.wording.prompt("PutRight"))
        return self._nothing_more()

    def _nothing_done(self, wrong: Refusal | None, moved: bool) -> bool:
        """The dice are as they were; tiles may not be."""
        referee = self._referee
        if not moved and referee.game.layout(referee.state).get("tray"):
            self._track.settle_dice()
        if wrong is not None:
            on_its_way = may_be_in_hand(referee.game, referee.state, wrong)
            return self._object(wrong, IN_HAND_SECONDS if on_its_way else PATIENCE_SECONDS)
        if referee.refusal is not None and not (isinstance(referee.refusal, Undone) and self._track.owed):
            referee.refusal = None
            referee.say(referee.wording.prompt("PutRight"))
            referee.prompt()
        return self._nothing_more()

    def _nothing_more(self) -> bool:
        referee, belief = self._referee, self._track.belief
        referee.decided_spell = referee.look.spell
        if belief is not None:
            self._decided = (referee.look.spell, referee.sitting.deeds, belief.layout())
        return False

    def _too_few(self, story: Story) -> Refusal | None:
        """Dice of an earlier turn left lying while the others were thrown are not part of the throw."""
        game, state = self._referee.game, self._referee.state
        if not isinstance(story[0], Roll) or not self._referee.look.tumbled:
            return None
        still, laid = self._track.left_lying(), len(game.layout(state)["aside"])
        due = game.dice_due(state)
        if still <= laid or still - laid >= due:
            return None
        return game.refusal(state, Roll(story[0].faces[: due - (still - laid)]))

    def _tumbled(self) -> bool:
        return self._referee.look.tumbled or self._referee.look.rested >= UNTUMBLED_SECONDS

    def _judge(self, told: Telling) -> bool:
        """Accept the story's deeds, or say why the first wrong one is not allowed."""
        referee = self._referee
        if told.wrong is not None:
            return self._object(told.wrong)
        for action in told.story:
            undone = self._left_undone(action)
            referee.act(action)
            if undone is not None:
                referee.refuse(undone)
        referee.decided_spell = referee.look.spell
        return True

    def _left_undone(self, action: Action) -> Refusal | None:
        if not isinstance(action, Roll) or not self._track.owed or self._track.belief is None:
            return None
        return left_undone(self._referee.game, self._referee.state, self._track.belief.layout(), self._track.owed)

    def _object(self, refused: Refusal, patience: float = PATIENCE_SECONDS) -> bool:
        """Say what is wrong, once, and not before hands have had time to finish."""
        referee = self._referee
        if referee.look.rested >= patience and repr(refused) != repr(referee.refusal):
            referee.refuse(refused)
            referee.decided_spell = referee.look.spell
        return False
