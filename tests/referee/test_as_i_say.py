"""Never silent, never stuck: what lies oddly is said with its place; one touch brings referee and table together."""

from dataclasses import replace

import pytest
from table_top import TableTop

from companion.referee.commands import AsISay
from vision.observation import TileSeen
from vision.render.scene import Die

NINTH = Die("3", (60.0, 150.0), 20.0)


def nine_dice() -> TableTop:
    """A picture on the cloth that looks like a die: the referee counts nine."""
    table = TableTop()
    table.rolls("1 2 3 4 5 worm worm worm")
    table.hush()
    spot = table.stage.mat.zone("tray").centre
    table.stage.dice.append(replace(NINTH, at=(spot[0] + 70, spot[1] + 30)))
    table.rest(3.0)
    return table


def test_what_lies_oddly_is_said_once_and_shown_where() -> None:
    table = nine_dice()
    table.rest(6.0)
    assert table.said("refusal") == ["I see 9 dice, there should be 8. Take the others away."]
    assert table.referee.snapshot()["refusal"]["box"] is not None


def test_one_touch_and_the_game_goes_on_though_it_still_lies_there() -> None:
    table = nine_dice()
    table.touches(AsISay())
    assert table.keys()[-2:] == ["AsYouSay", "KeepFace"]
    table.rest(4.0)
    table.lays_aside("worm worm worm")
    assert table.said("deed") == ["Ana lays aside three worms: 15."]
    assert table.said("refusal") == ["I see 9 dice, there should be 8. Take the others away."]


def test_the_red_button_says_it_too() -> None:
    table = nine_dice()
    table.presses("red")
    assert table.referee.refusal is None
    table.rest(4.0)
    assert len(table.said("refusal")) == 1


def test_who_says_it_of_a_deed_is_right_and_the_roll_was_misread() -> None:
    """Ben lays two fives aside; the eye takes the 4 beside them for a third five, whatever he does."""
    table = TableTop()
    table.rolls("1 2 3 5 5 4 worm worm")
    four = next(die for die in table.stage.dice if die.face == "4")
    table.hush()
    table.stage.dice[table.stage.dice.index(four)] = replace(four, face="5")
    table.rest(4.0)
    table.touches(AsISay())
    assert table.referee.refusal is None and table.referee.question is None
    table.rest(3.0)
    assert table.referee.refusal is None and table.referee.question is None


def test_a_tile_that_lies_elsewhere_may_stay_there() -> None:
    table = TableTop()
    table.rolls("1 2 3 4 5 worm worm worm")
    table.tiles(home_28="", place_Ben="28", seconds=3.0)
    assert len(table.said("refusal")) == 1
    table.touches(AsISay())
    table.hush()
    table.rest(6.0)
    table.lays_aside("worm worm worm", seconds=3.0)
    assert table.said("refusal", "question") == []


@pytest.mark.parametrize("there", [0.6, 0.9, 0.99])
def test_a_tile_imagined_in_the_tray_blocks_nothing(there: float) -> None:
    table = TableTop()
    x, y = table.stage.mat.zone("tray").centre
    ghost = TileSeen(28, True, ((0, 0), (40, 0), (40, 80), (0, 80)), 0.97, (x, y), there=there)
    table.sight.misreads = lambda seen: replace(seen, tiles=(*seen.tiles, ghost))
    table.rolls("1 2 3 4 5 worm worm worm", seconds=3.0)
    table.lays_aside("worm worm worm", seconds=3.0)
    assert table.said("refusal", "question") == []
    assert len(table.said("deed")) == 2
