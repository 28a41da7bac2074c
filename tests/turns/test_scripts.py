"""The scripts of rendered games: what they expect of a referee is what the rules make of what is done."""

import pytest
from turn_judge import compare
from turn_scripts import script
from turn_wish import TROUBLES, Wish

from companion.games import GAMES
from companion.rules.match import begin

DICE = [name for name, game in GAMES.items() if game.faces]


@pytest.mark.parametrize("game", DICE)
def test_what_a_script_expects_can_be_played(game: str) -> None:
    plan = script(Wish(game, 3, 14, mistakes=0.3, troubles=TROUBLES))
    match = begin(GAMES[game], plan["config"]["players"])
    for expected in plan["expected"]:
        if expected["kind"] == "deed":
            match = match.act(GAMES[game].action_from(expected["deed"]))
    assert len(match.deeds) >= 5


@pytest.mark.parametrize("game", list(GAMES))
def test_the_same_seed_writes_the_same_script(game: str) -> None:
    wish = Wish(game, 4, 8, troubles=TROUBLES)
    assert script(wish) == script(wish)


def test_a_mistake_is_expected_to_be_refused_and_what_leans_leans_on_something() -> None:
    plans = [script(Wish("heckmeck", seed, 16, mistakes=0.4, troubles=("cocked",))) for seed in range(4)]
    refused = {expected["key"] for plan in plans for expected in plan["expected"] if expected["kind"] == "refusal"}
    assert "DieCocked" in refused and len(refused) > 3
    leaning = [die for plan in plans for shot in plan["shots"] for die in shot.get("dice", ()) if "leans_on" in die]
    assert leaning


def test_each_verdict_counts_at_its_moment_only() -> None:
    """A deed told in the rest it belongs to is right; told in the next one it is missed, and wrong there."""
    first, second = {"roll": ["1", "2"]}, {"keep": "2", "count": 1}
    plan = {"expected": [{"shot": 0, "kind": "deed", "deed": first}, {"shot": 1, "kind": "deed", "deed": second}]}
    frames = {0: 0, 1: 30}

    def verdicts(at: int) -> list[str]:
        told = [{"kind": "deed", "frame": at, "deed": first}, {"kind": "deed", "frame": 40, "deed": second}]
        return sorted(row.verdict for row in compare(plan, frames, told))

    assert verdicts(8) == ["right", "right"]
    assert verdicts(33) == ["missed", "right", "wrong"]
