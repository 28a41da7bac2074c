"""Referees a run of frames one after the other, without threads and without a clock."""

from collections.abc import Callable, Iterable, Sequence

from companion.referee.chronicle import Chronicle
from companion.referee.referee import Referee
from companion.referee.watch import Watch
from hardware.frame import Frame
from hardware.ports import Press


def follow(
    frames: Iterable[Frame],
    presses: Sequence[Press],
    watch: Watch,
    referee: Referee,
    chronicle: Chronicle,
    between: Callable[[Frame], None] = lambda frame: None,
) -> int:
    """Give the referee every frame, and every press when it is due; returns how many frames there were."""
    waiting = sorted(presses, key=lambda press: press.at)
    count = 0
    for frame in frames:
        count += 1
        between(frame)
        while waiting and waiting[0].at <= frame.taken_at:
            referee.take(waiting.pop(0))
            chronicle.follow(referee)
        look = watch.see(frame)
        chronicle.begin(look)
        referee.take(look)
        watch.enough(referee.decided_spell)
        chronicle.follow(referee)
    for press in waiting:
        referee.take(press)
        chronicle.follow(referee)
    return count
