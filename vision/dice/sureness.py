"""Turns likeness and margin into the chance of being right, as measured on dice kept out of training."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean

from vision.dice.find_dice import Candidate
from vision.dice.read_faces import PIPS_SET, Reading
from vision.network import MODELS
from vision.observation import COCKED, Chances

CLOSE = 0.1  # margin below which it is nearly a toss-up between two faces, however well both fit
WORTH_TELLING = 0.002  # chance of a face below which nobody needs to hear of it
NO_BETTER = 1 / 6  # a face named no more surely than by throwing the die is not named
LARGE = 0.05  # of the picture's long side: few dice are seen larger, playing cards with their pips often are


@lru_cache
def _weights() -> dict[str, list[float]]:
    table: dict[str, list[float]] = json.loads((MODELS / "sureness.json").read_text())
    return table


def chance(weights: str, values: list[float]) -> float:
    """Weighed and squeezed into 0 to 1."""
    total = sum(w * x for w, x in zip(_weights()[weights], values, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def _way(reading: Reading) -> str:
    return "pips" if reading.set_name == PIPS_SET else "taught"


def features(reading: Reading, seen: Candidate) -> list[float]:
    """What tells good readings from bad ones; the first is always 1."""
    return [
        1.0,
        reading.near,
        reading.margin,
        math.log(max(seen.error, 1e-3)),
        sum(seen.leans) / 2,
        seen.die,
        min(reading.margin / CLOSE, 1.0),
    ]


def sureness(reading: Reading, seen: Candidate) -> float:
    """How likely the face is named rightly."""
    return chance(f"face of {_way(reading)}", features(reading, seen))


def chances(reading: Reading, seen: Candidate, leans: float) -> Chances:
    """How likely each face lies on top and that it leans, if it is a die; what has no known face may show another."""
    if reading.face is None:
        return ((COCKED, leans),)
    named = sureness(reading, seen)
    shares = rival_shares(_way(reading), [like for _, like in reading.rest])
    others = [(face, (1 - named) * share) for (face, _), share in zip(reading.rest, shares, strict=True)]
    told = [(COCKED, leans), *((face, (1 - leans) * chance) for face, chance in ((reading.face, named), *others))]
    return tuple(sorted((one for one in told if one[1] >= WORTH_TELLING), key=lambda one: -one[1]))


def rival_shares(way: str, alike: Sequence[float]) -> list[float]:
    """How a doubt is shared among the other faces: the more alike, the likelier it is that one."""
    weights = [
        math.exp(
            sum(
                rival * told
                for rival, told in zip(_weights()[f"rivals of {way}"], rival_features(way, like), strict=True)
            )
        )
        for like in alike
    ]
    return [weight / sum(weights) for weight in weights]


def rival_features(way: str, like: float) -> list[float]:
    """What tells the true face from others of its die."""
    return [_odds(like) if way == "pips" else like]


def die_features(reading: Reading, seen: Candidate) -> list[float]:
    """What tells dice from other things: both networks' words, how well a known face fits; pips on cards are large."""
    words = [1.0, seen.heat, seen.die]
    large = max(0.0, math.log(seen.share / LARGE))
    kind = kind_of(reading)
    if kind == "taught":
        return [*words, reading.near]
    return [*words, _odds(reading.near), large] if kind == "pips" else [*words, large]


def _odds(part: float) -> float:
    return math.log(max(part, 0.01) / max(1 - part, 0.01))


def is_die(reading: Reading, seen: Candidate) -> float:
    """How likely it is a die at all, by itself."""
    return chance(f"die of {kind_of(reading)}", die_features(reading, seen))


@dataclass(frozen=True)
class Setting:
    """What else tells whether a thing that carries no taught face is a die.

    Others count the more the likelier they are dice; a count c is told as log(1 + c).
    """

    contrast: float  # of its upper face: wooden cubes are blank
    tiny: float = 0.0  # how much smaller it is seen than what can be made out well, as a logarithm
    alike: float = 0.0  # others of its size and colour
    as_large: float = 0.0  # others of its size
    others: float = 0.0  # of any size
    beside: float = 0.0  # the next one of its size, 1 where it is surely a die and a face side away


def setting_features(reading: Reading, seen: Candidate, setting: Setting) -> list[float]:
    """What tells dice by themselves, how well its corners were seen, whether it leans, and its setting."""
    more = [math.log(max(seen.error, 1e-3)), sum(seen.leans) / 2]
    company = [setting.alike, setting.as_large, setting.others, setting.beside]
    return [*die_features(reading, seen), *more, setting.contrast, setting.tiny, *company]


def is_die_among(reading: Reading, seen: Candidate, setting: Setting) -> float:
    """How likely a thing with pips or without a known face is a die, its setting considered."""
    return chance(f"die of {kind_of(reading)} among others", setting_features(reading, seen, setting))


def kind_of(reading: Reading) -> str:
    """Of dice: how it got its name."""
    return "no name" if reading.face is None else _way(reading)


@dataclass(frozen=True)
class Word:
    """What the plumb line says of a die."""

    leans: float  # as log odds
    error: float  # the logarithm of how far its upright may be off


def mean_word(words: list[Word]) -> Word:
    """What it says at several looks."""
    return Word(fmean(word.leans for word in words), fmean(word.error for word in words))


def leaning_features(seen: Candidate, word: Word | None, near: float) -> list[float]:
    """What tells leaning dice from flat ones: the looker's words, the plumb line's if any, a die near by to lean on.

    The plumb line's counts the more the smaller an error it foretells.
    """
    told = [0.0] * 4 if word is None else [1.0, word.leans, word.error, word.leans * word.error]
    return [1.0, sum(seen.leans) / 2, *told, near]


def leaning(seen: Candidate, word: Word | None, near: float) -> float:
    """How likely it is a cocked die."""
    return chance("cocked", leaning_features(seen, word, near))


def least_near() -> float:
    """Below this likeness a die belongs to no taught set."""
    return _weights()["least near"][0]
