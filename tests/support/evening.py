"""Plays whole games by touch with dice of a seed, so that pages have something to show."""

import random
from typing import Any

from kiosk_stage import TouchTable

from companion.games import GAMES
from companion.kiosk.dealing import deal
from companion.kiosk.table import Table
from companion.referee.commands import Act

KEEP_ORDER = ("worm", "bun", "5", "4", "cheese", "3", "2", "cucumber", "1", "ketchup")


def play(table: TouchTable, seed: int, deeds: int = 600) -> int:
    """Do up to so many deeds of the running match; returns how many were done."""
    dice = random.Random(seed)
    for done in range(deeds):
        assert table.referee is not None
        snapshot = table.referee.snapshot()
        if snapshot["winners"] is not None:
            return done
        table.take(Act(next_action(table, snapshot, dice)))
    return deeds


def next_action(table: Table, snapshot: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """A sensible deed: keep what counts most, stop when something can be taken."""
    state = snapshot["state"]
    legal: list[dict[str, Any]] = [one["action"] for one in snapshot["legal"]]
    if snapshot["game"] == "rooster-run":
        return _hunt(table, snapshot, legal, dice)
    match state["pending"]:
        case "roll":
            return roll(snapshot, dice)
        case "keep":
            keeps = [action for action in legal if "keep" in action]
            return min(keeps, key=lambda action: KEEP_ORDER.index(action["keep"])) if keeps else legal[0]
        case "roll_or_stop":
            lowest = min(state["grill_up"], default=99)
            enough = "worm" in state["kept"] and (state["sum"] >= lowest + 2 or state["dice_left"] < 3)
            stop = {"stop": True}
            return stop if stop in legal and enough and state["sum"] >= lowest else roll(snapshot, dice)
        case _:
            return legal[0]


def roll(snapshot: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    faces = GAMES[snapshot["game"]].faces
    state = snapshot["state"]
    rolled: dict[str, Any] = {"roll": [dice.choice(faces) for _ in range(state["dice_left"])]}
    if snapshot["dice_due"] > state["dice_left"]:
        rolled["golden"] = dice.choice(("1", "worm"))
    return rolled


def _hunt(table: Table, snapshot: dict[str, Any], legal: list[dict[str, Any]], dice: random.Random) -> dict[str, Any]:
    state = snapshot["state"]
    if state["pending"] == "between":
        return deal(table.journal)
    if state["pending"] == "final":
        return {
            "final_discard": {
                player: cards[: state["chips"].get(player, 0)]
                for player, cards in state["scored"].items()
                if cards and state["chips"].get(player)
            }
        }
    if calls := [action for action in legal if "call" in action]:
        return calls[0]
    if places := [action for action in legal if "keep" in action]:
        return places[0]
    wanted = [card["worm"] for card in state["faceup"]]
    picks = [action for action in legal if action.get("pick") in wanted] or [a for a in legal if "pick" in a]
    return dice.choice(picks)
