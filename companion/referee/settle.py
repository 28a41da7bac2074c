"""Tells a table at rest from dice still rolling and hands still moving."""

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.settings import RefereeSettings
from vision.motion import Glance
from vision.observation import TableObservation

PATIENCE_SECONDS = 2.5  # a hand is never quite still for so long: what reaches in now is a mug or a sleeve
DARK = 12.0  # of 255: nobody could read dice in this


class State(StrEnum):
    """The machine's state, always shown."""

    EMPTY = "EMPTY"  # nothing of the game lies in view
    MOVING = "MOVING"  # dice roll, pieces slide
    HAND = "HAND"  # a hand is over the table
    STABLE = "STABLE"  # at rest, and read
    UNSURE = "UNSURE"  # at rest, but not read with certainty
    BLIND = "BLIND"  # no picture, a frozen one or a dark one


@dataclass(frozen=True)
class Look:
    """What one frame adds: the state of the table, and a reading where it was worth one."""

    at: float
    frame: int
    state: State
    spell: int  # counts the rests: readings of one spell are of the same table
    rested: float = 0.0  # seconds since the last motion
    tumbled: bool = False  # something moved by itself since the rest before: dice were rolled, not placed
    observation: TableObservation | None = None


@dataclass(frozen=True)
class Calm:
    """What is remembered from glance to glance."""

    last: Glance | None = None
    moved_at: float = float("-inf")
    frozen_since: float | None = None
    spell: int = 0
    resting: bool = False
    tumbled: bool = False
    reached: bool = False  # a hand reached in since the rest before


def settle(calm: Calm, glance: Glance, settings: RefereeSettings) -> tuple[Calm, State]:
    """The next memory, and the state of the table before anything is read."""
    if calm.last is not None and glance.seen_at < calm.last.seen_at:
        return calm, State.BLIND  # a frame out of order testifies to nothing
    frozen = (calm.frozen_since or glance.seen_at) if glance.same else None
    if not glance.quiet or calm.last is None:
        calm = replace(calm, moved_at=glance.seen_at)
    rested = glance.seen_at - calm.moved_at
    waiting = glance.hand and rested < PATIENCE_SECONDS
    calm = replace(
        calm,
        last=glance,
        frozen_since=frozen,
        reached=calm.reached or glance.hand,
        tumbled=calm.tumbled or (glance.loose and not glance.quiet),
    )
    if glance.light < DARK or (frozen is not None and glance.seen_at - frozen > settings.blind_after_seconds):
        return replace(calm, resting=False), State.BLIND
    if waiting:
        return _stirred(calm), State.HAND
    if rested < settings.settle_seconds:
        return _stirred(calm), State.MOVING
    if not calm.resting:
        calm = replace(calm, resting=True, spell=calm.spell + 1)
    return calm, State.STABLE


def _stirred(calm: Calm) -> Calm:
    """Motion begins a new story of how the pieces came to lie; the rest before ended the last one."""
    if not calm.resting:
        return calm
    tumbled = calm.last is not None and calm.last.loose
    return replace(calm, resting=False, tumbled=tumbled, reached=calm.last is not None and calm.last.hand)
