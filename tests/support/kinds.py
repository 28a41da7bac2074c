"""Finds every event and every refusal there is: those of the rules, and those each game brings."""

from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pkgutil import walk_packages

import companion.games
from companion.rules.refusals import Refusal


def event_kinds() -> Iterator[type]:
    """The dataclasses of every module called ``events``."""
    yield from (kind for kind in _of_modules("events") if is_dataclass(kind))


def refusal_kinds() -> Iterator[type[Refusal]]:
    """The kinds of every module called ``refusals``."""
    yield from (kind for kind in _of_modules("refusals") if issubclass(kind, Refusal) and kind is not Refusal)


def _of_modules(name: str) -> Iterator[type]:
    found = walk_packages(companion.games.__path__, "companion.games.")
    for module in (f"companion.rules.{name}", *(one.name for one in found if one.name.endswith(f".{name}"))):
        for kind in vars(import_module(module)).values():
            if isinstance(kind, type) and kind.__module__ == module:
                yield kind
