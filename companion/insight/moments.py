"""Finds the moments of a match that are worth another look."""

from companion.insight.luck import Weighed
from companion.rules.match import Match


def moments(match: Match[object], told: Weighed | None, most: int) -> tuple[int, ...]:
    """The numbers of so many deeds, in order: luckiest roll, dearest choice, what moved most points."""
    before, moved = match.game.scores(match.start), []
    for number, deed in enumerate(match.deeds):
        has = match.game.scores(deed.state)
        moved.append((sum(abs(has[one] - before.get(one, 0)) for one in has), number))
        before = has
    marked = [ply.deed for ply in ((told.luckiest, told.worst_choice) if told else ()) if ply is not None]
    large = [number for points, number in sorted(moved, reverse=True) if points]
    return tuple(sorted(list(dict.fromkeys([*marked, *large]))[:most]))
