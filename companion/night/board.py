"""The leaderboard over all tables and games, of one evening or the season."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.night.evening import Played
from companion.night.people import People
from companion.night.ratings import Ranked, Ratings, places


@dataclass(frozen=True)
class Result:
    """What a match came to, told of persons instead of names."""

    at: str
    evening: str
    game: str
    title: str
    table: str
    match: int
    scores: Mapping[str, int]
    winners: tuple[str, ...]


def results(
    matches: Iterable[Played], who: People, verdicts: Mapping[tuple[str, int], Sequence[str] | None]
) -> list[Result]:
    """Every match that counts, in the order they began; a verdict of the host stands above what the table said."""
    found = []
    for played in sorted(matches, key=lambda one: (one.begun_at, one.table, one.match)):
        said = verdicts.get((played.table, played.match), played.winners if played.counts else None)
        if not said:
            continue
        scores = {who.who(name, played.table): played.scores.get(name, 0) for name in played.everyone}
        winners = tuple(who.who(name, played.table) for name in said)
        at = (played.begun_at, played.evening, played.game, played.title, played.table, played.match)
        found.append(Result(*at, scores, winners))
    return found


def leaderboard(
    found: Sequence[Result], ratings: Ratings, *, game: str = "", evening: str = ""
) -> list[dict[str, Any]]:
    """Who won how often; a shared win counts for all who share it. Ratings are of the whole season."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for one in found:
        if game in ("", one.game) and evening in ("", one.evening):
            played.update(one.scores.keys())
            won.update(one.winners)
            points.update(one.scores)
    rated = ratings.after([_ranked(one) for one in found])
    best = sorted(played, key=lambda name: (-won[name], -won[name] / played[name], -points[name], name))
    return [
        {"player": name, "won": won[name], "played": played[name], "points": points[name], "rating": rated.get(name)}
        for name in best
    ]


def _ranked(one: Result) -> Ranked:
    return places(one.scores, one.winners)
