"""Cases in the judge's form, written from the rulebooks; each is told by its title in cases/<game>.toml."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from same_verdict import differences

from companion.games import GAMES
from companion.judge import verdict

CASES = Path(__file__).with_name("cases")


def told(game: str) -> list[Any]:
    given = tomllib.loads((CASES / f"{game}.toml").read_text())
    cards = {name: {"id": name, "worm": f"w{name}", **card} for name, card in given.pop("cards", {}).items()}
    return [pytest.param(game, written_out(case, cards), id=f"{game}: {title}") for title, case in given.items()]


def written_out(case: dict[str, Any], cards: dict[str, Any]) -> dict[str, Any]:
    """With cards where the file has their letters; it can say "none" where JSON says null."""

    def dealt(letters: str) -> list[Any]:
        return [cards[letter] for letter in letters]

    setup, deeds = dict(case.get("setup", {})), [dict(deed) for deed in case.get("do", [])]
    if "faceup" in setup:
        setup["faceup"] = dealt(setup["faceup"])
    if "scored" in setup:
        setup["scored"] = {player: dealt(letters) for player, letters in setup["scored"].items()}
    for deed in deeds:
        if "deal" in deed:
            deed["deal"] = dealt(deed["deal"])
    expect = {key: None if value == "none" else value for key, value in case["expect"].items()}
    return {"setup": setup, "actions": deeds, "expect": expect}


@pytest.mark.parametrize(("game", "case"), [case for game in GAMES for case in told(game)])
def test_a_case_of_the_rulebook(game: str, case: dict[str, Any]) -> None:
    answer = json.loads(verdict(json.dumps({"game": game, **case}).encode(), GAMES))
    if "error" in case["expect"]:
        assert answer["error"]
    else:
        assert not differences(case["expect"], answer)
