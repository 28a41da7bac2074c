"""Parts each player's result into what was to be expected, what the dice gave, and what the choices gave up."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules.actions import Roll
from companion.rules.match import Match
from companion.rules.pieces import Player

Answer = Mapping[str, Any]
Advise = Callable[[Any], Answer | None]  # a state -> what each choice is worth to who is to choose, and which is best


@dataclass(frozen=True)
class Ply:
    """One deed of a turn, weighed."""

    deed: int  # its number in the match
    player: Player
    luck: float = 0.0  # what the dice gave beyond what was to be expected of them
    given_up: float = 0.0  # how much less the choice was worth than the best one
    better: Answer | None = None  # the best one, where it was not chosen


@dataclass(frozen=True)
class Account:
    """score == expected + luck - given_up + others, to the last digit."""

    score: float
    expected: float = 0.0  # what the best choices bring on average, turn by turn
    luck: float = 0.0
    given_up: float = 0.0
    others: float = 0.0  # what the others' turns took away or gave


@dataclass(frozen=True)
class Weighed:
    """A whole match, deed by deed and player by player."""

    plies: tuple[Ply, ...]
    accounts: Mapping[Player, Account] = field(default_factory=dict)

    @property
    def luckiest(self) -> Ply | None:
        return max((ply for ply in self.plies if ply.luck > 0), key=lambda ply: ply.luck, default=None)

    @property
    def worst_choice(self) -> Ply | None:
        return max((ply for ply in self.plies if ply.better is not None), key=lambda ply: ply.given_up, default=None)


ALIKE = 1e-9  # choices that differ by less are equally good


def weigh(match: Match[Any], advise: Advise) -> Weighed:
    """Walk through a match with the exact odds at hand.

    Before each deed the table is worth to the player what he has and what the rest of his turn brings on average, if
    he chooses best from here on. What a roll changes in that is luck; what a choice changes is never a gain.
    """
    plies: list[Ply] = []
    sums: dict[str, dict[Player, float]] = {
        name: defaultdict(float) for name in ("expected", "luck", "given_up", "others")
    }
    before, owner = match.start, None
    for number, deed in enumerate(match.deeds):
        player = _chooser(match, before)
        had, has = match.game.scores(before), match.game.scores(deed.state)
        if player is not None:
            worth = _Worth(match, advise, player)
            if owner != player:
                sums["expected"][player] += worth.of(before) - had.get(player, 0)
                owner = player
            ply = worth.ply(number, before, deed.action, deed.state)
            plies.append(ply)
            sums["luck"][player] += ply.luck
            sums["given_up"][player] += ply.given_up
            if _chooser(match, deed.state) != player:
                owner = None
        for other in has:
            if other != player:
                sums["others"][other] += has[other] - had.get(other, 0)
        before = deed.state
    unfinished = _chooser(match, before) if owner is not None else None
    if unfinished is not None:  # what the rest of a turn that was broken off would have brought
        rest = _Worth(match, advise, unfinished).of(before) - match.game.scores(before)[unfinished]
        sums["expected"][unfinished] -= rest
    final = match.game.scores(before)
    accounts = {
        player: Account(score, **{name: column[player] for name, column in sums.items()})
        for player, score in final.items()
    }
    return Weighed(tuple(plies), accounts)


@dataclass(frozen=True)
class _Worth:
    match: Match[Any]
    advise: Advise
    player: Player

    def of(self, state: Any) -> float:
        """What the player has, and what the rest of the turn brings him on average."""
        has = float(self.match.game.scores(state).get(self.player, 0))
        if _chooser(self.match, state) != self.player:
            return has
        answer = self.advise(state)
        if answer is not None:
            return has + float(answer["expected"])
        return max(self._after_each(state), default=has)

    def ply(self, number: int, before: Any, action: Any, after: Any) -> Ply:
        here, there = self.of(before), self.of(after)
        answer = self.advise(before)
        if not isinstance(action, Roll):
            return self._chosen(number, here - there, answer)
        rolled = self._of_roll(before, answer, here)
        chosen = self._chosen(number, here - rolled, answer)
        return replace(chosen, luck=chosen.luck + there - rolled)

    def _chosen(self, number: int, less: float, answer: Answer | None) -> Ply:
        """A choice that brings more than the odds knew of (a gift of the game) was luck."""
        better = answer["best"] if answer is not None and less > ALIKE else None
        return Ply(number, self.player, luck=max(-less, 0.0), given_up=max(less, 0.0), better=better)

    def _of_roll(self, before: Any, answer: Answer | None, here: float) -> float:
        has = float(self.match.game.scores(before)[self.player])
        for choice in answer["choices"] if answer is not None else ():
            if choice.get("roll"):
                return has + float(choice["expected"])
        return here  # there was nothing to choose

    def _after_each(self, state: Any) -> Iterator[float]:
        game = self.match.game
        return (self.of(game.carry_out(state, action)[0]) for action in game.legal_actions(state))


def _chooser(match: Match[Any], state: Any) -> Player | None:
    """Whose turn it is, where it is one player's."""
    turn: Sequence[Player] = match.game.turn_of(state)
    return turn[0] if len(turn) == 1 else None
