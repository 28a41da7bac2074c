"""Robots of several levels at one table: each plays as it sat down, the others as the table was started."""

from random import Random

from companion.games import GAMES
from companion.odds.robots import together

HECKMECK = GAMES["heckmeck"]


def test_each_robot_plays_by_its_own_level() -> None:
    """Five 5s and a worm: the best one takes the fives, a careful one its worm first."""
    begun = HECKMECK.setup(("Ana", "Ben"), {})
    state, _ = HECKMECK.apply(begun, HECKMECK.action_from({"roll": ["5", "5", "5", "5", "5", "worm", "1", "2"]}))
    robot = together({"Ana": "best"}, "cautious", Random(1))

    chosen = [robot(HECKMECK, state, player) for player in ("Ana", "Ben")]

    assert [HECKMECK.action_to(deed)["keep"] for deed in chosen if deed is not None] == ["5", "worm"]
