"""The odds are quick enough to be asked at every roll; our own time on one core, for others use the machine, too."""

import time
from collections.abc import Callable

from companion.games import GAMES
from companion.games.grill.at_table.odds.boxes import DiceGame, dice_game
from companion.games.grill.at_table.odds.hint import Moment, Odds

DELUXE, HECKMECK = dice_game(GAMES["heckmeck-deluxe"]), dice_game(GAMES["heckmeck"])


def quickest(work: Callable[[], object]) -> float:
    """Milliseconds of the quickest of five, after one that builds what no grill changes."""
    taken = []
    for _ in range(6):
        start = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - start))
    return min(taken[1:])


def rebuild(game: DiceGame, moment: Moment) -> Callable[[], object]:
    return lambda: Odds(game, game.spoils([22, 25, 30], [36], [24])).hint(moment)


def test_a_new_grill_takes_at_most_60_ms() -> None:
    assert quickest(rebuild(HECKMECK, Moment(left=8))) <= 60


def test_a_new_grill_with_the_golden_die_takes_at_most_250_ms() -> None:
    assert quickest(rebuild(DELUXE, Moment(left=8, golden=True))) <= 250


def test_a_hint_takes_at_most_1_ms() -> None:
    odds = Odds(HECKMECK, HECKMECK.spoils([22, 25, 30], [36], [24]))
    moment = Moment({"worm": 2, "4": 1}, 5, roll=("1", "3", "3", "5", "worm"))
    assert quickest(lambda: odds.hint(moment)) <= 1
