"""Moves pretend pieces to where the game says they should lie."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from companion.rules.box import Box
from companion.rules.pieces import GOLDEN, Layout, Player, golden
from vision.render.motion import reach, tumble
from vision.render.scene import Camera, Cloth, Die, Hand, Light, Scene, Spot, Thing, Tile, hung
from vision.table.zones import Mat, Zone

APART_MM = 23.0  # between dice that fell; closer ones would touch


@dataclass(frozen=True)
class Pace:
    """How much of every movement is painted, and how much time passes from frame to frame."""

    fps: float
    reach_frames: int  # a hand coming, and as many going
    hold_frames: int
    tumble_frames: int
    moving_seconds: float  # between two frames while something moves
    still_seconds: float  # between two frames at rest


REAL = Pace(15.0, 4, 4, 12, 1 / 15, 1 / 15)
FAST = Pace(15.0, 0, 1, 3, 1 / 15, 0.13)  # only what a decision needs


@dataclass(frozen=True)
class Shot:
    """One frame of the play: the scene, and when it is taken after the one before."""

    scene: Scene
    seconds: float


class Stage:
    """A painted table with hands over it; every move is a run of shots."""

    def __init__(self, mat: Mat, players: Sequence[Player], chance: Random, pace: Pace, box: Box) -> None:
        self.mat = mat
        self.dice: list[Die] = []
        self.fallen: list[Die] = []  # of the last throw
        self._seats = {player: str(seat) for seat, player in enumerate(players, 1)}
        self._chance = chance
        self._pace = pace
        self._marks, self._painted_tiles = box.tiles, box.painted_tiles
        painted = box.painted or ("pips",)
        self._painted = chance.choice(painted) if len(painted) > 1 else painted[0]
        self.things: tuple[Thing, ...] = ()  # what else lies about
        self._tiles: dict[str, tuple[Tile, ...]] = {}
        self._frame = 0
        self._skin = chance.randrange(6)
        middle = (mat.markers[1][0] / 2, mat.markers[1][1] / 2)
        height = 560.0 if mat.width < 500 else 800.0
        self._scene = Scene(
            camera=hung(middle, height_mm=height * chance.uniform(0.99, 1.03), tilt_deg=chance.uniform(6, 13)),
            light=Light(kelvin=chance.uniform(3200, 5200), brightness=chance.uniform(0.9, 1.1)),
            cloth=Cloth("oak", chance.randrange(1000)),
            mat=mat,
            seed=chance.randrange(10**6),
        )

    # What is shown

    def scene(self, hands: tuple[Hand, ...] = (), dice: Sequence[Die] | None = None) -> Scene:
        self._frame += 1
        tiles = tuple(tile for zone in sorted(self._tiles) for tile in self._tiles[zone])
        shown = tuple(self.dice if dice is None else dice)
        return replace(self._scene, dice=shown, tiles=tiles, things=self.things, hands=hands, frame=self._frame)

    def rest(self, frames: int) -> Iterator[Shot]:
        """Nobody touches anything."""
        for _ in range(frames):
            yield Shot(self.scene(), self._pace.still_seconds)

    def idle(self, seconds: float) -> Iterator[Shot]:
        """Nobody touches anything for so long; few frames are enough to tell."""
        frames = min(6, max(1, round(seconds / self._pace.still_seconds)))
        yield from (Shot(shot.scene, seconds / frames) for shot in self.rest(frames))

    # What hands do

    def hover(self, at: Spot, seconds: float) -> Iterator[Shot]:
        """A hand over a spot, never quite still, that touches nothing."""
        for _ in range(max(2, round(seconds / self._pace.still_seconds))):
            spot = (at[0] + self._chance.uniform(-9, 9), at[1] + self._chance.uniform(-9, 9))
            hand = Hand(spot, arm_from=-90.0, pose="open", skin=self._skin)
            yield Shot(self.scene((hand,)), self._pace.still_seconds)

    def roll_again(self, stray: Die, face: str) -> Iterator[Shot]:
        """Pick one die up and throw it into the tray, where it shows this face."""
        yield from self._hand(stray.at)
        others = [die for die in self.dice if die is not stray]
        spot = self._free_spot(self.mat.zone("tray"), [die.at for die in others])
        thrown = [replace(stray, face=face, at=spot, yaw=self._chance.uniform(0, 360))]
        yield from (Shot(self.scene(dice=dice), self._pace.moving_seconds) for dice in self._falling(others, thrown))
        self.dice = [*others, *thrown]

    def roll(
        self, faces: Sequence[str], keep: Sequence[Die], last: Callable[[Die], Die] = lambda die: die
    ) -> Iterator[Shot]:
        """Gather all dice but those laid aside, throw them, and let them come to rest showing these faces.

        The last one may come to rest in its own way.
        """
        gathered = [die.at for die in self.dice if die not in keep] or [self.mat.zone("tray").centre]
        yield from self._hand(_middle(gathered))
        thrown = self.fallen = self._fallen(faces)
        thrown[-1] = last(thrown[-1])
        yield from (Shot(self.scene(dice=dice), self._pace.moving_seconds) for dice in self._falling(keep, thrown))
        self.dice = [*keep, *thrown]

    def _falling(self, keep: Sequence[Die], thrown: Sequence[Die]) -> list[tuple[Die, ...]]:
        path = tumble(thrown, self._pace.tumble_frames, self._chance.randrange(10**6))
        return [(*keep, *dice) for dice in path[:-1]]

    def _fallen(self, faces: Sequence[str]) -> list[Die]:
        spots: list[Spot] = []
        for _ in faces:
            spots.append(self._free_spot(self.mat.zone("tray"), spots))
        return [self._die(face, spot, self._chance.uniform(0, 360)) for face, spot in zip(faces, spots, strict=True)]

    def _free_spot(self, zone: Zone, taken: Sequence[Spot]) -> Spot:
        apart = APART_MM
        while True:
            for _ in range(60):
                x = self._chance.uniform(zone.x + 14, zone.x + zone.width - 14)
                y = self._chance.uniform(zone.y + 14, zone.y + zone.height - 14)
                if all(math.dist((x, y), spot) >= apart for spot in taken):
                    return x, y
            apart *= 0.9  # a full tray: closer, then

    def _die(self, face: str, at: Spot, yaw: float) -> Die:
        if face.startswith(GOLDEN):
            return Die(face.removeprefix(GOLDEN), at, yaw, "golden")
        return Die(face, at, yaw, self._painted)

    def lay_dice(self, tray: Sequence[str], aside: Sequence[str]) -> None:
        """Put dice there before the play begins."""
        self.dice = self._fallen(tray)
        zone = self.mat.zone("aside") if aside else None
        for n, face in enumerate(aside):
            assert zone is not None
            self.dice.append(self._die(face, (zone.x + 20 + 24 * n, zone.centre[1]), 0.0))

    def put_dice(self, dice: Sequence[Die]) -> Iterator[Shot]:
        """Put all dice where they lay before."""
        yield from self._hand(_middle([die.at for die in dice]))
        self.dice = list(dice)

    def lay_aside(self, chosen: Sequence[Die], shows: str | None = None) -> Iterator[Shot]:
        """Push these dice into the row of dice laid aside; clumsy fingers may turn them on the way."""
        if not chosen:
            return
        yield from self._hand(_middle([die.at for die in chosen]))
        aside = self.mat.zone("aside")
        for die in chosen:
            row = (aside.x + 20 + 24 * place for place in range(len(self.dice) + 1))
            lying = [other.at[0] for other in self.dice if aside.holds(*other.at)]
            free = next(x for x in row if all(abs(x - other) > 12 for other in lying))
            spot = (free, aside.centre[1] + self._chance.uniform(-3, 3))
            laid = replace(die, face=shows or die.face, at=spot, yaw=self._chance.uniform(-12, 12))
            self.dice[self.dice.index(die)] = laid

    def take_back(self, chosen: Sequence[Die]) -> Iterator[Shot]:
        """Push these dice from the row of dice laid aside back among the others."""
        if chosen:
            yield from self._hand(_middle([die.at for die in chosen]))
        for die in chosen:
            spot = self._free_spot(self.mat.zone("tray"), [other.at for other in self.dice])
            self.dice[self.dice.index(die)] = replace(die, at=spot)

    def too_many(self, zone: str, wanted: Sequence[str]) -> list[Die]:
        """The dice of a zone beyond those that should lie there; which of two alike does not matter."""
        left, odd = Counter(wanted), []
        for die in self.in_zone(zone):
            piece = golden(die.face) if die.style == "golden" else die.face
            left[piece] -= 1
            if left[piece] < 0:
                odd.append(die)
        return odd

    def in_zone(self, name: str) -> list[Die]:
        return [die for die in self.dice if self.mat.zone(name).holds(*die.at)]

    def arrange(self, layout: Layout, at_once: bool = False) -> Iterator[Shot]:
        """Put every tile where the game says it lies: with a hand, or before the play begins."""
        wanted = {zone: pieces for zone, pieces in layout.items() if zone.partition(":")[0] in ("home", "place")}
        changed = [zone for zone, pieces in wanted.items() if self.shows(zone) != pieces]
        if changed and not at_once:
            yield from self._hand(self._zone(changed[0]).centre)
        for zone in changed:
            self._tiles[zone] = self._laid(zone, wanted[zone])

    def shows(self, zone: str) -> tuple[str, ...]:
        return tuple(str(tile.number) if tile.face_up else "down" for tile in self._tiles.get(zone, ()))

    def _laid(self, zone: str, pieces: Sequence[str]) -> tuple[Tile, ...]:
        place = self._zone(zone)
        x, y = place.centre
        spread = [0.0] if len(pieces) < 2 else [27.0, -27.0]
        kind, _, name = zone.partition(":")
        tiles = []
        for piece, dy in zip(pieces, spread, strict=False):
            number = int(piece) if piece != "down" else int(name) if kind == "home" else min(self._marks)
            yaw = (90.0 if kind == "place" else 0.0) + self._chance.uniform(-2, 2)
            spot = (x + self._chance.uniform(-0.8, 0.8), y + dy + self._chance.uniform(-0.8, 0.8))
            style = self._painted_tiles
            tiles.append(Tile(number, spot, yaw, piece != "down", self._marks[number], style=style))
        return tuple(tiles)

    def _zone(self, zone: str) -> Zone:
        kind, _, name = zone.partition(":")
        return self.mat.zone(f"{kind}:{self._seats.get(name, name)}")

    def _hand(self, at: Spot) -> Iterator[Shot]:
        """A hand comes, stays and goes."""
        hand = Hand(at, arm_from=self._chance.uniform(-120, -60), pose="grip", skin=self._chance.randrange(6))
        path = reach(hand, self._pace.reach_frames, self._pace.hold_frames, self._pace.reach_frames)
        yield from (Shot(self.scene((one,)), self._pace.moving_seconds) for one in path)

    @property
    def camera(self) -> Camera:
        return self._scene.camera


def _middle(spots: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
