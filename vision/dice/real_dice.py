"""Which of the things looked at are dice: their looks speak for it, their faces, and the company they lie in."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.dice.find_dice import CLOSEST, Candidate, each_once, only_dice
from vision.dice.read_faces import PIPS_SET, Reading, Surface
from vision.dice.sureness import NO_BETTER, Setting, is_die, is_die_among, kind_of, sureness

# How likely a die must be: a taught face is strong evidence, pips are weaker (many things are dotted), no face is none.
LEAST_TAUGHT, LEAST_PIPS, LEAST_NAMELESS = 0.3, 0.3, 0.68
LEAST = {"taught": LEAST_TAUGHT, "pips": LEAST_PIPS, "no name": LEAST_NAMELESS}
LIKELY = 0.8  # what is likelier a die tells of which kind the others are, and is preferred to what looks more like one
COMPANY = 0.5, 0.9  # chances from which on, and up to which, a die says more and more of what the others are
SURE = 100.0  # log odds, more than any network gives
APART = 0.5  # face sides within which two things are one
SIZES, COLOURS = 0.25, 12.0  # how far apart, as a logarithm and to the eye, sizes and colours are that are hardly alike
TINY = 16.0  # pixels of a side below which less and less can be made out
DOUBTED = (0.1, 0.95)  # chances between which a thing without a taught face is looked at again


@dataclass(frozen=True, eq=False)
class Thing:
    """Something looked at closely, and what its upper face was taken for."""

    seen: Candidate
    reading: Reading
    surface: Surface  # of that face
    chance: float = 0.0  # of being a die, the others considered


def real_dice(things: Sequence[Thing]) -> list[Thing]:
    """Of things judged in company those that are dice, each once, in reading order."""
    likely = [one for one in things if one.chance >= _least(one.reading)]
    sure = {id(one.seen) for one in likely if one.chance > LIKELY}  # by its face, too: a heap may look more like a die
    dice = only_dice(each_once((one.seen for one in likely), lambda seen: seen.word + SURE * (id(seen) in sure)))
    return sorted(
        (one for one in likely if one.seen in dice),
        key=lambda one: (one.seen.box[1] + one.seen.box[3] / 2, one.seen.box[0]),
    )


def in_company(things: Sequence[Thing], again: Callable[[Candidate], Candidate] = lambda seen: seen) -> list[Thing]:
    """Each with its chance of being a die, the others considered."""
    first = judged(things)
    doubted = [not _taught(one.reading) and DOUBTED[0] < one.chance < DOUBTED[1] for one in first]
    if not any(doubted):
        return first
    return judged([replace(one, seen=again(one.seen)) if d else one for one, d in zip(first, doubted, strict=True)])


def judged(things: Sequence[Thing]) -> list[Thing]:
    """By its face, if that speaks for a die; else as one without: what shows on a leaning die is easily misnamed."""
    alone = [is_die(one.reading, one.seen) for one in things]
    if all(_taught(one.reading) and chance >= LEAST_TAUGHT for one, chance in zip(things, alone, strict=True)):
        return [replace(one, chance=chance) for one, chance in zip(things, alone, strict=True)]
    return [
        _judged(one, chance, setting)
        for one, chance, setting in zip(things, alone, settings(things, alone), strict=True)
    ]


def _judged(one: Thing, alone: float, setting: Setting) -> Thing:
    """A taught face needs no company; pips nobody would believe are none."""
    reading = one.reading
    if _taught(reading):
        chance = alone
    elif reading.face is None or sureness(reading, one.seen) >= NO_BETTER:
        chance = is_die_among(reading, one.seen, setting)
    else:
        chance = 0.0
    if reading.face is None or chance >= _least(reading):
        return replace(one, chance=chance)
    return _judged(replace(one, reading=replace(reading, face=None)), alone, setting)


def settings(things: Sequence[Thing], chances: Sequence[float]) -> list[Setting]:
    """How each compares with the others, dice with these chances: in size, in colour, and how near they are."""
    places, sides = np.array([complex(*one.seen.centre) for one in things]), np.array([one.seen.side for one in things])
    colours = np.array([one.surface.colour for one in things])
    away = np.abs(places[:, None] - places)
    trusted = np.clip((np.array(chances) - COMPANY[0]) / (COMPANY[1] - COMPANY[0]), 0.0, 1.0)
    dice = np.where(away > APART * sides[:, None], trusted, 0.0)  # what lies on it may be itself
    large = dice * np.exp(-((np.log(sides[:, None] / sides) / SIZES) ** 2))
    unlike = np.linalg.norm(colours[:, None] - colours, axis=-1)
    like = large * np.exp(-((unlike / COLOURS) ** 2))
    near = np.minimum(np.minimum(sides[:, None], sides) / np.maximum(away, 1.0), CLOSEST)
    alike, as_large, others = (np.log1p(count.sum(axis=1)).tolist() for count in (like, large, dice))
    beside = (large * near).max(axis=1).tolist()
    return [
        Setting(one.surface.contrast, max(0.0, math.log(TINY / one.seen.side)), *company)
        for one, *company in zip(things, alike, as_large, others, beside, strict=True)
    ]


def pips_are_usual(dice: Sequence[Thing]) -> float:
    """How much likelier than on other tables a die has pips, as log odds: dice of one table are often of one kind."""
    likely = [one.reading for one in dice if one.chance > LIKELY]
    pips = sum(reading.face is not None and reading.set_name == PIPS_SET for reading in likely)
    nameless = sum(reading.face is None for reading in likely)
    return math.log((pips + 1) / (nameless + 1))


def _taught(reading: Reading) -> bool:
    return kind_of(reading) == "taught"


def _least(reading: Reading) -> float:
    return LEAST[kind_of(reading)]
