"""Judges rule cases, one JSON object a line: the referee without a camera."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.rules.contract import Game
from companion.rules.reading import items, record, text
from companion.rules.refusals import Refusal

CASE_KEYS = ("id", "game", "setup", "actions", "expect", "why", "seed_ref", "basis")


def verdicts(lines: Iterable[bytes], games: Mapping[str, Game[Any]]) -> Iterator[str]:
    """One verdict for each line that is not blank, in order; a bad line spoils no other."""
    for line in lines:
        if line.strip():
            yield json.dumps(verdict(line, games))


def verdict(line: bytes, games: Mapping[str, Game[Any]]) -> dict[str, Any]:
    case: object = None
    try:
        case = json.loads(line)
        return judge(record(case, "a case", CASE_KEYS), games)
    except UnicodeDecodeError:
        sentence = "this line is not UTF-8 text"
    except json.JSONDecodeError as error:
        sentence = f"this line is not JSON: {error}"
    except ValueError as error:
        sentence = str(error)
    except RecursionError:
        sentence = "this line is nested too deeply"
    name = case.get("id") if isinstance(case, dict) else None
    return {"id": name, "error": sentence}


def judge(case: Mapping[str, Any], games: Mapping[str, Game[Any]]) -> dict[str, Any]:
    """The verdict on one case; raises ValueError with a sentence if the case is malformed."""
    name = text(case.get("game"), "game")
    if name not in games:
        raise ValueError(f"there is no game {name!r}; I know {', '.join(games)}")
    game = games[name]
    setup = record(case.get("setup", {}), "setup")
    actions = items(case.get("actions", []), "actions", lambda form, what: game.action_from(record(form, what)))
    done: dict[str, Any] = {"id": case.get("id"), "illegal_at": None, "refusal": None, "state": None}
    try:
        state = game.state_from(setup)
    except Refusal as refused:
        return {**done, "illegal_at": "setup", "refusal": told(refused)}
    for index, action in enumerate(actions):
        if refused_now := game.refusal(state, action):
            done |= {"illegal_at": index, "refusal": told(refused_now)}
            break
        state, _ = game.carry_out(state, action)
    return {**done, "state": game.report(state)}


def told(refused: Refusal) -> dict[str, str]:
    return {"rule": refused.rule, "say": str(refused)}
