"""Reads tokens, cards and tiles on a table: what each one shows, and how sure that is."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from hardware.frame import Pixels
from vision.flat.compare_flat import Array, Comparer, View
from vision.flat.designs import PLAIN, Designs
from vision.flat.find_discs import find_discs
from vision.flat.find_flat import QUICK, Found, find_flat
from vision.flat.flat_reading import (
    LIKELY,
    SURE,
    Reading,
    Sets,
    best_of,
    covered,
    judged,
    looked_closer,
    on_plane,
    plane_of,
    settled,
)
from vision.flat.rows import with_neighbours
from vision.flat.search_flat import (
    anywhere,
    at_any_size,
    beside_each_other,
    corners,
    face_down,
)
from vision.observation import CardSeen, Quad, TileSeen, TokenSeen
from vision.piece_set import BACK, PieceSet
from vision.pyramid import Pyramid

_LONGEST, _OUTLINES = 1280, 640  # larger pictures are made smaller first: to read print, and to find outlines
_ENOUGH, _FEW = 3, 2  # sure pieces that tell the slant of the table, and that lead to their neighbours
_WELL = 0.08  # what is left over of a token that is seen well
_MOST = 120  # discs that are compared
_LIKELY = 0.5  # how sure it must be that there is such a piece at all
_LIKELY_PLAIN = 0.9  # the same where no print tells it from an empty spot beside other pieces
# An outline may take in the side and the shadow of a thick piece: its face is then smaller and off to one side.
_NUDGES = ((0.93, 0.0, 0.0), (0.93, 0.07, 0.0), (0.93, -0.07, 0.0), (0.93, 0.0, 0.07), (0.93, 0.0, -0.07))

_ASIDE = ((0.15, 0.0), (-0.15, 0.0), (0.0, 0.15), (0.0, -0.15))


class FlatReader:
    """Looks for the pieces of the given sets; sets of dice are left to others."""

    def __init__(self, sets: Sequence[PieceSet]) -> None:
        self.sets = [(taught, Designs(taught)) for taught in sets if taught.kind != "dice" and taught.examples]

    def forget(self) -> None:
        """Nothing: each picture is read by itself."""

    def read(self, picture: Pyramid) -> tuple[tuple[TokenSeen, ...], tuple[CardSeen, ...], tuple[TileSeen, ...]]:
        """All pieces of the sets, in pixels of the picture."""
        bgr = picture.levels[0]
        tokens, cards, tiles = ([one for one in some if _there(one)] for some in self.look(bgr))
        scale = max(1.0, max(bgr.shape[:2]) / _LONGEST)
        return (
            tuple(_token(one, scale) for one in tokens),
            tuple(_card(one, scale) for one in cards),
            tuple(_tile(one, scale) for one in tiles),
        )

    def look(self, bgr: Pixels) -> tuple[list[Reading], list[Reading], list[Reading]]:
        """Tokens, cards and tiles with their sureness, in the picture as it is read."""
        if not self.sets or bgr.size == 0 or min(bgr.shape[:2]) < 16:
            return [], [], []
        picture = _prepared(bgr)
        view = View(picture)
        outlines = Outlines(picture)
        cards = _read_quads(self._of("cards", view), outlines, [])
        tiles = _read_quads(self._of("tiles", view), outlines, _likely(cards))
        tokens = _read_discs(self._of("tokens", view), outlines, _likely([*cards, *tiles]))
        return tokens, cards, tiles

    def _of(self, kind: str, view: View) -> Sets:
        return [(taught, Comparer(view, designs)) for taught, designs in self.sets if taught.kind == kind]


def _read_quads(sets: Sets, outlines: "Outlines", others: list[Reading]) -> list[Reading]:
    """Outlines first; on a busy cloth, what is printed on the cards; then neighbours."""
    if not sets:
        return []
    view, kind = sets[0][1].view, sets[0][0].kind
    readings: list[Reading] = []
    plane = None
    looks: tuple[Callable[[], list[Reading]], ...] = (
        lambda: _in_outlines(sets, _free(outlines.rough(), others)),
        lambda: at_any_size(sets, outlines.picture),
        lambda: _in_outlines(sets, _free(outlines.fine(), others)),
        lambda: _around(sets, [one for one in outlines.fine() if one.disc]),
    )
    for look in looks:
        readings = settled([*readings, *look()])
        plane = plane_of(readings, [], view.size)
        if plane is not None:
            readings = settled(
                with_neighbours(sets, anywhere(sets, on_plane(readings, plane), plane, outlines.picture), plane)
            )
            plane = plane_of(readings, [], view.size) or plane
            readings = on_plane(readings, plane)
        if sum(one.glance > SURE for one in readings) >= _FEW:
            break
    if plane is None:
        return judged(looked_closer(readings, sets), None, view)
    if kind == "tiles":
        readings = [*readings, *face_down(sets, readings, plane, outlines.picture)]
    return judged(looked_closer(beside_each_other(readings), sets), plane, view)


def _in_outlines(sets: Sets, found: list[Found]) -> list[Reading]:
    quads = [one for one in found if not one.disc]
    return best_of(sets, [comparer.quads(quads) for _, comparer in sets])


def _around(sets: Sets, discs: list[Found]) -> list[Reading]:
    """Cards lose their outlines on a busy cloth, but not the discs printed on them."""
    readings = []
    for taught, comparer in sets:
        places = comparer.around(discs[:_MOST])
        readings += [Reading(fits, taught, comparer.designs) for fits in comparer.at(places) if fits]
    return readings


def _read_discs(sets: Sets, outlines: "Outlines", others: list[Reading]) -> list[Reading]:
    """The outlines that can be read tell the slant of the table and the size of tokens; then all of them are found."""
    if not sets:
        return []

    def read(some: list[Found]) -> list[Reading]:
        return best_of(sets, [comparer.discs(some[:_MOST]) for _, comparer in sets])

    view = sets[0][1].view
    readings: list[Reading] = []
    for found in (outlines.rough, outlines.fine):
        discs = _free([one for one in found() if one.disc], others)
        readings = settled([*readings, *read(discs)])
        plane = plane_of(readings, others, view.size)
        sure = [one for one in on_plane(readings, plane) if one.glance > SURE]
        # The checks of a cloth, many as they are, all look like one token, and none too well.
        if len({one.name for one in sure}) >= _ENOUGH or sum(one.left < _WELL for one in sure) >= _ENOUGH:
            break
    else:
        readings = settled([*readings, *read([_nudged(one, *way) for one in discs for way in _NUDGES])])
        plane = plane_of(readings, others, view.size)
    if plane is None:
        return []
    readings = on_plane(readings, plane)
    known = [one for one in readings if one.glance > SURE]
    discs = _free(find_discs(outlines.picture, plane), [*others, *known])
    readings = settled([*readings, *read(discs)])
    # What is printed under a token may have drawn its rim to one side.
    doubtful = _free(discs, [one for one in readings if one.glance > SURE])
    readings = settled([*readings, *read([_nudged(one, 1.0, *way) for one in doubtful for way in _ASIDE])])
    plane = plane_of(readings, others, view.size) or plane  # now that all are found, it is known better
    return judged(on_plane(readings, plane), plane, view)


def _likely(readings: list[Reading]) -> list[Reading]:
    """What may hide others: where a card is hardly likely, a token may lie that looks like its print."""
    return [one for one in readings if one.sureness > LIKELY]


def _free(found: list[Found], others: list[Reading]) -> list[Found]:
    """What does not lie on other pieces: a disc printed on a card is no token."""
    taken = covered([one.centre for one in found], others, 1.0)
    return [one for one, on_it in zip(found, taken, strict=True) if not on_it]


def _nudged(one: Found, scale: float, x: float, y: float) -> Found:
    return replace(one, centre=one.centre + one.axes @ np.array([x, y]), axes=one.axes * scale)


class Outlines:
    """What has the outline of a piece: in a smaller picture, which is quick, or in the picture itself."""

    def __init__(self, picture: Pixels) -> None:
        self.picture = picture
        self.fine = cache(lambda: find_flat(picture))
        self.rough = cache(self._rough) if max(picture.shape[:2]) > _OUTLINES else self.fine

    def _rough(self) -> list[Found]:
        factor = _OUTLINES / max(self.picture.shape[:2])
        size = max(16, round(self.picture.shape[1] * factor)), max(16, round(self.picture.shape[0] * factor))
        grow = np.array(self.picture.shape[1::-1]) / size
        small = np.asarray(cv2.resize(self.picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        found = find_flat(small, QUICK)
        return [replace(one, centre=(one.centre + 0.5) * grow - 0.5, axes=one.axes * grow[:, None]) for one in found]


def _prepared(bgr: Pixels) -> Pixels:
    """A colour picture of at most the size we read at."""
    if bgr.ndim == 2 or bgr.shape[2] == 1:
        bgr = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_GRAY2BGR), np.uint8)
    bgr = np.ascontiguousarray(bgr[..., :3])
    scale = max(bgr.shape[:2]) / _LONGEST
    if scale <= 1:
        return bgr
    size = max(16, round(bgr.shape[1] / scale)), max(16, round(bgr.shape[0] / scale))
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8)


def _outward(point: Array, scale: float) -> tuple[float, float]:
    x, y = (point + 0.5) * scale - 0.5
    return round(float(x), 2), round(float(y), 2)


def _quad(one: Reading, scale: float) -> Quad:
    a, b, c, d = (_outward(corner, scale) for corner in corners(one))
    return a, b, c, d


def _there(one: Reading) -> bool:
    beside_others = one.designs.kind == "tiles" and not one.printed
    return one.sureness > (_LIKELY_PLAIN if beside_others else _LIKELY)


def _token(one: Reading, scale: float) -> TokenSeen:
    longest = float(np.linalg.svd(one.axes, compute_uv=False)[0])
    return TokenSeen(
        one.name, one.name != BACK, _outward(one.centre, scale), round(longest * scale, 2), round(one.sureness, 4)
    )


def _card(one: Reading, scale: float) -> CardSeen:
    return CardSeen(one.name, one.taught.points.get(one.name), _quad(one, scale), round(one.sureness, 4))


def _tile(one: Reading, scale: float) -> TileSeen:
    number = None if one.name == PLAIN else int(one.name)
    return TileSeen(number, number is not None, _quad(one, scale), round(one.sureness, 4))
