"""Referees a run of frames one after the other, without threads and without a clock."""

from collections.abc import Callable, Iterable, Sequence

from companion.referee.chronicle import Chronicle
from companion.referee.recording import Timed
from companion.referee.referee import Referee
from companion.referee.settle import Look
from companion.referee.watch import Watch
from hardware.frame import Frame


def follow(
    frames: Iterable[Frame],
    inputs: Sequence[Timed],
    watch: Watch,
    referee: Referee,
    chronicle: Chronicle,
    seen: Callable[[Frame, Look], None] = lambda frame, look: None,
) -> int:
    """Give the referee every frame, and every press and touch when it is due; returns how many frames there were."""
    waiting = sorted(inputs, key=lambda timed: timed[0])
    count = 0
    for frame in frames:
        count += 1
        while waiting and waiting[0][0] <= frame.taken_at:
            referee.take(waiting.pop(0)[1])
            chronicle.follow(referee)
        look = watch.see(frame)
        seen(frame, look)
        chronicle.begin(look)
        referee.take(look)
        watch.enough(referee.decided_spell)
        chronicle.follow(referee)
    for _, given in waiting:
        referee.take(given)
        chronicle.follow(referee)
    return count
