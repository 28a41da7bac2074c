"""How far the reading of a match may be trusted: what was read, asked and corrected, and what may still be wrong."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.actions import Roll
from companion.rules.match import Match
from companion.rules.pieces import GOLDEN, golden

Readings = Iterable[Mapping[str, Any]]  # which deed of the match it was, what the eye said of its dice, what was asked


@dataclass(frozen=True)
class Honesty:
    read: int = 0  # faces by the camera
    asked: int = 0  # times the table was asked what lies there
    corrected: int = 0  # faces that were read otherwise at first
    risk: float = 0.0  # how many of the faces are still wrong, by how sure the eye was of each

    def __add__(self, other: "Honesty") -> "Honesty":
        asked, corrected = self.asked + other.asked, self.corrected + other.corrected
        return Honesty(self.read + other.read, asked, corrected, self.risk + other.risk)


def honesty(match: Match[Any], readings: Readings) -> Honesty:
    """Of one match; what people corrected is right."""
    told = Honesty()
    for reading in readings:
        wrong = _misread(match, reading).total()
        risk = sum(1 - sure for _, _, sure in reading["dice"]) if not wrong else 0.0
        told += Honesty(len(reading["dice"]), reading["asked"], wrong, risk)
    return told


def by_set(match: Match[Any], readings: Readings) -> dict[str, dict[str, int]]:
    """How often each face came up, apart for dice of each taught set, as far as the eye has read them."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for reading in readings:
        misread = _misread(match, reading)
        for name, piece, _ in reading["dice"]:
            if misread[piece]:
                misread[piece] -= 1  # nobody knows any more which of them it was
            elif not piece.startswith(GOLDEN):
                found[name][piece] += 1
    return {name: dict(faces) for name, faces in found.items()}


def _misread(match: Match[Any], reading: Mapping[str, Any]) -> Counter[str]:
    """The faces that the roll does not have any more."""
    roll = match.deeds[reading["deed"]].action if reading["deed"] < len(match.deeds) else None
    if not isinstance(roll, Roll):
        return Counter()
    gilded = [golden(roll.golden)] if roll.golden else []
    return Counter(piece for _, piece, _ in reading["dice"]) - Counter([*roll.faces, *gilded])
