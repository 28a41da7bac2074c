"""Seen is not yet so: an eye that errs now and then makes the referee neither announce nor refuse what is not."""

from collections.abc import Callable
from dataclasses import replace

from table_top import TableTop
from twin_sight import observe

from companion.referee.commands import Answer
from companion.rules.actions import Roll
from vision.observation import Chances, DieSeen, TableObservation, TileSeen

Eye = Callable[[TableObservation], TableObservation]
FIVE_WORMS = {"turn": {"kept": [["worm", 5]]}}


def tiles(change: Callable[[TileSeen], TileSeen | None]) -> Eye:
    def eye(seen: TableObservation) -> TableObservation:
        changed = (change(tile) for tile in seen.tiles)
        return replace(seen, tiles=tuple(tile for tile in changed if tile is not None))

    return eye


def dice(change: Callable[[DieSeen], DieSeen]) -> Eye:
    return lambda seen: replace(seen, dice=tuple(change(die) for die in seen.dice))


def worms_aside() -> TableTop:
    """Ana has rolled, laid five worms aside, and may roll three dice or stop."""
    table = TableTop()
    table.rolls("1 2 3 worm worm worm worm worm")
    table.lays_aside("worm worm worm worm worm")
    table.hush()
    return table


# Dice


def test_dice_that_lie_where_they_lay_were_not_thrown() -> None:
    """Ana lays her worms aside with a quick hand. The corners of the others jitter; no throw ends where it began."""
    table = TableTop()
    table.rolls("1 2 3 4 4 4 5 worm")
    table.hush()
    table.sight.misreads = dice(lambda die: replace(die, quad=(*die.quad[1:], die.quad[0])) if die.quad else die)
    tumbling = [replace(die, smear=(3.0, 0.0)) for die in table.stage.in_zone("tray") if die.face == "4"]
    others = [die for die in table.stage.dice if die.face != "4"]
    chosen = [die for die in table.stage.in_zone("tray") if die.face == "4"]
    table.play(type(shot)(replace(shot.scene, dice=(*others, *tumbling)), 0.1) for shot in table.stage.rest(1))
    table.play(table.stage.lay_aside(chosen))
    table.rest()
    assert table.said("deed") == ["Ana lays aside three 4s: 12."]


def test_the_dice_that_end_a_turn_are_not_the_next_players_throw() -> None:
    """Six worms, all kept: tile 6 is Ana's and it is Ben's turn, while the dice have not moved since."""
    table = TableTop("heckmeck-junior")
    table.rolls("worm worm worm worm worm worm")
    table.lays_aside("worm worm worm worm worm worm")
    table.rest()
    assert [line for line in table.said("deed") if line.startswith("Ben")] == ["Ben, it is your turn."]


def test_one_die_nudged_among_many_is_no_throw() -> None:
    table = TableTop()
    table.rolls("1 2 3 4 4 4 5 worm")
    table.lays_aside("4 4 4")
    table.hush()
    lying = table.stage.in_zone("tray")[0]
    nudged = replace(lying, at=(lying.at[0] + 4, lying.at[1] + 1), smear=(3.0, 0.0))
    table.stage.dice[table.stage.dice.index(lying)] = nudged
    table.play(table.stage.rest(1))
    table.stage.dice[table.stage.dice.index(nudged)] = replace(nudged, smear=(0.0, 0.0))
    table.rest(2.0)
    assert table.said("deed") == []


def test_what_looks_like_a_die_among_the_tiles_is_none() -> None:
    """The print of two tiles beside each other can look like a die's; dice are looked for where dice may lie."""
    table = worms_aside()
    ghost = DieSeen("5", 0.97, "4", (0.0, 0.0, 40.0, 40.0), None, at_mm=(166.0, 182.0))
    table.sight.misreads = lambda seen: replace(seen, dice=(*seen.dice, ghost))
    table.rolls("4 4 5")
    assert table.said("refusal") == []
    assert table.said("deed")[0] == "Ana rolled 4, 4, 5."


def test_what_looks_like_a_die_beside_the_tray_is_none_while_no_die_is_missing() -> None:
    """A picture printed on the mat may look like a die for the whole evening."""
    table = TableTop()
    ghost = DieSeen("worm", 0.98, "4", (0.0, 0.0, 40.0, 40.0), None, at_mm=(350.0, 46.0))
    table.sight.misreads = lambda seen: replace(seen, dice=(*seen.dice, ghost))
    table.rolls("1 2 3 4 5 worm worm worm", seconds=3.0)
    table.lays_aside("worm worm worm", seconds=3.0)
    assert table.said("refusal") == []
    assert table.said("deed") == ["Ana rolled 1, 2, 3, 4, 5, worm, worm, worm.", "Ana lays aside three worms: 15."]


def seen_as(was: str, chances: Chances) -> Callable[[DieSeen], DieSeen]:
    """Each look takes this face for something else, and says how sure it is."""
    first = chances[0]

    def change(die: DieSeen) -> DieSeen:
        return replace(die, face=first[0], chances=chances, sureness=first[1], there=1.0) if die.face == was else die

    return change


def test_the_third_five_left_lying_was_a_four() -> None:
    """Twice the eye takes the 4 for a 5: an untouched die is one fact, not two, and Ana laid all fives aside."""
    table = TableTop()
    table.sight.misreads = dice(seen_as("4", (("5", 0.9), ("4", 0.095))))
    table.rolls("1 2 3 4 5 5 worm worm", seconds=2.0)
    table.hush()
    table.lays_aside("5 5", seconds=4.0)
    assert table.said("refusal") == []
    if table.referee.question is not None:
        offers = [line for _, line in table.referee.question.choices]
        assert "I take that for: 4." in offers[0]
        table.touches(Answer(table.referee.question.choices[0][0]))
        table.rest()
    assert "Ana lays aside two 5s: 10." in table.said("deed")
    assert table.sitting.match.actions[0] == Roll(("1", "2", "3", "4", "5", "5", "worm", "worm"))


def test_a_five_left_lying_that_is_surely_one_is_refused() -> None:
    table = TableTop()
    table.sight.misreads = dice(seen_as("5", (("5", 0.995), ("4", 0.002))))
    table.rolls("1 2 3 5 5 5 worm worm")
    table.lays_aside("5 5", seconds=2.0)
    assert table.said("refusal") == ["Of a face all dice go aside or none: 3 show 5."]


def test_a_die_laid_where_another_lay_is_read_anew() -> None:
    """In Yacht Ana takes her fives back and lays her ones in their place, in the same row."""
    table = TableTop("yacht")
    table.rolls("1 4 5 5 6")
    table.lays_aside("5 5")
    table.rest(6.0)
    table.rolls("1 1 1")
    table.hush()
    fives, ones = table.stage.in_zone("aside"), table.stage.in_zone("tray")
    back = [replace(five, at=one.at) for five, one in zip(fives, ones, strict=False)]
    laid = [replace(one, at=five.at, yaw=five.yaw) for five, one in zip(fives, ones, strict=False)]
    third = replace(ones[2], at=(fives[1].at[0] + 24, fives[1].at[1]), yaw=0.0)
    table.play(table.stage.put_dice([*back, *laid, third]))
    table.rest(3.0)
    assert table.said("refusal", "question") == []
    assert table.layout["aside"] == ("1", "1", "1")


def test_a_roll_that_would_end_the_turn_must_be_read_surely() -> None:
    """A misread roll comes out by what is laid aside next; after a failed attempt nothing is."""
    table = TableTop(setup={"turn": {"kept": [["worm", 1], ["5", 3], ["2", 2]]}})
    table.stage.lay_dice(("1", "1"), ("worm", "5", "5", "5", "2", "2"))
    table.sight.misreads = dice(seen_as("4", (("5", 0.94), ("4", 0.05))))
    table.rolls("2 4", seconds=4.0)
    assert table.said("deed") == []
    assert table.said("question") == ["Which face does this die show?"]
    assert table.referee.question is not None
    assert [face for face, _ in table.referee.question.choices][:2] == ["5", "4"]
    table.touches(Answer("4"))
    table.rest()
    assert table.said("deed") == ["Ana rolled 2, 4."]


def test_a_die_misread_is_likelier_than_one_turned_on_its_way() -> None:
    """The 4 is taken for a 5 while it lies in the tray. Ana pushes it aside, where it shows what it is."""
    table = TableTop()
    table.sight.misreads = dice(
        lambda die: seen_as("4", (("5", 0.995), ("4", 0.004)))(die) if die.at_mm and die.at_mm[1] > 20 else die
    )
    table.rolls("1 2 3 4 5 5 worm worm", seconds=2.0)
    table.lays_aside("4", seconds=4.0)
    assert table.said("refusal") == []


def test_a_die_that_lies_still_was_not_thrown_whatever_it_is_taken_for() -> None:
    """Ana lays two buns aside. The last die lies where it lay; the eye takes it for a bun now."""
    table = TableTop("heckmeck-junior", setup={"turn": {"kept": [["worm", 3]]}})
    table.stage.lay_dice(("bun", "bun", "ketchup"), ("worm", "worm", "worm"))
    table.rest()
    table.rolls("bun bun cheese")
    table.sight.misreads = dice(seen_as("cheese", (("bun", 0.99), ("cheese", 0.005))))
    table.hush()
    table.lays_aside("bun bun", seconds=2.0)
    assert table.said("deed") == ["Ana lays aside two buns: 7."]


def test_what_may_be_no_die_can_be_answered_so() -> None:
    """Something like a ninth die lies in the tray while Ana lays her worms aside."""
    table = TableTop()
    table.rolls("1 2 3 4 5 5 worm worm")
    die = observe(table.stage.scene()).dice[0]
    ghost = replace(die, at_mm=(150.0, 100.0), box=(555.0, 350.0, 40.0, 40.0), quad=None, there=0.95)
    table.sight.misreads = lambda seen: replace(seen, dice=(*seen.dice, ghost))
    table.hush()
    table.lays_aside("worm worm", seconds=4.0)
    assert table.said("question") == ["Which face does this die show?"]
    assert table.referee.question is not None
    assert ("no_die", "There is no die") in table.referee.question.choices[:2]
    table.touches(Answer("no_die"))
    table.rest()
    assert table.said("deed") == ["Ana lays aside two worms: 10."]
    assert table.said("refusal") == []


# Tiles


def without_first(seen: tuple[TileSeen, ...], number: int) -> tuple[TileSeen, ...]:
    first = next(tile for tile in seen if tile.number == number)
    return tuple(tile for tile in seen if tile is not first)


def test_a_tile_not_seen_while_dice_are_thrown_was_not_turned() -> None:
    """To stop without a tile turns one of the highest; who throws the dice he has left has not stopped."""
    table = TableTop("heckmeck-junior", setup={"turn": {"kept": [["worm", 1], ["cheese", 2]]}})
    table.stage.lay_dice(("bun", "bun", "ketchup"), ("worm", "cheese", "cheese"))
    table.rest()
    table.sight.misreads = lambda seen: replace(seen, tiles=without_first(seen.tiles, 9))
    table.hush()
    table.rolls("bun ketchup ketchup")
    assert table.said("deed") == ["Ana rolled bun, ketchup, ketchup."]


def test_a_tile_face_down_that_is_not_seen_is_shown_and_not_called_wrong() -> None:
    table = TableTop(setup={"grill": {"up": list(range(21, 36)), "down": [36]}, **FIVE_WORMS})
    table.stage.lay_dice(("1", "2", "3"), ("worm",) * 5)
    table.sight.misreads = tiles(lambda tile: tile if tile.face_up else None)
    table.rest()
    assert table.said("refusal") == []
    assert table.referee.snapshot()["differences"] != []
    table.tiles(home_25="", place_Ana="25")
    assert table.said("deed") == ["Ana takes tile 25: 2 worms.", "Ben, it is your turn."]


def test_a_tile_misread_for_a_moment_was_not_moved() -> None:
    """Most readings of a rest agree; the odd one out does not count."""
    table = worms_aside()
    looks = 0

    def now_and_then(seen: TableObservation) -> TableObservation:
        nonlocal looks
        looks += 1
        return replace(seen, tiles=seen.tiles[1:]) if looks % 3 == 0 else seen

    table.sight.misreads = now_and_then
    table.stage.dice[0] = replace(table.stage.dice[0], yaw=40.0)
    table.rest(4.0)
    assert table.said("refusal") == []


def test_a_tile_hard_to_read_is_not_held_against_anybody() -> None:
    table = worms_aside()
    table.sight.misreads = tiles(lambda tile: replace(tile, number=23, sureness=0.6) if tile.number == 28 else tile)
    table.stage.dice[0] = replace(table.stage.dice[0], yaw=40.0)
    table.rest(4.0)
    assert table.said("refusal") == []


def test_a_doubt_about_a_tile_keeps_no_dice_waiting() -> None:
    table = TableTop()
    chances = (("23", 0.985), ("28", 0.008))
    table.sight.misreads = tiles(
        lambda tile: replace(tile, number=23, chances=chances, sureness=0.985) if tile.number == 28 else tile
    )
    table.rolls("1 2 3 4 5 5 worm worm")
    assert table.said("deed") == ["Ana rolled 1, 2, 3, 4, 5, 5, worm, worm."]
    table.rest(4.0)
    assert table.said("question") == []


def test_a_tile_won_may_stay_in_the_hand_for_a_while() -> None:
    """Ana takes the 25 and looks at it before she lays it down: nobody tells her to put it back."""
    table = worms_aside()
    table.tiles(home_25="", seconds=4.0)
    assert table.said("refusal") == []
    table.tiles(place_Ana="25")
    assert table.said("deed")[-2:] == ["Ana takes tile 25: 2 worms.", "Ben, it is your turn."]


def test_a_tile_that_is_really_gone_is_missed() -> None:
    table = worms_aside()
    table.tiles(home_28="", seconds=3.0)
    assert table.said("refusal") == ["Tile 28 is not where it should be. Put it back."]
    table.tiles(home_28="28", seconds=3.0)
    assert table.referee.refusal is None


# The golden die


def test_no_die_is_golden_while_nobody_plays_with_the_golden_one() -> None:
    """In warm light a white 1 looks golden: the hen still has the golden die."""
    table = TableTop("heckmeck-deluxe")
    table.sight.misreads = dice(lambda die: replace(die, golden=die.face == "1"))
    table.rolls("1 1 2 3 4 5 5 worm")
    table.lays_aside("1 1")
    assert table.said("refusal") == []
    assert table.said("deed")[:2] == ["Ana rolled 1, 1, 2, 3, 4, 5, 5, worm.", "Ana lays aside two 1s: 2."]


def test_what_looks_like_a_tile_in_the_tray_is_no_ninth_die() -> None:
    table = TableTop()
    ghost = TileSeen(28, True, ((0, 0), (40, 0), (40, 80), (0, 80)), 0.97, (150.0, 60.0))
    table.sight.misreads = lambda seen: replace(seen, tiles=(*seen.tiles, ghost))
    table.rolls("1 2 3 4 5 worm worm worm", seconds=3.0)
    assert table.said("refusal") == []
    assert table.said("deed") == ["Ana rolled 1, 2, 3, 4, 5, worm, worm, worm."]
