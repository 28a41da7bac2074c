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
    """Of one kind of piece; fitted by vision.training.prints. Log odds: the usual ones, and for each of every sign."""

    there: tuple[float, ...]  # in a place of the mat: first look
    spotted: tuple[float, ...]  # anywhere: first look, spotter, shape
    sharp: float  # how far likenesses tell designs apart
    laid: float  # how far what designs leave over, laid over a piece, tells them apart
    known: tuple[float, ...]  # whether what lies in a place is one of ours: likeness
    ours: tuple[float, ...]  # whether a printed piece of ours lies anywhere: first look, spotter, shape, likeness
    company: tuple[float, ...]  # whether any does: what it is by itself, the surest other piece, how far off its size


@cache
def weights() -> dict[str, Weights]:
    told = json.loads(WEIGHTS.read_text())
    return {kind: Weights(*(_as_kept(one[part.name]) for part in fields(Weights))) for kind, one in told.items()}


def _as_kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def signs_of(scores: Floats, heat: float | None, quad: Floats, aspect: float) -> tuple[float, ...]:
    """What speaks for a piece: the scores of empty, printed and plain.

    Where it was spotted, and not in a place of the mat, its ``heat`` counts, too, and how it is shaped.
    """
    odds = float(np.logaddexp(scores[1], scores[2]) - scores[0])
    if heat is None:
        return 1.0, odds
    wide, high = (float(np.linalg.norm(quad[n] - quad[n - 1] + quad[n - 3] - quad[n - 2])) for n in (1, 2))
    return 1.0, odds, heat, abs(float(np.log(max(wide, 1e-6) / max(high, 1e-6) / aspect)))


def presence(kind: str, signs: tuple[float, ...], pile: bool) -> float:
    """How likely there is a piece; on a pile is rarer than on the mat."""
    mine = weights()[kind]
    if len(signs) == len(mine.there):
        return chance(float(np.dot(mine.there, signs)) - PILE * pile)
    return chance(float(np.dot(mine.spotted, signs)))


def plainness(scores: Floats) -> float:
    """How likely a piece that is there shows its plain side."""
    return chance(float(scores[2] - scores[1]))


def chances(kind: str, seen: Likeness) -> Chances:
    """How likely each design is."""
    parts = np.exp([weights()[kind].sharp * (like - seen.alike[0][1]) for _, like in seen.alike])
    parts /= parts.sum()
    return tuple((name, float(part)) for (name, _), part in zip(seen.alike, parts, strict=True) if part > LEAST)


def of_ours(kind: str, there: float, signs: tuple[float, ...], seen: Likeness) -> float:
    """How likely a printed piece of ours is there: in a place of the mat of what lies there, elsewhere all at once."""
    mine, like = weights()[kind], seen.alike[0][1]
    if len(signs) == len(mine.there):
        return there * chance(mine.known[0] + mine.known[1] * like)
    return chance(float(np.dot(mine.ours, (*signs, like))))


def in_company(kind: str, ours: Floats, middles: Floats, halves: Floats) -> Floats:
    """How likely each is a piece of ours, knowing what else is seen: where others surely are, it is likelier one.

    Of one kind, in a picture: how likely each is by itself, where, and half how wide.
    """
    return _chances(company_signs(ours, middles, halves) @ np.array(weights()[kind].company))


def company_signs(ours: Floats, middles: Floats, halves: Floats) -> Floats:
    """In rows: usual, what it is by itself, the surest other piece, and how far off the size of a near one is."""
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    others = np.where(away > halves[:, None], ours[None], 0.0)
    near = (others / (halves[:, None] + away)).argmax(1)
    off = np.abs(np.log(halves / halves[near])) * (others.max(1) > 0)
    return np.stack([np.ones_like(ours), _log_odds(ours), _log_odds(others.max(1)), off], 1)


def weighed(told: Chances, left: Mapping[str, float], laid: float) -> Chances:
    """The chances once designs were laid over the piece; what was not worth laying leaves more than the others."""
    if not left:
        return told
    worst = max(left.values())
    parts = [likely * np.exp(-laid * (left.get(name, worst) - min(left.values()))) for name, likely in told]
    whole = sum(parts)
    pairs = [(name, float(part / whole)) for (name, _), part in zip(told, parts, strict=True)]
    return tuple(sorted(pairs, key=lambda pair: -pair[1]))


def chance(log_odds: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(log_odds, -30, 30))))


def _chances(log_odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(log_odds, -30, 30))), np.float32)


def _log_odds(chances: Floats) -> Floats:
    held = np.clip(chances, LEAST, 1 - LEAST)
    return np.asarray(np.log(held / (1 - held)), np.float32)
