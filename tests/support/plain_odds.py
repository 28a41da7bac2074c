"""A second solver of a dice turn in plain Python, sharing nothing with the first: a witness and a yardstick."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import comb

Worth = tuple[float, float]  # what it brings, and the chance to fail as a negative number: more is better in both
Kept = frozenset[str]


@dataclass
class PlainOdds:
    """Solves by recursion from a state towards the ends of the turn, one state and one roll at a time."""

    values: Mapping[str, int]
    sides: Mapping[str, int]  # of six
    brings: Callable[[int, bool], float | None]  # from the sum and whether a worm is in it; None: nothing
    fail: float = 0.0
    golden: Mapping[str, int] = field(default_factory=dict)
    repeats_fail: bool = True
    known: dict[tuple[Kept, int, int, bool, bool], Worth] = field(default_factory=dict)

    def stop(self, kept: Kept, total: int) -> Worth:
        won = self.brings(total, "worm" in kept)
        return (self.fail, -1.0) if won is None else (won, 0.0)

    def roll(self, kept: Kept, total: int, left: int, golden: bool = False, weasel: bool = False) -> Worth:
        """What it is worth to roll now."""
        state = kept, total, left, golden, weasel
        if state not in self.known:
            worth, fails = 0.0, 0.0
            for chance, ordinary, shown in self.rolls(kept, left, golden):
                one_worth, one_fails = self.choose(kept, total, left, golden, weasel, ordinary, shown)
                worth, fails = worth + chance * one_worth, fails + chance * one_fails
            self.known[state] = worth, fails
        return self.known[state]

    def choose(
        self, kept: Kept, total: int, left: int, golden: bool, weasel: bool, ordinary: Mapping[str, int], shown: str
    ) -> Worth:
        """What the best answer to a roll is worth."""
        answers = []
        for face in self.values:
            count = ordinary.get(face, 0) + (shown == face)
            if count and face not in kept:
                after = kept | {face}, total + count * self.values[face], left - ordinary.get(face, 0)
                answers.append(self.rest(*after, golden and shown != face, weasel))
        if not answers:
            answers.append((self.fail, -1.0) if self.repeats_fail else self.stop(kept, total))
        if weasel:
            answers.append(self.roll(kept, total, left, golden, False))
        return better(answers)

    def rest(self, kept: Kept, total: int, left: int, golden: bool = False, weasel: bool = False) -> Worth:
        """What the rest of the turn is worth, after a die was laid aside."""
        answers = [self.stop(kept, total)]
        if left + golden and len(kept) < len(self.values):
            answers.append(self.roll(kept, total, left, golden, weasel))
        return better(answers)

    def rolls(self, kept: Kept, left: int, golden: bool) -> Iterator[tuple[float, dict[str, int], str]]:
        """Every roll that differs in the faces not yet kept: its chance, the ordinary dice, the golden one."""
        open_faces = tuple((face, self.sides[face]) for face in self.values if face not in kept)
        if not golden:
            yield from ((chance, counts, "") for chance, counts in some_on_each(open_faces, left))
            return
        for face, sides in self.golden.items():
            for chance, counts in some_on_each(open_faces, left):
                yield chance * sides / sum(self.golden.values()), counts, face


@cache
def some_on_each(open_faces: tuple[tuple[str, int], ...], dice: int) -> list[tuple[float, dict[str, int]]]:
    """How many of the dice fall on each open face (the rest on others), and how likely that is."""
    if not open_faces:
        return [(1.0, {})]
    return list(_some_on_each(open_faces, dice, 6))


def _some_on_each(
    open_faces: tuple[tuple[str, int], ...], dice: int, sides: int
) -> Iterator[tuple[float, dict[str, int]]]:
    # Die by die would be 6**8 rolls; face by face, each die on this face or on one of the sides that remain.
    (face, here), *others = open_faces
    for count in range(dice + 1):
        if sides == here and count < dice:
            continue
        chance = comb(dice, count) * (here / sides) ** count * (1 - here / sides) ** (dice - count)
        if not others:
            yield chance, {face: count}
            continue
        for rest_chance, rest in _some_on_each(tuple(others), dice - count, sides - here):
            yield chance * rest_chance, {face: count, **rest}


def better(answers: list[Worth]) -> Worth:
    """The answer that brings most; where two bring alike, the safer one."""
    most = max(brings for brings, _ in answers)
    return max((answer for answer in answers if answer[0] > most - 1e-11), key=lambda answer: answer[1])
