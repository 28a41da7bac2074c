"""What players do wrong: each mistake as hands make it, the words it deserves, and how it is put right."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.rehearsal.stage import Shot, Stage
from companion.rules.actions import Roll
from companion.rules.contract import Action, Game
from vision.render.scene import leaning

BESIDE = (-48.0, 150.0)  # off the mat, still in view
Hands = Callable[[], Iterator[Shot]]


@dataclass(frozen=True)
class Mistake:
    """One thing done wrongly, instead of or before the right deed."""

    kind: str
    named: tuple[str, ...]  # the refusals that name it rightly
    wrong: Hands
    right: Hands


def mistakes(game: Game[Any], before: Any, action: Action, stage: Stage, chance: Random) -> list[Mistake]:
    """All that could go wrong where this is about to be done."""
    if not isinstance(action, Roll) or not game.layout(before)["aside"]:
        return []

    aside, tray = stage.in_zone("aside"), stage.in_zone("tray")
    lying = tuple(stage.dice)
    due = len(tray)
    moves = (game.dice_after(before, deed) for deed in game.legal_actions(before))
    for_good = not any(lies is not None and len(lies["aside"]) < len(aside) for lies in moves)  # or they may go back

    # Where it is one die of its own kind that is missing, the rules say which.
    missed = game.refusal(before, Roll(tuple(game.box.die[:1] * (due - 1))))
    short = (type(missed).__name__,) if missed else ()

    def faces(count: int) -> list[str]:
        return [chance.choice(game.box.die) for _ in range(count)]

    def back() -> Iterator[Shot]:
        yield from stage.put_dice(lying)

    def rolled_kept() -> Iterator[Shot]:
        yield from stage.roll(faces(due + 1), aside[:-1])

    def too_few() -> Iterator[Shot]:
        yield from stage.roll(faces(due - 1), [*aside, tray[0]])

    def too_many() -> Iterator[Shot]:
        yield from stage.roll(faces(due + 1), aside)

    def lost() -> Iterator[Shot]:
        yield from stage.roll(faces(due - 1), aside)

    def cocked() -> Iterator[Shot]:
        yield from stage.roll(faces(due), aside, lambda die: leaning(die, 30.0, 40.0))

    def beside() -> Iterator[Shot]:
        yield from stage.roll(faces(due), aside, lambda die: replace(die, at=BESIDE))

    def stacked() -> Iterator[Shot]:
        yield from stage.roll(faces(due), aside, lambda die: replace(die, at=stage.fallen[0].at, z=16.0))

    found = [Mistake("rolled a kept die", ("KeptDieRolled",), rolled_kept, back)] * for_good
    found += [
        Mistake("too many dice", ("TooManyDice",), too_many, back),
        Mistake("a cocked die", ("DieCocked",), cocked, back),
        Mistake("a die beside the tray", ("DieOffTheMat",), beside, back),
    ]
    if due > 1:
        found += [
            Mistake("too few dice", ("WrongNumberOfDice", *short), too_few, back),
            Mistake("a die off the table", ("DiceMissing",), lost, back),
            Mistake("dice stacked", ("DiceMissing",), stacked, back),
        ]
    return found
