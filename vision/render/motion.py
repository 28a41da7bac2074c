"""How dice tumble and hands come and go, as the scenes' pieces frame by frame."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from vision.render.scene import Die, Hand, Spot

_EXPOSED = 0.3  # share of the time between two frames in which the shutter is open


def tumble(
    dice: Sequence[Die], frames: int, seed: int = 0, thrown_from: Spot = (170.0, -140.0)
) -> list[tuple[Die, ...]]:
    """The dice rolling to where they come to rest: so many frames, in the last of which all lie as given."""
    chance = random.Random(seed)
    ways = [_way(die, frames, thrown_from, chance) for die in dice]
    return [tuple(way[index] for way in ways) for index in range(frames)]


def _way(die: Die, frames: int, thrown_from: Spot, chance: random.Random) -> list[Die]:
    start = (thrown_from[0] + chance.uniform(-25, 25), thrown_from[1] + chance.uniform(-20, 20))
    across, along = die.at[0] - start[0], die.at[1] - start[1]
    far = max(1.0, math.hypot(across, along))
    lasting = max(1, round((frames - 1) * chance.uniform(0.65, 1.0)))
    bounces = chance.randint(2, 4)
    swerve = chance.uniform(-0.12, 0.12)
    spin = chance.uniform(-120, 120)
    path: list[Die] = []
    for frame in range(frames):
        if frame >= lasting:
            path.append(die)
            continue
        done = frame / lasting
        gone, soon = _slowing(done), _slowing(min(1.0, done + 1 / lasting))
        left = 1 - gone
        bend = swerve * math.sin(math.pi * gone)
        at = (start[0] + across * gone - along * bend, start[1] + along * gone + across * bend)
        roll = -math.degrees(far * left / (0.62 * die.size_mm))
        hop = 45.0 * left**1.5 * abs(math.sin(math.pi * bounces * done))
        smear = (across * (soon - gone) * _EXPOSED, along * (soon - gone) * _EXPOSED)
        path.append(
            replace(
                die,
                at=at,
                yaw=die.yaw + spin * left,
                z=die.z + hop,
                turned=(-along / far * roll, across / far * roll, 0.0),
                smear=smear,
            )
        )
    return path


def _slowing(done: float) -> float:
    return 1.0 - math.pow(1 - done, 2.2)


def reach(hand: Hand, frames_in: int, frames_there: int, frames_out: int, away_mm: float = 420.0) -> list[Hand]:
    """A hand coming in along its arm, staying at its spot, and going back the way it came."""
    out = math.radians(hand.arm_from)
    path: list[Hand] = []
    offsets = [away_mm * (1 - _slowing((i + 1) / (frames_in + 1))) for i in range(frames_in)]
    offsets += [0.0] * frames_there
    offsets += [away_mm * (1 - _slowing(1 - (i + 1) / (frames_out + 1))) for i in range(frames_out)]
    before = away_mm if frames_in else 0.0
    for offset in offsets:
        at = (hand.at[0] + offset * math.cos(out), hand.at[1] + offset * math.sin(out))
        way = (offset - before) * _EXPOSED
        path.append(replace(hand, at=at, smear=(way * math.cos(out), way * math.sin(out))))
        before = offset
    return path
