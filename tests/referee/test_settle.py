"""A table at rest is told from rolling dice and hands, and a blind camera from an empty table."""

from companion.referee.settle import Calm, State, settle
from companion.settings import RefereeSettings
from vision.table.motion import Glance

SETTINGS = RefereeSettings(settle_seconds=0.25)


def watch(*glances: Glance) -> tuple[Calm, list[State]]:
    calm, states = Calm(), []
    for glance in glances:
        calm, state = settle(calm, glance, SETTINGS)
        states.append(state)
    return calm, states


def seen(
    n: int, moved: float = 0.0, hand: bool = False, loose: bool = False, light: float = 120.0, same: bool = False
) -> Glance:
    return Glance(n, n / 10, moved, hand, loose, light, same)


def test_rolling_dice_come_to_rest() -> None:
    calm, states = watch(seen(0), seen(1, 0.01, loose=True), seen(2, 0.01, loose=True), seen(3), seen(4), seen(5))
    assert states[1:] == [State.MOVING, State.MOVING, State.MOVING, State.MOVING, State.STABLE]
    assert calm.tumbled and calm.spell == 1


def test_a_hand_is_a_hand_even_if_it_is_still() -> None:
    _, states = watch(seen(0), seen(1, 0.1, hand=True), *(seen(n, hand=True) for n in range(2, 20)))
    assert set(states[1:]) == {State.HAND}


def test_a_mug_left_at_the_edge_is_no_hand_for_ever() -> None:
    _, states = watch(seen(0), seen(1, 0.1, hand=True), *(seen(n, hand=True) for n in range(2, 40)))
    assert states[-1] is State.STABLE


def test_each_rest_is_a_new_spell_and_forgets_the_tumble() -> None:
    rolled = [seen(0), seen(1, 0.01, loose=True), *(seen(n) for n in range(2, 8))]
    touched = [seen(8, 0.1, hand=True), *(seen(n) for n in range(9, 14))]
    calm, _ = watch(*rolled, *touched)
    assert calm.spell == 2
    assert not calm.tumbled, "the second time something was placed, not thrown"


def test_darkness_and_a_frozen_picture_are_blindness() -> None:
    _, states = watch(seen(0), seen(1, light=4.0))
    assert states[-1] is State.BLIND
    _, states = watch(seen(0), *(seen(n, same=True) for n in range(1, 15)))
    assert states[-1] is State.BLIND


def test_a_frame_out_of_order_testifies_to_nothing() -> None:
    calm, states = watch(*(seen(n) for n in range(5)), seen(2, 0.3))
    assert states[-1] is State.STABLE
    again, state = settle(calm, seen(6), SETTINGS)
    assert state is State.STABLE and again.spell == calm.spell


def test_a_clock_set_back_is_believed_once_it_stays_so() -> None:
    calm, states = watch(*(seen(n) for n in range(100, 105)), *(seen(n) for n in range(12)))
    assert states[-1] is State.STABLE
    assert calm.last is not None and calm.last.frame == 11


def test_a_lamp_switched_on_is_no_tumble() -> None:
    calm, _ = watch(seen(0), seen(1, 0.9, loose=True), *(seen(n) for n in range(2, 8)))
    assert not calm.tumbled
