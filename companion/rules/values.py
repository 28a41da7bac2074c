"""Frozen values, changed by copying: many times a turn, so it has to be quick."""

from typing import Any, TypeVar

V = TypeVar("V")


def changed(value: V, **changes: Any) -> V:
    """A copy with some fields changed; ``dataclasses.replace`` without its checks, at a fifth of its time."""
    copy = object.__new__(type(value))
    copy.__dict__.update(value.__dict__, **changes)
    return copy
