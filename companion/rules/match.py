"""One sitting of a game: its players, its actions, and the state they add up to."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from companion.rules.actions import Roll
from companion.rules.contract import Action, Event, Game, Options, S
from companion.rules.pieces import Player
from companion.rules.refusals import NothingToUndo, Refusal, RollStands


@dataclass(frozen=True)
class Deed(Generic[S]):
    """One action that was allowed, with what it did."""

    action: Action
    state: S  # after it
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Match(Generic[S]):
    """A value: each deed gives a new match, and every earlier one is still there."""

    game: Game[S]
    players: tuple[Player, ...]
    options: Options
    start: S = field(repr=False)
    deeds: tuple[Deed[S], ...] = field(default=(), repr=False)

    @property
    def state(self) -> S:
        return self.deeds[-1].state if self.deeds else self.start

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(deed.action for deed in self.deeds)

    @property
    def over(self) -> bool:
        return self.game.winners(self.state) is not None

    def act(self, action: Action) -> "Match[S]":
        """The match with one deed more; raises the Refusal of a deed that is not allowed."""
        state, events = self.game.apply(self.state, action)
        return replace(self, deeds=(*self.deeds, Deed(action, state, events)))

    def undo(self) -> "Match[S]":
        """The match with one deed fewer. What the dice said is never taken back, only corrected."""
        if not self.deeds:
            raise NothingToUndo()
        if isinstance(self.deeds[-1].action, Roll):
            raise RollStands()
        return replace(self, deeds=self.deeds[:-1])

    def last_roll(self) -> int | None:
        """Which deed was the last roll."""
        return next((n for n in range(len(self.deeds) - 1, -1, -1) if isinstance(self.deeds[n].action, Roll)), None)

    def correct(self, index: int, roll: Roll) -> "Correction[S]":
        """Read the roll at this index again and judge anew all that followed.

        Raises the Refusal of a roll that cannot be (the match is untouched). A later deed the rules no longer allow
        is dropped with all after it: the table goes on from there.
        """
        if not isinstance(self.deeds[index].action, Roll):
            raise TypeError(f"deed {index} is no roll")
        match = replace(self, deeds=self.deeds[:index]).act(roll)
        refused: Refusal | None = None
        for deed in self.deeds[index + 1 :]:
            try:
                match = match.act(deed.action)
            except Refusal as refusal:
                refused = refusal
                break
        return Correction(match, index, self.deeds[index:], match.deeds[index:], refused)


@dataclass(frozen=True)
class Correction(Generic[S]):
    """What a roll read anew made of all that followed it."""

    match: Match[S]
    index: int  # of the corrected roll
    before: tuple[Deed[S], ...]  # from the roll on, as it was
    after: tuple[Deed[S], ...]  # and as it is now
    refused: Refusal | None  # why the first dropped deed can no longer stand

    @property
    def dropped(self) -> tuple[Action, ...]:
        return tuple(deed.action for deed in self.before[len(self.after) :])

    @property
    def no_longer(self) -> tuple[Event, ...]:
        """What did not happen after all."""
        return _without(self.before, self.after)

    @property
    def now(self) -> tuple[Event, ...]:
        """What happened instead."""
        return _without(self.after, self.before)


def begin(game: Game[S], players: Sequence[Player], options: Options | None = None) -> Match[S]:
    """A fresh match; raises the Refusal of players or options the game cannot take."""
    start = game.setup(players, options or {})
    return Match(game, tuple(players), dict(options or {}), start)


def replay(game: Game[S], players: Sequence[Player], options: Options, actions: Sequence[Action]) -> Match[S]:
    """The match these actions add up to."""
    match = begin(game, players, options)
    state, deeds = match.start, []
    for action in actions:
        state, events = game.apply(state, action)
        deeds.append(Deed(action, state, events))
    return replace(match, deeds=tuple(deeds))


def _without(deeds: Sequence[Deed[Any]], others: Sequence[Deed[Any]]) -> tuple[Event, ...]:
    rest = [event for deed in others for event in deed.events]
    gone = []
    for event in (event for deed in deeds for event in deed.events):
        if event in rest:
            rest.remove(event)
        else:
            gone.append(event)
    return tuple(gone)
