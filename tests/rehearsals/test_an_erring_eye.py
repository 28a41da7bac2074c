"""The referee is better than its eye: whole games, seen by an eye that errs as often as a real one does."""

import os
from random import Random
from typing import Any

import pytest
from erring_eye import erring
from random_play import turned

from companion.games import GAMES
from companion.odds.robots import cautious
from companion.rehearsal.run import NAMES, Verdicts, rehearse


def seen(game: str, seed: int, players: int = 3, **variant: Any) -> Verdicts:
    names = NAMES[:players]
    return rehearse(GAMES[game], seed, cautious(Random(seed)), erring(seed), players=names, variant=variant)


@pytest.mark.parametrize(("game", "seed"), [("heckmeck-junior", 1), ("rooster-run", 1)])
def test_a_game_goes_through_though_the_eye_errs(game: str, seed: int) -> None:
    verdicts = seen(game, seed)
    assert (verdicts.wrong, verdicts.stuck) == (0, 0)
    assert verdicts.questions <= 2


@pytest.mark.parametrize("game", list(GAMES))
def test_every_variant_of_every_game_goes_through_too(game: str) -> None:
    games = [seen(game, 1, players=2, **{option: value}) for option, value in turned(GAMES[game]).items()]
    assert [(one.wrong, one.stuck, one.winners != []) for one in games] == [(0, 0, True)] * len(games)
    assert sum(one.questions for one in games) <= 2 * len(games)


@pytest.mark.slow
def test_many_games_of_each_kind() -> None:
    """``make erring GAMES=1000``: the table of what was decided, asked and misread is printed."""
    each = int(os.environ.get("GAMES", "40")) // len(GAMES)
    told = {game: [seen(game, seed) for seed in range(1, each + 1)] for game in GAMES}
    for game, games in told.items():
        sums = {name: sum(getattr(one, name) for one in games) for name in COUNTED}
        spent = f"{1000 * sum(one.thought for one in games) / sums['decisions']:.1f} ms a decision"
        counts = "  ".join(f"{name} {count}" for name, count in sums.items())
        print(f"{game:16} {len(games):4} games  {counts}  {spent}")
    games = [one for each_game in told.values() for one in each_game]
    assert sum(one.stuck for one in games) == 0
    assert sum(one.questions for one in games) <= 2 * len(games)
    assert 5000 * sum(one.wrong for one in games) <= sum(one.decisions for one in games)


COUNTED = ("decisions", "wrong", "stuck", "questions", "needless", "misread")
