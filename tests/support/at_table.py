"""Lays a table and lets people do things at it, in few words."""

from typing import Any, TypeVar

import pytest

from companion.rules.actions import Roll
from companion.rules.contract import Action, Event, Game
from companion.rules.refusals import Refusal

R = TypeVar("R", bound=Refusal)


def roll(faces: str, golden: str | None = None) -> Roll:
    return Roll(tuple(faces.split()), golden)


def aside(dice: str) -> dict[str, Any]:
    """A turn with these dice laid aside: ``aside("worm worm 4 4")``."""
    kept: dict[str, int] = {}
    for face in dice.split():
        kept[face] = kept.get(face, 0) + 1
    return {"kept": [[face, count] for face, count in kept.items()]}


class Sitting:
    """A table somebody plays at: each deed moves it on, a refusal leaves it as it was."""

    def __init__(self, game: Game[Any], **setup: Any) -> None:
        self.game = game
        self.state = game.state_from(setup)
        self.events: tuple[Event, ...] = ()

    def does(self, *deeds: Action) -> "Sitting":
        self.events = ()
        for deed in deeds:
            self.state, events = self.game.apply(self.state, deed)
            self.events += events
        return self

    def is_refused(self, deed: Action, why: type[R]) -> R:
        before = self.game.report(self.state)
        with pytest.raises(Refusal) as refusal:
            self.game.apply(self.state, deed)
        assert isinstance(refusal.value, why), refusal.value
        assert self.game.report(self.state) == before
        return refusal.value

    def __getitem__(self, key: str) -> Any:
        """What the judge would say."""
        return self.game.report(self.state)[key]

    def __call__(self, *keys: str) -> tuple[Any, ...]:
        report = self.game.report(self.state)
        return tuple(report[key] for key in keys)
