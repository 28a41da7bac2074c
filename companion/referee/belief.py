"""What lies where, with the chances of each reading: all looks of one rest taken together."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from companion.referee.priors import LASTING, MISSED, PASSING, REPLACED
from companion.rules.pieces import Face, Layout, golden
from vision.observation import (
    COCKED,
    UNKNOWN,
    Box,
    CardSeen,
    Chances,
    DieSeen,
    Point,
    Quad,
    Seen,
    TableObservation,
    TileSeen,
    TokenSeen,
    likely,
    name_of,
    presence,
)
from vision.table.zones import Mat, zone_at

SLOT_RIM_MM = 6.0  # between two slots for tiles no die can lie
DICE_ZONES = ("tray", "aside")
SAME_SPOT_SHARE = 0.45  # of a piece's own size
LEAST = 1e-4  # no look makes anything less likely than that


@dataclass(frozen=True)
class DieBelieved:
    """One die, from all looks of a rest."""

    face: Face | None  # the likeliest; none: cocked
    chances: Chances  # of each face and of "cocked", the likeliest first
    there: float  # how likely it is a die at all
    zone: str | None  # none: beside every zone
    at: Point  # millimetres on the mat, pixels without one
    box: Box
    quad: Quad | None
    golden: bool = False
    set_name: str = ""  # of the pieces it was read with
    rests: tuple[Chances, ...] = ()  # what each rest said in which it lay there untouched, this one last

    @cached_property
    def known(self) -> Chances:
        """Its chances with what was read while it lay there before."""
        in_a_row = REPLACED if self.zone == "aside" else 0.0
        return told_alike(self.rests, in_a_row) if len(self.rests) > 1 else self.chances

    @property
    def cocked(self) -> bool:
        return self.face is None

    @property
    def sureness(self) -> float:
        return self.chances[0][1]

    @property
    def runner_up(self) -> Face | None:
        return next((name for name, _ in self.chances if name not in (self.face, COCKED)), None)

    @property
    def piece(self) -> str:
        return golden(self.face or UNKNOWN) if self.golden else (self.face or UNKNOWN)


@dataclass(frozen=True)
class PieceBelieved:
    """One tile, token or card, from all looks of a rest."""

    kind: str  # "tile", "token", "card"
    piece: str  # as a layout writes it
    chances: Chances
    there: float
    zone: str | None
    at: Point
    quad: Quad | None

    @property
    def sureness(self) -> float:
        return self.chances[0][1] if self.chances else 0.0


@dataclass(frozen=True)
class TableBelief:
    """What is held to lie on the table; how sure that is stands with each piece."""

    dice: tuple[DieBelieved, ...] = ()
    pieces: tuple[PieceBelieved, ...] = ()
    zones: frozenset[str] = field(default_factory=frozenset)  # zones the camera can speak of

    @property
    def sureness(self) -> float:
        return min((die.sureness for die in self.dice), default=1.0)

    def layout(self) -> Layout:
        """Zone -> pieces, as a game writes it, for the zones in view: what most likely lies there."""
        dice = [(die.zone, die.piece) for die in self.dice if die.there > 0.5]
        return lay_out(self.zones, dice + [(one.zone, one.piece) for one in self.pieces if one.there > 0.5])


def lay_out(zones: Collection[str], placed: Sequence[tuple[str | None, str]]) -> Layout:
    found: dict[str, list[str]] = {zone: [] for zone in zones}
    for zone, piece in placed:
        if zone is not None:
            found.setdefault(zone, []).append(piece)
    return {zone: tuple(sorted(pieces)) for zone, pieces in found.items()}


@dataclass
class Thing:
    """What was seen at one spot, by the number of the look."""

    kind: str
    middle: Point  # in the picture
    reach: float
    seen: dict[int, Any] = field(default_factory=dict)


class Rest:
    """The looks at a table that lies still."""

    def __init__(self, window: int) -> None:
        self.looks = 0
        self._window = window  # looks that count: something may slide by unseen
        self._things: list[Thing] = []

    def add(self, look: TableObservation) -> None:
        self.looks += 1
        free = list(self._things)
        seen: tuple[Seen, ...] = (*look.dice, *look.tokens, *look.cards, *look.tiles)
        for one in seen:
            kind, middle, reach = _outline(one)
            near = [(math.dist(middle, thing.middle), n) for n, thing in enumerate(free) if thing.kind == kind]
            far, n = min(near, default=(math.inf, 0))
            if far <= reach:
                thing = free.pop(n)
                thing.middle, thing.reach = middle, reach
            else:
                thing = Thing(kind, middle, reach)
                self._things.append(thing)
            thing.seen[self.looks] = one
            thing.seen.pop(self.looks - self._window, None)
        for thing in free:
            thing.seen.pop(self.looks - self._window, None)
        self._things = [thing for thing in self._things if thing.seen]

    def belief(self, mat: Mat | None, seats: Mapping[str, str], faces: Sequence[Face]) -> TableBelief:
        """What the looks add up to."""
        looks = min(self.looks, self._window)
        names = tuple(name_zone(zone.name, seats) for zone in mat.zones) if mat is not None else DICE_ZONES
        dice, pieces = [], []
        for thing in self._things:
            if thing.kind != "die":
                pieces.append(_piece(thing, looks, mat, seats))
            elif (die := _die(thing, looks, mat, faces)) is not None:
                dice.append(die)
        return TableBelief(tuple(dice), tuple(pieces), frozenset(names))


def _die(thing: Thing, looks: int, mat: Mat | None, faces: Sequence[Face]) -> DieBelieved | None:
    """None for clutter: what shows no face of this game, or lies where only tiles, cards and tokens lie."""
    seen: list[DieSeen] = list(thing.seen.values())
    latest = seen[-1]
    zone = zone_at(mat, *latest.at_mm) if mat is not None and latest.at_mm is not None else None
    if zone not in (None, *DICE_ZONES) or (zone is None and not _may_hold_a_die(mat, latest.at_mm)):
        return None
    known = tuple(likely(one) for one in seen if name_of(one) == COCKED or not faces or name_of(one) in faces)
    if 2 * len(known) <= len(seen):
        return None
    chances = agreed(known, (*(faces or dict.fromkeys(name for named in known for name, _ in named)), COCKED))
    best = chances[0][0]
    return DieBelieved(
        face=None if best == COCKED else best,
        chances=chances,
        there=presence_of(seen, looks),
        zone=zone,
        at=latest.at_mm if mat is not None and latest.at_mm is not None else thing.middle,
        box=latest.box,
        quad=latest.quad,
        golden=sum(one.golden for one in seen) * 2 > len(seen),
        set_name=latest.set_name,
        rests=(chances,),
    )


def _piece(thing: Thing, looks: int, mat: Mat | None, seats: Mapping[str, str]) -> PieceBelieved:
    seen: list[TileSeen | TokenSeen | CardSeen] = list(thing.seen.values())
    latest = seen[-1]
    zone = zone_at(mat, *latest.at_mm) if mat is not None and latest.at_mm is not None else None
    zone = name_zone(zone, seats) if zone is not None and zone not in DICE_ZONES else None
    testimony = tuple(likely(one) for one in seen)
    names = dict.fromkeys([name for named in testimony for name, _ in named] or [UNKNOWN])
    chances = agreed(testimony, (*names, UNKNOWN))
    quad = None if isinstance(latest, TokenSeen) else latest.quad
    there = presence_of(seen, looks)
    return PieceBelieved(thing.kind, chances[0][0], chances, there, zone, latest.at_mm or (0.0, 0.0), quad)


def presence_of(seen: Sequence[Any], looks: int) -> float:
    """How likely it is there at all: missed in some looks, or imagined, in each anew or all the while."""
    missed, imagined = looks - len(seen), 1 - sum(presence(one) for one in seen) / len(seen)
    real = missed * MISSED
    ghost = _either(math.log(max(imagined, LEAST)) + missed * MISSED, len(seen) * PASSING)
    return 1 / (1 + math.exp(min(50.0, ghost - real)))


@lru_cache(4096)  # of what nobody touched each look says the same
def agreed(testimony: tuple[Chances, ...], names: tuple[str, ...]) -> Chances:
    """The chances of each name from several looks, the likeliest first.

    Looks that name it alike may be one and the same mistake, however many they are; looks that differ are drawn anew.
    """
    looks = [_logs(dict(chances), names) for chances in testimony]
    together = [sum(column) for column in zip(*looks, strict=True)]
    alone = [total / len(looks) for total in together]
    best = [max(range(len(names)), key=look.__getitem__) for look in looks]
    weights = _shares(together)
    if len(set(best)) == 1:
        anew = 1 / (1 + math.exp(min(50.0, alone[best[0]] - together[best[0]])))
        weights = [anew * one + (1 - anew) * other for one, other in zip(weights, _shares(alone), strict=True)]
    lasting = [(share + 1 / len(names)) / 2 for share in _shares(alone)]
    mixed = [(1 - LASTING) * one + LASTING * other for one, other in zip(weights, lasting, strict=True)]
    return tuple(sorted(zip(names, mixed, strict=True), key=lambda named: -named[1]))


def told_alike(rests: tuple[Chances, ...], replaced: float) -> Chances:
    """The chances of a die nobody touched. It is one fact: what two rests read alike may be the same mistake twice.

    Where this rest contradicts those before, another die may have been laid in its place.
    """
    names = tuple(sorted({name for rest in rests for name, _ in rest}))
    before, now, together = dict(agreed(rests[:-1], names)), dict(rests[-1]), agreed(rests, names)
    same = len(names) * sum(before[name] * now.get(name, 0.0) for name in names) * (1 - replaced)
    same /= same + replaced
    mixed = [(name, same * chance + (1 - same) * now.get(name, 0.0)) for name, chance in together]
    return tuple(sorted(mixed, key=lambda named: -named[1]))


def _logs(chances: Mapping[str, float], names: Sequence[str]) -> list[float]:
    """What one look says of each name; what it leaves open is shared among those it does not name."""
    unnamed = [name for name in names if name not in chances]
    rest = max(0.0, 1 - sum(chances.values())) / max(1, len(unnamed))
    return [math.log(max(LEAST, chances.get(name, rest))) for name in names]


def _shares(logs: Sequence[float]) -> list[float]:
    most = max(logs)
    weights = [math.exp(one - most) for one in logs]
    return [weight / sum(weights) for weight in weights]


def _either(one: float, other: float) -> float:
    most = max(one, other)
    return most + math.log(math.exp(one - most) + math.exp(other - most))


def _outline(seen: Seen) -> tuple[str, Point, float]:
    """Its kind, its middle in the picture, and how far off the next look may find it."""
    match seen:
        case DieSeen():
            return "die", centre(seen.box), SAME_SPOT_SHARE * max(seen.box[2:])
        case TokenSeen():
            return "token", seen.centre, 2 * SAME_SPOT_SHARE * seen.radius
    edges = [math.dist(seen.quad[n], seen.quad[n - 1]) for n in range(4)]
    middle = sum(x for x, _ in seen.quad) / 4, sum(y for _, y in seen.quad) / 4
    return "tile" if isinstance(seen, TileSeen) else "card", middle, SAME_SPOT_SHARE * min(edges)


def _may_hold_a_die(mat: Mat | None, at: Point | None) -> bool:
    """Beside every zone, and not between two slots for tiles."""
    near = [zone for zone in mat.zones if zone.holds(*at, SLOT_RIM_MM)] if mat is not None and at is not None else []
    return all("die" in zone.may_hold for zone in near)


def name_zone(name: str, seats: Mapping[str, str]) -> str:
    """ "place:2" of the mat is "place:Ben" of the game."""
    kind, _, seat = name.partition(":")
    return f"{kind}:{seats[seat]}" if kind in ("place", "front") and seat in seats else name


def centre(box: Box) -> Point:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def same_spot(box: Box, spot: Point) -> bool:
    return math.dist(centre(box), spot) <= SAME_SPOT_SHARE * max(box[2:])


def apart(one: Point, other: Point) -> float:
    return math.dist(one, other)
