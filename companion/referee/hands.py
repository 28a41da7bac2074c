"""What hands press and touch, and what it means at the moment."""

import logging
from typing import TYPE_CHECKING

from companion.referee import commands as c
from companion.referee.corrections import corrected_roll, undoable
from companion.referee.prompts import doubt
from companion.referee.seats import COACH, ROBOT
from companion.rules.actions import AddPlayer, LetGo, SkipTurn
from companion.rules.refusals import GamePaused, NothingToChoose
from hardware.ports import Press

if TYPE_CHECKING:  # the referee hands itself over; importing it back would be a circle
    from companion.referee.referee import Referee

log = logging.getLogger(__name__)

IN_A_PAUSE = (c.Pause, c.Resume, c.EndMatch, c.AddPlayer, c.LetGo, c.Coach, c.LetRobotPlay)


class Hands:
    """Buttons and commands, turned into what the referee does."""

    def __init__(self, referee: "Referee") -> None:
        self._referee = referee

    def press(self, press: Press) -> None:
        log.info("press button=%s kind=%s at=%.3f", press.button, press.kind, press.at)
        referee = self._referee
        match press.button, press.kind:
            case "yellow", "long_hold":  # the only colour whose shorter hold means nothing
                referee.ask_yes_no(referee.wording.question("ShutDown"), lambda: referee.shut_down())
            case _, "long_hold":
                return
            case button, "press" if button.startswith("call:"):
                if referee.sitting.paused:
                    raise GamePaused()
                referee.ways.call(press)
            case _, "chord":
                self.obey(c.Undo())
            case "red", "hold":
                self.obey(c.Undo())
            case "green", _ if referee.sitting.paused:
                self.obey(c.Resume())
            case "green" | "red", _ if referee.question is not None:
                choices = referee.question.choices
                self.obey(c.Answer(choices[0 if press.button == "green" else min(1, len(choices) - 1)][0]))
            case "green", _:
                self._stop()
            case "red", _ if referee.refusal is not None:
                self.obey(c.AsISay())
            case "blue", "hold":
                self.obey(c.Explain())
            case "blue", _:
                self.obey(c.Resume() if referee.sitting.paused else c.Pause())

    def obey(self, command: c.Command) -> None:
        log.info("command %s", command)
        referee = self._referee
        if referee.sitting.paused and not isinstance(command, IN_A_PAUSE):
            raise GamePaused()
        match command:
            case c.Act(action):
                before = referee.game.layout(referee.state)
                referee.act(referee.game.action_from(action))
                referee.track.told(before, referee.game.layout(referee.state))
            case c.Undo():
                self._undo()
            case c.CorrectDie(index, face):
                self._correct(index, face)
            case c.Answer(choice):
                referee.answer(choice)
            case c.AsISay():
                referee.as_you_say()
            case c.Explain(aloud):
                referee.explain(aloud)
            case c.Pause() | c.Resume():
                paused = isinstance(command, c.Pause)
                if paused != referee.sitting.paused:
                    referee.sitting.pause(paused)
                    if isinstance(referee.refusal, GamePaused):
                        referee.refusal = None
                    referee.say(referee.wording.prompt("Paused" if paused else "Resumed"))
            case c.Skip():
                skipped = referee.actor
                referee.act(SkipTurn())
                referee.say(referee.wording.prompt("Skipped", player=skipped))
            case c.AddPlayer(name):
                referee.act(AddPlayer(name))
                referee.track.seat(referee.game.scores(referee.state))
            case c.LetGo(name):
                referee.act(LetGo(name))
            case c.LetRobotPlay(name, wanted, level):
                referee.seats.give(name, ROBOT, wanted, level)
                if not referee.seats.act():
                    referee.prompt()
            case c.Coach(name, wanted):
                referee.seats.give(name, COACH, wanted)
                referee.prompt()
            case c.EndMatch():
                referee.sitting.end()
                referee.say(referee.wording.prompt("Ended"))

    def _stop(self) -> None:
        """Green means: this is what I have."""
        referee, game, state = self._referee, self._referee.game, self._referee.state
        stop = next((a for a in game.legal_actions(state) if game.action_to(a) == {"stop": True}), None)
        if stop is None:
            try:
                stop = game.action_from({"stop": True})
            except ValueError:  # a game in which nobody stops, but chooses
                self._propose(0)
                return
            legal = game.legal_actions(state)
            if legal and not game.dice_due(state) and all(game.dice_after(state, deed) is None for deed in legal):
                self._propose(0)  # nothing but a choice is waited for
                return
            raise game.refusal(state, stop) or AssertionError("a stop neither legal nor refused")
        if asked := doubt(game, state, stop, referee.wording):
            referee.ask_yes_no(asked, lambda: referee.act(stop))
        else:
            referee.act(stop)

    def _propose(self, place: int) -> None:
        """Ask for one after the other what may be done now, for a table that has only buttons."""
        referee, game, state = self._referee, self._referee.game, self._referee.state
        deeds = [deed for deed in game.legal_actions(state) if game.dice_after(state, deed) is None]
        if not deeds:
            raise NothingToChoose()
        deed = deeds[place % len(deeds)]
        asked = referee.wording.question(
            "DoThis", player=referee.actor, deed=referee.wording.choice(game.action_to(deed))
        )
        referee.ask_yes_no(asked, lambda: referee.act(deed), lambda: self._propose(place + 1))

    def _undo(self) -> None:
        referee = self._referee
        undone = undoable(referee.sitting.match)
        referee.take_back()
        deed = referee.wording.choice(referee.game.action_to(undone))
        referee.say(referee.wording.prompt("Undone", deed=deed))
        referee.prompt()

    def _correct(self, index: int, face: str) -> None:
        """A die was read wrongly: read its roll anew, with all that followed from it."""
        referee, belief = self._referee, self._referee.track.belief
        if belief is None or not 0 <= index < len(belief.dice):
            return
        if (lesson := referee.lesson(belief.dice[index], face)) is not None:
            referee.lessons.keep(lesson, face)
        correction = corrected_roll(referee.sitting.match, belief.dice[index], face)
        referee.track.overrule(index, face)
        if correction is not None:
            referee.read_anew(*correction, referee.wording.prompt("Corrected", face=face))
        referee.prompt()
