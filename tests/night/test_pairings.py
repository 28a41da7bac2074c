"""Rounds: nobody plays two games more than another, nobody meets again before it cannot be avoided."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random

import pytest

from companion.night.pairings import Kind, Past, Seating, Tables, draw, table_sizes


class Evening:
    """Rounds drawn one after the other; who wins is luck."""

    def __init__(self, players: int, seats: Mapping[str, int], kind: Kind, seed: int = 1, fewest: int = 2) -> None:
        self.present = [f"p{n}" for n in range(players)]
        self.seats, self.kind, self.fewest = seats, kind, fewest
        self.dice = Random(seed)
        self.games, self.points, self.met = Counter[str](), Counter[str](), Counter[frozenset[str]]()

    @property
    def past(self) -> Past:
        return Past(self.games, self.points, self.met)

    def round(self) -> tuple[Seating, int]:
        """A round, and how many meetings of it are repeats."""
        drawn = draw(self.present, self.seats, self.past, self.kind, self.dice, self.fewest)
        repeats = self.past.repeats(tuple(drawn.tables.values()))
        for table, players in drawn.tables.items():
            assert self.fewest <= len(players) <= self.seats[table]
            for place, name in enumerate(self.dice.sample(players, len(players))):
                self.points[name] += len(players) - place
            self.games.update(players)
            self.met.update(frozenset(pair) for pair in combinations(players, 2))
        everybody = [name for players in drawn.tables.values() for name in players] + list(drawn.out)
        assert sorted(everybody) == sorted(self.present), "everybody has one place"
        return drawn, repeats

    @property
    def apart(self) -> int:
        games = [self.games[name] for name in self.present]
        return max(games) - min(games)


@pytest.mark.parametrize("kind", ["swiss", "everybody"])
@pytest.mark.parametrize("players", [4, 5, 7, 11, 13])
def test_games_never_differ_by_more_than_one(players: int, kind: Kind) -> None:
    evening = Evening(players, {"oak": 4, "elm": 3, "ash": 2}, kind)
    for _ in range(6):
        evening.round()
        assert evening.apart <= 1


@pytest.mark.parametrize(
    ("players", "seats", "rounds"),
    [(6, [2] * 3, 5), (8, [2] * 4, 7), (9, [2] * 4, 9), (9, [3] * 3, 4), (16, [4] * 4, 3), (25, [5] * 5, 6)],
    ids=str,
)
def test_everybody_meets_everybody_before_anybody_meets_again(players: int, seats: list[int], rounds: int) -> None:
    """As far as plans are known: pairs always, as many tables as seats where that is a prime."""
    evening = Evening(players, {f"t{n}": size for n, size in enumerate(seats)}, "everybody")
    assert [evening.round()[1] for _ in range(rounds)] == [0] * rounds
    if (players % 2 and seats[0] == 2) or players in (6, 8, 25):
        assert len(evening.met) == players * (players - 1) // 2


@pytest.mark.parametrize("seed", range(6))
def test_a_small_round_has_no_more_repeats_than_it_must(seed: int) -> None:
    """Compared with every seating there is."""
    dice = Random(seed)
    evening = Evening(dice.choice([5, 6, 7, 8]), {"oak": 3, "elm": 3, "ash": 2}, "swiss", seed)
    for _ in range(4):
        past = Past(dict(evening.games), dict(evening.points), dict(evening.met))
        drawn, repeats = evening.round()
        playing = tuple(name for players in drawn.tables.values() for name in players)
        sizes = [len(players) for players in drawn.tables.values()]
        assert repeats == min(past.repeats(tables) for tables in seatings(playing, sizes))


def seatings(playing: tuple[str, ...], sizes: list[int]) -> Iterator[Tables]:
    """All of them, in the plainest way."""
    if not sizes:
        yield ()
        return
    for table in combinations(playing, sizes[0]):
        for rest in seatings(tuple(name for name in playing if name not in table), sizes[1:]):
            yield (table, *rest)


def test_winners_meet_winners_where_that_repeats_no_meeting() -> None:
    evening = Evening(12, dict.fromkeys(("oak", "elm", "ash", "fir"), 3), "swiss")
    evening.round()
    winners = {name for name, points in evening.points.items() if points == 3}
    tables = [set(players) for players in evening.round()[0].tables.values()]
    assert max(len(table & winners) for table in tables) == 3


def test_a_final_table_holds_the_best() -> None:
    evening = Evening(10, {"oak": 4, "elm": 4, "ash": 2}, "swiss")
    for _ in range(3):
        evening.round()
    evening.kind = "final"
    best = sorted(evening.points.values(), reverse=True)
    points = dict(evening.points)
    final = next(iter(evening.round()[0].tables.values()))
    assert sorted((points[name] for name in final), reverse=True) == best[: len(final)]


def test_two_hundred_tables_play_four_rounds_and_nobody_meets_twice() -> None:
    evening = Evening(800, {f"t{n}": 4 for n in range(200)}, "swiss")
    assert [evening.round()[1] for _ in range(4)] == [0] * 4
    assert evening.apart == 0


@pytest.mark.parametrize(
    ("players", "seats", "fewest", "sizes"),
    [
        (5, {"oak": 4, "elm": 4}, 2, [3, 2]),
        (13, {"oak": 4, "elm": 4, "ash": 4, "fir": 4}, 2, [4, 3, 3, 3]),
        (3, {"oak": 2, "elm": 2}, 2, [2]),
        (9, {"oak": 4, "elm": 2}, 2, [4, 2]),
        (5, {"oak": 4, "elm": 4}, 3, [4]),
        (1, {"oak": 4}, 2, []),
        (4, {"oak": 1}, 2, []),
        (4, {}, 2, []),
    ],
    ids=str,
)
def test_tables_are_filled_evenly(players: int, seats: dict[str, int], fewest: int, sizes: list[int]) -> None:
    assert list(table_sizes(players, seats, fewest).values()) == sizes
