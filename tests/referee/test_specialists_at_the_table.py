"""Deluxe at a table: what hands simply do with the weasel and the golden die."""

from table_top import TableTop

ASIDE = ("worm", "worm", "worm", "5", "5")


def with_weasel() -> TableTop:
    """Ana has the weasel and 25 aside; three dice are left."""
    turn = {"kept": [["worm", 3], ["5", 2]]}
    table = TableTop("heckmeck-deluxe", setup={"holders": {"Ana": "weasel"}, "on_grill": {}, "turn": turn})
    table.stage.lay_dice(("1", "2", "3"), ASIDE)
    table.rest(0.6)
    table.referee.track.settle_dice()
    table.hush()
    return table


def test_who_has_the_weasel_just_rolls_a_lost_roll_again() -> None:
    table = with_weasel()
    table.rolls("worm worm 5")
    assert table.referee.next_line() == "Ana: send the weasel, or let it stand?"
    table.hush()
    table.rolls("1 2 4")
    assert table.said("refusal") == []
    assert [one.key for one in table.heard if one.kind == "deed"][:2] == ["WeaselUsed", "DiceRolled"]
    assert table.state["pending"] == "keep"


def test_a_roll_that_is_not_liked_may_be_rolled_again_once() -> None:
    table = with_weasel()
    table.rolls("1 1 2")
    table.hush()
    table.rolls("3 4 4")
    assert [one.key for one in table.heard if one.kind == "deed"][:2] == ["WeaselUsed", "DiceRolled"]
    table.rolls("1 2 3", seconds=2.0)
    assert table.said("refusal") == ["Lay the dice of one face aside first."], "the weasel sleeps"
