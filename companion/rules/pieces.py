"""Dice, tiles, tokens and places as plain values that games, beliefs and pictures share."""

from collections.abc import Mapping
from dataclasses import dataclass

Face = str  # "1".."6", or what else is printed on a die
Player = str

# Zone -> the pieces that lie there, sorted, for two dice of one face cannot be told apart.
# Zones: "tray", "aside", "home:27", "place:Ana" (her visible tile), "card:3" (the third card),
# "front:Ana" (tokens before her). A zone that a game knows and that is empty maps to ().
# Pieces: a die is its face ("5"), the golden die "golden-5"; a tile its number ("27"), face down "down";
# a card or token its design, a token face down "back". "home:4" is where the tiles with a 4 lie until they are won.
Layout = Mapping[str, tuple[str, ...]]

GOLDEN = "golden-"


def golden(face: Face) -> str:
    """How the golden die showing this face is written in a layout."""
    return GOLDEN + face


@dataclass(frozen=True)
class Card:
    """A card: the token it asks for, and what it is worth."""

    id: str
    token: str
    value: int
    colour: str
