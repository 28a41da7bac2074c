"""Dice, tiles, tokens and places as plain values that games, beliefs and pictures share."""

from collections.abc import Mapping
from dataclasses import dataclass

Face = str  # "1".."5", "worm", "bun" ...
Player = str

# Zone -> the pieces that lie there, sorted, for two dice of one face cannot be told apart.
# Zones: "tray", "aside", "grill:27", "place:Ana" (the visible tile of her stack), "card:3" (third chicken card),
# "front:Ana" (worm tokens before her). A zone that a game knows and that is empty maps to ().
# Pieces: a die is its face ("worm"), the golden die "golden-worm"; a tile its number ("27"), face down "down";
# a card or token its design, a token face down "back". Junior's "grill:4" holds both tiles with a 4.
Layout = Mapping[str, tuple[str, ...]]

GOLDEN = "golden-"


def golden(face: Face) -> str:
    """How the golden die showing this face is written in a layout."""
    return GOLDEN + face


@dataclass(frozen=True)
class Card:
    """A chicken: the worm she is looking for, and what she is worth."""

    id: str
    worm: str
    value: int
    colour: str
