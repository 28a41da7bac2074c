"""Names dice whose face nobody knew at the first look: corners seen amiss show parts of two faces."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from vision.dice.find_dice import Candidate, Floats, look_closely, propose_near
from vision.dice.look_again import further_quads
from vision.dice.read_faces import Reading, describe, describe_turned, patches_of, surface
from vision.dice.real_dice import Thing
from vision.dice.sureness import sureness
from vision.pyramid import Pyramid

LIKELY = 0.15  # chance of being a die from which it is worth finding anew
SURE = 0.85  # how surely another look must name it: of six one may be right by luck


def seen_nearer(picture: Pyramid, things: Sequence[Thing]) -> list[Candidate]:
    """What is seen, in a larger picture, around things that may be dice but whose face nobody knows."""
    doubted = [one.seen for one in things if one.reading.face is None and one.chance > LIKELY]
    return look_closely(picture, [p for one in doubted for p in propose_near(picture, one)])


def named_again(picture: Pyramid, dice: Sequence[Thing], name: Callable[[Floats], Reading]) -> list[Thing]:
    """The same, but what has no face yet has the one that further looks at it show most surely, if any."""
    return [one if one.reading.face is not None else _named(picture, one, name) for one in dice]


def _named(picture: Pyramid, die: Thing, name: Callable[[Floats], Reading]) -> Thing:
    quads = further_quads(picture, die.seen)
    readings = [name(view[None]) for view in describe(patches_of(picture, quads))]
    best = max(range(len(quads)), key=lambda n: _sure(readings[n], die))
    if _sure(readings[best], die) < SURE:
        return die
    patch = patches_of(picture, [quads[best]])
    reading = name(describe_turned(patch)[0])
    if _sure(reading, die) < SURE:
        return die
    return replace(die, seen=replace(die.seen, quad=quads[best]), reading=reading, surface=surface(patch[0]))


def _sure(reading: Reading, die: Thing) -> float:
    return sureness(reading, die.seen) if reading.face is not None else 0.0
