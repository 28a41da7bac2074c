"""Tells a table at rest from dice still rolling and hands still moving."""

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.settings import RefereeSettings
from vision.observation import TableObservation
from vision.table.motion import Glance

PATIENCE_SECONDS = 2.5  # a hand is never quite still for so long: what reaches in now is a mug or a sleeve
DARK = 12.0  # of 255: nobody could read dice in this
THE_LAMP = 0.5  # of the picture: it is the lamp or the camera that changed, no die is so large
CLOCK_SET_BACK = 5  # frames in a row older than one seen before: it is the clock that is wrong, not they


class State(StrEnum):
    """The machine's state, always shown."""

    EMPTY = "EMPTY"  # nothing of the game lies in view
    MOVING = "MOVING"  # dice roll, pieces slide
    HAND = "HAND"  # a hand is over the table
    STABLE = "STABLE"  # at rest, and read
    UNSURE = "UNSURE"  # at rest, but not read with certainty
    BLIND = "BLIND"  # no picture, a frozen one or a dark one


@dataclass(frozen=True)
class Blindness:
    """Why nothing can be seen, and since when: a trouble by its name, with words of its own if it has any."""

    key: str
    since: float
    say: str = ""
    fix: str = ""


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
    blind: Blindness | None = None


@dataclass(frozen=True)
class Calm:
    """What is remembered from glance to glance."""

    last: Glance | None = None
    moved_at: float = float("-inf")
    frozen_since: float | None = None
    dark_since: float | None = None
    state: State = State.MOVING
    late: int = 0  # frames in a row that are older than one seen before
    spell: int = 0
    resting: bool = False
    tumbled: bool = False
    reached: bool = False  # a hand reached in since the rest before


def settle(calm: Calm, glance: Glance, settings: RefereeSettings) -> tuple[Calm, State]:
    """The next memory, and the state of the table before anything is read."""
    if calm.last is not None and glance.seen_at < calm.last.seen_at:
        if calm.late < CLOCK_SET_BACK:
            return replace(calm, late=calm.late + 1), calm.state  # a frame out of order testifies to nothing
        calm = Calm(spell=calm.spell, tumbled=calm.tumbled)
    calm, state = _settled(calm, glance, settings)
    return replace(calm, state=state, late=0), state


def _settled(calm: Calm, glance: Glance, settings: RefereeSettings) -> tuple[Calm, State]:
    if not glance.quiet or calm.last is None:
        calm = replace(calm, moved_at=glance.seen_at)
    rested = glance.seen_at - calm.moved_at
    waiting = glance.hand and rested < PATIENCE_SECONDS
    rolling = glance.loose and 0 < glance.moved < THE_LAMP
    calm = replace(
        calm,
        last=glance,
        frozen_since=_since(calm.frozen_since, glance.same, glance),
        dark_since=_since(calm.dark_since, glance.light < DARK, glance),
        reached=calm.reached or glance.hand,
        tumbled=calm.tumbled or rolling,
    )
    if blindness(calm, settings) is not None:
        return replace(calm, resting=False), State.BLIND
    if waiting:
        return _stirred(calm, rolling), State.HAND
    if rested < settings.settle_seconds:
        return _stirred(calm, rolling), State.MOVING
    if not calm.resting:
        calm = replace(calm, resting=True, spell=calm.spell + 1)
    return calm, State.STABLE


def blindness(calm: Calm, settings: RefereeSettings) -> Blindness | None:
    """Why the picture shows nothing: too dark, or the very same again and again."""
    if calm.dark_since is not None:
        return Blindness("Dark", calm.dark_since)
    frozen = calm.frozen_since
    if frozen is not None and calm.last is not None and calm.last.seen_at - frozen > settings.blind_after_seconds:
        return Blindness("Frozen", frozen)
    return None


def _since(before: float | None, so: bool, glance: Glance) -> float | None:
    if not so:
        return None
    return glance.seen_at if before is None else before


def _stirred(calm: Calm, rolling: bool) -> Calm:
    """Motion begins a new story of how the pieces came to lie; the rest before ended the last one."""
    if not calm.resting:
        return calm
    return replace(calm, resting=False, tumbled=rolling, reached=calm.last is not None and calm.last.hand)
