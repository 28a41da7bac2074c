"""What the referee holds to be on the table, and what it still doubts."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.rules.pieces import Face, Layout, golden
from vision.observation import Box, CardSeen, DieSeen, Point, Quad, TableObservation, TileSeen, TokenSeen
from vision.table.zones import Mat, zone_at

COCKED_SURE = 0.6
STRAY_SURE = 0.9  # beside the tray only what is surely a die is called one
SLOT_RIM_MM = 6.0  # between two slots for tiles no die can lie
DICE_ZONES = ("tray", "aside")
SAME_SPOT_SHARE = 0.45  # of a die's own size, where no millimetres are known


@dataclass(frozen=True)
class DieBelieved:
    """One die from several readings."""

    face: Face | None  # none: cocked, or of no set we know
    sureness: float
    runner_up: Face | None
    zone: str | None  # none: beside every zone
    at: Point  # millimetres on the mat, pixels without one
    box: Box
    quad: Quad | None
    golden: bool = False
    cocked: bool = False
    set_name: str = ""  # of the pieces it was read with

    @property
    def piece(self) -> str:
        return golden(self.face or "?") if self.golden else (self.face or "?")


@dataclass(frozen=True)
class PieceBelieved:
    """One tile, token or card from several readings."""

    kind: str  # "tile", "token", "card"
    piece: str  # as a layout writes it
    sureness: float
    zone: str | None
    at: Point
    quad: Quad | None


@dataclass(frozen=True)
class TableBelief:
    """A conclusion from several looks, its doubts in the open."""

    dice: tuple[DieBelieved, ...] = ()
    pieces: tuple[PieceBelieved, ...] = ()
    doubts: tuple[str, ...] = ()
    zones: frozenset[str] = field(default_factory=frozenset)  # zones the camera can speak of

    @property
    def sureness(self) -> float:
        return min((die.sureness for die in self.dice), default=1.0)

    def layout(self) -> Layout:
        """Zone -> pieces, as a game writes it, for the zones in view."""
        found: dict[str, list[str]] = {zone: [] for zone in self.zones}
        placed = [(die.zone, die.piece) for die in self.dice] + [(one.zone, one.piece) for one in self.pieces]
        for zone, piece in placed:
            if zone is not None:
                found.setdefault(zone, []).append(piece)
        return {zone: tuple(sorted(pieces)) for zone, pieces in found.items()}


def believe(
    looks: Sequence[TableObservation],
    mat: Mat | None,
    seats: Mapping[str, str],
    sure_enough: float,
    agree: int,
    faces: Sequence[Face] = (),
) -> TableBelief | None:
    """What the readings of one rest add up to; none while there are too few."""
    if len(looks) < agree:
        return None
    looks = [replace(look, dice=tuple(die for die in look.dice if _of_the_game(die, faces, mat))) for look in looks]
    latest = looks[-max(agree, min(len(looks), 2 * agree)) :]
    zones = frozenset(name_zone(zone.name, seats) for zone in mat.zones) if mat is not None else frozenset(DICE_ZONES)
    dice, doubts = _dice(latest, mat, sure_enough)
    pieces = _pieces(latest, mat, seats)
    unsure = tuple(f"The {one.kind} {one.piece} is hard to read." for one in pieces if one.sureness < 0.5)
    return TableBelief(dice, pieces, doubts + unsure, zones)


def _of_the_game(die: DieSeen, faces: Sequence[Face], mat: Mat | None) -> bool:
    """Clutter is left out: what shows no face of this game, or lies where only tiles, cards and tokens lie."""
    if faces and die.face not in faces and not (die.cocked and die.sureness >= COCKED_SURE):
        return False
    if mat is None or die.at_mm is None:
        return True
    near = [zone for zone in mat.zones if zone.holds(*die.at_mm, SLOT_RIM_MM)]
    if any("die" in zone.may_hold and zone.holds(*die.at_mm) for zone in near):
        return True
    return die.sureness >= STRAY_SURE and all("die" in zone.may_hold for zone in near)


def name_zone(name: str, seats: Mapping[str, str]) -> str:
    """ "place:2" of the mat is "place:Ben" of the game."""
    kind, _, seat = name.partition(":")
    return f"{kind}:{seats[seat]}" if kind in ("place", "front") and seat in seats else name


def _dice(
    looks: Sequence[TableObservation], mat: Mat | None, sure_enough: float
) -> tuple[tuple[DieBelieved, ...], tuple[str, ...]]:
    """Follow each die through the readings and let them vote on its face."""
    counts = Counter(len(look.dice) for look in looks)
    usual, votes = counts.most_common(1)[0]
    base = next(look for look in reversed(looks) if len(look.dice) == usual)
    doubts = [] if votes * 2 > len(looks) else ["The readings differ in how many dice there are."]
    dice = []
    for die in base.dice:
        die_votes = [seen for look in looks if (seen := _nearest(die, look.dice)) is not None]
        believed = _vote(die, die_votes, mat)
        dice.append(believed)
        if believed.face is not None and believed.sureness < sure_enough:
            doubts.append(f"A die may show {believed.face} or {believed.runner_up}.")
    return tuple(dice), tuple(doubts)


def _vote(die: DieSeen, seen: Sequence[DieSeen], mat: Mat | None) -> DieBelieved:
    weights: dict[Face | None, float] = defaultdict(float)
    for one in seen:
        weights[one.face] += one.sureness if one.face is not None else 0.5
        if one.runner_up is not None:
            weights[one.runner_up] += (1 - one.sureness) / 2
    ranked = sorted(weights.items(), key=lambda vote: -vote[1])[:2]
    face = ranked[0][0]
    agreeing = [one for one in seen if one.face == face]
    mean = sum(one.sureness for one in agreeing) / len(agreeing)
    return DieBelieved(
        face=face,
        sureness=mean * len(agreeing) / len(seen),
        runner_up=next((other for other, _ in ranked[1:] if other is not None), die.runner_up),
        zone=zone_at(mat, *die.at_mm) if mat is not None and die.at_mm is not None else None,
        at=die.at_mm if mat is not None and die.at_mm is not None else centre(die.box),
        box=die.box,
        quad=die.quad,
        golden=sum(one.golden for one in agreeing) * 2 > len(agreeing),
        cocked=face is None,
        set_name=die.set_name,
    )


def _nearest(die: DieSeen, others: Sequence[DieSeen]) -> DieSeen | None:
    reach = SAME_SPOT_SHARE * max(die.box[2], die.box[3])
    near = [(apart(centre(die.box), centre(other.box)), n) for n, other in enumerate(others)]
    nearest, n = min(near, default=(float("inf"), 0))
    return others[n] if nearest <= reach else None


def _pieces(looks: Sequence[TableObservation], mat: Mat | None, seats: Mapping[str, str]) -> tuple[PieceBelieved, ...]:
    """Let the readings vote on what lies in each zone; where none is ahead the latest counts."""
    seen: list[list[PieceBelieved]] = []
    for look in reversed(looks):
        flat: list[TileSeen | TokenSeen | CardSeen] = [*look.tiles, *look.tokens, *look.cards]
        seen.append([_piece(one, mat, seats) for one in flat])
    believed: list[PieceBelieved] = []
    for zone in dict.fromkeys(one.zone for pieces in seen for one in pieces):
        lying = [tuple(one for one in pieces if one.zone == zone) for pieces in seen]
        names = [tuple(sorted(one.piece for one in pieces)) for pieces in lying]
        believed += lying[names.index(Counter(names).most_common(1)[0][0])]
    return tuple(believed)


def _piece(seen: TileSeen | TokenSeen | CardSeen, mat: Mat | None, seats: Mapping[str, str]) -> PieceBelieved:
    zone = zone_at(mat, *seen.at_mm) if mat is not None and seen.at_mm is not None else None
    zone = name_zone(zone, seats) if zone is not None else None
    at = seen.at_mm or (0.0, 0.0)
    match seen:
        case TileSeen():
            return PieceBelieved("tile", _tile(seen), seen.sureness, zone, at, seen.quad)
        case TokenSeen():
            return PieceBelieved("token", seen.design, seen.sureness, zone, at, None)
        case CardSeen():
            return PieceBelieved("card", seen.design or "?", seen.sureness, zone, at, seen.quad)


def _tile(seen: TileSeen) -> str:
    return str(seen.number) if seen.face_up and seen.number is not None else "down"


def centre(box: Box) -> Point:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def apart(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)
