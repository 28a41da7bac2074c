"""Follows the pieces from rest to rest: what lies there, what moved, and what hands still owe the rules."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.referee.bare import split
from companion.referee.belief import DieBelieved, Rest, TableBelief, centre, same_spot
from companion.referee.settle import Look
from companion.referee.still import STILL, one_golden, remember, stayed
from companion.referee.stories import DICE, alike, dice_in_play, fits, golden_in_play, plain, watched
from companion.referee.table import Table
from companion.rules.contract import Game
from companion.rules.pieces import Face, Layout, Player
from companion.settings import RefereeSettings
from vision.observation import UNKNOWN, Point, Quad, TableObservation
from vision.table.zones import Mat

TILES_NEEDED = 0.6  # of those that should lie there: fewer, and the eye cannot read these
DISTURBED = 3  # places hands may disturb at once; with few tiles left that is soon the most of them
SHIFTED_PX = 6.0  # markers lying still are found again much closer
OTHER_DIE = 0.05  # the chance of its old face: less, and another die lies there
MARKERS_NEEDED = 3  # of four: fewer, and there is no mat on this table


@dataclass(frozen=True)
class Awaited:
    """What the book says the table should show."""

    layout: Layout
    due: int  # dice to be rolled
    dice: int | None  # dice in view; none where nobody needs them
    golden: bool  # the golden one is among them


def awaited(game: Game[Any], state: Any) -> Awaited:
    return Awaited(game.layout(state), game.dice_due(state), dice_in_play(game, state), golden_in_play(game, state))


class Track:
    """The referee's memory of the table itself."""

    def __init__(
        self,
        mat: Mat | None,
        players: Iterable[Player],
        settings: RefereeSettings,
        ground: str = "mat",
        first_look_counts: bool = True,
        faces: Iterable[Face] = (),
    ) -> None:
        self.mat = mat if ground != "bare" else None
        self._undecided = ground == "auto" and mat is not None
        # Dice that lay there before the referee came were not rolled before its eyes, unless a recording begins so.
        self._stranger = not first_look_counts
        self.seats = {str(seat): player for seat, player in enumerate(players, 1)}
        self.belief: TableBelief | None = None
        self.owed: dict[str, tuple[str, ...]] = {}
        self._excused: dict[str, tuple[str, ...]] = {}
        self._clutter: tuple[Point, ...] = ()  # in the picture, where the table says that no die lies
        self._accepted: tuple[DieBelieved, ...] = ()
        self._undone: tuple[DieBelieved, ...] = ()  # as they lay when a deed was taken back
        self.tiles_watched = False
        self._faces = tuple(faces)
        self._settings = settings
        self._markers: dict[int, Point] = {}  # where they lay in the picture
        self._spell = -1
        self._rest = Rest(2 * settings.frames_to_agree)
        self._lay: tuple[DieBelieved, ...] = ()  # the dice accounted for when this rest began
        self._told: dict[Point, Face] = {}  # what players said that dice of this rest show

    def see(self, look: Look, awaited: Awaited) -> bool:
        """Take a look in; true if there is now a belief about this rest."""
        if look.spell != self._spell:
            self._spell, self._rest, self._told = look.spell, Rest(2 * self._settings.frames_to_agree), {}
            self._lay = self._accepted
        if look.observation is not None:
            if self._undecided:
                self._undecided = False
                if len(look.observation.markers) < MARKERS_NEEDED:
                    self.mat = None
            self._rest.add(look.observation)
            if self._rest.looks >= self._settings.frames_to_agree:
                belief = self._rest.belief(self.mat, self.seats, self._faces)
                dice = one_golden(self._accepted, self._without_clutter(belief.dice), awaited.golden)
                thrown = look.tumbled and awaited.due
                dice = remember([die for die in self._lay if die.zone == "aside" or not thrown], dice)
                if self.mat is None:
                    likely = tuple(die for die in dice if die.there > 0.5)
                    dice = split(self._accepted, likely, awaited.layout, awaited.due, look.tumbled)
                self.belief = self._trusted(replace(belief, dice=dice), awaited.layout)
                if not self._lie_as_undone(dice):
                    self._undone = ()  # hands have been at them since
                self._paid(awaited.layout)
                for spot, face in self._told.items():
                    self._hear(spot, face)
                if self._stranger:
                    self._stranger = False
                    self.settle_dice()
        return self._rest.looks >= self._settings.frames_to_agree and self.belief is not None

    def seat(self, players: Iterable[Player]) -> None:
        """Who came later sits after the last seat; who left keeps his place on the mat, empty."""
        for player in players:
            if player not in self.seats.values():
                self.seats[str(len(self.seats) + 1)] = player

    def astray(self, seen: TableObservation) -> bool:
        """Whether the mat is out of sight: pieces are seen, and of none of them where it lies."""
        placed = [piece.at_mm for kind in (seen.dice, seen.tiles, seen.tokens, seen.cards) for piece in kind]
        on_mat = self.mat is not None and not self._undecided
        return on_mat and bool(placed) and not any(placed)

    def shifted(self, seen: TableObservation) -> bool:
        """Whether camera or mat have moved since the last look: most markers lie elsewhere in the picture."""
        before, now = self._markers, {marker.id: _middle(marker.corners) for marker in seen.markers}
        self._markers = {**before, **now}
        far = [math.dist(before[marker], spot) > SHIFTED_PX for marker, spot in now.items() if marker in before]
        return sum(far) * 2 > len(far)

    def _trusted(self, belief: TableBelief, expected: Layout) -> TableBelief:
        """Leave tiles out of the belief where the eye cannot read them: then the program keeps count of them itself."""
        table = belief.layout()
        laid = [zone for zone in watched(table, expected) if any(tile != "down" for tile in expected.get(zone, ()))]
        right = sum(fits(table, expected, zone, self.owed) for zone in laid)
        disturbed = self.tiles_watched and len(laid) - right <= DISTURBED
        self.tiles_watched = right >= TILES_NEEDED * len(laid) or disturbed
        hidden: set[str | None] = set()
        if laid and not self.tiles_watched:
            hidden = {*belief.zones, *(one.zone for one in belief.pieces)} - set(DICE)
        zones = frozenset(zone for zone in belief.zones if zone not in hidden)
        return replace(belief, zones=zones, pieces=tuple(one for one in belief.pieces if one.zone not in hidden))

    @property
    def table(self) -> Table | None:
        """What a verdict rests on."""
        if self.belief is None:
            return None
        return Table(self.belief, self._accepted, dict(self.owed), dict(self._excused), bool(self._undone))

    def _without_clutter(self, dice: tuple[DieBelieved, ...]) -> tuple[DieBelieved, ...]:
        self._clutter = tuple(spot for spot in self._clutter if any(same_spot(die.box, spot) for die in dice))
        return tuple(die for die in dice if not any(same_spot(die.box, spot) for spot in self._clutter))

    def read(self, picks: Sequence[str | None]) -> None:
        """Take each die for what the verdict takes it for."""
        if self.belief is not None and len(picks) == len(self.belief.dice):
            dice = tuple(
                replace(die, face=None if UNKNOWN in pick else plain(pick))
                for die, pick in zip(self.belief.dice, picks, strict=True)
                if pick is not None
            )
            self.belief = replace(self.belief, dice=dice)

    def settle_dice(self) -> None:
        """The dice as they lie now are accounted for."""
        if self.table is not None:
            self._accepted = self.table.dice

    def take_back(self) -> None:
        """A deed was taken back: while the dice lie as they lie now, nothing was done with them."""
        self._undone = self.table.dice if self.table is not None else ()

    def _lie_as_undone(self, dice: Sequence[DieBelieved]) -> bool:
        still = [die for die, was in stayed(self._undone, dice) if dict(die.chances).get(was.face or "", 1) > OTHER_DIE]
        return len(still) == max(len(dice), len(self._undone))

    def owe(self, before: Layout, after: Layout) -> None:
        """A deed changed how the table should look: until hands follow, it may look as before."""
        for zone in watched(after, after):
            if after[zone] != before.get(zone, ()):
                self.owed.setdefault(zone, before.get(zone, ()))
        self._paid(after)

    def _paid(self, expected: Layout) -> None:
        """Forget what has been put where it belongs."""
        table = self.belief.layout() if self.belief is not None else {}
        for zone in list(self.owed):
            # What the camera cannot see is taken as done.
            if zone not in table or alike(zone, table[zone], expected.get(zone, ())):
                del self.owed[zone]
        self._excused = {zone: lies for zone, lies in self._excused.items() if table.get(zone) == lies}

    def told(self, before: Layout, after: Layout) -> None:
        """A player says what was done: where the table shows something else, it is the eye that errs."""
        table = self.belief.layout() if self.belief is not None else {}
        changed = [zone for zone in watched(table, after) if after[zone] != before.get(zone, ())]
        self._excused |= {zone: table[zone] for zone in changed if not alike(zone, table[zone], after[zone])}

    def excuse(self, awaited: Awaited) -> None:
        """The table says that all is right as it lies: what should lie otherwise may, what is too much is no die."""
        if self.table is None:
            return
        self._excused |= {zone: lies for zone, (lies, _) in self.table.differences(awaited.layout).items()}
        # What lies still while all others were thrown is no die, nor what has come to those that lie still.
        lay = [die for die, _ in stayed(self._accepted, self.table.dice, STILL)]
        few = 2 * len(lay) < len(self.table.dice)
        least = sorted(self.table.dice, key=lambda die: ((die in lay) != few, die.there))
        surplus = least[: max(0, len(least) - awaited.dice)] if awaited.dice is not None else []
        self._clutter += tuple(centre(die.box) for die in surplus)
        self.belief = replace(self.table.belief, dice=self._without_clutter(self.table.belief.dice))
        self.settle_dice()

    def overrule(self, index: int, face: str | None) -> None:
        """A player says what this die shows, or that it is none."""
        if self.belief is not None and 0 <= index < len(self.belief.dice):
            if face is None:
                self._clutter += (centre(self.belief.dice[index].box),)
                return
            self._told[centre(self.belief.dice[index].box)] = face
            self._hear(centre(self.belief.dice[index].box), face)

    def _hear(self, spot: Point, face: Face) -> None:
        if self.belief is not None:
            sure: dict[str, Any] = {"face": face, "chances": ((face, 1.0),), "rests": (((face, 1.0),),), "there": 1.0}
            dice = tuple(replace(die, **sure) if same_spot(die.box, spot) else die for die in self.belief.dice)
            self.belief = replace(self.belief, dice=dice)


def _middle(quad: Quad) -> Point:
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4
