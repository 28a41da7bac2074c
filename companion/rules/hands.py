"""Dice as they lie together, where order says nothing: parts of them, and what is left without a part."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product

from companion.rules.pieces import Face
from companion.rules.refusals import FaceNotRolled, Refusal, UnknownFace


@lru_cache(maxsize=1024)
def parts(dice: tuple[Face, ...]) -> tuple[tuple[Face, ...], ...]:
    """Everything that can be picked from these dice, each once, from nothing to all of them."""
    counted = sorted(Counter(dice).items())
    picked = sorted(product(*(range(count + 1) for _, count in counted)), key=sum)
    return tuple(
        tuple(face for (face, _), count in zip(counted, counts, strict=True) for _ in range(count)) for counts in picked
    )


def without(dice: Iterable[Face], taken: Iterable[Face]) -> tuple[Face, ...]:
    left = list(dice)
    for face in taken:
        left.remove(face)
    return tuple(sorted(left))


def not_among(dice: Iterable[Face], wanted: Iterable[Face]) -> Refusal | None:
    """Why these cannot be picked from the dice: one of them is not there."""
    left = list(dice)
    for face in wanted:
        if face not in left:
            return FaceNotRolled(face)
        left.remove(face)
    return None


def unknown(dice: Iterable[Face], faces: Sequence[Face]) -> Refusal | None:
    return next((UnknownFace(face) for face in dice if face not in faces), None)
