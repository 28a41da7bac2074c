"""The coach reads the state of the rules and says what ``companion odds`` would."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games import GAMES, games_with
from companion.games.grill.at_table.odds.boxes import dice_game
from companion.games.grill.at_table.odds.hint import Answer, Moment, Odds
from companion.odds.advise import advise, best_deed
from companion.rules.actions import Roll

DELUXE = GAMES["heckmeck-deluxe"]


def coach(game: str, setup: Mapping[str, Any], *rolled: str, golden: str | None = None) -> Answer:
    state = GAMES[game].state_from(setup)
    if rolled:
        state, _ = GAMES[game].apply(state, Roll(rolled, golden))
    answer = advise(GAMES[game], state)
    assert answer is not None
    return answer


def worth(answer: Answer, what: str, value: object = True) -> float:
    return next(float(c["expected_worms"]) for c in answer["choices"] if c.get(what) == value)


def test_a_fresh_game_is_worth_the_published_worms() -> None:
    assert coach("heckmeck", {})["expected_worms"] == pytest.approx(1.6447296740, abs=1e-9)


def test_the_coach_sees_grill_stacks_and_roll() -> None:
    setup = {
        "players": ["Ana", "Ben", "Cleo"],
        "current": "Ben",
        "grill": {"up": [24, 25, 27], "down": [36]},
        "stacks": {"Ana": [26, 23], "Ben": [35, 22], "Cleo": [31]},
        "turn": {"kept": [["worm", 2], ["4", 2]]},
    }
    game = dice_game(GAMES["heckmeck"])
    moment = Moment({"worm": 2, "4": 2}, 4, roll=("1", "1", "3", "5"))
    expected = Odds(game, game.spoils([24, 25, 27], [22], [23, 31])).hint(moment)
    assert coach("heckmeck", setup, "1", "1", "3", "5") == expected


def test_a_lost_tile_of_a_rival_counts_only_if_asked() -> None:
    state = GAMES["heckmeck"].state_from(
        {"grill": {"up": [21]}, "stacks": {"B": [25]}, "turn": {"kept": [["worm", 4], ["5", 1]]}}
    )
    plain, spiteful = (advise(GAMES["heckmeck"], state, rivals_loss=loss) for loss in (False, True))
    assert plain and spiteful
    assert (worth(plain, "stop"), worth(spiteful, "stop")) == (2.0, 4.0)


def test_junior_may_play_with_any_lower_tile() -> None:
    setup = {"grill": {"up": [4, 7]}, "turn": {"kept": [["bun", 4], ["worm", 1]]}, "variant": {"free_lower": True}}
    assert worth(coach("heckmeck-junior", setup), "stop") == 2.0


def test_a_table_that_is_short_of_dice_has_odds_too() -> None:
    one_left = coach("heckmeck", {"turn": {"kept": [["worm", 4]], "dice_left": 1}, "grill": {"up": [21, 25]}})
    assert worth(one_left, "roll") == pytest.approx((1 + 1 + 1 + 1 + 2) / 6)
    none_left = coach("heckmeck", {"turn": {"kept": [["worm", 5]], "dice_left": 0}, "grill": {"up": [21, 25]}})
    assert none_left["choices"] == [{"stop": True, "expected_worms": 2.0, "p_fail": 0.0}]


def test_the_golden_die_may_be_left_out_before_the_first_roll() -> None:
    fresh = coach("heckmeck-deluxe", {"holders": {"A": "golden"}, "supply": 0})
    assert worth(fresh, "decline_golden") == pytest.approx(coach("heckmeck-deluxe", {"supply": 0})["expected_worms"])
    assert worth(fresh, "roll") > worth(fresh, "decline_golden")
    begun = coach("heckmeck-deluxe", {"holders": {"A": "golden"}, "turn": {"kept": [["5", 2]]}})
    assert [next(iter(choice)) for choice in begun["choices"]] == ["stop", "roll"]


def test_with_only_the_eleven_left_nine_dice_are_too_many() -> None:
    alone = {"grill": {"up": [11]}, "holders": {"A": "golden"}, "supply": 0}
    assert coach("heckmeck-deluxe", alone)["best"] == {"decline_golden": True}


def test_the_coach_knows_the_canned_worm_and_whether_the_weasel_sleeps() -> None:
    kept = {"turn": {"kept": [["5", 4], ["4", 1]]}, "grill": {"up": [29]}, "supply": 0}
    assert worth(coach("heckmeck-deluxe", {**kept, "holders": {"A": "canned"}}), "stop") == 3.0
    assert worth(coach("heckmeck-deluxe", kept), "stop") == 0.0
    rolled = "5", "5", "4"
    awake = coach("heckmeck-deluxe", {**kept, "holders": {"A": "weasel"}}, *rolled)
    assert [awake["best"], *map(list, awake["choices"])] == [
        {"weasel": True},
        ["weasel", "expected_worms", "p_fail"],
    ]


def test_after_the_weasel_one_has_to_roll() -> None:
    state = DELUXE.state_from({"holders": {"A": "weasel"}, "turn": {"kept": [["worm", 3], ["5", 3]]}})
    state, _ = DELUXE.apply(state, Roll(("5", "worm")))
    assert best_deed(DELUXE, state) == {"weasel": True}
    state, _ = DELUXE.apply(state, DELUXE.action_from({"weasel": True}))
    answer = advise(DELUXE, state)
    assert answer
    assert [next(iter(choice)) for choice in answer["choices"]] == ["roll"]


def test_the_hen_takes_the_fear_and_the_prey() -> None:
    turn = {"turn": {"kept": [["worm", 4], ["5", 1]]}, "grill": {"up": [21]}, "supply": 0}
    owner = coach("heckmeck-deluxe", {**turn, "stacks": {"A": [36]}, "holders": {"A": "hen"}})
    fearful = coach("heckmeck-deluxe", {**turn, "stacks": {"A": [36]}})
    assert worth(owner, "roll") > worth(fearful, "roll")
    guarded = coach("heckmeck-deluxe", {**turn, "stacks": {"B": [25]}, "holders": {"B": "hen"}})
    assert worth(guarded, "stop") == 0.0


def test_two_ones_are_a_bratworm_while_there_is_one_to_be_had() -> None:
    turn = {"turn": {"kept": [["worm", 3], ["5", 1]]}}
    full, empty = (coach("heckmeck-deluxe", {**turn, "supply": n}, "1", "1", "2", "3") for n in (7, 0))
    assert worth(full, "keep", "1") == pytest.approx(worth(empty, "keep", "1") + 1)


def test_the_original_game_from_the_deluxe_box_has_the_odds_of_heckmeck() -> None:
    original = coach("heckmeck-deluxe", {"variant": {"original": True}})
    assert original["expected_worms"] == coach("heckmeck", {})["expected_worms"]


def test_an_owners_box_changes_the_odds() -> None:
    worms = {"4": 1, "5": 1, "6": 2, "7": 2, "8": 3, "9": 4}
    with_buns = {"die": ["cucumber", "bun", "bun", "cheese", "ketchup", "worm"], "tiles": worms}
    junior = games_with({"heckmeck-junior": with_buns})["heckmeck-junior"]
    answer = advise(junior, junior.setup(["A", "B"], {}))
    assert answer
    assert round(answer["expected_worms"], 4) == 2.0316


def test_where_nothing_is_rolled_there_are_no_odds() -> None:
    assert advise(GAMES["rooster-run"], GAMES["rooster-run"].setup(["A", "B"], {})) is None


# Where no dice decide


def best_of(setup: Mapping[str, Any], *deeds: Mapping[str, Any]) -> Answer:
    state = DELUXE.state_from(setup)
    for deed in deeds:
        state, _ = DELUXE.apply(state, DELUXE.action_from(deed))
    answer = advise(DELUXE, state)
    assert answer is not None and answer["best"] == best_deed(DELUXE, state)
    return answer


TWENTY_NINE = {"kept": [["worm", 3], ["5", 2], ["4", 1]]}


def test_of_two_specialists_the_one_that_brings_more_is_kept() -> None:
    """With easy tiles left the apple's three worms; with hard ones the hen, who guards the stack."""
    easy = {"up": [21, 22, 29, 30, 31, 33]}
    setup = {"on_grill": {"apple": 29}, "holders": {"A": "hen"}, "turn": TWENTY_NINE}
    assert best_of({**setup, "grill": easy}, {"stop": True})["best"] == {"put_back": "hen"}
    assert best_of({**setup, "grill": {"up": [29, 36]}}, {"stop": True})["best"] == {"put_back": "apple"}


def test_a_rivals_tile_or_the_next_lower() -> None:
    setup = {"grill": {"up": [21, 25]}, "stacks": {"B": [33]}, "turn": {"kept": [["worm", 5], ["4", 2]]}}
    state = GAMES["heckmeck"].state_from(setup)
    state, _ = GAMES["heckmeck"].apply(state, GAMES["heckmeck"].action_from({"stop": True}))
    answer = advise(GAMES["heckmeck"], state)
    assert answer is not None and answer["best"] == {"choose": {"from": "B"}}
    assert answer["expected_worms"] >= 4


def test_a_bratworm_comes_from_the_strongest_rival() -> None:
    setup = {
        "players": ["A", "B", "C"],
        "grill": {"up": [21, 30]},
        "supply": 0,
        "bratworms": {"B": 2, "C": 2},
        "stacks": {"C": [36]},
        "turn": {"kept": [["worm", 3]]},
    }
    rolled = {"roll": ["1", "1", "2", "3", "4"]}
    assert best_of(setup, rolled, {"keep": "1"})["best"] == {"bratworm_from": "C"}
