"""The road of the dice: propose, look closely, name, judge together, and say what is seen in chances."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.find_dice import Candidate, face_side, is_photo, look_closely, propose
from vision.dice.golden import gilded
from vision.dice.leaning import chances_of_leaning
from vision.dice.look_again import looked_again
from vision.dice.look_nearer import seen_nearer
from vision.dice.read_faces import (
    PIPS_SET,
    Gallery,
    Reading,
    describe,
    describe_turned,
    in_doubt,
    name_pips,
    patches_of,
    surface,
    turn_further,
)
from vision.dice.real_dice import LEAST_NAMELESS, Thing, in_company, pips_are_usual, real_dice
from vision.dice.standing import stand_up
from vision.dice.sureness import NO_BETTER, chances, least_near, sureness
from vision.network import load
from vision.observation import DieSeen, MarkerSeen, Point, Quad
from vision.piece_set import PieceSet
from vision.pyramid import Pyramid
from vision.table.mounting import Mounting

LIKELY_TAUGHT, LIKELY_PIPS = 0.8, 0.97  # what is a die with this chance or more is named as surely as its face allows
# Chance of leaning from which a die has no face; one flat die in 200 may be wronged. Where the other dice of a camera's
# picture tell where up is, less will do: small photographs are cut and squeezed, and markers know nothing of the lens.
LEANS, LEANS_AMONG_DICE = 0.91, 0.35

Floats = NDArray[np.float32]


class DiceReader:
    """Reads dice of these sets; of none, ordinary pips."""

    def __init__(self, sets: Sequence[PieceSet]) -> None:
        self.gallery = Gallery([one for one in sets if one.examples])
        self.reads_pips = not sets or any(one.name == PIPS_SET for one in sets)
        load("finder", "looker", "namer", "plumb", "lean")  # now, for the first picture is no time to wait

    def read(self, picture: Pyramid, markers: tuple[MarkerSeen, ...], table: Mounting | None) -> tuple[DieSeen, ...]:
        proposed = propose(picture, taught=bool(self.gallery.labels))
        proposals = [p for p in proposed if not any(_on(p.centre, marker) for marker in markers)]
        candidates = look_closely(picture, proposals)
        if not candidates:
            return ()
        again = cache(partial(looked_again, picture))
        things, views = self._things(picture, candidates)
        judged = in_company(things, again)
        dice = real_dice(judged)
        usual = pips_are_usual(dice) if self.reads_pips else 0.0
        renamed = [self._renamed(*one, usual) for one in zip(things, views, strict=True)] if usual else things
        if renamed != things:
            things, judged = renamed, in_company(renamed, again)
            dice = real_dice(judged)
        known = bool(self.gallery.labels) or usual > 0
        if known and (nearer := seen_nearer(picture, judged)):
            dice = real_dice(in_company([*things, *self._things(picture, nearer)[0]], again))
        least = LEANS_AMONG_DICE if table is None and not is_photo(picture) else LEANS
        leaning = chances_of_leaning(picture, [one.seen for one in dice], table, candidates)
        for n, (top, leans) in stand_up(picture, [one.seen for one in dice], leaning, least, table).items():
            patch = patches_of(picture, [top.quad])
            reading = self._name(describe_turned(patch)[0])
            dice[n], leaning[n] = replace(dice[n], seen=top, reading=reading, surface=surface(patch[0])), leans
        dice = gilded(dice, self.gallery.gold) if self.gallery.gold else dice
        places = stands([one.seen.quad for one in dice], table)
        seen = [
            die_seen(one, leans, leans >= least, at_mm) for one, leans, at_mm in zip(dice, leaning, places, strict=True)
        ]
        return tuple(told for one, told in zip(dice, seen, strict=True) if told.face or told.cocked or stays(one))

    def _things(self, picture: Pyramid, candidates: Sequence[Candidate]) -> tuple[list[Thing], list[Floats]]:
        """What each is taken for, and what it looks like: at one look, or where that leaves doubt, turned around."""
        patches = patches_of(picture, [one.quad for one in candidates])
        views = [view[None] for view in describe(patches)]
        readings = [self._name(view) for view in views]
        doubtful = [n for n, reading in enumerate(readings) if in_doubt(reading)]
        if doubtful:
            first = np.concatenate([views[n] for n in doubtful])
            for n, turned in zip(doubtful, turn_further([patches[n] for n in doubtful], first), strict=True):
                views[n], readings[n] = turned, self._name(turned)
        surfaces = [surface(patch) for patch in patches]
        return [Thing(*one) for one in zip(candidates, readings, surfaces, strict=True)], views

    def _renamed(self, one: Thing, view: Floats, usual: float) -> Thing:
        """The same where pips are so usual: that gives what has no face one, or takes one away, never both."""
        if (one.reading.face is None) != (usual > 0):
            return one
        reading = self._name(view, usual)
        return one if reading == one.reading else replace(one, reading=reading)

    def _name(self, views: Floats, usual: float = 0.0) -> Reading:
        taught = self.gallery.name(views[:, :-7]) if self.gallery.labels else None
        if taught is not None and taught.near >= least_near():
            return taught
        if self.reads_pips:
            return name_pips(views[:, -7:], usual)
        assert taught is not None
        return replace(taught, face=None)


def stays(die: Thing) -> bool:
    """Whether it is likely a die without its face: what only a face spoke for that nobody believes is none."""
    return die.chance >= LEAST_NAMELESS


def die_seen(die: Thing, leans: float, cocked: bool, at_mm: Point | None) -> DieSeen:
    seen, reading = die.seen, die.reading
    likely = min(die.chance / (LIKELY_PIPS if reading.set_name == PIPS_SET else LIKELY_TAUGHT), 1.0)
    named = sureness(reading, seen)
    face = reading.face if likely * named >= NO_BETTER else None
    return DieSeen(
        face=None if cocked else face,
        sureness=leans if cocked else likely * (named if face is not None else 1 - named),
        runner_up=reading.runner_up,
        box=seen.box,
        quad=None if cocked else _quad(seen.quad, reading.turns),
        golden=reading.golden and (cocked or face is not None),
        cocked=cocked,
        at_mm=at_mm,
        set_name=reading.set_name,
        chances=chances(reading, seen, leans),
        there=die.chance,
    )


def stands(quads: list[Floats], table: Mounting | None) -> list[Point | None]:
    """Where each die stands: its top face lies as high as its side is long."""
    if table is None or not quads:
        return [None] * len(quads)
    eye = table.eye
    ground = table.points_mm(np.concatenate(quads).astype(np.float64)).reshape(-1, 4, 2)
    painted = np.array([face_side(one.astype(np.float32)) for one in ground])  # as if it were painted on the table
    side = np.clip(painted / (1 + painted / eye[2]), 6.0, 40.0)[:, None]
    places = eye[:2] + (ground.mean(axis=1) - eye[:2]) * (1 - side / eye[2])
    return [(float(x), float(y)) for x, y in places]


def _on(spot: Floats, marker: MarkerSeen) -> bool:
    """Whether a spot lies on a marker that can be read, so that no die can be there."""
    outline = np.array(marker.corners, np.float32)
    return cv2.pointPolygonTest(outline, (float(spot[0]), float(spot[1])), False) >= 0


def _quad(corners: Floats, turns: int) -> Quad:
    """From the top-left of the art, which lies so many quarter turns further."""
    around = [(x, y) for x, y in corners.tolist()] * 2
    a, b, c, d = around[turns : turns + 4]
    return a, b, c, d
