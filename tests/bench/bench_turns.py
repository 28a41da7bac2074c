"""Referees rendered sequences with the whole program and counts: ``make turns`` writes and renders them, and runs this.

bench_turns.py --write DIR [--count N] [--from SEED]      write the scripts, ready to be rendered
bench_turns.py DIR...                                    teach, referee and compare; exit 1 on a fault
"""

import argparse
import sys
import tempfile
import traceback
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from turn_judge import Judged, judge, overlays
from turn_scripts import write
from turn_wish import TROUBLES, Wish

ROUND: tuple[tuple[str, dict[str, Any]], ...] = (  # the games of a series, in turn
    ("heckmeck", {}),
    ("heckmeck-junior", {}),
    ("rooster-run", {"mistakes": 0.05}),
    ("heckmeck-deluxe", {}),
    ("heckmeck", {"mat": "bare"}),
    ("ten-thousand", {}),
)

SMALL = {  # those the tests play, in tests/turns
    "heckmeck": Wish("heckmeck", 501, 6, mat="a3", touching=0.5, mistakes=0.0, troubles=("cocked",), quality=85),
    "heckmeck-bare": Wish("heckmeck", 502, 6, mat="bare", mistakes=0.25, quality=85),
    "junior-on-paper": Wish("heckmeck-junior", 503, 6, paper=True, mistakes=0.0, troubles=("lamp",), quality=85),
    "deluxe-on-taped-sheets": Wish("heckmeck-deluxe", 504, 6, mat="a4", troubles=("arm", "clutter"), quality=85),
    "rooster-run": Wish("rooster-run", 505, 7, mistakes=0.0, quality=85),
    "ten-thousand": Wish("ten-thousand", 506, 6, mistakes=0.0, troubles=("bump", "stray"), quality=85),
}


def wishes(first: int, many: int) -> list[Wish]:
    """A series in which every game meets every trouble sooner or later."""
    found = []
    for number, seed in zip(range(many), count(first), strict=False):
        game, ways = ROUND[number % len(ROUND)]
        chance = Random(seed)
        troubles = tuple(chance.sample(TROUBLES, chance.choice((0, 1, 1, 2, 3))))
        paper = chance.random() < 0.3
        mat = chance.choice(("a3", "a3", "a4"))
        own: dict[str, Any] = {
            "mat": mat,
            "paper": paper,
            "troubles": troubles,
            "touching": chance.choice((0.0, 0.15, 0.3)),
        } | ways
        own["players"] = chance.choice((2, 2, 3))
        found.append(Wish(game, seed, **own))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--write", type=Path, metavar="DIR")
    parser.add_argument("--small", action="store_true", help="write those of tests/turns")
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--from", type=int, default=1, dest="first", metavar="SEED")
    parser.add_argument("--noise", type=int, default=1, metavar="SEED", help="of the frames' noise")
    parser.add_argument("--out", type=Path, default=Path("out/turns-failed"), help="pictures of what went wrong")
    options = parser.parse_args()
    if options.write:
        series = {f"{wish.game}-{wish.seed}": wish for wish in wishes(options.first, options.count)}
        for name, wish in (SMALL if options.small else series).items():
            folder = options.write / name
            write(folder, wish)
            print(folder)
        return 0
    judged = [one for folder in options.folders if (one := referee(folder, options)) is not None]
    print(f"{len(judged)} sequences")
    for kind in ("right", "wrong", "missed", "question", "needless"):
        print(f"{sum(one.count(kind) for one in judged):5d} {kind}")
    return int(len(judged) < len(options.folders) or any(one.faults for one in judged))


def referee(folder: Path, options: argparse.Namespace) -> Judged | None:
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        try:
            judged = judge(folder, work, options.noise)
        except Exception:  # one sequence that cannot be played is a result; the others are played all the same
            print(f"{folder.name:34s} {traceback.format_exc()}", flush=True)
            return None
        print(judged.line(), flush=True)
        for row in judged.faults:
            print(f"    {row.frame:5d} {row.verdict:9s} wanted {row.wanted}; told {row.told}", flush=True)
        overlays(judged, folder, work, options.out / folder.name)
    return judged


if __name__ == "__main__":
    sys.exit(main())
