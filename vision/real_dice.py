"""Which of the things looked at are dice: their looks speak for it, their faces, and the company they lie in."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.find_dice import CLOSEST, Candidate, each_once, only_dice
from vision.read_faces import PIPS_SET, Reading, Surface
from vision.sureness import Setting, is_die, is_die_among

# How likely a die must be: a taught face is strong evidence, pips are weaker (many things are dotted), no face is none.
LEAST_TAUGHT, LEAST_PIPS, LEAST_NAMELESS = 0.3, 0.3, 0.55
COMPANY = 0.8  # what is likelier a die tells of the others how large they are, and of which kind
SURE = 100.0  # log odds, more than any network gives
APART = 0.5  # face sides within which two things are one
MOST_GAP = 1.5  # more says no more


@dataclass(frozen=True, eq=False)
class Thing:
    """Something looked at closely, and what its upper face was taken for."""

    seen: Candidate
    reading: Reading
    surface: Surface  # of that face
    chance: float = 0.0  # of being a die, the others considered


def real_dice(things: Sequence[Thing]) -> list[Thing]:
    """Those that are dice, each once, in reading order."""
    likely = [one for one in in_company(things) if one.chance >= _least(one.reading)]
    sure = {id(one.seen) for one in likely if one.chance > COMPANY}  # by its face, too: a heap may look more like a die
    dice = only_dice(each_once((one.seen for one in likely), lambda seen: seen.word + SURE * (id(seen) in sure)))
    return sorted(
        (one for one in likely if one.seen in dice),
        key=lambda one: (one.seen.box[1] + one.seen.box[3] / 2, one.seen.box[0]),
    )


def in_company(things: Sequence[Thing]) -> list[Thing]:
    """Each with its chance of being a die, now that it is known what the sure ones are like."""
    alone = [is_die(one.reading, one.seen) for one in things]
    sure = [one for one, chance in zip(things, alone, strict=True) if chance > COMPANY]
    return [judged(one, chance, sure) for one, chance in zip(things, alone, strict=True)]


def judged(one: Thing, alone: float, sure: Sequence[Thing]) -> Thing:
    """By its face, if that speaks for a die; else as one without: what shows on a leaning die is easily misnamed."""
    if one.reading.face is not None and alone >= _least(one.reading):
        return replace(one, chance=alone)
    nameless = replace(one, reading=replace(one.reading, face=None))
    return replace(nameless, chance=nameless_die(nameless, sure))


def nameless_die(one: Thing, sure: Sequence[Thing]) -> float:
    """The chance of a thing without a known face: one that has it needs no company."""
    return is_die_among(one.reading, one.seen, setting(one, sure))


def setting(one: Thing, sure: Sequence[Thing]) -> Setting:
    """How it compares with the sure dice that are not itself: in size, in colour, and how near the next one is."""
    away = [(math.dist(other.seen.centre, one.seen.centre), other) for other in sure]
    others = [(far, other) for far, other in away if far > APART * one.seen.side]
    if not others:
        return Setting(one.surface.contrast)
    usual = statistics.median(other.seen.side for _, other in others)
    return Setting(
        contrast=one.surface.contrast,
        gap=min(abs(math.log(one.seen.side / usual)), MOST_GAP),
        near=min(max(min(one.seen.side, other.seen.side) / far for far, other in others), CLOSEST),
        unlike=min(math.log1p(math.dist(other.surface.colour, one.surface.colour)) for _, other in others),
    )


def pips_are_usual(dice: Sequence[Thing]) -> float:
    """How much likelier than on other tables a die has pips, as log odds: dice of one table are often of one kind."""
    likely = [one.reading for one in dice if one.chance > COMPANY]
    pips = sum(reading.face is not None and reading.set_name == PIPS_SET for reading in likely)
    nameless = sum(reading.face is None for reading in likely)
    return math.log((pips + 1) / (nameless + 1))


def _least(reading: Reading) -> float:
    if reading.face is None:
        return LEAST_NAMELESS
    return LEAST_PIPS if reading.set_name == PIPS_SET else LEAST_TAUGHT
