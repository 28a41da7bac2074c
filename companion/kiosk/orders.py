"""Turns what a page sent into a command for the referee, or says why it cannot."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from companion.referee import commands
from hardware import gate

COMMANDS: dict[str, type[Any]] = {
    "act": commands.Act,
    "correct": commands.CorrectDie,
    "undo": commands.Undo,
    "pause": commands.Pause,
    "resume": commands.Resume,
    "skip": commands.Skip,
    "add": commands.AddPlayer,
    "let-go": commands.LetGo,
    "answer": commands.Answer,
    "as-i-say": commands.AsISay,
    "explain": commands.Explain,
    "end": commands.EndMatch,
    "robot": commands.LetRobotPlay,
    "coach": commands.Coach,
}


class BadOrder(ValueError):
    """What was sent is no command; the sentence says why."""


def order(name: str, values: Mapping[str, Any]) -> object:
    """The command of this name with these values, each of the type the command wants."""
    kind = COMMANDS.get(name)
    if kind is None:
        raise BadOrder(f"I know no command {name!r}; I know {', '.join(COMMANDS)}.")
    wanted = get_type_hints(kind)
    for key, value in values.items():
        if key not in wanted:
            raise BadOrder(f"The command {name} has no {key!r}.")
        if not _fits(value, wanted[key]):
            raise BadOrder(f"The command {name} cannot use {key} = {value!r}.")
    for one in fields(kind):
        if one.default is MISSING and one.default_factory is MISSING and one.name not in values:
            raise BadOrder(f"The command {name} needs {one.name!r}.")
    if kind is commands.AddPlayer:
        return kind(name=gate.player_name(values["name"]))
    return kind(**values)


def _fits(value: Any, hint: Any) -> bool:
    if isinstance(hint, UnionType):
        return any(_fits(value, one) for one in get_args(hint))
    if hint is Any:
        return True
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    kind = get_origin(hint) or hint
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, kind) and (not isinstance(value, str) or len(value) <= 80)
