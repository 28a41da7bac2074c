"""A reader that knows the painted truth, with doubts on demand: for tests of everything after the eye."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from companion.rehearsal.play import Play
from hardware.frame import Frame
from vision.observation import DieSeen, TableObservation
from vision.render.paint import truth
from vision.render.scene import Scene


class TruthReader:
    """Reads what the painter painted; ``doubt`` is the share of dice it is not sure of."""

    def __init__(self, play: Callable[[], Play | None], doubt: float = 0.0) -> None:
        self._play = play
        self._doubt = doubt
        self._chance = Random(7)
        self._known: tuple[Scene, TableObservation] | None = None

    def read(self, frame: Frame) -> TableObservation:
        play = self._play()
        assert play is not None
        still = replace(play.shown, frame=0)
        if self._known is None or self._known[0] != still:
            self._known = still, truth(still)
        seen = self._known[1]
        dice = tuple(self._doubted(die) for die in seen.dice)
        return replace(seen, frame=frame.number, seen_at=frame.taken_at, dice=dice)

    def _doubted(self, die: DieSeen) -> DieSeen:
        if self._chance.random() >= self._doubt:
            return replace(die, sureness=0.99, runner_up="1")
        return replace(die, sureness=0.7, runner_up="1")
