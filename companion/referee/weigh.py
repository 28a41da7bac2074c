"""Weighs what hands may have done by how well it explains what was seen."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from companion.referee.belief import LEAST, DieBelieved, PieceBelieved
from companion.referee.corrections import corrected_roll
from companion.referee.diagnose import dice_out_of_place
from companion.referee.priors import (
    COMMON,
    DOWN_HIDDEN,
    FAR,
    FORBIDDEN,
    FURTHER,
    GATHERED,
    HIDDEN,
    ODD,
    SWEPT,
    TURNED,
    WARNED,
)
from companion.referee.readings import dice_readings
from companion.referee.still import STILL, stayed
from companion.referee.stories import DICE, DiceStories, Story, plain, watched
from companion.referee.violations import DieTurned, Unexplained
from companion.rules.actions import Roll
from companion.rules.contract import Action, Game
from companion.rules.match import Match
from companion.rules.pieces import Face, Layout
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
    picks: tuple[str | None, ...] = ()  # what each die must then be

    @property
    def outcome(self) -> str:
        """What would be done about it; tellings that come to the same are one, whatever was misread before."""
        return f"{self.story} {self.wrong!r}"


@dataclass(frozen=True)
class Weighed:
    """The likeliest telling, how sure it is among all, and what else it may be.

    Where something is wrong, it is that which must be sure; which of two wrongs it is may stay in doubt.
    """

    best: Telling
    sureness: float
    others: tuple[Telling, ...] = ()  # the likeliest first


def weighed(tellings: Sequence[Telling]) -> Weighed:
    """What the tellings come to, taken together."""
    outcomes: dict[str, list[tuple[float, Telling]]] = {}
    top = max(told.weight for told in tellings)
    for told in tellings:
        if told.weight > top - 2 * FAR:
            outcomes.setdefault(told.outcome, []).append((math.exp(told.weight - top), told))
    mass = {key: sum(share for share, _ in alike) for key, alike in outcomes.items()}
    first, *others = (_one(outcomes[key]) for key in sorted(outcomes, key=lambda key: -mass[key]))
    sure = sum(mass[told.outcome] for told in (first, *others) if told is first or (first.wrong and told.wrong))
    return Weighed(first, sure / sum(mass.values()), tuple(others))


def _one(alike: Sequence[tuple[float, Telling]]) -> Telling:
    """Of tellings that come to the same the likeliest; an earlier roll is read anew only where that is sure."""
    ranked = [told for _, told in sorted(alike, key=lambda one: -one[0])]
    if ranked[0].misread is not None:
        share = sum(mass for mass, told in alike if told.misread == ranked[0].misread)
        if share < WARNED * sum(mass for mass, _ in alike):
            return next((told for told in ranked if told.misread is None), ranked[0])
    return ranked[0]


@dataclass(frozen=True)
class Past:
    """What the book may rightly hold: as it is, or with one die of an earlier roll read anew."""

    match: Match[Any]
    weight: float = 0.0
    misread: Misread | None = None

    @cached_property
    def stories(self) -> DiceStories:
        return DiceStories(self.match.game, self.match.state)


@dataclass
class Told:
    """All tellings so far; what weighs far less than the best one does not count."""

    tellings: list[Telling] = field(default_factory=list)
    best: float = -math.inf

    def counts(self, weight: float) -> bool:
        return weight >= self.best - FAR

    def add(self, telling: Telling) -> None:
        self.tellings.append(telling)
        self.best = max(self.best, telling.weight)


class Books:
    """The book as it is, then with each die that may have been misread, the likeliest first."""

    def __init__(self, match: Match[Any], lay: Sequence[DieBelieved]) -> None:
        self.now = Past(match)
        self.lay = lay
        self._anew: dict[tuple[int, Face], tuple[Past, ...]] = {}

    @cached_property
    def _misreads(self) -> Sequence[tuple[float, int, Face]]:
        """What each die may rather have been than it was read, the likeliest first."""
        game, found = self.now.match.game, []
        for number, die in enumerate(self.lay):
            held = dict(die.known).get(die.face or "", 0.0)
            for face, chance in die.known if held else ():
                if face != die.face and face in game.faces:
                    found.append((math.log(max(chance, LEAST) / max(held, LEAST)), number, face))
        return sorted(found, reverse=True)

    def since(self, left: Mapping[int, Face], told: Told, weight: float) -> Iterator[Past]:
        """The likeliest first, while they count with what else has this weight.

        Dice that still lie as they lay show now what they showed then: ``left``.
        """
        yield self.now
        for number, face in left.items():
            if face != self.lay[number].face:
                yield from self._read_anew(number, face)
        for less, number, face in self._misreads:
            if not told.counts(weight + less):
                return
            if number not in left:
                yield from (replace(past, weight=less) for past in self._read_anew(number, face))

    def _read_anew(self, number: int, face: Face) -> tuple[Past, ...]:
        if (number, face) not in self._anew:
            self._anew[number, face] = tuple(_read_anew(self.now.match, self.lay[number], face))
        return self._anew[number, face]


def _read_anew(match: Match[Any], die: DieBelieved, face: Face) -> Iterator[Past]:
    fitting = corrected_roll(match, die, face) if die.face is not None and face in match.game.faces else None
    if fitting is None or die.face is None:
        return
    index, anew = fitting
    try:
        correction = match.correct(index, anew)
    except Refusal:
        return
    if correction.refused is None and correction.match.state != match.state:
        yield Past(correction.match, 0.0, Misread(index, anew, die.face, face))


def weigh_dice(
    books: Books,
    dice: Sequence[DieBelieved],
    *,
    moved: bool,
    tumbled: bool = False,
    object_to: Callable[[Action], Refusal | None] = lambda action: None,
) -> Weighed:
    """What the dice tell."""
    game, told = books.now.match.game, Told()
    gathered = (SWEPT if tumbled else GATHERED) if moved else 0.0
    same = {was: die for die, was in stayed(books.lay, dice, STILL) if not moved or die.zone == was.zone == "aside"}
    lies = {n: dice.index(same[was]) for n, was in enumerate(books.lay) if was in same}
    for reading in dice_readings(dice):
        if not told.counts(reading.weight):
            break
        table = reading.layout(frozenset(DICE))
        flat = all(zone in DICE and UNKNOWN not in die for zone, die in reading.lie)
        left = {n: plain(pick) for n, index in lies.items() if (pick := reading.picks[index]) is not None}
        explained = False  # by the book as it is
        for past in books.since(left, told, reading.weight):
            for story in past.stories.explain(table, dice_moved=moved):
                if story and not flat:
                    continue  # with a die beside the tray nothing was done that counts
                wrong = (game.refusal(past.match.state, story[0]) or object_to(story[0])) if story else None
                weight = reading.weight + past.weight + (FURTHER * (len(story) - 1) if story else gathered)
                weight += FORBIDDEN if wrong is not None else 0.0
                told.add(Telling(weight, story, wrong, past.misread, reading.picks))
                explained = explained or (past.misread is None and (bool(story) or gathered != SWEPT))
        if not explained and told.counts(reading.weight + ODD):
            odd = dice_out_of_place(game, books.now.match.state, reading, dice_moved=moved)
            wrong = odd or Unexplained(len(table["tray"]), len(table["aside"]))
            price = TURNED if isinstance(odd, DieTurned) else ODD
            told.add(Telling(reading.weight + price, wrong=wrong, picks=reading.picks))
    return weighed(told.tellings)


@dataclass(frozen=True)
class Future:
    """What hands may have done to tiles, tokens or cards, and how that changes their places."""

    story: Story
    changed: Layout
    wrong: Refusal | None = None
    prior: float = 0.0


@dataclass(frozen=True)
class Corner:
    """Places where what hands do is told together, and apart from all other places."""

    due: Layout  # how they should look
    futures: Callable[["Places"], Iterable[Future]] = lambda places: ()
    out_of_place: Callable[[], Refusal | None] = lambda: None  # what is wrong where no future explains it
    mends: bool = False  # a deed told too early is taken back by the next look that shows so


def weigh_corner(corner: Corner, owed: Layout, places: "Places") -> Weighed:
    """What tiles, tokens and cards tell; ``owed`` is how zones may still lie because hands are slower than rules."""
    as_due = {zone: places.weight(zone, lies) for zone, lies in corner.due.items()}
    for zone in owed.keys() & as_due.keys():
        as_due[zone] = max(as_due[zone], places.weight(zone, owed[zone]))
    tellings = [Telling(sum(as_due.values()))]
    free = sum(places.best(zone) for zone in corner.due)
    if tellings[0].weight >= free:
        return Weighed(tellings[0], 1.0)  # as whatever they look most like, they lie as they should
    for future in corner.futures(places):
        if future.changed.keys() <= as_due.keys():
            weight = sum(places.weight(zone, lies) - as_due[zone] for zone, lies in future.changed.items())
            tellings.append(Telling(tellings[0].weight + weight + future.prior, future.story, future.wrong))
    if wrong := corner.out_of_place():
        tellings.append(Telling(free + ODD, wrong=wrong))
    return weighed(tellings)


def futures(game: Game[Any], state: Any) -> Iterator[Future]:
    """What hands may do to the tiles with one deed or two, and which places that changes."""
    now = game.layout(state)
    for first in game.possible_actions(state):
        after = game.carry_out(state, first)[0]
        wrong = game.refusal(state, first)
        if changed := _changes(now, game.layout(after)):
            yield Future((first,), changed, wrong, FORBIDDEN if wrong else COMMON * game.in_vain(state, first))
        elif wrong is None:
            for second in game.possible_actions(after):
                if changed := _changes(now, game.layout(game.carry_out(after, second)[0])):
                    refused = game.refusal(after, second)
                    yield Future((first, second), changed, refused, FURTHER + (FORBIDDEN if refused else 0.0))


def _changes(now: Layout, then: Layout) -> Layout:
    return {zone: then[zone] for zone in watched(then, then) if then[zone] != now.get(zone, ())}


class Places:
    """How well what was seen at a place goes with what may lie there."""

    def __init__(self, pieces: Sequence[PieceBelieved]) -> None:
        self.seen: dict[str, list[PieceBelieved]] = {}
        for one in pieces:
            self.seen.setdefault(one.zone or "", []).append(one)
        self._known: dict[tuple[str, tuple[str, ...]], float] = {}

    def names(self, zone: str, least: float) -> list[str]:
        """What the pieces seen there may be, as far as that is so likely."""
        seen = self.seen.get(zone, ())
        return list(dict.fromkeys(name for one in seen for name, chance in one.chances if chance * one.there > least))

    def best(self, zone: str) -> float:
        """As whatever it looks most like."""
        return sum(math.log(max(one.there * one.chances[0][1], 1 - one.there)) for one in self.seen.get(zone, ()))

    def weight(self, zone: str, lies: tuple[str, ...]) -> float:
        """The likeliest way in which these pieces lie there and nothing else does."""
        if (zone, lies) not in self._known:
            self._known[zone, lies] = _paired(self.seen.get(zone, ()), lies)
        return self._known[zone, lies]


def _paired(seen: Sequence[PieceBelieved], lies: tuple[str, ...]) -> float:
    """How well these go together, each seen piece taken for one that lies there or for nothing."""
    ways = {frozenset[int](): 0.0}  # which of those that lie there are seen, and how likely at best
    for one in seen:
        chances, ghost = dict(one.chances), math.log(max(LEAST, 1 - one.there))
        after = {taken: weight + ghost for taken, weight in ways.items()}
        for taken, weight in ways.items():
            for n, piece in enumerate(lies):
                if n not in taken:
                    fits = one.there * chances.get(piece, chances.get(UNKNOWN, 0.0) / 2)
                    both, then = taken | {n}, weight + math.log(max(LEAST, fits))
                    after[both] = max(after.get(both, -math.inf), then)
        ways = after
    hidden = [DOWN_HIDDEN if piece == "down" else HIDDEN for piece in lies]
    return max(w + sum(one for n, one in enumerate(hidden) if n not in taken) for taken, w in ways.items())
