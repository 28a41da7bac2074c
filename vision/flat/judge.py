"""Weighs what the networks tell of a piece into how likely it is there, and how likely each design is."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np

from vision.flat.album import Floats, Likeness
from vision.network import MODELS
from vision.observation import Chances

WEIGHTS = MODELS / "flat.json"
PILE = 1.5  # how much rarer, as log odds
LEAST = 0.01  # chances below this are not worth telling


@dataclass(frozen=True)
class Weights:
    """Of one kind of piece; fitted by vision.training.prints."""

    there: tuple[
        float, float
    ]  # log odds of a piece being there, where the network cannot tell, and for each of its own
    spotted: tuple[float, ...]  # the same of a spot anywhere, and for each of the spotter's
    sharp: float  # how far likenesses tell designs apart
    laid: float  # how far what designs leave over, laid over a piece, tells them apart
    known: tuple[float, float]  # from which likeness on a piece is one of ours: log odds at none, and for each
    ours: tuple[float, ...]  # the same of a spot anywhere: usual, for each of first look, spotter and likeness


@cache
def weights() -> dict[str, Weights]:
    told = json.loads(WEIGHTS.read_text())
    return {kind: Weights(*(_as_kept(one[part.name]) for part in fields(Weights))) for kind, one in told.items()}


def _as_kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def odds_of(scores: Floats) -> float:
    """Of a piece, as the first look tells them: from the scores of empty, printed and plain."""
    return float(np.logaddexp(scores[1], scores[2]) - scores[0])


def presence(kind: str, odds: float, pile: bool, heat: float | None) -> float:
    """How likely there is a piece; on a pile is rarer than on the mat.

    Where it was spotted, and not in a place of the mat, its ``heat`` counts, too.
    """
    mine = weights()[kind]
    if heat is None:
        return _chance(mine.there[0] + mine.there[1] * odds - PILE * pile)
    return _chance(float(np.dot(mine.spotted, (1.0, odds, heat))))


def plainness(scores: Floats) -> float:
    """How likely a piece that is there shows its plain side."""
    return _chance(float(scores[2] - scores[1]))


def chances(kind: str, seen: Likeness) -> Chances:
    """How likely each design is."""
    parts = np.exp([weights()[kind].sharp * (like - seen.alike[0][1]) for _, like in seen.alike])
    parts /= parts.sum()
    return tuple((name, float(part)) for (name, _), part in zip(seen.alike, parts, strict=True) if part > LEAST)


def of_ours(kind: str, there: float, odds: float, heat: float | None, seen: Likeness) -> float:
    """How likely a printed piece of ours is there: in a place of the mat of what lies there, elsewhere all at once."""
    mine, like = weights()[kind], seen.alike[0][1]
    if heat is None:
        return there * _chance(mine.known[0] + mine.known[1] * like)
    return _chance(float(np.dot(mine.ours, (1.0, odds, heat, like))))


def weighed(told: Chances, left: Mapping[str, float], laid: float) -> Chances:
    """The chances once designs were laid over the piece; what was not worth laying leaves more than the others."""
    if not left:
        return told
    worst = max(left.values())
    parts = [chance * np.exp(-laid * (left.get(name, worst) - min(left.values()))) for name, chance in told]
    whole = sum(parts)
    pairs = [(name, float(part / whole)) for (name, _), part in zip(told, parts, strict=True)]
    return tuple(sorted(pairs, key=lambda pair: -pair[1]))


def _chance(log_odds: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(log_odds, -30, 30))))
