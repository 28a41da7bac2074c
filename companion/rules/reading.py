"""Reads what others wrote in JSON and names in one sentence what it cannot use."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

V = TypeVar("V")


def shown(value: object) -> str:
    """As it was written, but no longer than a sentence bears."""
    words = repr(value)
    return words if len(words) <= 60 else f"{words[:60]}..."


def text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{what} must be a word in quotes, not {shown(value)}")
    return value


def whole(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{what} must be a whole number, not {shown(value)}")
    return value


def number(value: object, what: str, least: int = 0) -> int:
    if whole(value, what) < least:
        raise ValueError(f"{what} must be at least {least}, not {shown(value)}")
    return whole(value, what)


def truth(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{what} must be true or false, not {shown(value)}")
    return value


def yes(value: object, what: str) -> None:
    if value is not True:
        raise ValueError(f"{what} can only be true, not {shown(value)}")


def items(value: object, what: str, read: Callable[[object, str], V]) -> tuple[V, ...]:
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"{what} must be a list, not {shown(value)}")
    one = f"each of {what}"
    return tuple([read(item, one) for item in value])


def texts(value: object, what: str) -> tuple[str, ...]:
    return items(value, what, text)


def record(value: object, what: str, keys: Iterable[str] | None = None) -> Mapping[str, Any]:
    """An object; with ``keys``, one that has no others."""
    if not isinstance(value, dict):
        raise ValueError(f"{what} must be an object in braces, not {shown(value)}")
    if keys is not None:
        for key in value:
            if key not in keys:
                raise ValueError(f"{what} has no {shown(key)}; it knows {', '.join(keys)}")
    return value


def each(value: object, what: str, read: Callable[[object, str], V]) -> dict[str, V]:
    """An object with a value of one kind under every name."""
    return {name: read(item, f"{what} of {name}") for name, item in record(value, what).items()}


def variant(value: object, known: Mapping[str, Any]) -> dict[str, Any]:
    """The variants of a game, each as given or by default: true or false, or a whole number where that is one."""
    given = record(value, "variant", known)
    read: dict[str, Callable[[object, str], Any]] = {
        name: truth if isinstance(usual, bool) else number for name, usual in known.items()
    }
    return {**known, **{name: read[name](chosen, f"the variant {name}") for name, chosen in given.items()}}
