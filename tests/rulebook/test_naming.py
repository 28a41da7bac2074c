"""A player may be called otherwise, and only where a player is named."""

from companion.games import GAMES
from companion.games.rooster_run.deeds import EndRound, FinalDiscard, Pick
from companion.rules.naming import renamed, renamed_form, renamed_options

GAME = GAMES["rooster-run"]


def test_a_name_is_changed_before_what_is_whose_and_nowhere_else() -> None:
    assert renamed(Pick("red-1", "red-1"), "red-1", "Ana") == Pick("Ana", "red-1")
    assert renamed(FinalDiscard({"Ana": ("red-1",), "Ben": ()}), "Ana", "Eva") == FinalDiscard(
        {"Eva": ("red-1",), "Ben": ()}
    )
    assert renamed(EndRound(), "Ana", "Eva") == EndRound()


def test_forms_and_options_follow() -> None:
    form = GAME.action_to(Pick("Ana", "red-1"))
    assert renamed_form(GAME, form, "Ana", "Eva") == GAME.action_to(Pick("Eva", "red-1"))
    assert renamed_options({"adults": ["Ana", "Ben"], "facedown": True}, "Ana", "Eva") == {
        "adults": ["Eva", "Ben"],
        "facedown": True,
    }
