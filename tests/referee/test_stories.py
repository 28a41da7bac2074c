"""The actions that explain a table, allowed or not."""

from collections import Counter
from random import Random
from typing import Any

from companion.games import GAMES
from companion.games.grill.deeds import Keep, Stop, TakeFrom, TakeLower, TakeTile
from companion.odds.robots import cautious
from companion.referee.stories import NOTHING, DiceStories, Story
from companion.referee.weigh import futures
from companion.rules.actions import LayAside, Roll
from companion.rules.pieces import Layout

HECKMECK = GAMES["heckmeck"]


def explain_dice(game: Any, state: Any, table: Layout, *, dice_moved: bool) -> tuple[Story, ...]:
    return DiceStories(game, state).explain(table, dice_moved=dice_moved)


def explain_tiles(game: Any, state: Any, table: Layout) -> list[Story]:
    """The shortest stories after which the tiles lie like this, an allowed one first."""
    now = game.layout(state)
    changed = {zone: table[zone] for zone in now if zone not in ("tray", "aside") and table[zone] != now[zone]}
    told = [
        (one.wrong is not None, len(one.story), one.story) for one in futures(game, state) if one.changed == changed
    ]
    return [story for _, _, story in sorted(told, key=lambda one: one[:2])]


def rolled(tray: str, **setup: Any) -> Any:
    state = HECKMECK.state_from({"players": ["Ana", "Ben"], **setup})
    return HECKMECK.apply(state, Roll(tuple(sorted(tray.split()))))[0]


def table(tray: str, aside: str = "") -> Layout:
    return {"tray": tuple(sorted(tray.split())), "aside": tuple(sorted(aside.split()))}


def test_a_wrong_keep_is_explained_too() -> None:
    """Ben moves two of his three 5s: the referee sees what he did, the rules say why he may not."""
    ben = rolled("1 1 2 3 5 5 5 worm")
    assert explain_dice(HECKMECK, ben, table("1 1 2 3 5 worm", "5 5"), dice_moved=False) == ((Keep("5", 2),),)


def test_looks_alone_never_prove_a_roll() -> None:
    ana = HECKMECK.apply(rolled("1 1 2 3 5 5 5 worm"), Keep("5", 3))[0]
    again = table("1 1 2 3 worm", "5 5 5")
    assert explain_dice(HECKMECK, ana, again, dice_moved=False) == NOTHING
    assert explain_dice(HECKMECK, ana, again, dice_moved=True) == ((Roll(("1", "1", "2", "3", "worm")),),)


def test_two_faces_at_once_are_explained_by_nothing() -> None:
    ana = rolled("1 1 2 3 5 5 5 worm")
    assert explain_dice(HECKMECK, ana, table("1 1 2 3 5 5", "5 worm"), dice_moved=False) == ()


def test_dice_of_the_last_turn_may_lie_anywhere_before_the_first_roll() -> None:
    ana = HECKMECK.setup(("Ana", "Ben"), {})
    assert explain_dice(HECKMECK, ana, table("1 1 2", "5 5 5 worm worm"), dice_moved=False) == NOTHING
    assert explain_dice(HECKMECK, ana, table("1 1 2 3 4", "5 5 5"), dice_moved=False) == NOTHING


def grill(state: Any, **moves: tuple[str, ...]) -> Layout:
    return {**HECKMECK.layout(state), **{zone.replace("_", ":"): pieces for zone, pieces in moves.items()}}


def test_a_tile_in_front_of_the_player_is_a_stop() -> None:
    ana = HECKMECK.state_from({"players": ["Ana", "Ben"], "turn": {"kept": [["worm", 5]]}})
    assert explain_tiles(HECKMECK, ana, grill(ana)) == []
    assert explain_tiles(HECKMECK, ana, grill(ana, home_25=(), place_Ana=("25",)))[0] == (Stop(),)
    assert explain_tiles(HECKMECK, ana, grill(ana, home_26=(), place_Ana=("26",)))[0] == (TakeTile(26),)


def test_a_stop_and_the_choice_after_it_are_seen_as_one() -> None:
    setup = {"players": ["Ana", "Ben"], "grill": {"up": [21, 23, 26]}, "stacks": {"Ben": [25]}}
    ana = HECKMECK.state_from({**setup, "turn": {"kept": [["worm", 5]]}})
    assert explain_tiles(HECKMECK, ana, grill(ana, place_Ben=(), place_Ana=("25",)))[0] == (Stop(), TakeFrom("Ben"))
    assert explain_tiles(HECKMECK, ana, grill(ana, home_23=(), place_Ana=("23",)))[0][-1] in (
        TakeLower(),
        TakeTile(23),
    )


def test_every_roll_and_keep_of_a_match_can_be_explained_from_its_layout() -> None:
    """What the rules allow, the referee must be able to see."""
    chance, seen = Random(5), Counter[str]()
    robot, state = cautious(chance), HECKMECK.setup(("Ana", "Ben"), {})
    for _ in range(200):
        if HECKMECK.winners(state) is not None:
            break
        action = robot(HECKMECK, state, HECKMECK.turn_of(state)[0])
        before = HECKMECK.layout(state)
        if action is None:
            action = Roll(tuple(sorted(chance.choice(HECKMECK.faces) for _ in range(HECKMECK.dice_due(state)))))
            lies: Layout = {"tray": action.faces, "aside": before["aside"]}
            assert explain_dice(HECKMECK, state, lies, dice_moved=True) == ((action,),)
        elif isinstance(action, Keep):
            action = Keep(action.face, before["tray"].count(action.face))
            left = Counter(before["tray"]) - Counter({action.face: action.count})
            laid = tuple(sorted((*before["aside"], *[action.face] * (action.count or 0))))
            lies = {"tray": tuple(sorted(left.elements())), "aside": laid}
            assert explain_dice(HECKMECK, state, lies, dice_moved=False) == ((action,),)
        seen[type(action).__name__] += 1
        state = HECKMECK.apply(state, action)[0]
    assert seen["Keep"] > 20 and seen["Roll"] > 20


def test_what_is_taken_back_is_no_throw_though_dice_in_the_tray_have_moved() -> None:
    """Ben takes his two 3s back and holds the 4s: three dice lie elsewhere in the tray, and nobody has thrown."""
    yacht = GAMES["yacht"]
    ben = yacht.state_from({"turn": {"dice": ["2", "3", "3", "4", "4"], "kept": ["3", "3"], "throws_left": 1}})
    assert explain_dice(yacht, ben, table("2 3 3", "4 4"), dice_moved=True) == ((LayAside(("4", "4")),),)
    assert explain_dice(yacht, ben, table("1 5 6", "4 4"), dice_moved=True) == (
        (LayAside(("4", "4")), Roll(("1", "5", "6"))),
    )
