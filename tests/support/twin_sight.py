"""A sight that needs no pixels: it knows what the stage shows, and how an eye would report it."""

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

from companion.referee.settle import Look, State
from companion.rehearsal.stage import Shot
from companion.settings import RefereeSettings
from vision.observation import CardSeen, DieSeen, MarkerSeen, Point, Quad, TableObservation, TileSeen, TokenSeen
from vision.render.scene import Scene

PX_PER_MM = 2.5


def pixel(at: Point) -> Point:
    return 200 + PX_PER_MM * at[0], 620 - PX_PER_MM * at[1]


def square(at: Point, half: float = 8.0, yaw: float = 0.0) -> Quad:
    x, y = pixel(at)
    c, s = half * PX_PER_MM * math.cos(math.radians(yaw)), half * PX_PER_MM * math.sin(math.radians(yaw))
    return (x - c - s, y - c + s), (x + c - s, y - c - s), (x + c + s, y + c - s), (x - c + s, y + c + s)


def observe(
    scene: Scene, frame: int = 0, at: float = 0.0, doubt: float = 0.0, chance: Random | None = None
) -> TableObservation:
    """What an honest eye would report of this scene; ``doubt`` is the share of dice it is not sure of."""
    roll = chance or Random(0)
    dice = []
    for die in scene.dice:
        if any(other.at == die.at and other.z > die.z for other in scene.dice):
            continue  # under another one
        x, y = pixel(die.at)
        cocked = die.turned != (0.0, 0.0, 0.0)
        sureness = 0.7 if roll.random() < doubt else 0.99
        face = None if cocked else die.face
        box = (x - 20, y - 20, 40.0, 40.0)
        golden = die.style == "golden"
        dice.append(
            DieSeen(face, sureness, "1", box, None if cocked else square(die.at, 8.0, die.yaw), golden, cocked, die.at)
        )
    return TableObservation(
        frame,
        at,
        1280,
        720,
        dice=tuple(dice),
        tiles=tuple(
            TileSeen(t.number if t.face_up else None, t.face_up, square(t.at, 25), 0.99, t.at) for t in scene.tiles
        ),
        tokens=tuple(
            TokenSeen(t.design if t.face_up else "back", t.face_up, pixel(t.at), 35, 0.99, t.at) for t in scene.tokens
        ),
        cards=tuple(CardSeen(k.design, k.points, square(k.at, 28), 0.99, k.at) for k in scene.cards),
        markers=tuple(MarkerSeen(n, square(spot, 20)) for n, spot in enumerate(scene.mat.markers)) if scene.mat else (),
    )


class TwinSight:
    """Tells motion from the scenes themselves: a hand in it, a die on its way, or something lying elsewhere."""

    def __init__(self, settings: RefereeSettings, doubt: float = 0.0) -> None:
        self._settings = settings
        self._doubt = doubt
        self.misreads: Callable[[TableObservation], TableObservation] = lambda seen: seen  # what else goes wrong
        self._chance = Random(5)
        self._last: Scene | None = None
        self._moved_at = 0.0
        self._spell = 0
        self._resting = False
        self._tumbled = False

    def see(self, shot: Shot, number: int, at: float) -> Look:
        scene = replace(shot.scene, frame=0)
        if scene != self._last:
            self._moved_at = at
            if self._resting:
                self._resting, self._tumbled = False, False
            rolling = any(die.smear != (0.0, 0.0) or die.z > 0 for die in scene.dice)
            self._tumbled = self._tumbled or rolling
        self._last = scene
        rested = at - self._moved_at
        if scene.hands:
            return Look(at, number, State.HAND, self._spell, rested, self._tumbled)
        if rested < self._settings.settle_seconds:
            return Look(at, number, State.MOVING, self._spell, rested, self._tumbled)
        if not self._resting:
            self._resting = True
            self._spell += 1
        seen = self.misreads(observe(scene, number, at, self._doubt, self._chance))
        return Look(at, number, State.STABLE, self._spell, rested, self._tumbled, seen)

    def enough(self, spell: int) -> None:
        """It costs nothing to look again."""
