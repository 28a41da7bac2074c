"""What looks cost in instructions, and how long boards would take for them: python tests/bench/bench_budget.py

Instructions do not hang on how busy a machine is. Here valgrind counts them; on the emulated Pi its clock does, which
there goes on by one nanosecond with every instruction (--by clock), and these are an ARM's own.
"""

import argparse
import importlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import cv2
import numpy as np

from companion.games import GAMES
from companion.mats import all_mats
from hardware.frame import Frame
from vision.piece_set import load_set
from vision.reader import Reader
from vision.render.paint import Painter
from vision.render.scene import Cloth, Die, Scene, hung
from vision.table.motion import Motion

# Clock in GHz, and instructions of this kind of work a turn of it: the spread of what is published of these cores.
BOARDS = {"Pi 5": (2.4, (1.8, 2.6)), "Pi 4": (1.8, (0.9, 1.4)), "Zero 2 W": (1.0, (0.5, 0.8))}
COUNTED_HERE = "--counted"
GAMES_LOOKED_AT = ("heckmeck", "rooster-run")
SEED = 3
Jobs = Mapping[str, Callable[[], object]]


def paint(folder: Path) -> None:
    """What is looked at; painted outside valgrind, for a painter has more to do than the eye."""
    painter = Painter()
    faces = ("1", "2", "3", "4", "5", "worm", "worm", "3")
    dice = tuple(Die(face, (70.0 + 40 * (n % 4), 60.0 + 50 * (n // 4)), 37.0 * n) for n, face in enumerate(faces))
    scene = Scene(hung((140.0, 90.0), height_mm=520.0, tilt_deg=9.0), cloth=Cloth("felt-green"), dice=dice, seed=5)
    laid = importlib.import_module("on_the_mat").laid  # which lies beside this file
    np.save(folder / "dice.npy", painter.paint(scene))
    for mat in all_mats():
        if mat.name in GAMES_LOOKED_AT:
            np.save(folder / f"{mat.name}.npy", painter.paint(laid(mat, SEED)[0]))


def jobs(folder: Path) -> Jobs:
    """Each is one look at a painted picture."""
    cv2.setNumThreads(1)
    eight, motion, plain = _frame(folder, "dice"), Motion(), Reader()
    todo: dict[str, Callable[[], object]] = {
        "a glance at a table at rest": lambda: motion.look(eight),
        "a read of eight dice": lambda: plain.read(eight),
    }
    for mat in all_mats():
        if mat.name not in GAMES_LOOKED_AT:
            continue
        reader = Reader([load_set(name) for name in GAMES[mat.name].box.sets], mat=mat)
        frame = _frame(folder, mat.name)
        title = GAMES[mat.name].title
        todo[f"a whole {title} table, first read"] = _afresh(reader, frame)
        todo[f"a whole {title} table, nothing moved"] = _again(reader, frame)
    return todo


def _frame(folder: Path, name: str) -> Frame:
    return Frame(np.load(folder / f"{name}.npy"), 0, 0.0)


def _afresh(reader: Reader, frame: Frame) -> Callable[[], object]:
    def read() -> object:
        reader.forget()
        return reader.read(frame)

    return read


def _again(reader: Reader, frame: Frame) -> Callable[[], object]:
    return lambda: reader.read(frame)


def by_clock(folder: Path) -> dict[str, float]:
    """Where every instruction takes a nanosecond of the clock."""
    counted = {}
    for name, job in jobs(folder).items():
        job()
        began = time.thread_time_ns()
        job()
        counted[name] = float(time.thread_time_ns() - began)
    return counted


def by_valgrind(folder: Path) -> dict[str, float]:
    """Each job in a child of one warm process; what an idle child has counted is taken off."""
    command = ["valgrind", "-q", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={folder}/%p"]
    ended = subprocess.run(
        [*command, sys.executable, __file__, COUNTED_HERE, str(folder)], stdout=subprocess.PIPE, check=True, text=True
    )
    processes: dict[str, int] = json.loads(ended.stdout.splitlines()[-1])
    totals = {name: _total(folder / str(process)) for name, process in processes.items()}
    idle = totals.pop("nothing")
    return {name: total - idle for name, total in totals.items()}


def _total(file: Path) -> float:
    found = re.search(r"^summary:\s*(\d+)", file.read_text(), re.MULTILINE)
    assert found, f"valgrind counted nothing in {file}"
    return float(found[1])


def counted_here(folder: Path) -> None:
    """Under valgrind: every job is done once to be warm, and once in a child of its own."""
    todo = {"nothing": lambda: None, **jobs(folder)}
    processes = {}
    for job in todo.values():
        job()
    for name, job in todo.items():
        child = os.fork()
        if child == 0:
            job()
            os._exit(0)
        os.waitpid(child, 0)
        processes[name] = child
    print(json.dumps(processes))


def table(counted: Mapping[str, float]) -> str:
    """Millions of instructions, and milliseconds on one core of each board."""
    heads = " | ".join(f"{board} ({clock} GHz)" for board, (clock, _) in BOARDS.items())
    lines = [f"| look | M instructions | {heads} |", "| --- | --- " + "| --- " * len(BOARDS) + "|"]
    for name, count in counted.items():
        times = []
        for clock, (slow, quick) in BOARDS.values():
            least, most = (count / (clock * 1e6 * rate) for rate in (quick, slow))
            times.append(f"{least:.1f} to {most:.1f} ms" if most < 10 else f"{least:.0f} to {most:.0f} ms")
        lines.append(f"| {name} | {count / 1e6:.1f} | {' | '.join(times)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--by", choices=("valgrind", "clock"), default="valgrind")
    parser.add_argument(COUNTED_HERE, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.counted:
        counted_here(options.counted)
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        paint(folder)
        print(table(by_clock(folder) if options.by == "clock" else by_valgrind(folder)))


if __name__ == "__main__":
    main()
