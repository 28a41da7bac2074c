"""Reads tokens, cards and tiles wherever they lie: each spot where one may be is looked at closely."""

from vision.flat.look import Asked, Flat, Looker
from vision.flat.places import around
from vision.flat.spots import Spot, spots
from vision.pyramid import Pyramid

_SAME = 1 / 6  # of half a piece's side between the same spot in two pictures


class AnywhereReader:
    """For tables without a mat."""

    def __init__(self, looker: Looker) -> None:
        self._looker = looker
        self._spots: list[Spot] = []

    def read(self, picture: Pyramid) -> Flat:
        """Tokens, cards and tiles in pixels."""
        self._spots = [next((old for old in self._spots if _same(old, new)), new) for new in spots(picture)]
        asked = {
            (spot, kind): Asked(kind, around(spot.quad(album.aspect)), heat=spot.heat)
            for spot in self._spots
            for kind, album in self._looker.albums.items()
            if spot.round == (kind == "tokens")
        }
        return self._looker.observed(self._looker.look(picture, asked), {})


def _same(old: Spot, new: Spot) -> bool:
    return old.round == new.round and bool((abs(old.quad(1.0) - new.quad(1.0)) < _SAME * old.half).all())
