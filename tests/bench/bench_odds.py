"""Measures odds and robots: run it alone, it prints one line a measure and fails when one is too slow."""

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from plain_odds import PlainOdds

from companion.games import GAMES
from companion.games.grill.at_table.odds import falls, hint
from companion.games.grill.at_table.odds.boxes import dice_game
from companion.games.grill.at_table.odds.hint import Moment, Odds
from companion.odds.robots import cautious
from companion.rehearsal.tournament import play

HECKMECK = dice_game(GAMES["heckmeck"])
DELUXE = dice_game(GAMES["heckmeck-deluxe"])
FRESH = Moment(left=8)
GOLDEN = Moment(left=8, golden=True)
ROLLED = Moment({"worm": 2, "4": 1}, 5, roll=("1", "3", "3", "5", "worm"))


@dataclass(frozen=True)
class Measure:
    """One line of the table."""

    what: str
    found: float
    unit: str
    limit: float = float("inf")
    at_least: bool = False

    @property
    def kept(self) -> bool:
        return self.found >= self.limit if self.at_least else self.found <= self.limit

    def __str__(self) -> str:
        sign = ">=" if self.at_least else "<="
        limit = "" if self.limit == float("inf") else f"{sign} {self.limit:g} {self.unit}"
        return f"{self.what:52}{self.found:10.3f} {self.unit:8}{limit:16}{'' if self.kept else 'TOO SLOW'}".rstrip()


def milliseconds(work: Callable[[], object], times: int = 15) -> float:
    """The median of our own time on one core: others use this machine, too."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return 1000 * statistics.median(taken)


def grills() -> Callable[[], list[int]]:
    """A grill never seen before, each time."""
    dice = Random(1)
    return lambda: sorted(dice.sample(range(21, 37), dice.randrange(4, 16)))


def plain() -> object:
    """One measure, solved in plain Python."""
    faces = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "worm": 5}
    worms = HECKMECK.spoils(HECKMECK.worms)
    solver = PlainOdds(faces, dict.fromkeys(faces, 1), lambda total, worm: worms.of(total) if worm else None)
    return solver.roll(frozenset(), 0, 8)


def cold(moment: Moment) -> Callable[[], object]:
    def work() -> object:
        falls.falls.cache_clear()
        hint._chances.cache_clear()
        return Odds(DELUXE, DELUXE.spoils(DELUXE.worms)).hint(moment)

    return work


def measures() -> list[Measure]:
    next_grill = grills()
    odds = Odds(HECKMECK, HECKMECK.spoils(next_grill(), [36], [22]))
    odds.hint(ROLLED)
    once = milliseconds(cold(FRESH), 3)
    once_golden = milliseconds(cold(GOLDEN), 3)
    rebuild = milliseconds(lambda: Odds(HECKMECK, HECKMECK.spoils(next_grill(), [36], [22])).hint(FRESH))
    rebuild_golden = milliseconds(lambda: Odds(DELUXE, DELUXE.spoils(next_grill(), [36], [22])).hint(GOLDEN))
    a_hint = milliseconds(lambda: odds.hint(ROLLED), 200)
    in_python = milliseconds(plain, 3)
    dice = Random(2)
    robots = {player: cautious(dice) for player in ("Ana", "Ben", "Cleo", "Dora")}
    twenty_games = milliseconds(lambda: [play(GAMES["heckmeck"], robots, dice) for _ in range(20)], 5)
    return [
        Measure("Heckmeck, built once: states, rolls, 36 chances", once, "ms"),
        Measure("Deluxe with the golden die, built once", once_golden, "ms"),
        Measure("Heckmeck, rebuilt for a new grill, with a hint", rebuild, "ms", 60),
        Measure("Deluxe with the golden die, rebuilt, with a hint", rebuild_golden, "ms", 250),
        Measure("a hint on a known grill", a_hint, "ms", 1),
        Measure("plain Python, one measure on one grill", in_python, "ms"),
        Measure("rebuilt as part of plain Python", rebuild / in_python, "", 0.5),
        Measure("four-player Heckmeck, cautious robots", 20_000 / twenty_games, "games/s", 60, at_least=True),
    ]


if __name__ == "__main__":
    found = measures()
    print(*found, sep="\n")
    sys.exit(not all(measure.kept for measure in found))
