"""Looks from nearer at what may be a die though nobody knows its face: corners of top and side are easily mixed."""

from collections.abc import Sequence

from vision.dice.find_dice import Candidate, look_closely, propose_near
from vision.dice.real_dice import Thing
from vision.pyramid import Pyramid

LIKELY = 0.15  # chance of being a die from which it is worth finding anew


def seen_nearer(picture: Pyramid, things: Sequence[Thing]) -> list[Candidate]:
    """What is seen, in a larger picture, around things that may be dice but whose face nobody knows."""
    doubted = [one.seen for one in things if one.reading.face is None and one.chance > LIKELY]
    return look_closely(picture, [p for one in doubted for p in propose_near(picture, one)])
