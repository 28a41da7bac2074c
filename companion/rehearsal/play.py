"""Robots at a painted table: what they do, shot by shot, and what is true."""

import json
import logging
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Protocol

from companion.games import part
from companion.mats import mat_of, practice_mat
from companion.odds.robots import Robot
from companion.referee import commands as c
from companion.referee.questions import NO_DIE, Question
from companion.rehearsal.manners import clutter, linger
from companion.rehearsal.mistakes import BESIDE, Mistake, mistakes
from companion.rehearsal.stage import Pace, Shot, Stage
from companion.rules.actions import LayAside, Roll
from companion.rules.contract import Action, Game
from companion.rules.match import Match
from companion.rules.pieces import golden
from hardware.ports import Press
from vision.render.scene import Die

log = logging.getLogger(__name__)
NAMED_SECONDS = 4.0  # a mistake not named by then was not noticed
PUT_RIGHT_SECONDS = 1.2
PUT_RIGHT_FRAMES = 30  # after so many more nobody waits for the referee to say that all is right again
PATIENCE_SECONDS = 9.0  # a referee silent for longer is told by touch what was done
HALF_A_DIE_MM = 8.0
HELP_AT_MOST = 4  # of one deed: a referee that does not understand it then never will
GREEN = Press("green", 0.0)


class Bench(Protocol):
    """The referee as the robots see it: what it has understood, what it asks, and how to tell it something."""

    def match(self) -> Match[Any]: ...

    def question(self) -> Question | None: ...

    def watches_tiles(self) -> bool:
        """Whether it sees tiles move, or must be told."""
        ...

    def refusal(self) -> str | None:
        """What it calls wrong at the moment, by name."""
        ...

    def tell(self, given: Press | c.Command) -> None: ...


class Play:
    """One game: the truth, and the shots that show it. Robots wait until the referee has understood."""

    build = Stage
    patience_seconds = PATIENCE_SECONDS

    def __init__(
        self,
        match: Match[Any],
        robot: Robot,
        bench: Bench,
        pace: Pace,
        seed: int = 1,
        think_seconds: float = 0.0,
        mistake_rate: float = 0.0,
        liveliness: float = 0.0,
    ) -> None:
        self.truth = match
        game, players = match.game, match.players
        self.chance = Random(seed)
        laid = mat_of(game.name) or practice_mat()
        self.stage = self.build(laid.for_players(len(players)), players, self.chance, pace, game.box)
        self.shown = self.stage.scene()  # what the camera sees
        self.questions = 0
        self.helped = 0
        self.wrong = 0
        self.stuck = False
        self.misread: set[int] = set()  # rolls whose faces were read wrongly at first
        self._game = game
        self._robot = robot
        self._bench = bench
        self._think_seconds = think_seconds
        self._mistake_rate = mistake_rate
        self._liveliness = liveliness
        if liveliness:
            self.stage.things = clutter(self.stage.mat, self.chance)
        self.mistakes: list[tuple[str, bool]] = []  # each made, and whether it was rightly named

    def shots(self) -> Iterator[Shot]:
        """The whole game, frame by frame."""
        for shot in self._acts():
            self.shown = shot.scene
            yield shot

    def retold(self, actions: Sequence[Action]) -> Iterator[tuple[int, Shot]]:
        """Deeds of a match that was played, each shot with the number of its deed among these."""
        yield from ((0, shot) for shot in self._lay_out())
        for number, action in enumerate(actions):
            yield from ((number, shot) for shot in (*self._do(action), *self.stage.rest(2)))

    def _acts(self) -> Iterator[Shot]:
        yield from self._lay_out()
        while not self.truth.over and not self.wrong:
            action = self._chosen()
            yield from self._pause(self._think_seconds * self.chance.uniform(0.5, 1.5))
            yield from self._linger()
            yield from self._err(action)
            yield from self._do(action)
            yield from self._wait()
        yield from self.stage.rest(2)

    def _lively(self) -> bool:
        return self._liveliness > 0 and self.chance.random() < self._liveliness

    def _linger(self) -> Iterator[Shot]:
        """Now and then people take their time."""
        if self._lively():
            tray = [die.at for die in self.stage.dice]
            yield from linger(self.stage, self.chance.choice(tray) if tray else self.stage.mat.markers[3], self.chance)

    def _lay_out(self) -> Iterator[Shot]:
        """The table as the match has it, which may be in the middle of a turn."""
        layout = self._game.layout(self.truth.state)
        yield from self.stage.arrange(layout, at_once=True)
        due = self._game.dice_due(self.truth.state) if layout.get("aside") else 0
        unrolled = tuple(self.chance.choice(self._game.box.die) for _ in range(due))
        self.stage.lay_dice(layout.get("tray", ()) or unrolled, layout.get("aside", ()))
        yield from self.stage.rest(8)

    def _chosen(self) -> Action:
        """What the robot does next, as the referee would write it."""
        state = self.truth.state
        action = self._robot(self._game, state, self._game.turn_of(state)[0])
        if action is None:
            return self._thrown()
        return self._game.in_full(state, action)

    def _thrown(self) -> Roll:
        due = self._game.dice_due(self.truth.state)
        gilded = self.chance.choice(self._game.box.golden_die) if self._game.golden_due(self.truth.state) else None
        faces = sorted(self.chance.choice(self._game.box.die) for _ in range(due - (gilded is not None)))
        return Roll(tuple(faces), gilded)

    def _do(self, action: Action) -> Iterator[Shot]:
        """Let hands do it, and make it true."""
        before = self.truth.state
        self.truth = self.truth.act(action)
        layout, lies = self._game.layout(self.truth.state), self._game.dice_after(before, action)
        match action:
            case Roll(faces, gilded):
                aside = self.stage.in_zone("aside") if self._game.layout(before)["aside"] else []
                yield from self._throw([*faces, *([golden(gilded)] if gilded else [])], aside)
            case _ if lies is not None:
                yield from self.stage.take_back(self.stage.too_many("aside", lies["aside"]))
                yield from self._lay_aside(self.stage.too_many("tray", lies["tray"]))
            case _:
                yield from self._say(action)
        if isinstance(action, Roll) or lies is not None:
            yield from self._wait()  # the referee says what it means before hands move tiles
            yield from self._late()
        if not self._forgets():
            yield from self.stage.arrange(layout)

    def _say(self, action: Action) -> Iterator[Shot]:
        """What no dice show is told by button or by touch."""
        form = self._game.action_to(action)
        self._bench.tell(GREEN if form == {"stop": True} else c.Act(form))
        yield from ()

    def _throw(self, faces: Sequence[str], aside: Sequence[Die]) -> Iterator[Shot]:
        """Now and then a die jumps off the mat; it is rolled again once that is said."""
        if not self._lively():
            yield from self.stage.roll(faces, aside)
            return
        yield from self.stage.roll(faces, aside, lambda die: replace(die, at=BESIDE))
        stray, waited = self.stage.dice[-1], 0.0
        while waited < NAMED_SECONDS and self._bench.refusal() is None and not self.wrong:
            for shot in self.stage.rest(1):
                waited += shot.seconds
                yield shot
            self._understood()
        yield from self.stage.roll_again(stray, stray.face)

    def _lay_aside(self, dice: Sequence[Die]) -> Iterator[Shot]:
        """All at once, or one by one with a rest between."""
        if not self._lively():
            yield from self.stage.lay_aside(dice)
            return
        for die in dice:
            yield from self.stage.lay_aside([die])
            yield from self._pause(self.chance.uniform(0.1, 0.9))

    def _forgets(self) -> bool:
        """Whether hands leave undone what the last deed asks of them."""
        return False

    def _late(self) -> Iterator[Shot]:
        """What was left undone is asked for once the next roll has fallen, and done."""
        yield from ()

    def _err(self, action: Action) -> Iterator[Shot]:
        """Now and then hands do something wrong first, wait to be told, and put it right."""
        if self.chance.random() >= self._mistake_rate:
            return
        possible = self._mistakes(action)
        if not possible:
            return
        before = Counter(kind for kind, _ in self.mistakes)
        fewest = min(before[mistake.kind] for mistake in possible)  # every kind has its turn
        made = self.chance.choice([mistake for mistake in possible if before[mistake.kind] == fewest])
        log.debug("mistake kind=%s", made.kind)
        yield from made.wrong()
        named: str | None = None
        waited = 0.0
        while waited < NAMED_SECONDS and named is None and not self.wrong:
            for shot in self.stage.rest(1):
                waited += shot.seconds
                yield shot
            named = self._bench.refusal()
            self._understood()
        self.mistakes.append((made.kind, named in made.named))
        yield from made.right()
        yield from self._pause(PUT_RIGHT_SECONDS)
        for _ in range(PUT_RIGHT_FRAMES):
            if self._bench.refusal() is None:
                break
            yield from self.stage.rest(1)

    def _mistakes(self, action: Action) -> list[Mistake]:
        return mistakes(self._game, self.truth.state, action, self.stage, self.chance)

    def _pause(self, seconds: float) -> Iterator[Shot]:
        waited = 0.0
        while waited < seconds:
            for shot in self.stage.rest(1):
                waited += shot.seconds
                yield shot

    def _wait(self) -> Iterator[Shot]:
        """Rest until the referee has understood; answer what it asks, and help it when it is lost."""
        waited, lost = 0.0, 0
        while not self._understood():
            if self.wrong:
                return
            question = self._bench.question()
            if question is not None:
                self._answer(question)
            if waited > self.patience_seconds:
                self._help()
                waited, lost = 0.0, lost + 1
            if lost > HELP_AT_MOST:
                self.stuck = True
                self.wrong = 1
            for shot in self.stage.rest(1):
                waited += shot.seconds
                yield shot

    def _help(self) -> None:
        """The referee is lost: tell it by touch what it has missed, and that nothing is wrong of what it calls so."""
        self.helped += 1
        if self._bench.refusal() is not None:
            self._bench.tell(c.AsISay())
        for action in self._missed()[:1]:
            self._bench.tell(c.Act(self._game.action_to(action)))

    def _understood(self) -> bool:
        """Whether the referee's match is the truth; what it holds for done and is not makes the game wrong."""
        return not self._missed() and not self.wrong

    def _missed(self) -> Sequence[Action]:
        """What was done and the referee has not understood yet.

        The faces of the last roll may still come out: what hands do next tells the referee what it has misread.
        """
        held, true = settled(self._bench.match().actions), settled(self.truth.actions)
        laying = [actions[len(held) - 1 : len(held)] for actions in (held, true)]
        if laying[0] != laying[1] and all(isinstance(deed, LayAside) for deeds in laying for deed in deeds):
            held = held[:-1]  # hands are still at it
        last = max((n for n, action in enumerate(true) if isinstance(action, Roll)), default=-1)
        if 0 <= last < len(held) and held[last] != true[last] and isinstance(held[last], Roll):
            now = [self._game.turn_of(match.state) for match in (self._bench.match(), self.truth)]
            if len(held) < len(true) or now[0] == now[1]:
                self.misread.add(last)
                held = [*held[:last], true[last], *held[last + 1 :]]
        if held != true[: len(held)]:
            self.wrong = 1
        return true[len(held) :]

    def _answer(self, question: Question) -> None:
        """Say the truth."""
        if question.words.key == "ReallyStop":
            self._bench.tell(c.Answer("yes"))
            return
        self.questions += 1
        if question.words.key == "WhichFace":
            x, y = question.words.facts["at"]
            near = min(self.stage.dice, key=lambda die: math.dist(die.at, (x, y)))
            self._bench.tell(c.Answer(near.face if math.dist(near.at, (x, y)) < HALF_A_DIE_MM else NO_DIE))
            return
        fitting = [value for value, _ in question.choices if self._true(json.loads(value))]
        self._bench.tell(c.Answer(fitting[0] if fitting else question.choices[0][0]))

    def _true(self, told: Mapping[str, Any]) -> bool:
        """Whether this way to explain the table is how it came."""
        held, true = list(self._bench.match().actions), self.truth.actions
        if "wrong" in told:
            return False
        if "misread" in told:
            anew = dict(told["misread"])
            index = anew.pop("index")
            held[index] = self._game.action_from(anew)
        held += [self._game.action_from(deed) for deed in told["deeds"]]
        return tuple(held) == true[: len(held)]


def play_of(game: Game[Any]) -> type[Play]:
    """How robots play a game: its own way, or the general one."""
    own = part(game.name, "at_table.rehearsal")
    found: type[Play] = own.PLAY if own is not None else Play
    return found


def settled(actions: Sequence[Action]) -> list[Action]:
    """Without what was laid aside on the way to something else: dice are moved one by one."""
    following = [*actions, None][1:]
    return [
        deed
        for deed, then in zip(actions, following, strict=True)
        if not (isinstance(deed, LayAside) and isinstance(then, LayAside))
    ]
