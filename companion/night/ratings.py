"""How strong each player is, by all games of two to seven players so far (openskill's Plackett-Luce)."""

from collections.abc import Mapping, Sequence
from typing import Any

Ranked = Sequence[tuple[str, int]]  # who took part, and which place he came in: 1 is first, ties share a place


def places(scores: Mapping[str, int], winners: Sequence[str]) -> list[tuple[str, int]]:
    """The winners come first whatever the score says, for some games break ties by other means."""
    ranked = sorted(scores, key=lambda name: (name not in winners, -scores[name]))
    found: list[tuple[str, int]] = []
    for at, name in enumerate(ranked):
        before = ranked[at - 1] if at else name
        alike = at and (name in winners) == (before in winners) and (name in winners or scores[name] == scores[before])
        found.append((name, found[-1][1] if alike else at + 1))
    return found


class Ratings:
    """Rates game after game; asked about the same games again it goes on from there."""

    def __init__(self) -> None:
        self._rated: list[Ranked] = []
        self._now: dict[str, Any] = {}
        self._model: Any = None

    def after(self, games: Sequence[Ranked]) -> dict[str, float]:
        """What everybody is worth at least, in all likelihood; empty where openskill is not installed."""
        try:
            from openskill.models import PlackettLuce
        except ImportError:
            return {}
        if self._model is None or list(games[: len(self._rated)]) != self._rated:
            self._model, self._now, self._rated = PlackettLuce(), {}, []
        for game in games[len(self._rated) :]:
            teams = [[self._now.get(name) or self._model.rating(name=name)] for name, _ in game]
            if len(teams) > 1:
                rated = self._model.rate(teams, ranks=[float(place) for _, place in game])
                self._now |= {name: team[0] for (name, _), team in zip(game, rated, strict=True)}
            self._rated.append(game)
        return {name: round(rating.ordinal(), 1) for name, rating in self._now.items()}
