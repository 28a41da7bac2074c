"""Weighs what hands may have done by how well it explains what was seen."""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.referee.belief import LEAST, DieBelieved, PieceBelieved, TableBelief
from companion.referee.corrections import corrected_roll
from companion.referee.diagnose import dice_out_of_place, tiles_out_of_place
from companion.referee.priors import DOWN_HIDDEN, FAR, FORBIDDEN, FURTHER, GATHERED, HIDDEN, ODD
from companion.referee.readings import Reading, dice_readings
from companion.referee.stories import DICE, DiceStories, Story, watched
from companion.referee.violations import Unexplained
from companion.rules.actions import Roll
from companion.rules.contract import Action, Game
from companion.rules.match import Match
from companion.rules.pieces import Face, Layout, Player
from companion.rules.refusals import Refusal
from vision.observation import UNKNOWN


@dataclass(frozen=True)
class Misread:
    """A die of an earlier roll that shows something else than was read."""

    index: int  # of that roll among the deeds
    roll: Roll  # as it then was
    was: Face
    face: Face


@dataclass(frozen=True)
class Telling:
    """One way to explain what lies on the table, and the logarithm of how likely it is."""

    weight: float
    story: Story = ()
    wrong: Refusal | None = None  # what hands did is not allowed, or no deed at all
    misread: Misread | None = None
    picks: tuple[str | None, ...] = ()  # what each piece must then be

    @property
    def outcome(self) -> str:
        """What would be done about it; tellings that come to the same are one."""
        return f"{self.story} {self.wrong!r} {self.misread}"


@dataclass(frozen=True)
class Verdict:
    """The likeliest telling, how sure it is among all, and what else it may be.

    Where something is wrong, it is that which must be sure; which of two wrongs it is may stay in doubt.
    """

    best: Telling
    sureness: float
    others: tuple[Telling, ...] = ()  # the likeliest first


Explain = Callable[[Reading], Iterable[Telling]]  # their weights without the reading's


def verdict(readings: Iterable[Reading], explain: Explain) -> Verdict:
    """Which telling explains the readings best."""
    found: list[Telling] = []
    best = -math.inf
    for reading in readings:
        if reading.weight < best - FAR:
            break
        for told in explain(reading):
            found.append(replace(told, weight=told.weight + reading.weight, picks=reading.picks))
            best = max(best, found[-1].weight)
    return _verdict(found)


def _verdict(tellings: Sequence[Telling]) -> Verdict:
    likeliest: dict[str, Telling] = {}
    mass: dict[str, float] = {}
    top = max(told.weight for told in tellings)
    for told in tellings:
        if told.weight > top - 2 * FAR:
            key = told.outcome
            mass[key] = mass.get(key, 0.0) + math.exp(told.weight - top)
            if key not in likeliest or told.weight > likeliest[key].weight:
                likeliest[key] = told
    ranked = sorted(likeliest, key=lambda key: -mass[key])
    first, *others = (likeliest[key] for key in ranked)
    alike = [key for key in ranked if likeliest[key].wrong is not None] if first.wrong is not None else ranked[:1]
    return Verdict(first, sum(mass[key] for key in alike) / sum(mass.values()), tuple(others))


@dataclass(frozen=True)
class Past:
    """What the book may rightly hold: as it is, or with one die of an earlier roll read anew."""

    state: Any
    stories: DiceStories
    weight: float = 0.0
    misread: Misread | None = None


class Books:
    """The book as it is, then with each die that may have been misread, the likeliest first."""

    def __init__(self, match: Match[Any], lay: Sequence[DieBelieved]) -> None:
        self._match = match
        self._found = [Past(match.state, DiceStories(match.game, match.state))]
        self._waiting = sorted(_doubts(match.game.faces, lay), key=lambda doubt: doubt[0])

    @property
    def state(self) -> Any:
        return self._found[0].state

    def since(self, least: float) -> Iterator[Past]:
        """Those that weigh no less."""
        while self._waiting and self._waiting[-1][0] >= least:
            weight, die, face = self._waiting.pop()
            self._found += _read_anew(self._match, die, face, weight)
        yield from (past for past in self._found if past.weight >= least)


def _doubts(faces: Sequence[Face], lay: Sequence[DieBelieved]) -> Iterator[tuple[float, DieBelieved, Face]]:
    for die in lay:
        held = dict(die.known).get(die.face or "")
        for face, chance in die.known if held else ():
            if face != die.face and face in faces:
                yield math.log(max(chance, LEAST) / max(held or 0.0, LEAST)), die, face


def _read_anew(match: Match[Any], die: DieBelieved, face: Face, weight: float) -> Iterator[Past]:
    fitting = corrected_roll(match, die, face)
    if fitting is None or die.face is None:
        return
    index, anew = fitting
    try:
        correction = match.correct(index, anew)
    except Refusal:
        return
    if correction.refused is None and correction.match.state != match.state:
        state = correction.match.state
        yield Past(state, DiceStories(match.game, state), weight, Misread(index, anew, die.face, face))


def weigh_dice(
    game: Game[Any],
    books: Books,
    dice: Sequence[DieBelieved],
    *,
    moved: bool,
    object_to: Callable[[Action], Refusal | None] = lambda action: None,
) -> Verdict:
    """What the dice tell."""
    best = [-math.inf]

    def explain(reading: Reading) -> Iterator[Telling]:
        least = best[0] - FAR - reading.weight
        table = reading.layout(frozenset(DICE))
        flat = all(zone in DICE and UNKNOWN not in die for zone, die in reading.lie)
        told = False
        for past in books.since(least):
            for story in past.stories.explain(table, dice_moved=moved):
                if story and not flat:
                    continue  # with a die beside the tray nothing was done that counts
                wrong = (game.refusal(past.state, story[0]) or object_to(story[0])) if story else None
                prior = FURTHER * (len(story) - 1) if story else GATHERED if moved else 0.0
                prior += FORBIDDEN if wrong is not None else 0.0
                yield Telling(past.weight + prior, story, wrong, past.misread)
                told = told or past.misread is None
                best[0] = max(best[0], reading.weight + past.weight + prior)
        if not told and least <= ODD:
            odd = dice_out_of_place(game, books.state, reading, dice_moved=moved)
            best[0] = max(best[0], reading.weight + ODD)
            yield Telling(ODD, wrong=odd or Unexplained(len(table["tray"]), len(table["aside"])))

    return verdict(dice_readings(dice), explain)


def weigh_tiles(
    game: Game[Any], state: Any, belief: TableBelief, owed: Mapping[str, tuple[str, ...]], doer: Player
) -> Verdict:
    """What tiles, tokens and cards tell; ``owed`` is how zones may still lie because hands are slower than rules."""
    expected, places = game.layout(state), Places(belief)
    watching = [zone for zone in belief.zones if zone not in DICE and zone != "pond"]
    as_due = {zone: places.weight(zone, expected.get(zone, ())) for zone in watching}
    for zone in owed.keys() & as_due.keys():
        as_due[zone] = max(as_due[zone], places.weight(zone, owed[zone]))
    tellings = [Telling(sum(as_due.values()))]
    free = sum(places.best(zone) for zone in watching)
    if tellings[0].weight > free + ODD / 2:
        return Verdict(tellings[0], 1.0)
    for story, changed, wrong in futures(game, state):
        if changed.keys() <= as_due.keys():
            weight = sum(places.weight(zone, lies) - as_due[zone] for zone, lies in changed.items())
            prior = FURTHER * (len(story) - 1) + (FORBIDDEN if wrong is not None else 0.0)
            tellings.append(Telling(tellings[0].weight + weight + prior, story, wrong))
    if wrong := tiles_out_of_place(game, state, belief.layout(), owed, doer):
        tellings.append(Telling(free + ODD, wrong=wrong))
    return _verdict(tellings)


def futures(game: Game[Any], state: Any) -> Iterator[tuple[Story, Layout, Refusal | None]]:
    """What hands may do to the tiles with one deed or two, and which places that changes."""
    now = game.layout(state)
    for first in game.possible_actions(state):
        after = game.carry_out(state, first)[0]
        wrong = game.refusal(state, first)
        if changed := _changes(now, game.layout(after)):
            yield (first,), changed, wrong
        elif wrong is None:
            for second in game.possible_actions(after):
                if changed := _changes(now, game.layout(game.carry_out(after, second)[0])):
                    yield (first, second), changed, game.refusal(after, second)


def _changes(now: Layout, then: Layout) -> Layout:
    return {zone: then[zone] for zone in watched(then) if then[zone] != now.get(zone, ())}


class Places:
    """How well what was seen at a place goes with what may lie there."""

    def __init__(self, belief: TableBelief) -> None:
        self._seen: dict[str, list[PieceBelieved]] = {}
        for one in belief.pieces:
            self._seen.setdefault(one.zone or "", []).append(one)
        self._known: dict[tuple[str, tuple[str, ...]], float] = {}

    def best(self, zone: str) -> float:
        """As whatever it looks most like."""
        return sum(math.log(max(one.there * one.sureness, 1 - one.there)) for one in self._seen.get(zone, ()))

    def weight(self, zone: str, lies: tuple[str, ...]) -> float:
        """The likeliest way in which these pieces lie there and nothing else does."""
        if (zone, lies) not in self._known:
            seen = [*self._seen.get(zone, ()), *[None] * len(lies)]
            orders = set(itertools.permutations((*lies, *[None] * (len(seen) - len(lies)))))
            self._known[zone, lies] = max(sum(map(self._taken_for, seen, order)) for order in orders)
        return self._known[zone, lies]

    @staticmethod
    def _taken_for(one: PieceBelieved | None, piece: str | None) -> float:
        if one is None:
            return 0.0 if piece is None else DOWN_HIDDEN if piece == "down" else HIDDEN
        if piece is None:
            return math.log(max(LEAST, 1 - one.there))
        chances = dict(one.chances)
        return math.log(max(LEAST, one.there * chances.get(piece, chances.get(UNKNOWN, 0.0) / 2)))
