"""What was taken back stays so until hands move again, and a pause is a pause."""

from farmyard_top import CARDS, hunting
from table_top import TableTop

from companion.journal import Journal
from companion.referee.commands import Act, Pause, Resume, Undo


def taken_back() -> TableTop:
    """Ana has laid two worms aside and taken that back: they still lie there."""
    table = TableTop()
    table.rolls("1 2 3 4 5 5 worm worm")
    table.lays_aside("worm worm")
    table.hush()
    table.presses("red", "hold")
    return table


def test_dice_that_lie_as_they_lay_are_not_laid_aside_again() -> None:
    table = taken_back()
    assert table.said("prompt") == ["Taken back: lay aside two worms.", "Ana: put back into the tray: worm, worm."]
    table.rest(6.0)
    table.does(lambda stage: stage.hover(stage.mat.zone("tray").centre, 0.4), seconds=3.0)
    assert table.state["pending"] == "keep" and table.said("deed", "refusal", "question") == []
    assert table.referee.next_line() == "Ana: put back into the tray: worm, worm."


def test_put_back_as_it_lay_the_choice_is_free_again() -> None:
    table = taken_back()
    lying = tuple(table.stage.dice)
    table.does(lambda stage: stage.put_dice(stage._fallen([die.face for die in lying])))
    assert table.referee.next_line() == "Ana: lay aside 1s, 2s, 3s, 4s, 5s or worms."
    table.lays_aside("5 5")
    assert table.said("deed") == ["Ana lays aside two 5s: 10."]
    assert table.said("refusal") == []


def test_a_tile_taken_back_is_asked_for_and_not_taken_again() -> None:
    table = TableTop(setup={"turn": {"kept": [["worm", 5]]}})
    table.stage.lay_dice(("1", "2", "3"), ("worm",) * 5)
    table.rest()
    table.tiles(home_25="", place_Ana="25")
    table.hush()
    table.touches(Undo())
    assert table.said()[-1] == "Ana: put tile 25 back on the grill."
    table.rest(6.0)
    assert table.said("deed", "refusal") == []
    table.tiles(home_25="25", place_Ana="")
    assert table.state["pending"] == "roll_or_stop"
    assert table.referee.next_line() == "Ana: roll 3 more, or stop with 25."


def test_a_worm_taken_back_in_the_hunt_stays_so() -> None:
    yard = hunting()
    yard.front["Ana"] = [CARDS[0].token]
    yard.rests()
    yard.referee.take(Undo())
    yard.rests_for(3.0)
    assert yard.state["front"]["Ana"] == []


def test_the_last_deed_of_a_game_can_be_taken_back_and_the_game_goes_on() -> None:
    journal = Journal(":memory:")
    last = {"grill": {"up": [24]}, "stacks": {"Ben": [25]}, "turn": {"kept": [["worm", 4], ["4", 1]]}}
    table = TableTop(journal=journal, setup=last)
    table.touches(Act({"stop": True}))
    assert table.keys()[-1] == "Over"
    assert table.referee.next_line() == table.said()[-1], "nobody has to take the last tile to have won"
    assert journal.unfinished() is None
    table.touches(Undo())
    assert table.state["pending"] == "roll_or_stop"
    assert journal.unfinished() is not None, "and after a power cut, too"


# Pause


def test_nothing_is_judged_in_a_pause() -> None:
    """Hands lay dice aside, take tiles and press what they like; the table is dark for a while."""
    table = TableTop()
    table.rolls("1 2 3 4 5 5 worm worm")
    table.presses("blue")
    table.hush()
    table.lays_aside("worm 5", seconds=4.0)
    table.tiles(home_30="", place_Ben="30", seconds=4.0)
    assert table.heard == []
    before = table.sitting.deeds
    table.touches(Act({"keep": "5"}))
    table.presses("red", "hold")
    assert table.said() == ["The game is paused. Press green to go on."] * 2
    assert table.sitting.deeds == before
    assert table.referee.next_line() == "Paused. Press green to go on."


def test_what_lies_there_when_a_pause_ends_counts() -> None:
    table = TableTop()
    table.rolls("1 2 3 4 5 5 worm worm")
    table.presses("blue")
    table.lays_aside("worm worm", seconds=2.0)
    table.hush()
    table.presses("green")
    table.rest(1.0)
    assert table.said("deed") == ["Ana lays aside two worms: 10."]
    assert "All right again." not in table.said()


def test_nobody_crows_in_a_pause() -> None:
    yard = hunting()
    yard.front["Ana"] = [CARDS[0].token, CARDS[1].token]
    yard.rests()
    yard.referee.take(Pause())
    yard.calls("Ana")
    yard.rests_for(3.0)
    assert yard.told()[-1] == "GamePaused" and "CockadoodleCalled" not in yard.told()
    yard.referee.take(Resume())
    yard.calls("Ana")
    yard.rests_for(3.0)
    assert yard.state["scored"]["Ana"] == [CARDS[0].id, CARDS[1].id]
