"""Steps with their times, and what was made once is not made again."""

import hashlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

TICK_SECONDS = 0.5


class Failed(Exception):
    """A step that did not come out right, and where to look."""


@dataclass
class Done:
    """One line of the table at the end."""

    what: str
    came_of_it: str
    seconds: float
    right: bool = True


@dataclass
class Workshop:
    """Where everything is made: ``once`` skips what lies there already, ``step`` tells what is being done."""

    folder: Path
    done: list[Done] = field(default_factory=list)
    begun: float = field(default_factory=time.monotonic)
    at_the_end: list[Callable[[], None]] = field(default_factory=list)
    _line: str = ""

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    @property
    def log(self) -> Path:
        return self.folder / "log.txt"

    @contextmanager
    def step(self, what: str) -> Iterator[Done]:
        """Times a step and notes what came of it; one that fails is told in the table, too."""
        entry = Done(what, "", 0.0)
        began = time.monotonic()
        over = threading.Event()
        ticking = threading.Thread(target=self._tick, args=(entry, began, over), daemon=True)
        ticking.start()
        try:
            yield entry
        except Exception as error:
            entry.right = False
            entry.came_of_it = str(error).strip().splitlines()[-1][:160] if str(error).strip() else type(error).__name__
            raise
        finally:
            over.set()
            ticking.join()
            entry.seconds = time.monotonic() - began
            self.done.append(entry)
            mark = "done" if entry.right else "FAILED"
            self._print(f"{mark:>6} {entry.seconds:6.0f} s  {what}: {entry.came_of_it}\n")

    def once(self, name: str, key: str, make: Callable[[], None]) -> str:
        """Make this unless it was made from the same things before."""
        stamp = self.folder / f"{name}.stamp"
        mark = hashlib.sha256(key.encode()).hexdigest()
        if stamp.exists() and stamp.read_text() == mark:
            return "was there"
        stamp.unlink(missing_ok=True)
        make()
        stamp.write_text(mark)
        return "made"

    def run(
        self,
        command: Sequence[str | Path],
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        stdin: IO[bytes] | None = None,
    ) -> str:
        """A command whose words go to the log; its output comes back, and a failure says its last line."""
        words = [str(word) for word in command]
        with self.log.open("a") as log:
            log.write(f"$ {' '.join(words)}\n")
            log.flush()
            ended = subprocess.run(
                words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=cwd, env=env, stdin=stdin
            )
            log.write(ended.stdout)
        if ended.returncode:
            last = ended.stdout.strip().splitlines()[-1:] or [""]
            raise Failed(f"{words[0]} failed ({ended.returncode}): {last[0]} (more in {self.log})")
        return str(ended.stdout)

    def table(self) -> str:
        """What was done, as a table of markdown."""
        rows = [
            f"| {one.what} | {'' if one.right else '**not right:** '}{one.came_of_it} | {one.seconds:.0f} s |"
            for one in self.done
        ]
        total = time.monotonic() - self.begun
        return "\n".join(
            [
                "| Step | What came of it | Time |",
                "| --- | --- | --- |",
                *rows,
                f"| all | {'all right' if self.right else 'not all right'} | {total / 60:.0f} min |",
            ]
        )

    @property
    def right(self) -> bool:
        return all(one.right for one in self.done)

    def _tick(self, entry: Done, began: float, over: threading.Event) -> None:
        """One line that is written over and over, where somebody watches."""
        while not over.wait(TICK_SECONDS):
            if sys.stderr.isatty():
                self._print(f"       {time.monotonic() - began:6.0f} s  {entry.what} {entry.came_of_it[-70:]}\r")

    def _print(self, text: str) -> None:
        sys.stderr.write(("\x1b[K" if sys.stderr.isatty() else "") + text)
        sys.stderr.flush()
