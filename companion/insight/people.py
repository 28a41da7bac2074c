"""What several matches say of the people who played them: averages, streaks, and who is ahead of whom."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

Finished = Mapping[str, Any]  # players, scores, winners, and the parts of each result where they are known


def averages(matches: Sequence[Finished]) -> dict[str, dict[str, Any]]:
    """Of each player: points a game, luck and what was given up, and wins in a row, now and at best.

    The newest match comes first. Points of several games are no average of anything.
    """
    alike = len({match["game"] for match in matches}) == 1
    columns: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    won: dict[str, list[bool]] = defaultdict(list)
    for match in reversed(matches):
        for player in match["players"]:
            columns[player]["points"].append(match["scores"][player])
            won[player].append(player in match["winners"])
        for player, part in (match.get("parts") or {}).items():
            columns[player]["luck"].append(part["luck"])
            columns[player]["given_up"].append(part["given_up"])
    means = {player: {name: fmean(values) for name, values in of.items()} for player, of in columns.items() if alike}
    return {player: {**means.get(player, {}), **_streaks(won[player])} for player in won}


def ahead(matches: Sequence[Finished]) -> dict[str, dict[str, int]]:
    """How often each player was ahead of each other in a match both played: whoever won, else by points."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for match in matches:
        place = {player: (player in match["winners"], match["scores"][player]) for player in match["players"]}
        for one, other in combinations(place, 2):
            found[one][other] += place[one] > place[other]
            found[other][one] += place[other] > place[one]
    return {one: dict(others) for one, others in found.items()}


def _streaks(won: Sequence[bool]) -> dict[str, int]:
    now = best = 0
    for one in won:
        now = now + 1 if one else 0
        best = max(best, now)
    return {"streak": now, "best_streak": best}
