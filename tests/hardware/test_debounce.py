"""Presses out of noise: what was meant is told, once, in the order of the first edges."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.buttons.debounce import Debouncer
from hardware.ports import Press
from hardware.settings import CALLS, COLOURS, ButtonsSettings

SETTINGS = ButtonsSettings()
BUTTONS = (*COLOURS, *CALLS)
Edge = tuple[float, str, bool]


def hear(edges: list[Edge], until: float, poll: float = 0.02, truth: list[Edge] | None = None) -> list[Press]:
    """Feed edges to a debouncer that is asked every ``poll`` seconds; levels are the truth's, even for lost edges."""
    debouncer = Debouncer(SETTINGS)
    told: list[Press] = []
    down = dict.fromkeys(BUTTONS, False)
    edges, levels = sorted(edges), sorted(edges if truth is None else truth)
    now = 0.0
    while now < until:
        now += poll
        while edges and edges[0][0] <= now:
            at, button, is_down = edges.pop(0)
            debouncer.edge(button, is_down, at)
        while levels and levels[0][0] <= now:
            _, button, is_down = levels.pop(0)
            down[button] = is_down
        told += debouncer.presses(now, down)
    return told


def bouncing(noise: random.Random, at: float, button: str, down: bool) -> list[Edge]:
    """A real edge: first contact, then up to ten more edges within 8 ms, ending at the level it went to."""
    times = sorted(at + noise.uniform(0.0001, 0.008) for _ in range(2 * noise.randrange(6)))
    return [(time, button, down ^ bool(i % 2)) for i, time in enumerate([at, *times])]


def spike(noise: random.Random, at: float, button: str, down: bool) -> list[Edge]:
    """Somebody switched the light on: a touch of the other level for less than two milliseconds."""
    return [(at, button, not down), (at + noise.uniform(0.00005, 0.002), button, down)]


def an_evening(noise: random.Random, button: str, presses: int) -> tuple[list[Edge], list[Edge], list[Press]]:
    """Edges as they arrive, the true levels, and what was meant."""
    heard, truth, meant, now = [], [], [], noise.uniform(0.1, 1)
    for _ in range(presses):
        held = noise.choices((noise.uniform(0.04, 0.4), noise.uniform(0.9, 2), noise.uniform(5.2, 7)), (12, 2, 1))[0]
        release = now + held
        fall, rise = bouncing(noise, now, button, True), bouncing(noise, release, button, False)
        truth += fall + rise
        lost = noise.random()
        heard += fall[1:] if lost < 0.05 else fall[:-1] if lost < 0.1 else [] if lost < 0.15 else fall
        heard += rise[:-1] if 0.15 < lost < 0.2 else [] if 0.2 < lost < 0.25 else rise
        if held > 0.1 and noise.random() < 0.5:
            heard += spike(noise, now + held / 2, button, True)
        if noise.random() < 0.5:
            heard += spike(noise, release + 0.1, button, False)
        meant.append(Press(button, now))
        if button in COLOURS and held > SETTINGS.hold_seconds:
            meant[-1] = Press(button, now, "hold")
            if held > SETTINGS.long_hold_seconds:
                meant.append(Press(button, now, "long_hold"))
        now = release + noise.uniform(0.2, 2)
    return heard, truth, meant


def test_ten_thousand_noisy_edges_give_exactly_the_intended_presses() -> None:
    """Bounce on every edge, spikes at rest and while held, first, last or all edges of a change lost."""
    noise = random.Random(7)
    edges = 0
    for round_ in range(8):
        for button in BUTTONS:
            heard, truth, meant = an_evening(noise, button, presses=14)
            edges += len(heard)
            told = hear(heard, until=truth[-1][0] + 1, truth=truth)
            assert [(p.button, p.kind) for p in told] == [(p.button, p.kind) for p in meant], (round_, button)
            # Where the first edge was lost, the press still counts from about then.
            assert all(abs(one.at - other.at) < 0.05 for one, other in zip(told, meant, strict=True))
    assert edges > 10_000


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), button=st.sampled_from(BUTTONS), poll=st.floats(0.004, 0.03))
def test_however_often_it_is_asked(seed: int, button: str, poll: float) -> None:
    heard, truth, meant = an_evening(random.Random(seed), button, presses=6)
    told = hear(heard, until=truth[-1][0] + 1, poll=poll, truth=truth)
    assert [(p.button, p.kind) for p in told] == [(p.button, p.kind) for p in meant]


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 2**32), poll=st.floats(0.003, 2.0))
def test_the_first_of_six_callers_is_found_even_by_a_busy_process(seed: int, poll: float) -> None:
    """Six hands within 20 ms, contacts bouncing; the process may look away for two seconds."""
    noise = random.Random(seed)
    times = {call: 1 + noise.uniform(0, 0.02) for call in CALLS}
    edges = [edge for call, at in times.items() for edge in bouncing(noise, at, call, True)]
    edges += [edge for call, at in times.items() for edge in bouncing(noise, at + 0.2, call, False)]

    told = hear(edges, until=4, poll=poll)

    assert [press.button for press in told] == sorted(CALLS, key=times.__getitem__)
    assert all(press.at == times[press.button] for press in told)
    assert all(one.at <= other.at for one, other in pairwise(told))


def test_a_press_told_late_never_comes_after_a_later_one() -> None:
    """Ana's contact bounces for 8 ms, Ben's not at all and 5 ms later: Ana is still told first."""
    ana = [(1.0, "call:1", True), (1.004, "call:1", False), (1.0079, "call:1", True)]
    told = hear([*ana, (1.005, "call:2", True)], until=1.2, poll=0.001)
    assert [press.button for press in told] == ["call:1", "call:2"]


def test_a_chattering_contact_holds_nobody_up() -> None:
    """A loose wire at seat 1 never comes to rest; seat 2 is heard within the patience."""
    chatter = [(1 + i * 0.002, "call:1", i % 2 == 0) for i in range(500)]
    told = hear([*chatter, (1.1, "call:2", True)], until=1.16, poll=0.005)
    assert told == [Press("call:2", 1.1)]


def test_a_stuck_button_is_one_press_and_never_another() -> None:
    assert hear([(1.0, "call:3", True)], until=60) == [Press("call:3", 1.0)]
    stuck = hear([(1.0, "green", True)], until=60)
    assert [press.kind for press in stuck] == ["hold", "long_hold"]


@pytest.mark.parametrize(("gap", "kinds"), [(0.1, ["chord"]), (0.3, ["press", "press"])])
def test_two_colours_together_are_one_chord(gap: float, kinds: list[str]) -> None:
    edges = [(1.0, "red", True), (1 + gap, "green", True), (1.5, "red", False), (1.55, "green", False)]
    told = hear(edges, until=3)
    assert [press.kind for press in told] == kinds
    if kinds == ["chord"]:
        assert told == [Press("green+red", 1.0, "chord")]


def test_a_call_beside_a_colour_is_no_chord() -> None:
    edges = [(1.0, "red", True), (1.01, "call:1", True), (1.2, "red", False), (1.3, "call:1", False)]
    assert [(p.button, p.kind) for p in hear(edges, until=2)] == [("call:1", "press"), ("red", "press")]


def test_a_hold_heard_only_after_the_release_is_still_a_hold() -> None:
    """The process was busy for three seconds while blue was held for one."""
    assert [p.kind for p in hear([(1.0, "blue", True), (2.0, "blue", False)], until=6, poll=3)] == ["hold"]
