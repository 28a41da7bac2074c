"""Counts what was read right when somebody looked, and works out what that is worth."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from calibration.wording import Line, line
from hardware.frame import Pixels
from hardware.trouble import Trouble
from vision.piece_set import PieceSet, load_set

ROLLS = 3
ENOUGH_DICE = 12
GOOD = 0.95


def fit_for_play(name: str) -> PieceSet:
    """The set of this name; one taught at the table plays only after its exam, or with its owner's yes."""
    made = load_set(name)
    if not made.examined:
        raise Trouble(
            line("The piece set {name} has not taken its exam.", name=name),
            line(
                "Let it: companion teach {name}. Or play without: companion sets approve {name}, or on the page.",
                name=name,
            ),
        )
    return made


@dataclass(frozen=True, eq=False)
class Answer:
    """One die of an exam roll: what was read, what it was, and the picture of it."""

    read: str | None
    truth: str
    sureness: float
    picture: Pixels

    @property
    def right(self) -> bool:
        return self.read == self.truth


@dataclass(frozen=True)
class Marks:
    """An exam's outcome."""

    answers: tuple[Answer, ...]

    @property
    def right(self) -> int:
        return sum(answer.right for answer in self.answers)

    @property
    def accuracy(self) -> float:
        return self.right / len(self.answers) if self.answers else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.right, len(self.answers))

    @property
    def passed(self) -> bool:
        return len(self.answers) >= ENOUGH_DICE and self.accuracy >= GOOD

    def confusions(self) -> Counter[tuple[str, str]]:
        """How often each face (truth, reading) was taken for which; "?" where none was named."""
        return Counter((answer.truth, answer.read or "?") for answer in self.answers)

    def advice(self, faces: Sequence[str]) -> tuple[Line, ...]:
        told = []
        wrong = Counter({pair: n for pair, n in self.confusions().items() if pair[0] != pair[1]})
        for (truth, read), n in wrong.most_common(3):
            times = line("once") if n == 1 else line("{count} times", count=n)
            if read == "?":
                told.append(
                    line(
                        "The {truth} was not recognised {times}: redo it, in the light you play in.",
                        truth=truth,
                        times=times,
                    )
                )
            else:
                told.append(
                    line(
                        "The {truth} was taken for the {read} {times}: redo both, in the light you play in.",
                        truth=truth,
                        read=read,
                        times=times,
                    )
                )
        unseen = [face for face in faces if not any(answer.truth == face for answer in self.answers)]
        if unseen:
            told.append(line("The exam never showed {faces}: roll again to be sure of them.", faces=", ".join(unseen)))
        loud = [answer for answer in self.answers if not answer.right and answer.sureness >= 0.95]
        if loud:
            told.append(line("A wrong reading felt sure: add views before you trust this set."))
        if not told and self.passed:
            told.append(line("Nothing to improve. Have fun."))
        return tuple(told)


def wilson(right: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a share, honest for small numbers."""
    if total == 0:
        return 0.0, 1.0
    z, share = 1.96, right / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return max(0.0, middle - half), min(1.0, middle + half)
