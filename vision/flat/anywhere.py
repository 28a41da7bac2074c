"""Reads tokens, cards and tiles wherever they lie: each spot where one may be is looked at closely."""

from collections.abc import Mapping

import cv2

from vision.flat.look import Asked, Flat, Key, Looker, Read
from vision.flat.places import around
from vision.flat.spots import Spot, spots
from vision.pyramid import Pyramid

LARGER = (1.0, 1.2, 1.44)  # a frame printed inside its edge may be taken for it: what is likest decides
_SAME = 1 / 6  # of half a piece's side between the same spot in two pictures


class AnywhereReader:
    """For tables without a mat."""

    def __init__(self, looker: Looker) -> None:
        self._looker = looker
        self._spots: list[Spot] = []

    def forget(self) -> None:
        self._spots = []

    def read(self, picture: Pyramid) -> Flat:
        """Tokens, cards and tiles in pixels."""
        self._spots = [next((old for old in self._spots if _same(old, new)), new) for new in spots(picture)]
        asked = {
            (spot, kind, larger): asked_of(spot, kind, album.aspect, larger)
            for spot in self._spots
            for kind, album in self._looker.albums.items()
            for larger in LARGER
            if spot.round == (kind == "tokens")
        }
        return self._looker.observed(_uncovered(self._looker.look(picture, asked)), {})


def _uncovered(reads: Mapping[Key, Read]) -> dict[Key, Read]:
    """What is round on a card or tile is printed there."""
    outlines = [one.quad for one in reads.values() if one.kind != "tokens"]
    return {
        key: one
        for key, one in reads.items()
        if one.kind != "tokens" or all(cv2.pointPolygonTest(outline, one.middle, False) < 0 for outline in outlines)
    }


def asked_of(spot: Spot, kind: str, aspect: float, larger: float) -> Asked:
    """How it is looked at if it is so much larger than it seems."""
    quad = spot.quad(aspect)
    return Asked(kind, around(quad.mean(0) + (quad - quad.mean(0)) * larger), heat=spot.heat)


def _same(old: Spot, new: Spot) -> bool:
    return old.round == new.round and bool((abs(old.quad(1.0) - new.quad(1.0)) < _SAME * old.half).all())
