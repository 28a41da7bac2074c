"""Reads tokens, cards and tiles where the mat has places for them."""

from collections.abc import Sequence

import numpy as np

from vision.flat.look import Asked, Flat, Looker, near
from vision.flat.places import SIZES, Place, places_of, windows
from vision.flat.spots import spots_shown
from vision.observation import Point
from vision.pyramid import Pyramid
from vision.table.mounting import Mounting
from vision.table.zones import TOKEN_MM, Mat, Zone

_SHOWN = 20.0  # pixels of a token in the picture of a field that the spotter is shown


class MatReader:
    """Looks for pieces where this mat has places for them, and in its fields wherever they seem to lie."""

    def __init__(self, looker: Looker, mat: Mat) -> None:
        self._looker = looker
        self._places = [place for kind, album in looker.albums.items() for place in places_of(mat, kind, album.aspect)]
        self._fields = mat.holding("token") if "tokens" in looker.albums else ()
        self._strewn: dict[Place, Point] = {}  # what lay beside all places when last looked at, and where

    def forget(self) -> None:
        self._strewn = {}

    def read(self, picture: Pyramid, table: Mounting) -> Flat:
        """Tokens, cards and tiles in pixels and, as the table is mounted, in millimetres."""
        places = [*self._places, *self._anywhere(picture, table)]
        asked = {
            place: Asked(place.kind, window, place.up_mm > 0)
            for place, window in zip(places, windows(places, table), strict=True)
        }
        reads = self._looker.look(picture, asked)
        at_mm = {place: table.at_mm(reads[place].middle, place.up_mm) for place in places if place in reads}
        fixed = set(self._places)
        self._strewn = {place: spot for place, spot in at_mm.items() if place not in fixed}
        return self._looker.observed(reads, at_mm)

    def _anywhere(self, picture: Pyramid, table: Mounting) -> Sequence[Place]:
        """Where tokens seem to lie, beside printed rings, too; and where one was last, for it was seen once."""
        found = dict.fromkeys(self._strewn)
        for zone in self._fields:
            for spot in tokens_on(picture, table, zone):
                again = (one for one, at in self._strewn.items() if near(spot, at, one.size_mm[0] / 6))
                found[next(again, Place("tokens", spot, SIZES["tokens"]))] = None
        return list(found)


def tokens_on(picture: Pyramid, table: Mounting, zone: Zone) -> list[Point]:
    """Where in a field round pieces seem to lie."""
    fine = _SHOWN / TOKEN_MM  # pixels a millimetre
    corners = np.array([[0, 1], [1, 1], [1, 0], [0, 0]]) * [zone.width, zone.height] + [zone.x, zone.y]
    quad = table.to_pixels(np.column_stack([corners, np.zeros(4)])).astype(np.float32)
    wide, high = round(zone.width * fine), round(zone.height * fine)
    there = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    seen = spots_shown(picture.unroll(quad, there, (wide, high)))
    middles = [one.middle for one in seen if one.round]
    return [(zone.x + (float(x) + 0.5) / fine, zone.y + zone.height - (float(y) + 0.5) / fine) for x, y in middles]
