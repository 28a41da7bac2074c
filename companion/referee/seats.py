"""Who plays how: a robot that has people roll and move for it, or a player with a coach."""

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

from companion.announcements.announcement import Announcement
from companion.odds.advise import advise, best_deed
from companion.odds.robots import BEST, ROBOTS, Level
from companion.referee.stories import plain
from companion.referee.violations import RobotWants
from companion.rules.contract import Action
from companion.rules.pieces import Face
from companion.rules.refusals import NotAtTheTable, Refusal

if TYPE_CHECKING:  # the referee hands itself over; importing it back would be a circle
    from companion.referee.referee import Referee

ROBOT, COACH = "robot", "coach"


class Seats:
    """Knows by the odds what a robot does and what a coach would say; worked out once for every deed."""

    def __init__(self, referee: "Referee") -> None:
        self._referee = referee
        self._wants: tuple[int, Action | None] = (-1, None)
        self._hint: tuple[int, dict[str, Any] | None] = (-1, None)
        self._asked = -1  # after so many deeds somebody wanted to know the chances

    def give(self, player: str, role: str, wanted: bool, level: Level = BEST) -> None:
        """Let a robot play for this player, or a coach advise him; or no longer."""
        sitting = self._referee.sitting
        if player not in self._referee.game.scores(self._referee.state):
            raise NotAtTheTable(player)
        if role == ROBOT and (refused := self._referee.ways.robot_refused()):
            raise refused
        if (player in sitting.roles[role]) != wanted or (wanted and sitting.levels.get(player, BEST) != level):
            sitting.seat(player, role, wanted, level)

    @property
    def robot(self) -> str | None:
        """The player whose turn it is, if a robot plays for him."""
        referee = self._referee
        return referee.actor if referee.actor in referee.sitting.roles[ROBOT] else None

    def act(self) -> bool:
        """The robot itself does what needs no hands: it stops and it chooses. True if it did."""
        deed = self._deed() if self.robot is not None and not self._referee.sitting.paused else None
        if deed is None or self._laid(deed):
            return False
        self._referee.act(deed)
        return True

    def wish(self) -> Announcement | None:
        """What people have to do for the robot."""
        player, referee = self.robot, self._referee
        if player is None:
            return None
        deed = self._deed()
        if deed is None:
            return referee.wording.prompt("RobotRolls", player=player, count=referee.game.dice_due(referee.state))
        laid = self._laid(deed)
        if len(set(laid)) == 1:  # of one face
            return referee.wording.prompt("RobotKeeps", player=player, face=laid[0], count=len(laid))
        return referee.wording.prompt(
            "RobotDoes", player=player, deed=referee.wording.choice(referee.game.action_to(deed))
        )

    def objection(self, action: Action) -> Refusal | None:
        """Hands that laid aside something else than the robot said."""
        deed = self._deed() if self.robot is not None and self._laid(action) else None
        if self.robot is None or deed is None or not self._laid(deed) or self._laid(action) == self._laid(deed):
            return None
        laid = self._laid(deed)
        return RobotWants(self.robot, laid[0] if len(set(laid)) == 1 else ", ".join(laid))

    def _laid(self, action: Action) -> tuple[Face, ...]:
        """The faces this would lay aside."""
        game, state = self._referee.game, self._referee.state
        lies = game.dice_after(state, action)
        if lies is None:
            return ()
        laid = Counter(game.layout(state)["tray"]) - Counter(lies["tray"])
        return tuple(sorted(map(plain, laid.elements())))

    def _deed(self) -> Action | None:
        """What the robot does now; none where that is to roll."""
        referee = self._referee
        if self._wants[0] != referee.sitting.deeds:
            level = referee.sitting.levels.get(referee.actor, BEST)
            self._wants = referee.sitting.deeds, self._best() if level == BEST else self._styled(level)
        return self._wants[1]

    def _best(self) -> Action | None:
        game, state = self._referee.game, self._referee.state
        best = best_deed(game, state)  # by the measure of the coach: what one hears of both must agree
        if best is None:
            legal = game.legal_actions(state)
            return legal[0] if legal and not game.dice_due(state) else None
        return None if "roll" in best else game.action_from(best)

    def _styled(self, level: Level) -> Action | None:
        referee = self._referee
        return ROBOTS[level](Random(referee.sitting.deeds))(referee.game, referee.state, referee.actor)

    def ask(self) -> None:
        """Somebody wants to know the chances of this moment."""
        self._asked = self._referee.sitting.deeds

    def hint(self) -> dict[str, Any] | None:
        """The chances of this moment, if the player whose turn it is has a coach, or somebody asked."""
        referee = self._referee
        coached = referee.actor in referee.sitting.roles[COACH] or self._asked == referee.sitting.deeds
        if not coached or self.robot is not None:
            return None
        if self._hint[0] != referee.sitting.deeds:
            self._hint = referee.sitting.deeds, advise(referee.game, referee.state)
        return self._hint[1]

    def advice(self) -> Announcement | None:
        """What the coach says: the best choice, and how likely it fails."""
        hint, wording, player = self.hint(), self._referee.wording, self._referee.actor
        if hint is None or len(hint["choices"]) < 2:
            return None
        best = hint["best"]
        fails = next((c["p_fail"] for c in hint["choices"] if best.items() <= c.items()), hint["p_fail"])
        facts: dict[str, Any] = {"player": player, "fail": round(100 * fails)}
        if isinstance(best.get("keep"), str):
            return wording.prompt("AdviceKeep", face=best["keep"], count=2, **facts)
        if "roll" in best:
            return wording.prompt("AdviceRoll", **facts)
        if "stop" in best:
            return wording.prompt("AdviceStop", **facts)
        return wording.prompt("AdviceDo", deed=wording.choice(best), **facts)
