"""A live Heckmeck table as the referee sees it: what was done, what was said."""

import pytest
from table_top import TableTop

from companion.referee.commands import Act, AddPlayer, Answer, CorrectDie, LetGo, Pause, Resume, Skip
from companion.referee.lessons import Lesson

# Ana has the 22, three 1s and three worms aside, and two dice to roll: ones and worms are nothing new.
BUST = {
    "grill": {"up": [21, *range(23, 37)]},
    "stacks": {"Ana": [22]},
    "turn": {"kept": [["1", 3], ["worm", 3]]},
}


def test_a_turn_from_the_first_roll_to_the_tile() -> None:
    """Ana rolls, lays worms and fives aside, stops with 25 and takes the tile: all is announced as it happened."""
    table = TableTop()
    table.rolls("1 2 3 4 5 worm worm worm")
    table.lays_aside("worm worm worm")
    table.rolls("5 5 1 2 3")
    table.lays_aside("5 5")
    table.presses("green")
    table.follow_the_book()
    assert table.said("deed") == [
        "Ana rolled 1, 2, 3, 4, 5, worm, worm, worm.",
        "Ana lays aside three worms: 15.",
        "Ana rolled 1, 2, 3, 5, 5.",
        "Ana lays aside two 5s: 25.",
        "Ana takes tile 25: 2 worms.",
        "Ben, it is your turn.",
    ]
    assert table.referee.refusal is None
    assert table.referee.snapshot()["differences"] == []


def test_taking_the_tile_is_as_good_as_pressing_green() -> None:
    table = TableTop(setup={"turn": {"kept": [["worm", 5]]}})
    table.stage.lay_dice(("1", "2", "3"), ("worm",) * 5)
    table.rest()
    table.tiles(home_25="", place_Ana="25")
    assert table.said("deed") == ["Ana takes tile 25: 2 worms.", "Ben, it is your turn."]


def test_hands_quicker_than_the_camera_are_understood() -> None:
    """Ben lays three 4s aside and rolls on before the camera has seen a rest."""
    table = TableTop()
    table.rolls("4 4 4 1 2 3 5 worm")
    table.play(table.stage.lay_aside([die for die in table.stage.in_zone("tray") if die.face == "4"]))
    table.play(table.stage.roll(["1", "2", "2", "5", "worm"], table.stage.in_zone("aside")))
    table.rest()
    assert table.said("deed")[1:] == ["Ana lays aside three 4s: 12.", "Ana rolled 1, 2, 2, 5, worm."]


def test_rolled_and_laid_aside_in_one_go() -> None:
    table = TableTop()
    table.play(table.stage.roll(["4", "4", "4", "1", "2", "3", "5", "worm"], []))
    table.play(table.stage.lay_aside([die for die in table.stage.in_zone("tray") if die.face == "4"]))
    table.rest()
    assert table.said("deed") == ["Ana rolled 1, 2, 3, 4, 4, 4, 5, worm.", "Ana lays aside three 4s: 12."]


def test_dice_laid_aside_one_by_one_are_given_time() -> None:
    """Nobody is told off for being slow: the third worm may come a second later."""
    table = TableTop()
    table.rolls("1 2 3 4 5 worm worm worm")
    table.hush()
    for _ in range(3):
        table.lays_aside("worm", seconds=0.9)
    assert table.said("refusal") == []
    assert table.said("deed") == ["Ana lays aside three worms: 15."]


def test_the_same_faces_again_are_a_roll_if_they_tumbled() -> None:
    table = TableTop()
    table.rolls("1 2 3 4 5 5 5 worm")
    table.lays_aside("worm")
    table.hush()
    table.rolls("1 2 3 4 5 5 5")
    assert table.said("deed") == ["Ana rolled 1, 2, 3, 4, 5, 5, 5."]


def test_dice_gathered_by_hand_are_no_roll_while_they_may_still_be_thrown() -> None:
    table = TableTop()
    dice = table.stage._fallen(["1", "2", "3", "4", "5", "5", "5", "worm"])
    table.play(table.stage.put_dice(dice))
    table.rest(1.0)
    assert table.said("deed") == [], "they were put there, not thrown"
    table.rolls("1 1 3 4 5 5 5 worm")
    assert table.said("deed") == ["Ana rolled 1, 1, 3, 4, 5, 5, 5, worm."]


def test_a_bust_asks_for_the_tile_back_and_one_turned_over() -> None:
    table = TableTop(setup=BUST)
    table.stage.lay_dice(("2", "2"), ("1", "1", "1", "worm", "worm", "worm"))
    table.rest()
    table.rolls("1 worm")
    assert table.said("deed")[-4:] == [
        "Nothing new in the roll: Ana gets no tile.",
        "Tile 22 goes back to the grill.",
        "Tile 36 is turned face down.",
        "Ben, it is your turn.",
    ]
    assert table.referee.next_line() in ("Ana: put tile 22 back on the grill.", "Turn tile 36 face down.")
    table.tiles(home_22="22", place_Ana="")
    assert table.referee.next_line() == "Turn tile 36 face down."
    table.tiles(home_36="down")
    assert table.referee.next_line() == "Ben: roll all 8 dice."


def test_what_was_left_undone_is_asked_for_and_play_goes_on() -> None:
    table = TableTop(setup=BUST)
    table.stage.lay_dice(("2", "2"), ("1", "1", "1", "worm", "worm", "worm"))
    table.rest()
    table.rolls("1 worm")
    table.hush()
    table.rolls("1 2 3 4 5 5 5 worm")
    assert table.said("refusal") == ["Tile 22 goes back to its place first, Ana."]
    assert "Ben rolled 1, 2, 3, 4, 5, 5, 5, worm." in table.said("deed"), "the roll stands"
    table.follow_the_book()
    assert table.referee.refusal is None


def test_a_snatched_tile_is_seen_to_move() -> None:
    table = TableTop(setup={"grill": {"up": [21, 23, 26]}, "stacks": {"Ben": [25]}, "turn": {"kept": [["worm", 5]]}})
    table.stage.lay_dice(("1", "2", "3"), ("worm",) * 5)
    table.rest()
    table.presses("green")
    assert table.referee.next_line() == "Ana: which tile do you take?"
    table.tiles(place_Ben="", place_Ana="25")
    assert table.said("deed") == ["Ana snatches tile 25 from Ben!", "Ben, it is your turn."]


def test_stopping_with_nothing_is_asked_back() -> None:
    table = TableTop(setup={"turn": {"kept": [["1", 2]]}})
    table.stage.lay_dice(("1", "2", "3", "4", "5", "5"), ("1", "1"))
    table.rest()
    table.presses("green")
    assert table.said("question") == ["Ana, 2 brings no tile. Stop all the same?"]
    table.presses("red")
    assert table.state["pending"] == "roll_or_stop"
    table.presses("green")
    table.touches(Answer("yes"))
    assert table.said("deed")[0] == "2, but no worm: Ana gets no tile."


def test_the_press_of_a_stop_too_early_says_why_not() -> None:
    table = TableTop()
    table.rolls("1 2 3 4 5 5 5 worm")
    table.presses("green")
    assert table.keys()[-1] == "KeepFirst"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_snapshot_is_json_and_knows_the_table(language: str) -> None:
    import json

    table = TableTop(language=language)
    table.rolls("1 2 3 4 5 5 5 worm")
    told = json.loads(json.dumps(table.referee.snapshot()))
    assert told["machine"]["state"] == "STABLE"
    assert sorted(die["face"] for die in told["dice"]) == ["1", "2", "3", "4", "5", "5", "5", "worm"]
    assert {die["zone"] for die in told["dice"]} == {"tray"}
    assert told["turn_of"] == ["Ana"] and told["state"]["pending"] == "keep"
    assert len(told["legal"]) == 6 and len(told["tiles"]) == 16


# Corrections


def test_a_wrong_read_is_corrected_by_touching_the_die() -> None:
    table = TableTop()
    table.rolls("1 2 3 4 5 5 5 worm")
    index = next(n for n, die in enumerate(table.referee.snapshot()["dice"]) if die["face"] == "4")
    table.hush()
    table.touches(CorrectDie(index, "3"))
    assert "Corrected: the die shows a 3." in table.said()
    assert sorted(table.layout["tray"]) == ["1", "2", "3", "3", "5", "5", "5", "worm"]


@pytest.mark.parametrize(("said", "learned"), [("yes", ["4 is 3"]), ("no", []), ("", [])])
def test_a_correction_may_teach_between_turns_if_the_table_says_yes(said: str, learned: list[str]) -> None:
    """Nobody is asked in the middle of a turn; who just plays on does not want it."""
    table = TableTop()
    taught: list[str] = []
    table.referee.lesson = lambda die, face: Lesson(b"png", lambda: taught.append(f"{die.face} is {face}"))
    table.rolls("1 2 3 4 5 5 5 worm")
    index = next(n for n, die in enumerate(table.referee.snapshot()["dice"]) if die["face"] == "4")
    table.touches(CorrectDie(index, "3"))
    table.touches(Act({"keep": "5"}))
    assert table.said("question") == []
    table.touches(Act({"roll": ["5", "5", "5", "5", "5"]}))
    assert table.referee.snapshot()["turn_of"] == ["Ben"], "a failed turn is over"

    asked = table.referee.snapshot()["question"]
    assert asked["line"] == "Shall I remember this look of 3?"
    assert (asked["default"], asked["picture"]) == ("no", "data:image/png;base64,cG5n")
    assert taught == []
    table.touches(Answer(said) if said else Act({"roll": ["1", "1", "2", "2", "3", "4", "5", "worm"]}))
    assert taught == learned
    assert table.referee.snapshot()["question"] is None


def test_undo_takes_back_a_keep_but_never_a_roll() -> None:
    table = TableTop()
    table.rolls("1 2 3 4 5 5 5 worm")
    table.lays_aside("5 5 5")
    table.presses("red", "hold")
    assert table.state["pending"] == "keep"
    assert "Taken back: lay aside three 5s." in table.said()
    table.presses("red", "hold")
    assert table.state["pending"] == "keep", "what the dice said stands"
    assert table.keys()[-1] == "RollStands"


def test_pause_stops_the_eyes_and_green_goes_on() -> None:
    table = TableTop()
    table.touches(Pause())
    table.rolls("1 2 3 4 5 5 5 worm")
    assert table.said("deed") == []
    table.presses("green")
    table.rest()
    assert table.said("deed") == ["Ana rolled 1, 2, 3, 4, 5, 5, 5, worm."]
    table.touches(Resume())


def test_skip_add_and_let_go() -> None:
    table = TableTop(players=("Ana", "Ben", "Cleo"))
    table.touches(Skip())
    assert table.referee.snapshot()["turn_of"] == ["Ben"]
    table.touches(LetGo("Cleo"))
    table.touches(AddPlayer("Dora"))
    assert table.referee.snapshot()["players"] == ["Ana", "Ben", "Dora"]
    table.touches(LetGo("Nobody"))
    assert table.keys()[-1] == "NotAtTheTable"


def test_a_doubtful_die_is_asked_about_once_looking_again_does_not_help() -> None:
    table = TableTop(doubt=1.0)
    table.rolls("1 1 1 1 1 1 1 1", seconds=1.0)
    assert table.referee.machine == "UNSURE"
    assert table.said("deed", "question") == []
    table.rest(2.6)
    assert table.said("question") == ["Which face does this die show?"]


def test_a_bare_table_is_refereed_by_what_moved() -> None:
    """No mat: dice anywhere in view. What was laid aside moved, the others did not."""
    table = TableTop(ground="bare")
    table.rolls("1 2 3 4 5 worm worm worm")
    table.lays_aside("worm worm worm")
    table.rolls("5 5 1 2 3")
    table.lays_aside("5 5")
    table.presses("green")
    assert table.said("deed")[-3:] == [
        "Ana lays aside two 5s: 25.",
        "Ana takes tile 25: 2 worms.",
        "Ben, it is your turn.",
    ]
    table.stage.dice = []
    table.rolls("1 1 1 2 2 3 4 worm")
    assert table.said("deed")[-1] == "Ben rolled 1, 1, 1, 2, 2, 3, 4, worm."
