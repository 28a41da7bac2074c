"""Judges rule cases, one JSON object a line: the referee without a camera."""

import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from math import inf
from typing import Any

from companion.rules.contract import Game
from companion.rules.reading import items, record, shown, text
from companion.rules.refusals import Refusal

CASE_KEYS = ("id", "game", "setup", "actions", "expect", "why", "seed_ref", "basis")


def verdicts(lines: Iterable[bytes], games: Mapping[str, Game[Any]]) -> Iterator[str]:
    """One verdict for each line that is not blank, in order; a bad line spoils no other."""
    for line in lines:
        if line.strip():
            yield verdict(line, games)


def verdict(line: bytes, games: Mapping[str, Game[Any]]) -> str:
    name: object = None
    try:
        case = record(_read(line), "a case")
        name = _name(case.get("id"))
        return _write(judge(record(case, "a case", CASE_KEYS), games))
    except ValueError as error:
        sentence = str(error)
    except RecursionError:
        sentence = "this line is nested too deeply"
    return _write({"id": name, "error": sentence})


def _read(line: bytes) -> object:
    try:
        return _JSON.decode(line.removeprefix(BOM_UTF8).decode())
    except UnicodeDecodeError:
        sentence = "this line is not UTF-8 text"
    except json.JSONDecodeError as error:
        sentence = f"this line is not JSON: {error}"
    except ValueError:
        sentence = "this line has a number that is none, or one too long to read"
    raise ValueError(sentence)


def _name(given: object) -> object:
    if isinstance(given, list | dict):
        raise ValueError("an id is a word or a number")
    return given


def _finite(number: str) -> float:
    if (value := float(number)) in (inf, -inf):
        raise ValueError(number)
    return value


def _no_number(constant: str) -> float:
    raise ValueError(constant)


# NaN and Infinity would come back in the verdict, where others could not read them.
_JSON = json.JSONDecoder(parse_float=_finite, parse_constant=_no_number)
_write = json.JSONEncoder(check_circular=False).encode


def judge(case: Mapping[str, Any], games: Mapping[str, Game[Any]]) -> dict[str, Any]:
    """The verdict on one case; raises ValueError with a sentence if the case is malformed."""
    name = text(case.get("game"), "game")
    if name not in games:
        raise ValueError(f"there is no game {shown(name)}; I know {', '.join(games)}")
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
