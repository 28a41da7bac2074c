"""Tables as the referee would show them, for pages that are developed and tested without a referee."""

from random import Random
from typing import Any

from evening import play
from kiosk_stage import TouchTable
from random_play import any_deed

from companion.games import GAMES
from companion.kiosk.feed import Feed
from companion.referee.commands import Act

Snapshot = dict[str, Any]
TABLES = ("heckmeck", "refused", "unsure", "junior", "deluxe", "rooster_run", "counted", "ten_thousand", "yacht", "won")


def heckmeck() -> Snapshot:
    """Ana has two worms and two 4s aside and must keep the 5s or the 2."""
    taken = {"Ana": [21, 30, 26], "Ben": [22], "Cleo": [], "Dora": [25, 29]}
    gone = {number for stack in taken.values() for number in stack}
    return {
        "seq": 1,
        "game": "heckmeck",
        "title": "Heckmeck",
        "options": {},
        "players": list(taken),
        "turn_of": ["Ana"],
        "turn": 14,
        "state": {
            "sum": 18,
            "result": None,
            "kept": {"worm": 2, "4": 2},
            "dice_left": 4,
            "pending": "keep",
            "legal_keeps": ["2", "5"],
            "grill_up": [number for number in range(21, 35) if number not in gone],
            "grill_down": [35, 36],
            "stacks": taken,
            "visible": {name: stack[-1] if stack else None for name, stack in taken.items()},
            "next": "Ana",
            "game_over": False,
        },
        "scores": {"Ana": 6, "Ben": 1, "Cleo": 0, "Dora": 5},
        "winners": None,
        "machine": {"state": "STABLE", "sureness": 0.98},
        "dice": [
            {"face": face, "sureness": 0.99, "runner_up": None, "zone": zone, "box": [x, 300, 60, 60], "quad": None}
            for zone, face, x in [
                ("tray", "2", 500), ("tray", "5", 600), ("tray", "5", 700), ("tray", "4", 800),
                ("aside", "worm", 100), ("aside", "worm", 180), ("aside", "4", 260), ("aside", "4", 340),
            ]
        ],
        "layout": {"tray": ["2", "4", "5", "5"], "aside": ["4", "4", "worm", "worm"]},
        "differences": [],
        "legal": [
            {"action": {"keep": "2"}, "line": "Keep the 2 (20)"},
            {"action": {"keep": "5"}, "line": "Keep the 5s (28)"},
        ],
        "question": None,
        "refusal": None,
        "last": [
            {"key": "DiceRolled", "kind": "deed", "line": "Ana rolled 2, 4, 5, 5.", "mood": "plain", "player": "Ana"},
            {"key": "DiceKept", "kind": "deed", "line": "Ana lays the 4s aside: 18.", "mood": "plain", "player": "Ana"},
            {"key": "TileTaken", "kind": "deed", "line": "Dora takes tile 29.", "mood": "good", "player": "Dora"},
        ],
        "next": "Keep the 5s (28) or the 2 (20).",
        "clock": None,
        "coach": None,
        "paused": False,
        "language": "en",
    }  # fmt: skip


def rooster_run() -> Snapshot:
    """The hunt of round 2 is on; Ana has two worms and may crow."""
    ups = [
        ("red-3", 2),
        ("blue-6", 5),
        ("green-1", 1),
        ("yellow-8", 7),
        ("blue-4", 3),
        ("red-7", 6),
        ("green-5", 4),
        ("yellow-2", 1),
    ]
    players = ["Ana", "Ben", "Cleo", "Dora"]
    front = {"Ana": ["blue-6", "red-3"], "Ben": ["yellow-8"], "Cleo": [], "Dora": ["blank-2"]}
    return {
        **heckmeck(),
        "game": "rooster-run",
        "title": "Rooster Run",
        "turn": None,
        "players": players,
        "turn_of": players,
        "state": {
            "pending": "hunt",
            "round": 2,
            "faceup": [
                {"id": name, "worm": name, "value": value, "colour": name.partition("-")[0]} for name, value in ups
            ],
            "front": front,
            "hand": {"Cleo": "green-1"},
            "scored": {"Ana": ["red-5"], "Ben": ["blue-1", "green-8"], "Cleo": [], "Dora": ["yellow-4"]},
            "chips": {"Ana": 0, "Ben": 1, "Cleo": 0, "Dora": 2},
            "eliminated": [],
            "box": [],
            "returned": [],
            "discarded": [],
            "game_over": False,
        },
        "scores": {"Ana": 4, "Ben": 8, "Cleo": 0, "Dora": 3},
        "dice": [],
        "layout": {},
        "legal": [{"action": {"call": True, "player": "Ana"}, "line": "Ana crows"}],
        "next": "Hunt! Two worms before you, then crow.",
        "clock": 83,
    }  # fmt: skip


def refused() -> Snapshot:
    """Ana laid the 4s aside a second time."""
    table = heckmeck()
    table["refusal"] = {
        "key": "FaceAlreadyKept",
        "rule": "Dice: each face once a turn",
        "say": "The 4s are already laid aside: choose another face.",
        "fix": "choose another face.",
        "box": table["dice"][3]["box"],
    }
    table["next"] = "Put the 4 back into the tray."
    return table


def unsure() -> Snapshot:
    """One die is hard to read, so the rooster asks."""
    table = heckmeck()
    table["machine"] = {"state": "UNSURE", "sureness": 0.61}
    table["dice"][1] |= {"sureness": 0.61, "runner_up": "4"}
    choices = [{"value": face, "line": face} for face in ("5", "4", "3")]
    table["question"] = {"id": 3, "line": "Which face shows the die with the dashed edge?", "choices": choices}
    return table


def junior() -> Snapshot:
    return _played("heckmeck-junior", 4, 47)


def deluxe() -> Snapshot:
    return _played("heckmeck-deluxe", 4, 120)


def ten_thousand() -> Snapshot:
    return _with_dice("ten-thousand", 40)


def yacht() -> Snapshot:
    return _with_dice("yacht", 21)


def counted() -> Snapshot:
    """Somebody crowed: the chickens are counted place by place, and the table is asked whether that is right."""
    table = TouchTable(Feed())
    table.start("rooster-run", ["Ana", "Ben", "Cleo", "Dora"], {})
    assert table.referee is not None
    while not table.referee.snapshot()["question"]:
        play(table, 8, 1)
    return table.referee.snapshot() | {"machine": {"state": "STABLE", "sureness": 0.99}}


def won() -> Snapshot:
    """The grill is empty, and somebody has the most worms."""
    table = TouchTable(Feed())
    table.start("heckmeck", ["Ana", "Ben", "Cleo", "Dora"], {})
    play(table, 4)
    assert table.referee is not None
    return table.referee.snapshot() | {"machine": {"state": "STABLE", "sureness": 0.99}}


def _with_dice(game: str, deeds: int) -> Snapshot:
    """A real match after so many deeds or some more, with dice in the tray."""
    table, chance = TouchTable(Feed()), Random(deeds)
    table.start(game, ["Ana", "Ben", "Cleo", "Dora"], {})
    assert table.referee is not None
    while table.referee.snapshot()["seq"] < deeds or not table.referee.snapshot()["layout"]["tray"]:
        table.take(Act(GAMES[game].action_to(any_deed(GAMES[game], table.referee.state, chance, 0.9))))
    return table.referee.snapshot() | {"machine": {"state": "STABLE", "sureness": 0.99}}


def _played(game: str, seed: int, deeds: int) -> Snapshot:
    """A real match after about so many deeds, at a moment when a face is to be chosen."""
    table = TouchTable(Feed())
    table.start(game, ["Ana", "Ben", "Cleo", "Dora"], {})
    play(table, seed, deeds)
    assert table.referee is not None
    for more in range(20):
        if (snapshot := table.referee.snapshot())["state"]["pending"] == "keep" and snapshot["state"]["sum"]:
            break
        play(table, seed + more, 1)
    return snapshot | {"machine": {"state": "STABLE", "sureness": 0.99}}
