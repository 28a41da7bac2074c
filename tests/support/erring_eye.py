"""An eye that errs on purpose, as often as a real one does: what it is unsure of it says, and sometimes it is wrong.

How sure it is of a piece is drawn first, and then whether it is right, so its chances mean what they say. Most of its
errors are drawn anew in every look; a few last for a whole rest, and no further look helps against those.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from twin_sight import PX_PER_MM, TwinSight, pixel, square

from companion.rehearsal.play import Play
from companion.settings import RefereeSettings
from vision.observation import (
    Chances,
    DieSeen,
    Point,
    TableObservation,
    TileSeen,
    TokenSeen,
    name_of,
)
from vision.table.zones import Mat

SURE = (0.995, 0.9)  # how sure the eye is of most pieces, and of how many
LEAST_SURE = 0.67  # of the rest, evenly up to the top: 2 names in 100 come out wrong
THOUGHT_OF = 0.8  # of wrong names: the true one was the next likely


@dataclass(frozen=True)
class Errors:
    """How often the eye errs; the rates are of the pieces in view, or of rests where that is said."""

    missed: float = 0.01
    phantoms: float = 0.01  # of looks
    misread_all_rest: float = 0.001
    phantom_all_rest: float = 0.005  # of rests


AS_A_REAL_ONE = Errors()


class ErringEye(TwinSight):
    """Sees what the stage shows, and errs."""

    def __init__(self, settings: RefereeSettings, mat: Mat, names: Sequence[str], seed: int, errors: Errors) -> None:
        super().__init__(settings)
        self._names = tuple(names)  # of faces
        self._mat = mat
        self._errors = errors
        self._dice_of_chance = Random(seed)
        self._rest = -1
        self._lasting: dict[Point, tuple[str, Chances]] = {}
        self._staying: DieSeen | TileSeen | TokenSeen | None = None
        self.erred = 0  # rests with a lasting error
        self.misreads = self._err

    def _err(self, seen: TableObservation) -> TableObservation:
        chance, errors = self._dice_of_chance, self._errors
        tiles = [name_of(tile) for tile in seen.tiles]
        tokens = sorted({name_of(token) for token in seen.tokens})
        cards = [name_of(card) for card in seen.cards]
        if self._spell != self._rest:
            self._begin(
                seen, [(seen.dice, self._names), (seen.tiles, tiles), (seen.tokens, tokens), (seen.cards, cards)]
            )
        dice = [self._seen(die, self._names) for die in seen.dice if chance.random() >= errors.missed]
        flat = [self._seen(one, tiles) for one in seen.tiles if chance.random() >= errors.missed]
        round_ones = [self._seen(one, tokens) for one in seen.tokens if chance.random() >= errors.missed]
        square_ones = [self._seen(one, cards) for one in seen.cards if chance.random() >= errors.missed]
        passing = self._phantom(seen) if chance.random() < errors.phantoms else None
        for ghost in (self._staying, passing):
            match ghost:
                case DieSeen():
                    dice.append(ghost)
                case TileSeen():
                    flat.append(ghost)
                case TokenSeen():
                    round_ones.append(ghost)
        return replace(seen, dice=tuple(dice), tiles=tuple(flat), tokens=tuple(round_ones), cards=tuple(square_ones))

    def _begin(self, seen: TableObservation, kinds: Sequence[tuple[Sequence[Any], Sequence[str]]]) -> None:
        """A new rest: a few of its errors will last."""
        chance, errors = self._dice_of_chance, self._errors
        self._rest, self._lasting = self._spell, {}
        self._staying = self._phantom(seen) if chance.random() < errors.phantom_all_rest else None
        for pieces, names in kinds:
            for one in pieces:
                cocked = isinstance(one, DieSeen) and one.cocked
                if one.at_mm is not None and not cocked and chance.random() < errors.misread_all_rest:
                    self._lasting[one.at_mm] = self._misread(name_of(one), names, self._sureness(wrong=True))
        self.erred += bool(self._staying or self._lasting)

    def _sureness(self, wrong: bool = False) -> float:
        """How sure of one piece; of those it names wrongly it is as sure as it then is."""
        chance, (top, often) = self._dice_of_chance, SURE
        while True:
            sure = top if chance.random() < often else chance.uniform(LEAST_SURE, top)
            if not wrong or chance.random() >= sure:
                return sure

    def _misread(self, name: str, names: Sequence[str], sure: float) -> tuple[str, Chances]:
        others = [other for other in dict.fromkeys(names) if other != name]
        if not others:
            return name, ((name, sure),)
        wrong = self._dice_of_chance.choice(others)
        rest = 1 - sure
        if self._dice_of_chance.random() < THOUGHT_OF or len(others) < 2:
            return wrong, ((wrong, sure), (name, 0.8 * rest))
        third = self._dice_of_chance.choice([other for other in others if other != wrong])
        return wrong, ((wrong, sure), (third, 0.8 * rest))

    def _named(self, name: str, names: Sequence[str]) -> tuple[str, Chances]:
        sure = self._sureness()
        if self._dice_of_chance.random() >= sure:
            return self._misread(name, names, sure)
        others = [other for other in dict.fromkeys(names) if other != name]
        if not others:
            return name, ((name, sure),)
        return name, ((name, sure), (self._dice_of_chance.choice(others), 0.8 * (1 - sure)))

    def _seen(self, one: Any, names: Sequence[str]) -> Any:
        there = self._dice_of_chance.choice((0.999, 0.999, 0.99, 0.95))
        name, chances = self._lasting.get(one.at_mm) or self._named(name_of(one), names)
        sure = there * chances[0][1]
        match one:
            case DieSeen() if one.cocked:
                return replace(one, there=there)
            case DieSeen():
                second = chances[1][0] if len(chances) > 1 else None
                return replace(one, face=name, runner_up=second, sureness=sure, chances=chances, there=there)
            case TileSeen():
                up = name != "down"
                number = int(name) if up else None
                return replace(one, number=number, face_up=up, sureness=sure, chances=chances, there=there)
            case TokenSeen():
                return replace(one, design=name, face_up=name != "back", sureness=sure, chances=chances, there=there)
        return replace(one, design=name, sureness=sure, chances=chances, there=there)

    def _phantom(self, seen: TableObservation) -> DieSeen | TileSeen | TokenSeen:
        """Something that is not there, of a kind that lies about, and the eye half suspects so."""
        chance = self._dice_of_chance
        zone = chance.choice([zone for zone in self._mat.zones if not zone.name.startswith("card:")])
        at = (zone.x + chance.uniform(8, zone.width - 8), zone.y + chance.uniform(8, zone.height - 8))
        there, sure = chance.uniform(0.3, 0.97), self._sureness()
        x, y = pixel(at)
        facts: dict[str, Any] = {"at_mm": at, "there": there}
        ghosts: list[DieSeen | TileSeen | TokenSeen] = []
        if self._names:
            face = chance.choice(self._names)
            box = (x - 8 * PX_PER_MM, y - 8 * PX_PER_MM, 16 * PX_PER_MM, 16 * PX_PER_MM)
            ghosts.append(DieSeen(face, there * sure, None, box, square(at), chances=((face, sure),), **facts))
        if numbers := [tile.number for tile in seen.tiles if tile.number is not None]:
            number = chance.choice(numbers)
            chances = ((str(number), sure),)
            ghosts.append(TileSeen(number, True, square(at, 25), there * sure, chances=chances, **facts))
        if seen.tokens:
            design = chance.choice(seen.tokens).design
            chances = ((design, sure),)
            ghosts.append(TokenSeen(design, design != "back", (x, y), 35, there * sure, chances=chances, **facts))
        return chance.choice(ghosts)


def erring(seed: int, errors: Errors = AS_A_REAL_ONE) -> Callable[[Play], ErringEye]:
    """The sight of one game for ``rehearse``."""

    def sight(play: Play) -> ErringEye:
        game = play.truth.game
        return ErringEye(RefereeSettings(), play.stage.mat, game.faces, seed, errors)

    return sight
