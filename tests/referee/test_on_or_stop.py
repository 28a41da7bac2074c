"""Stopping where it brings nothing: what is needed is said instead, and whoever stops all the same is asked once."""

from typing import Any

import pytest

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.games import GAMES
from companion.referee.prompts import doubt, next_step
from companion.rules.actions import Stop

GAME = GAMES["heckmeck"]
WORDS = Wording("en", "heckmeck")


def laid_aside(*keeps: tuple[str, int], **setup: Any) -> Any:
    """Ana's turn after these dice were laid aside, roll by roll."""
    state = GAME.state_from({"players": ["Ana", "Ben"], "current": "Ana", **setup})
    left = 8
    for face, count in keeps:
        other = "1" if face != "1" else "2"
        rolled = [face] * count + [other] * (left - count)
        state, _ = GAME.apply(state, GAME.action_from({"roll": rolled}))
        state, _ = GAME.apply(state, GAME.action_from({"keep": face}))
        left -= count
    return state


def advice(state: Any) -> Announcement:
    return next_step(GAME, state, WORDS)


@pytest.mark.parametrize(
    ("keeps", "setup", "needed"),
    [
        ([("1", 2)], {}, "21 needed: 19 more and a worm."),
        ([("worm", 2)], {}, "21 needed: 11 more."),
        ([("5", 4), ("4", 1)], {}, "24, but no worm yet."),
        ([("worm", 4)], {"stacks": {"Ana": [], "Ben": [22]}}, "21 needed: 1 more."),
        ([("worm", 4)], {"stacks": {"Ana": [], "Ben": [21]}}, "21 needed: 1 more."),
        ([("worm", 4)], {"stacks": {"Ana": [21], "Ben": []}}, "22 needed: 2 more."),
    ],
)
def test_what_is_needed_is_said(keeps: list[tuple[str, int]], setup: dict[str, Any], needed: str) -> None:
    taken = {tile for stack in setup.get("stacks", {}).values() for tile in stack}
    state = laid_aside(*keeps, **setup, grill={"up": [tile for tile in range(21, 37) if tile not in taken]})
    told = advice(state)
    assert told.spoken == needed
    assert needed in told.line and "stop" not in told.line


def test_where_a_tile_is_to_be_had_both_are_offered() -> None:
    state = laid_aside(("worm", 4), ("4", 1))
    assert advice(state).line == "Ana: roll 3 more, or stop with 24."
    assert doubt(GAME, state, Stop(), WORDS) is None


def test_whoever_stops_for_nothing_hears_what_it_costs() -> None:
    up = [tile for tile in range(21, 37) if tile != 24]
    poor, rich = laid_aside(("1", 2)), laid_aside(("1", 2), stacks={"Ana": [24], "Ben": []}, grill={"up": up})
    asked = [doubt(GAME, state, Stop(), WORDS) for state in (poor, rich)]
    assert [one and one.line for one in asked] == [
        "Ana, 2 brings no tile. Stop all the same?",
        "Ana, 2 brings no tile, and your 24 goes back. Stop all the same?",
    ]
