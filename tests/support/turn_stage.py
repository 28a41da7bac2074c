"""A stage that writes down what happens instead of painting it: one picture a moment, to be rendered later."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.rehearsal.stage import Pace, Shot, Stage
from vision.render.motion import reach
from vision.render.scene import Die, Hand, Scene, Spot

PACE = Pace(15.0, 1, 1, 3, 2 / 15, 1 / 15)
MOVING = 1.5 / 15  # what lasts longer than this is no rest


class TurnStage(Stage):
    """Hands leave with the pieces already where they put them; dice may come to rest side by side."""

    touching = 0.0
    side = 16.0
    arms: tuple[Hand, ...] = ()  # that lie on the table whatever happens
    _leaving: tuple[Hand, ...] = ()

    def scene(self, hands: tuple[Hand, ...] = (), dice: Sequence[Die] | None = None) -> Scene:
        return super().scene((*self.arms, *hands), dice)

    def rest(self, frames: int) -> Iterator[Shot]:
        if self._leaving:
            hands, self._leaving = self._leaving, ()
            yield Shot(self.scene(hands), self._pace.moving_seconds)
        yield from super().rest(frames)

    def _hand(self, at: Spot) -> Iterator[Shot]:
        if self._leaving:  # the hand before
            yield Shot(self.scene(self._leaving), self._pace.moving_seconds)
        skin, sleeve = self._skin, self._skin % 5
        hand = Hand(at, self._chance.uniform(-125, -55), self._chance.choice(("grip", "open")), 22.0, skin, sleeve)
        coming, there, going = reach(hand, 1, 1, 1)
        for one in (coming, there):
            yield Shot(self.scene((one,)), self._pace.moving_seconds)
        self._leaving = (going,)

    def _falling(self, keep: Sequence[Die], thrown: Sequence[Die]) -> list[tuple[Die, ...]]:
        self._leaving = ()
        return super()._falling(keep, thrown)

    def _fallen(self, faces: Sequence[str]) -> list[Die]:
        dice = super()._fallen(faces)
        for n in range(1, len(dice)):
            if self._chance.random() < self.touching:
                moved = self._beside(dice[n], dice[self._chance.randrange(n)])
                others = [die for die in dice if die is not dice[n]]
                near = sorted(math.dist(moved.at, other.at) for other in others)
                inside = self.mat.zone("tray").holds(*moved.at, rim=-12.0)
                if inside and (len(near) < 2 or near[1] > 1.5 * self.side):
                    dice[n] = moved
        return dice

    def _beside(self, die: Die, other: Die) -> Die:
        """Against one of another's sides, aligned with it or touching it with an edge."""
        way = math.radians(other.yaw + 90 * self._chance.randrange(4))
        turn = 0.0 if self._chance.random() < 0.5 else self._chance.uniform(-40, 40)
        half = (abs(math.cos(math.radians(turn))) + abs(math.sin(math.radians(turn)))) / 2
        far = self.side * (0.5 + half) + self._chance.uniform(0.05, 0.6)
        aside = self._chance.uniform(-0.4, 0.4) * self.side
        x = other.at[0] + far * math.cos(way) - aside * math.sin(way)
        y = other.at[1] + far * math.sin(way) + aside * math.cos(way)
        return replace(die, at=(x, y), yaw=math.degrees(way) + turn)


def told(scene: Scene, side: float, chance: Random) -> dict[str, list[dict[str, Any]]]:
    """A scene as plain data; only what is there is named."""
    hands = [
        {
            "at": _at(hand.at), "arm_from": round(hand.arm_from, 1), "pose": hand.pose, "skin": hand.skin,
            "sleeve": hand.sleeve, "height": hand.height_mm,
        }
        for hand in scene.hands
    ]  # fmt: skip
    found = {
        "dice": [_die(die, scene.dice, side) for die in scene.dice],
        "tiles": [
            {"name": str(t.number) if t.face_up else "down", "at": _at(t.at), "yaw": round(t.yaw, 1)}
            for t in scene.tiles
        ],
        "tokens": [
            {"name": t.design if t.face_up else "back", "at": _at(t.at), "yaw": round(t.yaw, 1)} for t in scene.tokens
        ],
        "cards": [{"name": c.design, "at": _at(c.at), "yaw": round(c.yaw, 1)} for c in scene.cards],
        "things": [
            {"kind": thing.kind.replace("-", "_"), "at": _at(thing.at), "yaw": thing.yaw, "seed": thing.seed}
            for thing in scene.things
        ],
        "hands": hands,
    }
    return {name: listed for name, listed in found.items() if listed}


def _die(die: Die, all_: Sequence[Die], side: float) -> dict[str, Any]:
    fact: dict[str, Any] = {"face": die.face, "at": _at(die.at), "yaw": round(die.yaw, 1)}
    if die.style == "golden":
        fact["golden"] = True
    if die.smear != (0.0, 0.0):  # in the air
        return fact | {"turned": [round(v, 1) for v in die.turned], "z": round(die.z, 1)}
    if die.turned != (0.0, 0.0, 0.0):  # at rest nothing leans but on something
        flat = [n for n, other in enumerate(all_) if other.turned == (0.0, 0.0, 0.0)]
        on = min(flat, key=lambda n: math.dist(all_[n].at, die.at))
        return {"face": die.face, "at": _at(all_[on].at), "leans_on": on, "seed": int(die.yaw * 1000) % 100_000}
    return fact | ({"z": side} if die.z else {})


def _at(spot: Spot) -> list[float]:
    return [round(spot[0], 1), round(spot[1], 1)]
