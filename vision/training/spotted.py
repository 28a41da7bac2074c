"""Notes what the eye tells of each spot where a flat piece may lie, and what is true."""

from dataclasses import dataclass

import numpy as np

from vision.flat.album import Album, described
from vision.flat.anywhere import LARGER, asked_of
from vision.flat.judge import signs_of
from vision.flat.look import told_of
from vision.flat.places import glance, named
from vision.flat.spots import Spot, spots
from vision.pyramid import Pyramid
from vision.training.calibrate import Row
from vision.training.places import Box
from vision.training.spreads import Laid, Spread

SEEN = 1280, 720  # pixels of a whole picture
NEAR = 0.5  # of half its side from the middle of a piece to where it was spotted


@dataclass(frozen=True)
class Told:
    """Of one kind: first look and spotter, and whether a piece lies there; likeness, too, and whether it is ours."""

    there: list[Row]
    ours: list[Row]


def note(told: Told, made: Spread, taught: Box, album: Album) -> None:
    """Each spot that the kind of this album could lie on."""
    picture, kind = Pyramid(made.pixels), album.kind
    for spot in (spot for spot in spots(picture) if spot.round == (kind == "tokens")):
        pieces = lying(spot, made.pieces)
        if pieces is None:
            continue
        asked = [asked_of(spot, kind, album.aspect, larger) for larger in LARGER]
        looks = told_of(picture, asked, [glance(picture, one.window) for one in asked])
        signs = [list(signs_of(scores, spot.heat, quad, album.aspect)) for quad, scores in looks]
        told.there.extend((some, any(one.kind == kind for one in pieces)) for some in signs)
        likes = [album.name(described(named(picture, quad, kind))).alike[0][1] for quad, _ in looks]
        best = int(np.argmax(likes))
        if all(one.name is not None for one in pieces):
            ours = any(one.box is taught for one in pieces)
            told.ours.append(([*signs[best], likes[best]], ours))


def lying(spot: Spot, pieces: tuple[Laid, ...]) -> list[Laid] | None:
    """What lies there; none: another shape does, or part of it is out of the picture."""
    near = [one for one in pieces if np.linalg.norm(one.quad.mean(0) - spot.middle) < NEAR * spot.half]
    whole = all(((one.quad > 0) & (one.quad < SEEN)).all() for one in near)
    return near if whole and all((one.kind == "tokens") == spot.round for one in near) else None
