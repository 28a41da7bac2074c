"""Averages, streaks and who is ahead of whom, over the matches of an evening."""

import pytest

from companion.insight.people import ahead, averages


def match(winner: str, parts: dict[str, dict[str, float]] | None = None, **scores: int) -> dict[str, object]:
    return {"game": "heckmeck", "players": list(scores), "scores": scores, "winners": [winner], "parts": parts}


# The newest first: Ana won the first, lost the second, won the last two.
EVENING = [
    match("Ana", Ana=5, Ben=3),
    match("Ana", {"Ana": {"luck": 2.0, "given_up": 1.0}, "Ben": {"luck": -1.0, "given_up": 0.0}}, Ana=7, Ben=1),
    match("Ben", Ana=4, Ben=6, Cleo=6),
    match("Ana", {"Ana": {"luck": 0.0, "given_up": 2.0}, "Ben": {"luck": 1.0, "given_up": 0.5}}, Ana=8, Ben=2),
]


def test_points_luck_and_what_was_given_up_are_averages_a_game() -> None:
    told = averages(EVENING)

    assert (told["Ana"]["points"], told["Ana"]["luck"], told["Ana"]["given_up"]) == (6.0, 1.0, 1.5)
    assert told["Ben"]["points"] == 3.0
    assert told["Ben"]["given_up"] == pytest.approx(0.25)
    assert "luck" not in told["Cleo"], "nobody knows it of the game she played"


def test_points_of_different_games_have_no_average() -> None:
    told = averages([*EVENING, {**EVENING[0], "game": "yacht", "scores": {"Ana": 230, "Ben": 190}}])

    assert "points" not in told["Ana"] and "luck" not in told["Ana"]
    assert told["Ana"]["best_streak"] >= 2


def test_wins_in_a_row_are_counted_in_the_order_of_play() -> None:
    told = averages(EVENING)

    assert (told["Ana"]["streak"], told["Ana"]["best_streak"]) == (2, 2)
    assert (told["Ben"]["streak"], told["Ben"]["best_streak"]) == (0, 1)


def test_head_to_head_counts_who_was_ahead_and_the_winner_is_ahead_on_equal_points() -> None:
    found = ahead(EVENING)

    assert (found["Ana"]["Ben"], found["Ben"]["Ana"]) == (3, 1)
    assert (found["Ben"]["Cleo"], found["Cleo"]["Ben"]) == (1, 0)
    assert (found["Cleo"]["Ana"], found["Ana"]["Cleo"]) == (1, 0)
