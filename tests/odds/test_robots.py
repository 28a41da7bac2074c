"""Robots keep to the rules, end their games, and the best of them is the best."""

from random import Random

import pytest

from companion.games import GAMES
from companion.odds.robots import ROBOTS
from companion.rehearsal.luck import luck
from companion.rehearsal.tournament import play, tournament
from companion.rules.actions import Roll

VARIANTS = [
    ("heckmeck", {}),
    ("heckmeck", {"alternative": "all", "free_lower": True}),
    ("heckmeck-junior", {}),
    ("heckmeck-junior", {"free_lower": True}),
    ("heckmeck-deluxe", {}),
    ("heckmeck-deluxe", {"optional_steal": True}),
    ("heckmeck-deluxe", {"original": True}),
    ("rooster-run", {}),
    ("rooster-run", {"one_colour_out": True, "facedown": True}),
]


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_every_robot_ends_every_game_within_the_rules(name: str, options: dict[str, object], robot: str) -> None:
    """``play`` applies each action through the rules, so one refusal would fail this."""
    dice = Random(7)
    robots = {player: ROBOTS[robot](dice) for player in ("Ana", "Ben", "Cleo")}
    state = play(GAMES[name], robots, dice, options)
    assert GAMES[name].winners(state)


@pytest.mark.parametrize("name", GAMES)
def test_one_seed_is_one_game(name: str) -> None:
    def once(seed: int) -> object:
        dice = Random(seed)
        return play(GAMES[name], {player: ROBOTS["cautious"](dice) for player in ("Ana", "Ben")}, dice)

    assert once(3) == once(3)
    assert once(3) != once(4)


def test_luck_throws_what_is_in_the_box() -> None:
    game, dice = GAMES["heckmeck-deluxe"], Random(1)
    state = game.state_from({"holders": {"A": "golden"}, "turn": {"kept": [["5", 2]]}})
    rolls = [luck(game, state, dice) for _ in range(300)]
    thrown = [roll for roll in rolls if isinstance(roll, Roll)]
    assert len(thrown) == len(rolls)
    assert {len(roll.faces) for roll in thrown} == {6}
    assert {roll.golden for roll in thrown} == {"1", "worm"}
    assert {face for roll in thrown for face in roll.faces} == set(game.faces)
    ordinary = luck(game, game.state_from({}), dice)
    assert isinstance(ordinary, Roll)
    assert ordinary.golden is None


def test_a_shared_win_counts_in_parts() -> None:
    won = tournament(GAMES["heckmeck-junior"], ("cautious", "greedy"), games=40, seed=2)
    assert sum(won.values()) == pytest.approx(40)
    assert any(share % 1 for share in won.values())


def test_the_best_robot_beats_the_greedy_one() -> None:
    won = tournament(GAMES["heckmeck"], ("best", "greedy"), games=40, seed=1)
    assert won["best"] >= 0.6 * 40


@pytest.mark.slow
def test_the_best_robot_wins_three_games_of_four() -> None:
    won = tournament(GAMES["heckmeck"], ("best", "greedy"), games=2000, seed=2026)
    print(f"\nbest {won['best']:.0f} of 2000 against greedy")
    assert won["best"] >= 0.6 * 2000
