"""A robot at the real table says what it does and people move for it; a coach speaks to those who asked."""

from table_top import TableTop

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.journal import Journal
from companion.referee.commands import Act, Coach, LetRobotPlay, Undo
from companion.referee.referee import Referee
from companion.referee.sitting import resume, sit_down
from companion.referee.track import Track
from companion.seating import give_roles
from companion.settings import RefereeSettings, TableSettings


def with_robot() -> TableTop:
    table = TableTop(players=("Robo", "Ben"))
    table.touches(LetRobotPlay("Robo"))
    return table


def test_a_robots_turn_is_rolled_and_moved_by_people() -> None:
    """It keeps what the odds say, stops by itself, and asks for its tile."""
    table = with_robot()
    assert table.referee.next_line() == "Robo is a robot: roll 8 dice for it."
    table.rolls("worm worm worm worm 5 5 1 2")
    assert table.referee.next_line() == "Robo keeps four worms. Lay them aside for the robot."
    table.lays_aside("worm worm worm worm")
    assert table.referee.next_line() == "Robo is a robot: roll 4 dice for it."
    table.rolls("5 5 5 5")
    table.lays_aside("5 5 5 5")
    assert table.said("deed")[-2:] == ["Robo takes tile 36: 4 worms.", "Ben, it is your turn."], "it stops by itself"
    assert table.referee.next_line() == "Robo: take tile 36."
    table.tiles(home_36="", place_Robo="36")
    assert table.referee.next_line() == "Ben: roll all 8 dice."


def test_hands_that_keep_something_else_for_it_are_told() -> None:
    table = with_robot()
    table.rolls("worm worm worm worm 5 5 1 2")
    lying = tuple(table.stage.dice)
    table.lays_aside("1", seconds=2.0)
    assert table.said("refusal") == ["Robo wants something else: lay aside worm."]
    assert table.state["pending"] == "keep"
    table.does(lambda stage: stage.put_dice(lying))
    table.lays_aside("worm worm worm worm")
    assert table.state["kept"] == {"worm": 4}


def test_a_careful_robot_is_content_with_what_the_best_one_plays_on_with() -> None:
    """Five 5s are 25, and no worm among them; the careful one takes its worm first."""
    kept = {}
    for level in ("cautious", "best"):
        table = TableTop(players=("Robo", "Ben"))
        table.touches(LetRobotPlay("Robo", level=level))
        table.rolls("5 5 5 5 5 worm 1 2")
        kept[level] = table.referee.next_line()
    assert kept["cautious"] == "Robo keeps a worm. Lay it aside for the robot."
    assert kept["best"] == "Robo keeps five 5s. Lay them aside for the robot."


def test_what_a_robot_did_can_be_taken_back_and_a_person_may_take_over() -> None:
    table = with_robot()
    table.rolls("worm worm worm worm 5 5 5 5")
    table.lays_aside("worm worm worm worm")
    table.rolls("5 5 5 5")
    table.lays_aside("5 5 5 5")
    table.touches(Undo())
    assert table.state["pending"] in ("roll_or_stop", "keep"), "it does not do it again at once"
    table.touches(LetRobotPlay("Robo", wanted=False))
    assert table.referee.snapshot()["robots"] == []


def test_robots_and_coaches_are_there_after_a_restart() -> None:
    journal = Journal(":memory:")
    sitting = sit_down(journal, "heckmeck", ("Ana", "Robo"), {})
    give_roles(sitting, TableSettings(robots=("Robo", "Somebody else"), coached=("Ana",)))
    record = journal.unfinished()
    assert record is not None
    assert resume(journal, record).roles == {"robot": {"Robo"}, "coach": {"Ana"}}


def test_the_coach_is_silent_in_junior_and_where_nothing_is_rolled() -> None:
    for game in ("heckmeck-junior", "rooster-run"):
        sitting = sit_down(Journal(":memory:"), game, ("Ana", "Ben"), {})
        give_roles(sitting, TableSettings(coached=("Ana",)))
        assert sitting.roles["coach"] == set()


def test_the_coach_speaks_to_the_player_who_asked() -> None:
    table = TableTop()
    table.touches(Coach("Ana"))
    table.rolls("1 2 3 4 5 5 5 worm")
    assert table.said()[-1] == "Best for Ana: keep the 5s (fails 24 %)."
    assert table.heard[-1].matrix == "5"
    assert table.referee.snapshot()["coach"]["best"] == {"keep": "5"}
    table.lays_aside("5 5 5")
    assert table.said()[-1].startswith("Best for Ana: roll on")
    table.touches(Coach("Ana", wanted=False))
    assert table.referee.snapshot()["coach"] is None


def test_coach_and_robot_agree() -> None:
    """Stealing costs the rival worms too, but both count only what a turn brings: one measure for all who ask."""
    setups: list[dict[str, object]] = [
        {"grill": {"up": [21, 27]}, "stacks": {"Ben": [25]}, "turn": {"kept": [["worm", 4], ["5", 1]]}},
        {"grill": {"up": [21, 22, 24, 26]}, "stacks": {"Ben": [23]}, "turn": {"kept": [["worm", 3], ["4", 2]]}},
        {"grill": {"up": [29, 30]}, "stacks": {"Ben": [24]}, "turn": {"kept": [["worm", 4]]}},
    ]
    for setup in setups:
        table = TableTop(setup=setup)
        table.touches(Coach("Ana"))
        said = table.referee.snapshot()["coach"]["best"]
        table.touches(Coach("Ana", wanted=False))
        table.touches(LetRobotPlay("Ana"))
        stopped = table.referee.sitting.deeds and table.state["pending"] != "roll_or_stop"
        assert bool(stopped) == ("stop" in said), (setup, said)


def test_the_coach_says_which_specialist_to_put_back() -> None:
    turn = {"kept": [["worm", 3], ["5", 2], ["4", 1]]}
    on_grill = {"grill": {"up": [21, 22, 29, 30, 31]}, "on_grill": {"apple": 29}, "holders": {"Ana": "canned"}}
    table = TableTop("heckmeck-deluxe", setup={**on_grill, "turn": turn})
    table.touches(Coach("Ana"))
    table.touches(Act({"stop": True}))
    assert table.said()[-1] == "Best for Ana: the canned worm goes back."


def test_a_robot_cannot_hunt() -> None:
    heard: list[Announcement] = []
    sitting = sit_down(Journal(":memory:"), "rooster-run", ("Ana", "Ben"), {})
    settings = RefereeSettings()
    referee = Referee(sitting, Wording("en"), settings, heard.append, Track(None, ("Ana", "Ben"), settings))
    referee.take(LetRobotPlay("Ana"))
    assert heard[-1].key == "RobotCannotHunt"
    referee.take(LetRobotPlay("Nobody"))
    assert heard[-1].key == "NotAtTheTable"
