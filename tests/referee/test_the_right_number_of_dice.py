"""A first roll with too few dice, too many, or without the golden one: said within three seconds."""

import pytest
from table_top import TableTop

from companion.referee.commands import Answer


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ("1 2 3 4 5 worm worm", "I see 7 dice, there should be 8. Is one off the table, stacked or covered?"),
        ("1 2 3 4 5", "I see 5 dice, there should be 8. Is one off the table, stacked or covered?"),
        ("1 2 3 4 5 5 5 worm worm", "I see 9 dice, there should be 8. Take the others away."),
    ],
)
def test_the_first_roll(faces: str, said: str) -> None:
    table = TableTop()
    table.rolls(faces, seconds=3.0)
    assert table.said("refusal") == [said]
    assert table.said("deed") == []


def test_the_next_player_rolls_what_was_left_over() -> None:
    """Ana stopped with three dice left, and Ben throws those alone."""
    table = TableTop(setup={"turn": {"kept": [["worm", 5]]}})
    table.stage.lay_dice(("1", "2", "3"), ("worm",) * 5)
    table.rest()
    table.tiles(home_25="", place_Ana="25")
    table.hush()
    table.play(table.stage.roll(["2", "4", "5"], table.stage.in_zone("aside")))
    table.rest(3.0)
    assert len(table.said("refusal")) == 1
    assert table.said("deed") == []


def with_the_golden_die(faces: str) -> TableTop:
    table = TableTop("heckmeck-deluxe", setup={"holders": {"Ana": "golden"}, "on_grill": {"hen": 21}})
    table.rolls(faces, seconds=3.0)
    return table


def test_who_rolls_without_the_golden_die_is_asked() -> None:
    table = with_the_golden_die("1 2 3 4 5 5 worm worm")
    assert table.said("question") == ["Ana: this turn without the golden die?"]
    table.rest(6.0)
    assert len(table.heard) == 1, "once"
    table.touches(Answer("yes"))
    table.rest(1.0)
    assert table.said("deed") == [
        "Ana plays without the golden die.",
        "Ana rolled 1, 2, 3, 4, 5, 5, worm, worm.",
    ]
    table.lays_aside("worm worm")
    assert table.state["kept"] == {"worm": 2}


def test_who_forgot_the_golden_die_is_told_to_add_it() -> None:
    table = with_the_golden_die("1 2 3 4 5 5 worm worm")
    table.touches(Answer("no"))
    assert table.said("refusal")[0].startswith("The golden die is rolled too. Add it")
    table.rolls("1 2 3 4 5 5 worm worm golden-worm", seconds=1.5)
    assert table.said("deed") == ["Ana rolled 1, 2, 3, 4, 5, 5, worm, worm, worm."]


def test_who_lays_aside_before_answering_meant_to_play_without_it() -> None:
    table = with_the_golden_die("1 2 3 4 5 5 worm worm")
    table.lays_aside("worm worm", seconds=3.0)
    assert "All right again." not in table.said()
    table.touches(Answer("yes"))
    table.rest(1.0)
    assert table.state["kept"] == {"worm": 2}


def test_the_golden_die_of_another_is_not_rolled() -> None:
    table = TableTop("heckmeck-deluxe", setup={"holders": {"Ben": "golden"}, "on_grill": {"hen": 21}})
    table.rolls("1 2 3 4 5 5 worm worm golden-worm", seconds=3.0)
    assert len(table.said("refusal")) == 1 and table.said("deed") == []
