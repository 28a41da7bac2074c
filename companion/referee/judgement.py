"""Makes a deed, an objection or a question of the table as it lies."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.referee.diagnose import dice_out_of_place, left_undone, may_be_in_hand, tiles_out_of_place
from companion.referee.explain import DICE, Story, explain_dice, explain_tiles
from companion.referee.settle import Blindness, Look, State
from companion.referee.track import awaited
from companion.referee.violations import Undone
from companion.rules.actions import Roll
from companion.rules.contract import Action
from companion.rules.refusals import Refusal

if TYPE_CHECKING:  # the referee hands itself over; importing it back would be a circle
    from companion.referee.referee import Referee

PATIENCE_SECONDS = 1.5  # hands lay dice aside one by one: nothing is called wrong before they have rested so long
IN_HAND_SECONDS = 5.0  # a tile won may stay in the hand for a while before it is laid down
UNTUMBLED_SECONDS = 1.2  # dice nobody saw tumble may only have been gathered: wait whether they are thrown yet
STEPS = 4  # deeds one look may reveal


class Judgement:
    """What the referee makes of what it sees."""

    def __init__(self, referee: "Referee") -> None:
        self._referee = referee
        self._track = referee.track
        self._astray_since: float | None = None
        self._blind_to: tuple[str, str] | None = None  # what was said about not seeing

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
        table, expected = belief.layout(), game.layout(state)
        self._track.paid(expected)
        if self._referee.ways.tells:
            return self._told()
        tiles = explain_tiles(game, state, table, self._track.owed)
        if len(tiles) == 1 and tiles[0]:
            return self._judge(tiles[0])
        if len(tiles) > 1:
            return self._ask_which(tiles)
        tumbled, due = self._referee.look.tumbled, game.dice_due(state)
        moved = self._track.rolled(tumbled, expected, due) if expected.keys() >= set(DICE) else False
        dice = explain_dice(game, state, table, dice_moved=moved) if "tray" in expected else ((),)
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
        wrong = dice_out_of_place(game, state, belief, dice_moved=moved)
        return self._object(wrong) if wrong is not None else False

    def _told(self) -> bool:
        """A game that tells by itself what was done; then what waited for this look."""
        referee, belief = self._referee, self._track.belief
        assert belief is not None
        story = referee.ways.done(belief)
        if story is None:
            return False
        if story:
            return self._judge(story)
        if referee.ways.count():
            return False
        wrong = referee.ways.out_of_place(belief)
        if wrong is not None:
            return self._object(wrong)
        put_right = referee.look.spell != referee.refused_spell and referee.look.rested >= PATIENCE_SECONDS
        if referee.refusal is not None and put_right:
            referee.refusal = None
            referee.say(referee.wording.prompt("PutRight"))
        referee.decided_spell = referee.look.spell
        return False

    def _nothing_done(self, tiles_explained: bool, moved: bool) -> bool:
        """The dice are as they were; tiles may not be."""
        referee = self._referee
        assert self._track.belief is not None
        if not moved and referee.game.layout(referee.state).get("tray"):
            self._track.settle_dice()
        if not tiles_explained:
            table = self._track.belief.layout()
            doer = referee.doer if self._track.owed else referee.actor
            wrong = tiles_out_of_place(referee.game, referee.state, table, self._track.owed, doer)
            if wrong is not None:
                on_its_way = may_be_in_hand(referee.game, referee.state, wrong)
                return self._object(wrong, IN_HAND_SECONDS if on_its_way else PATIENCE_SECONDS)
        elif referee.refusal is not None and not (isinstance(referee.refusal, Undone) and self._track.owed):
            referee.refusal = None
            referee.say(referee.wording.prompt("PutRight"))
            referee.prompt()
        referee.decided_spell = referee.look.spell
        return False

    def _unsure(self) -> bool:
        """Whether a die is too doubtful to decide anything; asks once looking again has not helped."""
        doubtful, referee = self._track.doubtful(), self._referee
        if not doubtful or self._track.belief is None:
            return False
        referee.machine = State.UNSURE
        if referee.look.rested >= referee.settings.ask_after_seconds and referee.question is None:
            index = doubtful[0]
            die = self._track.belief.dice[index]
            likely = [face for face in (die.face, die.runner_up) if face is not None]
            faces = dict.fromkeys([*likely, *referee.game.faces])
            referee.ask(
                referee.wording.question("WhichFace", index=index, at=die.at),
                [(face, referee.wording.face(face)) for face in faces],
                lambda face: self._track.overrule(index, face),
            )
        return True

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

    def _judge(self, story: Story) -> bool:
        """Accept the story's deeds, or say why the first wrong one is not allowed."""
        referee = self._referee
        refused = referee.game.refusal(referee.state, story[0]) or referee.seats.objection(story[0])
        if refused is not None:
            return self._object(refused)
        for action in story:
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

    def _ask_which(self, stories: Sequence[Story]) -> bool:
        referee = self._referee
        legal = [story for story in stories if referee.game.refusal(referee.state, story[0]) is None]
        if len(legal) <= 1:
            return self._judge((legal or stories)[0])
        if referee.question is None and referee.look.rested >= PATIENCE_SECONDS:
            choices = {json.dumps([referee.game.action_to(deed) for deed in story]): story for story in stories}
            lines = [(key, self._line(story)) for key, story in choices.items()]
            asked = referee.wording.question("WhichDeed", player=referee.actor)
            referee.ask(asked, lines, lambda key: self._judge(choices[key]))
        return False

    def _line(self, story: Story) -> str:
        return ", ".join(self._referee.wording.choice(self._referee.game.action_to(action)) for action in story)
