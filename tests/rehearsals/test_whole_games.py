"""Whole games from what lies on the table to the winner, every verdict compared with the truth."""

import json
from random import Random

import pytest
from twin_sight import TwinSight

from companion.cli import main
from companion.games import GAMES
from companion.odds.robots import cautious
from companion.rehearsal.play import Play
from companion.rehearsal.run import rehearse
from companion.settings import RefereeSettings
from companion.verbs import rehearse as verb


def sight(play: Play) -> TwinSight:
    return TwinSight(RefereeSettings())


@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_of_each_is_understood_without_a_question(game: str) -> None:
    verdicts = rehearse(GAMES[game], 2, cautious(Random(2)), sight)
    assert (verdicts.wrong, verdicts.questions) == (0, 0)
    assert verdicts.winners
    late = verdicts.line()
    assert late["latency_median"] <= 0.7 and late["latency_95"] <= 1.2


@pytest.mark.parametrize("game", ["heckmeck-junior", "heckmeck-deluxe", "rooster-run"])
def test_people_who_dawdle_hesitate_cover_dice_and_roll_off_the_mat_are_understood(game: str) -> None:
    verdicts = rehearse(GAMES[game], 1, cautious(Random(1)), sight, liveliness=0.3)
    assert (verdicts.wrong, verdicts.questions) == (0, 0)
    assert verdicts.winners


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_fifteen_games_of_each(game: str) -> None:
    games = [rehearse(GAMES[game], seed, cautious(Random(seed)), sight, liveliness=0.2) for seed in range(1, 16)]
    assert sum(one.wrong for one in games) == 0
    assert sum(one.questions for one in games) <= 0.02 * sum(one.decisions for one in games)


def test_a_game_that_is_told_as_a_story() -> None:
    """The announcements of a whole game of Junior read as what happened."""
    lines: list[str] = []
    rehearse(GAMES["heckmeck-junior"], 3, cautious(Random(3)), sight, tell=lambda said: lines.append(said.line))
    assert lines[0] == "Welcome to Heckmeck Junior."
    assert any("takes tile" in line for line in lines)
    assert any("wins with" in line or "share the win" in line for line in lines)


def test_the_verb_tells_one_line_a_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(verb, "open_reader", lambda table: None)
    monkeypatch.setattr(verb, "PaintedSight", lambda reader, settings: TwinSight(settings))
    assert main(["rehearse", "rooster-run", "--seed", "1..2", "--fast", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    wanted = {"game", "seed", "decisions", "wrong", "questions", "mistakes_made", "mistakes_named", "frames", "seconds"}
    assert [one["seed"] for one in told] == [1, 2]
    assert all(wanted | {"winners"} <= set(one) for one in told)


def test_the_verb_plays_by_the_rules_of_the_house(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verb, "open_reader", lambda table: None)
    monkeypatch.setattr(verb, "PaintedSight", lambda reader, settings: TwinSight(settings))
    words = ["rehearse", "rooster-run", "--fast", "--json", "--variant"]
    assert main([*words, "one_colour_out,no_sweetheart"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["decisions"] < 100, "three rounds"
    assert main([*words, "four_colours"]) == 1
    assert "I cannot use the variant 'four_colours'; I know one_colour_out," in capsys.readouterr().err
