"""A hand is what reaches in; an arm that rests on the table, and one that goes, are none."""

import numpy as np

from companion.referee.settle import State
from companion.referee.watch import Watch
from companion.settings import RefereeSettings
from hardware.frame import Frame, Pixels
from vision.observation import TableObservation

CHANCE = np.random.default_rng(3)
FPS = 15


class Empty:
    def read(self, frame: Frame) -> TableObservation:
        return TableObservation(frame.number, frame.taken_at, 320, 180)


class Table:
    """A grey table under the camera, with an arm at its edge and a die on it."""

    def __init__(self) -> None:
        self.watch = Watch(Empty(), RefereeSettings())
        self.arm = self.hand = False
        self.die = (100, 60)
        self._frame = 0

    def picture(self) -> Pixels:
        grey = CHANCE.normal(120, 2, (180, 320, 3))
        if self.arm:
            grey[100:, 220:280] = 190
        if self.hand:
            grey[110:, 60:110] = 185
        x, y = self.die
        grey[y : y + 14, x : x + 14] = 230
        return np.clip(grey, 0, 255).astype(np.uint8)

    def waits(self, seconds: float) -> list[State]:
        states = []
        for _ in range(round(seconds * FPS)):
            self._frame += 1
            states.append(self.watch.see(Frame(self.picture(), self._frame, self._frame / FPS, "drawn")).state)
        return states


def resting_arm() -> Table:
    table = Table()
    table.waits(1.0)
    table.arm = True
    assert State.HAND in table.waits(1.0)
    assert table.waits(3.0)[-1] is State.STABLE, "it has not stirred for long: an arm that rests"
    return table


def test_an_arm_that_goes_is_no_hand_that_comes() -> None:
    table = resting_arm()
    table.arm = False
    states = table.waits(1.0)
    assert State.HAND not in states
    assert states[-1] is State.STABLE
    table.hand = True
    assert State.HAND in table.waits(0.5), "a hand still is"


def test_dice_move_beside_an_arm_that_rests() -> None:
    table = resting_arm()
    table.die = (130, 60)
    states = table.waits(0.6)
    assert State.HAND not in states
    assert states[-1] is State.STABLE


def test_the_arm_itself_may_stir_and_nothing_was_thrown() -> None:
    table = resting_arm()
    before = table.watch.see(Frame(table.picture(), 10**6, 100.0, "drawn"))
    table.arm = False
    looks = [table.watch.see(Frame(table.picture(), 10**6 + n, 100.0 + n / FPS, "drawn")) for n in range(1, 12)]
    assert looks[-1].spell > before.spell
    assert not looks[-1].tumbled
