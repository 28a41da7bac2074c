"""Notes what the eye tells of each spot where a flat piece may lie, and what is true."""

from dataclasses import dataclass

import numpy as np

from vision.flat.album import Album, described
from vision.flat.anywhere import LARGER, asked_of
from vision.flat.judge import chance, company_signs, plainness, signs_of
from vision.flat.look import halves_of, told_of
from vision.flat.places import Doubles, Floats, glance, named
from vision.flat.spots import Spot, spots
from vision.pyramid import Pyramid
from vision.training.calibrate import Row, fit
from vision.training.places import Box
from vision.training.spreads import Laid, Spread

SEEN = 1280, 720  # pixels of a whole picture
NEAR = 0.5  # of half its side from the middle of a piece to where it was spotted


@dataclass(frozen=True)
class Seen:
    """One look at a spot, and what is true."""

    signs: list[float]
    like: float
    plain: float
    middle: Floats
    half: float
    there: bool  # a piece of this kind lies there
    ours: bool  # and it is of the box taught
    down: bool  # its plain side up


def noted(made: Spread, taught: Box, album: Album) -> list[Seen]:
    """Each spot of a table that the kind of this album could lie on."""
    picture, kind, seen = Pyramid(made.pixels), album.kind, []
    for spot in (spot for spot in spots(picture) if spot.round == (kind == "tokens")):
        pieces = lying(spot, made.pieces)
        if pieces is None:
            continue
        asked = [asked_of(spot, kind, album.aspect, larger) for larger in LARGER]
        there, ours = (any(one.kind == kind for one in pieces), any(one.box is taught for one in pieces))
        for quad, scores in told_of(picture, asked, [glance(picture, one.window) for one in asked]):
            signs = list(signs_of(scores, spot.heat, quad, album.aspect))
            like = album.name(described(named(picture, quad, kind))).alike[0][1]
            down = any(one.name is None for one in pieces)
            middle, half = quad.mean(0), float(halves_of([quad])[0])
            seen.append(Seen(signs, like, plainness(scores), middle, half, there, ours, down))
    return seen


def fitted(kind: str, tables: list[list[Seen]]) -> dict[str, list[float]]:
    """The weights of spots: of each by itself first, then of each among what else is seen."""
    every = [one for some in tables for one in some]
    spotted: Doubles = fit([(one.signs, one.there) for one in every])
    ours: Doubles = fit([([*one.signs, one.like], one.ours) for one in every if not one.down])
    rows: list[Row] = []
    for some in (some for some in tables if some):
        alone = np.array([_alone(kind, one, spotted, ours) for one in some], np.float32)
        middles = np.array([one.middle for one in some], np.float32)
        signs = company_signs(alone, middles, np.array([one.half for one in some], np.float32))
        rows += [(row.tolist(), one.ours) for row, one in zip(signs, some, strict=True)]
    names = ("spotted", "ours", "company")
    return {
        name: [round(float(v), 3) for v in made] for name, made in zip(names, (spotted, ours, fit(rows)), strict=True)
    }


def _alone(kind: str, one: Seen, spotted: Doubles, ours: Doubles) -> float:
    """As the looker has it."""
    down = one.plain if kind == "tiles" else 0.0
    there, print_ = chance(float(spotted @ one.signs)), chance(float(ours @ [*one.signs, one.like]))
    return down * there + (1 - down) * print_


def lying(spot: Spot, pieces: tuple[Laid, ...]) -> list[Laid] | None:
    """What lies there; none: another shape does, or part of it is out of the picture."""
    near = [one for one in pieces if np.linalg.norm(one.quad.mean(0) - spot.middle) < NEAR * spot.half]
    whole = all(((one.quad > 0) & (one.quad < SEEN)).all() for one in near)
    return near if whole and all((one.kind == "tokens") == spot.round for one in near) else None
