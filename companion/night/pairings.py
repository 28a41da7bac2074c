"""Draws who sits where: nobody plays two games more than another, nobody meets again before it cannot be avoided.

Pure: who is there, what was played and a source of luck come in, a seating comes out. Wanted is the seating with the
fewest repeated meetings, for few players by trying all, for many by exchanging players from several beginnings; then
winners should meet winners.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Literal

Kind = Literal["swiss", "everybody", "final"]
Tables = tuple[tuple[str, ...], ...]

ALL_TRIED = 3000  # so many seatings are tried one by one; above that they are searched
BEGINNINGS = 8
STEPS = 250


@dataclass(frozen=True)
class Past:
    """What counts for the next round."""

    games: Mapping[str, int] = field(default_factory=dict)  # a latecomer is credited with the fewest of the others
    points: Mapping[str, float] = field(default_factory=dict)
    met: Mapping[frozenset[str], int] = field(default_factory=dict)

    def repeats(self, tables: Tables) -> int:
        """How often pairs of these tables have met before."""
        return sum(self.met.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2))


@dataclass(frozen=True)
class Seating:
    tables: Mapping[str, tuple[str, ...]]
    out: tuple[str, ...]  # who sits this round out


def draw(
    present: Sequence[str], seats: Mapping[str, int], past: Past, kind: Kind, dice: Random, fewest: int = 2
) -> Seating:
    """The next round at tables with so many seats each, for a game of at least ``fewest`` players."""
    sizes = table_sizes(len(present), seats, fewest)
    if not sizes:
        return Seating({}, tuple(present))
    names, room = list(sizes), tuple(sizes.values())
    if kind == "final":
        return _final(present, sizes, past, dice)
    best: tuple[tuple[float, ...], Tables, tuple[str, ...]] | None = None
    for tables, out in _candidates(present, room, past, kind, dice):
        cost = _cost(tables, past, kind)
        if best is None or cost < best[0]:
            best = cost, tables, out
    assert best is not None
    return Seating(dict(zip(names, best[1], strict=True)), best[2])


def table_sizes(players: int, seats: Mapping[str, int], fewest: int) -> dict[str, int]:
    """How many sit at which table: as few tables as hold all, filled evenly; whoever is too many sits out."""
    order = sorted((table for table in seats if seats[table] >= fewest), key=lambda table: -seats[table])
    for seated in range(min(players, sum(seats[table] for table in order)), fewest - 1, -1):
        for count in range(1, len(order) + 1):
            used = order[:count]
            if count * fewest <= seated <= sum(seats[table] for table in used):
                sizes = dict.fromkeys(used, fewest)
                for _ in range(seated - count * fewest):
                    roomy = [table for table in used if sizes[table] < seats[table]]
                    sizes[min(roomy, key=sizes.__getitem__)] += 1
                return sizes
    return {}


def sits_out(present: Sequence[str], count: int, past: Past, dice: Random) -> tuple[str, ...]:
    """Whoever has played most; that keeps all within one game of each other."""
    tickets = {name: dice.random() for name in present}
    return tuple(sorted(present, key=lambda name: (-past.games.get(name, 0), tickets[name]))[:count])


def _candidates(
    present: Sequence[str], room: tuple[int, ...], past: Past, kind: Kind, dice: Random
) -> Iterator[tuple[Tables, tuple[str, ...]]]:
    """Seatings worth looking at, the best planned first."""
    if kind == "everybody":
        yield from _planned(present, room, past)
    out = sits_out(present, len(present) - sum(room), past, dice)
    playing = [name for name in present if name not in out]
    if _ways(room) <= ALL_TRIED:
        dice.shuffle(playing)
        yield from ((tables, out) for tables in _all(tuple(playing), room))
        return
    for beginning in range(BEGINNINGS):
        tickets = {name: dice.random() for name in playing}
        loose = 0.0 if beginning == 0 else beginning / BEGINNINGS  # the later the wilder
        if kind == "swiss":
            playing.sort(key=lambda name: (-past.points.get(name, 0) + loose * tickets[name], tickets[name]))
        else:
            dice.shuffle(playing)
        tables = _searched(_dealt(playing, room), past, dice)
        yield tables, out
        if past.repeats(tables) == 0:
            return


def _dealt(playing: Sequence[str], room: tuple[int, ...]) -> list[list[str]]:
    rest = iter(playing)
    return [[next(rest) for _ in range(size)] for size in room]


def _cost(tables: Tables, past: Past, kind: Kind) -> tuple[float, ...]:
    spread = 0.0
    if kind == "swiss":
        for table in tables:
            points = [past.points.get(name, 0.0) for name in table]
            middle = sum(points) / len(points)
            spread += sum((one - middle) ** 2 for one in points)
    return past.repeats(tables), round(spread, 6)


def _searched(tables: list[list[str]], past: Past, dice: Random) -> Tables:
    """Exchange players between tables for as long as that spares meetings; those of like points first."""
    met = past.met

    def meets(name: str, table: Sequence[str], without: str = "") -> int:
        return sum(met.get(frozenset((name, other)), 0) for other in table if other not in (name, without))

    for _ in range(STEPS):
        trouble = [(at, name) for at, table in enumerate(tables) for name in table if meets(name, table)]
        if not trouble:
            break
        here, name = dice.choice(trouble)
        best: tuple[float, float, float] | None = None
        swap = (here, name)
        for there, table in enumerate(tables):
            if there == here:
                continue
            for other in table:
                before = meets(name, tables[here]) + meets(other, table)
                gain = meets(name, table, other) + meets(other, tables[here], name) - before
                gap = abs(past.points.get(name, 0.0) - past.points.get(other, 0.0))
                if best is None or (gain, gap) < best[:2] or ((gain, gap) == best[:2] and dice.random() < 0.3):
                    best, swap = (gain, gap, 0.0), (there, other)
        if best is None or (best[0] > 0 and dice.random() > 0.1):
            continue
        there, other = swap
        tables[here][tables[here].index(name)], tables[there][tables[there].index(other)] = other, name
    return tuple(tuple(table) for table in tables)


def _ways(room: Sequence[int]) -> int:
    """How many seatings there are, two tables of one size not told apart."""
    ways, left = 1, sum(room)
    for size in room:
        for n in range(size):
            ways = ways * (left - n) // (n + 1)
        left -= size
    for count in Counter(room).values():
        for n in range(2, count + 1):
            ways //= n
    return ways


def _all(playing: tuple[str, ...], room: tuple[int, ...]) -> Iterator[Tables]:
    """Every seating once: of equal tables, the one with the earlier player comes first."""
    if not room:
        yield ()
        return
    for table in combinations(playing, room[0]):
        if len(set(room)) == 1 and table[0] != playing[0]:
            return  # where all tables are equal, the first player sits at the first
        rest = tuple(name for name in playing if name not in table)
        for others in _all(rest, room[1:]):
            yield (table, *others)


def _planned(present: Sequence[str], room: tuple[int, ...], past: Past) -> Iterator[tuple[Tables, tuple[str, ...]]]:
    """Rounds of known plans in which everybody meets everybody, or many meet once, before anybody meets again."""
    size, count, playing = room[0], len(room), sum(room)
    if size == 2 and set(room) == {2}:
        chairs: list[str | None] = [*present, *([None] if len(present) % 2 else [])]
        if len(chairs) // 2 == count + (None in chairs and len(present) // 2 < len(chairs) // 2):
            for turn in range(len(chairs) - 1):
                ring = [chairs[0], *_turned(chairs[1:], turn)]
                pairs = [(ring[n], ring[-1 - n]) for n in range(len(ring) // 2)]
                out = tuple(a or b or "" for a, b in pairs if a is None or b is None)
                if all(past.games.get(name, 0) == max(past.games.get(one, 0) for one in present) for name in out):
                    yield tuple((a, b) for a, b in pairs if a is not None and b is not None), out
    elif set(room) == {size} and playing == len(present) and _prime(count) and size <= count:
        columns = [present[n * count : (n + 1) * count] for n in range(size)]
        for turn in range(count):
            yield tuple(tuple(columns[n][(at + turn * n) % count] for n in range(size)) for at in range(count)), ()
        if size == count:
            yield tuple(tuple(column) for column in columns), ()


def _turned(chairs: Sequence[str | None], turn: int) -> list[str | None]:
    turn %= len(chairs) or 1
    return [*chairs[turn:], *chairs[:turn]]


def _prime(number: int) -> bool:
    return number > 1 and all(number % n for n in range(2, int(number**0.5) + 1))


def _final(present: Sequence[str], sizes: Mapping[str, int], past: Past, dice: Random) -> Seating:
    """The best at the largest table, the next best at the next one."""
    tickets = {name: dice.random() for name in present}
    ranked = sorted(present, key=lambda name: (-past.points.get(name, 0), tickets[name]))
    dealt = _dealt(ranked, tuple(sizes.values()))
    return Seating(dict(zip(sizes, map(tuple, dealt), strict=True)), tuple(ranked[sum(sizes.values()) :]))
