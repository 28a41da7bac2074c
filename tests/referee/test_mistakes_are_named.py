"""Every mistake hands can make is named by its rule, and play goes on once it is put right."""

from collections import Counter
from random import Random

import pytest
from table_top import TableTop
from twin_sight import TwinSight

from companion.games import GAMES
from companion.odds.robots import cautious
from companion.rehearsal.play import Play
from companion.rehearsal.run import Verdicts, rehearse
from companion.settings import RefereeSettings


def evening(game: str, seeds: range, rate: float = 0.25) -> list[Verdicts]:
    def sight(play: Play) -> TwinSight:
        return TwinSight(RefereeSettings())

    return [rehearse(GAMES[game], seed, cautious(Random(seed)), sight, mistake_rate=rate) for seed in seeds]


@pytest.mark.parametrize(
    ("game", "seeds"), [("heckmeck", 1), ("heckmeck-junior", 2), ("heckmeck-deluxe", 1), ("rooster-run", 1)]
)
def test_an_evening_of_mistakes_ends_with_the_right_winner(game: str, seeds: int) -> None:
    """Robots err at every fourth deed; each error is named, none becomes a score."""
    games = evening(game, range(1, seeds + 1))
    assert sum(one.wrong for one in games) == 0
    assert sum(one.questions for one in games) <= 0.02 * sum(one.decisions for one in games)
    made = sum(one.mistakes_made for one in games)
    assert made > 30
    assert sum(one.mistakes_named for one in games) >= 0.95 * made, [one.line()["missed"] for one in games]


@pytest.mark.slow
def test_each_kind_of_mistake_is_named_at_least_95_times_in_100() -> None:
    """Every kind at least twenty times over seeds, in all games; the table is printed."""
    made, named, wrong, decisions, questions = Counter[str](), Counter[str](), 0, 0, 0
    for game, seeds in {"heckmeck": 24, "heckmeck-junior": 8, "heckmeck-deluxe": 24, "rooster-run": 12}.items():
        for one in evening(game, range(1, seeds + 1), 0.4):
            wrong, decisions, questions = wrong + one.wrong, decisions + one.decisions, questions + one.questions
            for kind, right in one.mistakes:
                made[kind] += 1
                named[kind] += right
    print(f"\n{sum(made.values())} mistakes among {decisions} decisions, {questions} questions, {wrong} wrong")
    for kind in sorted(made):
        print(f"  {named[kind]:5} of {made[kind]:5}  {kind}")
    assert wrong == 0
    assert len(made) >= 22 and all(count >= 20 for count in made.values()), made
    assert not {kind: (named[kind], count) for kind, count in made.items() if named[kind] < 0.95 * count}


def test_a_face_already_kept_is_refused_until_it_is_put_back() -> None:
    table = TableTop()
    table.rolls("4 4 1 2 3 5 5 worm")
    table.lays_aside("4 4")
    table.rolls("4 4 1 2 3 worm")
    table.hush()
    lying = tuple(table.stage.dice)
    table.lays_aside("4 4", seconds=2.0)
    assert table.said("refusal") == ["The 4s are already laid aside. Choose another face."]
    table.rest(5)
    assert len(table.said("refusal")) == 1, "said once, not every second"
    table.does(lambda stage: stage.put_dice(lying))
    assert table.said("prompt")[-2] == "All right again."
    table.lays_aside("worm")
    assert table.said("deed") == ["Ana lays aside a worm: 13."]


def test_a_hand_over_the_dice_is_no_missing_die() -> None:
    table = TableTop()
    table.rolls("4 4 1 2 3 5 5 worm")
    table.hush()
    table.play(list(table.stage._hand((150.0, 70.0))) * 40)
    assert table.referee.machine == "HAND"
    assert table.said("refusal", "deed") == []


def test_german_says_it_in_german() -> None:
    table = TableTop(language="de")
    table.rolls("4 4 1 2 3 5 5 worm")
    table.lays_aside("4 5", seconds=2.0)
    assert table.said("refusal") == ["Es wurden zwei Sorten herausgelegt. Lege eine zurück."]
