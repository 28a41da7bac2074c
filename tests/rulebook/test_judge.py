"""The judge: cases in, verdicts out, in order, and one bad line harms nothing."""

import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from random_play import VARIANTS, names, random_match
from same_verdict import differences

from companion.games import GAMES
from companion.judge import verdicts

CASES = Path(__file__).resolve().parents[3] / "shared" / "rules" / "cases.json"


def shared_cases() -> list[Any]:
    if not CASES.is_file():
        return [pytest.param({}, marks=pytest.mark.skip("the shared rule cases are not beside this checkout"))]
    return [pytest.param(case, id=case["id"]) for case in json.loads(CASES.read_text())["cases"]]


def judged(*lines: str | bytes | dict[str, Any]) -> list[Any]:
    raw = [json.dumps(line) if isinstance(line, dict) else line for line in lines]
    return [json.loads(v) for v in verdicts([r.encode() if isinstance(r, str) else r for r in raw], GAMES)]


@pytest.mark.parametrize("case", shared_cases())
def test_a_shared_case(case: dict[str, Any]) -> None:
    (verdict,) = judged(case)
    assert not differences(case["expect"], verdict)


def test_a_refusal_has_a_rule_and_a_sentence() -> None:
    (verdict,) = judged({"id": 7, "game": "heckmeck", "setup": {}, "actions": [{"stop": True}, {"fly": True}][:1]})
    assert verdict["id"] == 7
    assert verdict["refusal"] == {
        "rule": "Turn: dice are rolled before they are laid aside",
        "say": "Roll the dice first.",
    }
    assert verdict["state"]["pending"] == "roll"


def test_what_comes_after_a_refusal_is_not_applied() -> None:
    rolled = {"roll": ["1", "1", "2", "3", "4", "5", "5", "worm"]}
    (verdict,) = judged({"game": "heckmeck", "actions": [rolled, {"keep": "6"}, {"keep": "worm"}]})
    assert (verdict["illegal_at"], verdict["state"]["pending"], verdict["state"]["sum"]) == (1, "keep", 0)


def heckmeck(**setup: Any) -> dict[str, Any]:
    return {"game": "heckmeck", "setup": setup, "actions": []}


def deluxe(**setup: Any) -> dict[str, Any]:
    return {"game": "heckmeck-deluxe", "setup": setup, "actions": []}


def rooster(**setup: Any) -> dict[str, Any]:
    return {"game": "rooster-run", "setup": setup, "actions": []}


def card(name: str, colour: str = "red") -> dict[str, Any]:
    return {"id": name, "worm": name, "value": 1, "colour": colour}


@pytest.mark.parametrize(
    "case",
    [
        heckmeck(players=["A"]),
        heckmeck(players=list("ABCDEFGH")),
        heckmeck(players=["A", "A"]),
        heckmeck(players=["A", ""]),
        heckmeck(players=["A", "  "]),
        heckmeck(current="C"),
        heckmeck(stacks={"C": []}),
        heckmeck(stacks={"A": [24]}),  # it lies on the grill as well
        heckmeck(grill={"up": [21, 21]}),
        heckmeck(grill={"up": [21], "down": [21]}),
        heckmeck(grill={"up": [22]}, stacks={"A": [21], "B": [21]}),
        heckmeck(grill={"up": [20]}),
        heckmeck(grill={"down": [20]}),
        heckmeck(grill={"up": [-21]}),
        heckmeck(turn={"kept": [["6", 1]]}),
        heckmeck(turn={"kept": [["5", 1], ["5", 2]]}),
        heckmeck(turn={"kept": [["5", 9]]}),
        heckmeck(turn={"kept": [["5", 4]], "dice_left": 5}),
        heckmeck(turn={"kept": [["5", 4]], "golden_left": True}),
        {"game": "heckmeck-junior", "setup": {"players": list("ABCDEF")}},
        {"game": "heckmeck-junior", "setup": {"grill": {"up": [4, 4, 4]}}},
        {"game": "heckmeck-junior", "setup": {"turn": {"kept": [["5", 1]]}}},
        deluxe(holders={"A": "fox"}),
        deluxe(holders={"C": "hen"}),
        deluxe(holders={"A": "raven"}),
        deluxe(holders={"A": "hen", "B": "hen"}),
        deluxe(holders={"A": "hen"}, on_grill={"hen": 21}),
        deluxe(holders={"A": "hen"}, out=["hen"]),
        deluxe(on_grill={"hen": 12}),
        deluxe(grill={"up": [22]}, on_grill={"hen": 21}),
        deluxe(on_grill={"hen": 21, "raven": 21}),
        deluxe(supply=8),
        deluxe(supply=5, bratworms={"A": 3}),
        deluxe(turn={"kept": [["5", 4]], "golden_left": True}),
        deluxe(holders={"A": "golden"}, turn={"kept": [["5", 4]], "dice_left": 5}),
        deluxe(variant={"original": True}, holders={"A": "hen"}),
        deluxe(variant={"original": True}, grill={"up": [11]}),
        deluxe(variant={"original": True}, supply=1),
        rooster(players=["P1"]),
        rooster(players=list("ABCDEFG")),
        rooster(players=["A", "A"]),
        rooster(front={"P9": ["w"]}),
        rooster(adults=["P9"]),
        rooster(front={"P1": ["w"], "P2": ["w"]}),
        rooster(front={"P1": ["w"]}, hand={"P2": "w"}),
        rooster(front={"P1": ["u", "v", "w"]}),
        rooster(front={"P1": ["u", "v"]}, hand={"P1": "w"}),
        rooster(faceup=[card("a"), card("a")]),
        rooster(faceup=[card("a")], scored={"P1": [card("a")]}),
        rooster(faceup=[card(str(n)) for n in range(9)]),
        rooster(sweetheart={"P1": "a", "P2": "a"}),
        rooster(variant={"one_colour_out": True}, faceup=[card(c, c) for c in "abcd"]),
    ],
    ids=lambda case: json.dumps(case.get("setup"))[:60],
)
def test_a_setup_that_cannot_be_is_refused(case: dict[str, Any]) -> None:
    (verdict,) = judged(case)
    assert verdict["illegal_at"] == "setup"
    assert verdict["state"] is None
    assert verdict["refusal"]["say"].endswith(".")
    assert "{" not in verdict["refusal"]["say"]


@pytest.mark.parametrize(
    "line",
    [
        "not JSON",
        "[1, 2]",
        "null",
        "{",
        b"\xff\xfe",
        b'{"game": "\xc3("}',
        "[" * 100_000,
        "9" * 5000,
        '{"id": NaN, "game": "heckmeck"}',
        '{"id": -Infinity, "game": "heckmeck"}',
        '{"id": 1e999, "game": "heckmeck"}',
        f'{{"id": {"[" * 500}{"]" * 500}, "game": "heckmeck"}}',
        '{"game": "heckmeck"} and more',
        {"game": "chess"},
        {"game": 5},
        {"actions": []},
        {"game": "heckmeck", "cheat": 1},
        {"game": "heckmeck", "setup": []},
        {"game": "heckmeck", "setup": {"cheat": 1}},
        {"game": "heckmeck", "setup": {"holders": {}}},
        {"game": "heckmeck", "setup": {"players": "AB"}},
        {"game": "heckmeck", "setup": {"players": [1, 2]}},
        {"game": "heckmeck", "setup": {"players": [list(range(100_000))]}},
        {"game": "heckmeck", "setup": {"current": 1}},
        {"game": "heckmeck", "setup": {"grill": [21]}},
        {"game": "heckmeck", "setup": {"grill": {"up": [21.0]}}},
        {"game": "heckmeck", "setup": {"grill": {"up": [True]}}},
        {"game": "heckmeck", "setup": {"grill": {"sideways": []}}},
        {"game": "heckmeck", "setup": {"stacks": {"A": 21}}},
        {"game": "heckmeck", "setup": {"turn": {"kept": {"worm": 2}}}},
        {"game": "heckmeck", "setup": {"turn": {"kept": [["worm"]]}}},
        {"game": "heckmeck", "setup": {"turn": {"kept": [["worm", 0]]}}},
        {"game": "heckmeck", "setup": {"turn": {"kept": [[1, 1]]}}},
        {"game": "heckmeck", "setup": {"turn": {"dice_left": -1}}},
        {"game": "heckmeck", "setup": {"turn": {"golden_left": 1}}},
        {"game": "heckmeck", "setup": {"variant": {"original": True}}},
        {"game": "heckmeck", "setup": {"variant": {"alternative": "some"}}},
        {"game": "heckmeck-deluxe", "setup": {"variant": {"alternative": True}}},
        {"game": "heckmeck-deluxe", "setup": {"supply": "7"}},
        {"game": "heckmeck-deluxe", "setup": {"holders": {"A": None}}},
        {"game": "rooster-run", "setup": {"round": 0}},
        {"game": "rooster-run", "setup": {"faceup": [{"id": "a"}]}},
        {"game": "rooster-run", "setup": {"faceup": [{"id": "a", "value": 1, "size": 2}]}},
        {"game": "rooster-run", "setup": {"faceup": ["a"]}},
        {"game": "rooster-run", "setup": {"variant": {"facedown": "yes"}}},
        {"game": "heckmeck", "actions": {"stop": True}},
        {"game": "heckmeck", "actions": ["stop"]},
        {"game": "heckmeck", "actions": [{}]},
        {"game": "heckmeck", "actions": [{"fly": True}]},
        {"game": "heckmeck", "actions": [{"stop": False}]},
        {"game": "heckmeck", "actions": [{"stop": True, "player": "A"}]},
        {"game": "heckmeck", "actions": [{"roll": "1"}]},
        {"game": "heckmeck", "actions": [{"roll": [1]}]},
        {"game": "heckmeck", "actions": [{"keep": 5}]},
        {"game": "heckmeck", "actions": [{"keep": "5", "count": "2"}]},
        {"game": "heckmeck", "actions": [{"choose": "higher"}]},
        {"game": "heckmeck", "actions": [{"choose": {"from": 1}}]},
        {"game": "heckmeck", "actions": [{"choose": {"tile": "21"}}]},
        {"game": "heckmeck", "actions": [{"choose": {"under": "B"}}]},
        {"game": "heckmeck", "actions": [{"choose": {"from": "B", "tile": 21}}]},
        {"game": "heckmeck-deluxe", "actions": [{"weasel": True, "dice": "all"}]},
        {"game": "rooster-run", "actions": [{"pick": "w"}]},
        {"game": "rooster-run", "actions": [{"pick": 1, "player": "P1"}]},
        {"game": "rooster-run", "actions": [{"keep": "w", "player": "P1"}]},
        {"game": "rooster-run", "actions": [{"deal": "cards"}]},
        {"game": "rooster-run", "actions": [{"final_discard": {"P1": "a"}}]},
        {"game": "rooster-run", "actions": [{"roll": ["1"]}]},
        {"game": "rooster-run", "actions": [{"goto_final": True, "player": "P1"}]},
    ],
    ids=lambda line: str(line)[:60],
)
def test_a_malformed_line_gets_one_sentence_and_the_next_is_judged(line: Any) -> None:
    if isinstance(line, dict):
        line = {"id": "bad", **line}
    bad, good = judged(line, {"id": "good", "game": "heckmeck"})
    assert set(bad) == {"id", "error"}
    assert bad["id"] == ("bad" if isinstance(line, dict) else None)
    assert bad["error"]
    assert "\n" not in bad["error"]
    assert len(bad["error"]) < 300, "that is no sentence"
    assert (good["id"], good["illegal_at"]) == ("good", None)


def test_every_deed_of_the_protocol_is_understood() -> None:
    """Also where it is not allowed: a refusal, no error."""
    deeds: dict[str, list[dict[str, Any]]] = {
        "heckmeck-deluxe": [
            {"weasel": True, "dice": 8},
            {"accept_fail": True},
            {"put_back": "fox"},
            {"bratworm_from": "B"},
            {"choose": {"tile": 21}},
            {"choose": "lower"},
            {"choose": {"from": "B"}},
            {"keep": "1", "count": 1},
            {"decline_golden": True},
        ],
        "heckmeck": [{"weasel": True}, {"let_go": "A"}, {"add_player": "A"}],
        "rooster-run": [
            {"pick": "w", "player": "P1"},
            {"keep": True, "player": "P1"},
            {"return": "w", "player": "P1"},
            {"call": True, "player": "P1"},
            {"deal": []},
            {"end_round": True},
            {"final_discard": {}},
        ],
    }
    for game, all_deeds in deeds.items():
        for deed in all_deeds:
            (verdict,) = judged({"game": game, "actions": [deed]})
            assert verdict["illegal_at"] == 0, deed
            assert GAMES[game].action_to(GAMES[game].action_from(deed)) == deed


def test_numbers_too_long_to_write_spoil_one_line_only() -> None:
    """Two chickens of 4300 digits each add up to one digit more than Python writes."""
    dear = [{"id": name, "worm": name, "value": int("9" * 4300), "colour": "red"} for name in "ab"]
    setup = {"faceup": dear, "front": {"P1": ["a", "b"]}}
    case = {"game": "rooster-run", "setup": setup, "actions": [{"call": True, "player": "P1"}]}
    bad, good = judged(case, {"id": "good", "game": "heckmeck"})
    assert bad["error"]
    assert good["state"]


def test_blank_lines_are_no_cases() -> None:
    assert len(judged("", {"game": "heckmeck"}, "  \n")) == 1


def test_before_the_first_roll_the_last_turn_is_still_told() -> None:
    turn = {"kept": [["worm", 3], ["4", 2]]}
    (verdict,) = judged({"game": "heckmeck", "setup": {"turn": turn}, "actions": [{"stop": True}]})
    state = verdict["state"]
    assert (state["sum"], state["result"], state["outcome"], state["tile"], state["next"]) == (23, 23, "take", 23, "B")
    assert (state["kept"], state["dice_left"], state["pending"], state["legal_keeps"]) == ({}, 8, "roll", [])
    rolled = {"roll": ["1", "1", "2", "3", "4", "5", "5", "worm"]}
    (verdict,) = judged({"game": "heckmeck", "setup": {"turn": turn}, "actions": [{"stop": True}, rolled]})
    state = verdict["state"]
    assert (state["sum"], state["result"], state["outcome"], state["tile"]) == (0, None, None, None)


def test_each_verdict_comes_before_the_next_case() -> None:
    """A program that asks and waits for the answer gets it."""
    asked = [sys.executable, "-m", "companion", "judge"]
    with subprocess.Popen(asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as judge:
        assert judge.stdin
        assert judge.stdout
        for number in range(3):
            judge.stdin.write(json.dumps({"id": number, "game": "heckmeck"}).encode() + b"\n")
            judge.stdin.flush()
            assert json.loads(judge.stdout.readline())["id"] == number
        judge.stdin.close()
        assert judge.wait(timeout=60) == 0


RICH: dict[str, dict[str, Any]] = {
    "heckmeck": {"grill": {"up": [21, 22, 25], "down": [36]}, "stacks": {"Ana": [30]}, "turn": {"kept": []}},
    "heckmeck-junior": {"grill": {"up": [4, 5], "down": [9]}, "stacks": {"Ana": [6, 6]}},
    "heckmeck-deluxe": {"bratworms": {"Ben": 2}, "supply": 1, "out": []},
    "rooster-run": {"chips": {"Ana": 1}, "round": 1, "sweetheart": {"Ana": "red-1"}},
}
JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    3,
    21,
    1e9,
    "",
    "worm",
    "lower",
    "A",
    "hen",
    [],
    ["5", 2],
    {},
    {"from": "B"},
)


def spoiled(value: Any, chance: Random) -> Any:
    """The same with something in it exchanged, left out or added."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(list(value))
        rest = {k: v for k, v in value.items() if k != key}
        return chance.choice(
            [{**value, key: spoiled(value[key], chance)}, rest, {**value, "worm": chance.choice(JUNK)}]
        )
    if isinstance(value, list) and value and chance.random() < 0.8:
        index = chance.randrange(len(value))
        one = spoiled(value[index], chance)
        return [*value[:index], *chance.choice([[one], [], [value[index], one]]), *value[index + 1 :]]
    return chance.choice(JUNK)


@pytest.mark.parametrize("name", GAMES)
def test_spoiled_cases_harm_nobody(name: str) -> None:
    """Whatever is wrong with a line, it gets an error, a refusal or a state."""
    game, chance = GAMES[name], Random(11)
    for seed, options in enumerate(VARIANTS[name]):
        deeds = [game.action_to(deed) for _, deed, _, _ in random_match(game, 2, options, seed)][:30]
        variant = {key: value for key, value in options.items() if key != "adults"}
        case = {
            "game": name,
            "setup": {"players": names(2), "variant": variant, **RICH.get(name, {})},
            "actions": deeds,
        }
        lines = [json.dumps(spoiled(case, chance)) for n in range(400)]
        lines = [line for line in lines if line.startswith("{")]
        answers = judged(*lines)
        assert len(answers) == len(lines)
        assert all("error" in answer or "state" in answer for answer in answers)


def test_the_verb(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from companion.cli import main

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"id": 1, "game": "heckmeck"}\n')))
    assert main(["judge"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == 1
