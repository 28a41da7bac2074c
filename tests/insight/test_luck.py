"""Luck and skill add up to the result, and neither is anybody's opinion."""

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random
from typing import Any

import pytest
import random_play

from companion.games import GAMES
from companion.insight.luck import Weighed, weigh
from companion.odds.advise import best_deed, worths
from companion.rules.actions import Roll
from companion.rules.match import Match, begin

ADVISED = [name for name, game in GAMES.items() if worths(game, game.setup(random_play.names(2), {}))]


def played(name: str, seed: int, sense: float = 0.99) -> Match[Any]:
    game, chance = GAMES[name], Random(seed)
    match = begin(game, random_play.names(3), {})
    while not match.over:
        match = match.act(random_play.any_deed(game, match.state, chance, sense))
    return match


def weighed(match: Match[Any]) -> Weighed:
    return weigh(match, lambda state: worths(match.game, state))


@pytest.mark.parametrize("name", ADVISED)
def test_the_parts_sum_to_the_result(name: str) -> None:
    match = played(name, 1)
    told = weighed(match)
    assert {player: account.score for player, account in told.accounts.items()} == match.game.scores(match.state)
    for account in told.accounts.values():
        parts = account.expected + account.luck - account.given_up + account.others
        assert parts == pytest.approx(account.score, abs=1e-9)
    assert all(ply.given_up >= 0 for ply in told.plies)


def test_a_match_broken_off_in_the_middle_of_a_turn_adds_up_too() -> None:
    match = played("heckmeck", 1)
    for cut in range(1, 40, 6):
        begun = Match(match.game, match.players, match.options, match.start, match.deeds[:cut])
        for account in weighed(begun).accounts.values():
            parts = account.expected + account.luck - account.given_up + account.others
            assert parts == pytest.approx(account.score, abs=1e-9)


def test_over_all_rolls_there_is_neither_good_luck_nor_bad() -> None:
    """Ana has 5 5 5 and a worm aside; each roll of her four other dice is as likely as it is."""
    game = GAMES["heckmeck"]
    setup = {
        "players": ["Ana", "Ben"],
        "turn": {"kept": [["5", 3], ["worm", 1]]},
        "stacks": {"Ana": [21], "Ben": [26]},
        "grill": {"up": [22, 23, 24, 28, 30, 33, 36]},
    }
    match = Match(game, ("Ana", "Ben"), {}, game.state_from(setup))
    total = 0.0
    for faces in combinations_with_replacement(game.faces, 4):
        ways = factorial(4) / prod(factorial(count) for count in Counter(faces).values())
        (ply,) = weighed(match.act(Roll(faces))).plies
        total += ply.luck * ways / 6**4
    assert total == pytest.approx(0, abs=1e-9)


def test_who_always_does_what_is_best_gives_nothing_up() -> None:
    game, chance = GAMES["heckmeck"], Random(4)
    match = begin(game, ["Ana", "Ben"], {})
    for _ in range(120):
        best = best_deed(game, match.state)
        if match.over:
            break
        if best == {"roll": True}:
            match = match.act(Roll(tuple(sorted(chance.choices(game.faces, k=game.dice_due(match.state))))))
        else:
            match = match.act(game.action_from(best) if best else random_play.any_deed(game, match.state, chance))
    told = weighed(match)
    choices = [ply for ply in told.plies if match.game.report(_before(match, ply.deed))["pending"] != "choose"]
    assert sum(ply.given_up for ply in choices) == pytest.approx(0, abs=1e-6)


def test_the_worst_choice_is_named_with_the_better_one() -> None:
    """Ana keeps a single 1 from three worms, and stops with it."""
    game = GAMES["heckmeck"]
    match = begin(game, ["Ana", "Ben"], {}).act(Roll(("1", "2", "3", "5", "5", "worm", "worm", "worm")))
    match = match.act(game.action_from({"keep": "1"}))
    worst = weighed(match).worst_choice
    assert worst is not None
    assert (worst.player, worst.better) == ("Ana", {"keep": "worm"})
    assert worst.given_up > 1


def _before(match: Match[Any], number: int) -> Any:
    return match.deeds[number - 1].state if number else match.start
