"""A whole short game on the emulated machine: robots and painted table out here, camera, referee and page in there."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

from companion.games import GAMES
from companion.odds.robots import ROBOTS
from companion.referee import commands as c
from companion.referee.questions import Question
from companion.referee.sitting import again
from companion.rehearsal.play import Play, play_of
from companion.rehearsal.stage import Pace
from companion.rules.match import Match, begin
from emulated_pi.machine import Machine
from emulated_pi.page import Phone
from emulated_pi.table import Lens, press
from emulated_pi.workshop import Failed
from hardware.ports import Press
from vision.render.paint import Painter
from vision.render.scene import Die, Spot

GAME, PLAYERS, SEED = "ten-thousand", ("Ana", "Ben"), 4
OPTIONS = {"target": 1000, "opening": 0, "last_round": False}
# An emulated camera of a few pictures a second shows hands for longer than a real one would.
PACE = Pace(4.0, 2, 2, 4, 0.5, 1.0)
PATIENCE_SECONDS = 3600.0


class FarBench:
    """The referee in the machine, as far as its page tells of it; the buttons are the machine's own."""

    def __init__(self, machine: Machine, phone: Phone, match: Match[Any]) -> None:
        self._machine = machine
        self._phone = phone
        self._start = self._match = match
        self._known = -1
        self._answered: set[int] = set()
        self.presses = 0
        self.lying: Callable[[], Sequence[Die]] = tuple  # the dice as they truly lie

    def match(self) -> Match[Any]:
        seq = self._phone.table.get("seq", 0)
        if seq != self._known:
            match = self._start
            for deed in self._phone.deeds():
                kind = deed.pop("kind")
                match = again(match, SimpleNamespace(kind=kind, deed=deed))  # type: ignore[arg-type]
            self._match, self._known = match, seq
        return self._match

    def question(self) -> Question | None:
        asked = self._phone.table.get("question")
        if not asked or asked["id"] in self._answered:
            return None
        choices = tuple((one["value"], one["line"]) for one in asked["choices"])
        self._answered.add(asked["id"])
        words: Any = SimpleNamespace(key=asked["key"], facts={"at": self._doubtful()})
        return Question(asked["id"], words, choices, lambda choice: None)

    def _doubtful(self) -> Spot:
        """Where the die lies that was read wrongly, for the page asks with its picture."""
        seen = Counter(die["face"] for die in self._phone.table["dice"])
        for die in self.lying():
            if not seen[die.face]:
                return die.at
            seen[die.face] -= 1
        return 0.0, 0.0

    def watches_tiles(self) -> bool:
        return True

    def refusal(self) -> str | None:
        refused = self._phone.table.get("refusal")
        return str(refused.get("key", refused)) if refused else None

    def tell(self, given: Press | c.Command) -> None:
        match given:
            case Press(button):
                press(self._machine, button)
                self.presses += 1
            case c.Answer(choice):
                self._phone.post("/api/do/answer", {"choice": choice})
            case c.Act(action):
                self._phone.post("/api/do/act", {"action": dict(action)})


class FarGame:
    """The truth, the hands, and the pictures of both that the machine's camera is shown."""

    def __init__(self, machine: Machine, phone: Phone, match: Match[Any] | None = None) -> None:
        fresh = begin(GAMES[GAME], PLAYERS, OPTIONS)
        self.bench = FarBench(machine, phone, fresh)
        robot = ROBOTS["cautious"](Random(SEED))
        self.play: Play = play_of(GAMES[GAME])(match or fresh, robot, self.bench, PACE, SEED)
        self.play.patience_seconds = PATIENCE_SECONDS / 10  # its reads take seconds
        self.bench.lying = lambda: self.play.stage.dice
        self._painter = Painter()
        self._lens = Lens(machine)

    def go_on(self, until: Callable[[Play], bool] = lambda play: False) -> None:
        """Play to the end, or until something is true of the play."""
        began = time.monotonic()
        for shot in self.play.shots():
            self._lens.show(self._painter.paint(shot.scene))
            time.sleep(shot.seconds)
            if until(self.play):
                return
            if time.monotonic() - began > PATIENCE_SECONDS:
                raise Failed("the game does not come to an end")

    def show_table(self) -> None:
        """The table as it lies, before anything happens."""
        self._lens.show(self._painter.paint(self.play.shown))

    def close(self) -> None:
        self._lens.close()
