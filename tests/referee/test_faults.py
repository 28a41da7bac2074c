"""What goes wrong with camera, light and clock: a clear state, a sentence with its cure, and the game goes on."""

import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from mats import mat_on
from twin_sight import observe

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.journal import Journal
from companion.referee import commands as c
from companion.referee import eye as eye_module
from companion.referee.desk import Desk
from companion.referee.eye import HANGS_SECONDS, STARTS_SECONDS, Eye
from companion.referee.referee import Referee
from companion.referee.settle import Blindness, Look, State
from companion.referee.sitting import resume, sit_down
from companion.referee.track import Track
from companion.referee.watch import Reads, Watch
from companion.settings import RefereeSettings
from hardware.frame import Frame
from hardware.trouble import Trouble
from vision.observation import MarkerSeen, Quad, TableObservation
from vision.render.scene import Die, Scene

FPS = 15
PLAYERS = ("Ana", "Ben")
MAT = mat_on("heckmeck", 2)
FIRST, SECOND = ("1", "2", "3", "4", "5", "5", "5", "worm"), ("1", "1", "2", "2", "3", "3", "4", "worm")
CHANCE = np.random.default_rng(4)


class Told(Reads):
    """An eye that is told what lies there, and may be told to fail."""

    def __init__(self) -> None:
        self.fails: Exception | None = None
        self.sees_mat = True
        self.shift_px = 0.0  # of the whole table in the picture
        self.lay(FIRST)

    def lay(self, tray: tuple[str, ...], aside: tuple[str, ...] = (), shift: float = 0.0) -> None:
        """What lies where; another throw lies elsewhere."""
        x, y = MAT.zone("aside").centre
        self.dice = tuple(
            [Die(face, (60.0 + 25 * n, 60.0 + shift), 10.0) for n, face in enumerate(tray)]
            + [Die(face, (x - 60 + 24 * n, y), 0.0) for n, face in enumerate(aside)]
        )

    def read(self, frame: Frame) -> TableObservation:
        if self.fails is not None:
            raise self.fails
        seen = observe(Scene(mat=MAT, dice=self.dice), frame.number, frame.taken_at)
        by = self.shift_px
        seen = replace(seen, markers=tuple(MarkerSeen(m.id, _shifted(m.corners, by)) for m in seen.markers))
        if not self.sees_mat:
            seen = replace(seen, dice=tuple(replace(die, at_mm=None) for die in seen.dice), markers=())
        return seen


def _shifted(quad: Quad, by: float) -> Quad:
    a, b, c, d = ((x + by, y) for x, y in quad)
    return a, b, c, d


class Bench:
    """Watch and referee without threads: frames of a pretend camera in, sentences out."""

    def __init__(self) -> None:
        self.eye = Told()
        self.heard: list[Announcement] = []
        settings = RefereeSettings()
        self.sitting = sit_down(Journal(":memory:"), "heckmeck", PLAYERS, {})
        track = Track(MAT, PLAYERS, settings, faces=self.sitting.game.faces)
        self.referee = Referee(self.sitting, Wording("en"), settings, self.heard.append, track)
        self.watch = Watch(self.eye, settings)
        self.now = 100.0
        self.number = 0
        self.states: list[State] = []

    def frame(self, light: float = 120.0, spot: int | None = None, at: float | None = None) -> Frame:
        pixels = np.clip(CHANCE.normal(light, 2, (90, 160, 3)), 0, 255).astype(np.uint8)
        if spot is not None:
            pixels[40:60, spot : spot + 20] = min(255, 2 * light)
        self.number += 1
        return Frame(pixels, self.number, self.now if at is None else at)

    def see(self, frame: Frame) -> Look:
        look = self.watch.see(frame)
        self.referee.take(look)
        self.watch.enough(self.referee.decided_spell)
        self.states.append(self.referee.machine)
        return look

    def rest(self, seconds: float, light: float = 120.0, spot: int | None = 120) -> None:
        for _ in range(round(seconds * FPS)):
            self.now += 1 / FPS
            self.see(self.frame(light, spot))

    def roll(self) -> None:
        for spot in (20, 50, 80, 110):
            self.now += 1 / FPS
            self.see(self.frame(spot=spot))

    def is_now(self, state: State) -> bool:
        return self.referee.machine is state

    def troubles(self) -> list[str]:
        return [one.line for one in self.heard if one.kind == "trouble"]

    def deeds(self) -> list[str]:
        return [one.line for one in self.heard if one.kind == "deed"]


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.rest(0.3, spot=None)
    bench.roll()
    bench.rest(0.8)
    assert bench.deeds() == ["Ana rolled 1, 2, 3, 4, 5, 5, 5, worm."]
    assert bench.is_now(State.STABLE)
    bench.heard.clear()
    return bench


def thrown_anew(bench: Bench) -> None:
    """Nothing was kept, so another throw is refused by its rule: the eyes are open again."""
    bench.eye.lay(SECOND, shift=12.0)
    bench.roll()
    bench.rest(2.0)
    assert [one.key for one in bench.heard if one.kind == "refusal"] == ["KeepFirst"]


# The eye fails


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (Trouble("The mounting is for another picture size.", "Run: companion mount"), "The mounting is for another "),
        (ValueError("operands could not be broadcast"), "I cannot make anything of this picture. Go on by touch"),
    ],
)
def test_an_eye_that_fails_is_a_state_with_a_sentence(bench: Bench, failure: Exception, said: str) -> None:
    bench.eye.fails = failure
    bench.roll()
    bench.rest(3.0)
    assert bench.is_now(State.BLIND)
    assert len(bench.troubles()) == 1, "said once, not with every frame"
    assert bench.troubles()[0].startswith(said)
    bench.eye.fails = None
    bench.rest(1.0)
    assert bench.troubles()[1:] == ["I can see again."]
    assert bench.is_now(State.STABLE)
    thrown_anew(bench)


# The picture


def test_a_frozen_picture_is_said_and_the_game_goes_on(bench: Bench) -> None:
    still = bench.frame(spot=120)
    for _ in range(30):
        bench.now += 1 / FPS
        bench.see(replace(still, taken_at=bench.now))
    assert bench.is_now(State.BLIND)
    assert bench.troubles() == ["The picture stands still. Check the camera cable."]
    bench.rest(1.0)
    assert bench.troubles()[1:] == ["I can see again."]
    thrown_anew(bench)


def test_a_lamp_switched_off_mid_roll_costs_nothing_but_the_wait(bench: Bench) -> None:
    """The dice tumble, it is dark for four seconds, and when the lamp is on again they lie there: one roll."""
    bench.eye.lay(FIRST[:7], ("worm",))
    bench.rest(1.0, spot=100)
    assert bench.deeds() == ["Ana lays aside a worm: 5."]
    bench.heard.clear()
    bench.eye.lay(SECOND[:7], ("worm",), shift=12.0)
    bench.roll()
    bench.rest(4.0, light=3.0)
    assert bench.is_now(State.BLIND)
    assert bench.troubles() == ["It is too dark to read. Switch on a lamp."]
    assert bench.deeds() == []
    bench.rest(1.0)
    assert bench.troubles()[1:] == ["I can see again."]
    assert bench.deeds() == ["Ana rolled 1, 1, 2, 2, 3, 3, 4."]


def test_a_flicker_of_the_lamp_at_rest_is_no_roll(bench: Bench) -> None:
    """Half a second in the dark: a state, but not worth a word; and nobody has rolled."""
    bench.rest(0.5, light=3.0)
    assert bench.is_now(State.BLIND)
    bench.rest(3.0)
    assert bench.is_now(State.STABLE)
    assert [one.line for one in bench.heard] == []


def test_frames_out_of_order_are_left_out(bench: Bench) -> None:
    """Every third frame comes late and shows the table of a moment ago."""
    bench.states.clear()
    for n in range(60):
        bench.now += 1 / FPS
        late = n % 3 == 2
        bench.see(bench.frame(spot=120, at=bench.now - 1 if late else None))
    assert set(bench.states) == {State.STABLE}
    assert bench.heard == []
    thrown_anew(bench)


def test_a_clock_set_back_by_an_hour_is_the_new_time(bench: Bench) -> None:
    bench.now -= 3600
    bench.rest(1.0)
    assert bench.is_now(State.STABLE)
    assert bench.heard == []
    thrown_anew(bench)


def test_a_wall_clock_set_back_leaves_the_journal_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(":memory:")
    sitting = sit_down(journal, "heckmeck", PLAYERS, {})
    sitting.act(sitting.game.action_from({"roll": list(FIRST)}))
    monkeypatch.setattr(time, "time", lambda: 0.0)
    sitting.act(sitting.game.action_from({"keep": "worm"}))
    record = journal.unfinished()
    assert record is not None
    assert resume(journal, record).match.actions == sitting.match.actions


# The camera is bumped


def test_a_mat_out_of_sight_is_no_die_beside_the_tray(bench: Bench) -> None:
    bench.eye.sees_mat = False
    bench.roll()
    bench.rest(3.0)
    assert bench.is_now(State.BLIND)
    assert bench.troubles() == ["I do not see the corners of the mat. Uncover them, or turn the camera back."]
    assert not [one for one in bench.heard if one.kind == "refusal"]
    bench.eye.sees_mat = True
    bench.rest(2.0)
    assert bench.troubles()[1:] == ["I can see again."]
    assert not [one for one in bench.heard if one.kind == "refusal"]


def test_a_camera_bumped_is_said_and_the_dice_are_where_they_were(bench: Bench) -> None:
    """The markers lie elsewhere in the picture, and so does all the rest: nobody rolled."""
    bench.eye.shift_px = 25.0
    bench.roll()
    bench.rest(2.0)
    assert bench.troubles() == ["The camera or the mat was moved. I have found the table again."]
    assert bench.deeds() == []
    thrown_anew(bench)


# The camera is gone


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Loose:
    """A camera whose plug comes loose: after some frames it is gone for so many seconds, then it is back."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._back_at = clock.now + 1 + seconds
        self._gone_at = clock.now + 1
        self._bench = Bench()

    def open(self) -> "Loose":
        self._wait_or_fail()
        return self

    def read(self) -> Frame | None:
        if self._clock.now > self._back_at + 2:
            return None
        self._wait_or_fail()
        return self._bench.frame(spot=120, at=self._clock.now)

    def _wait_or_fail(self) -> None:
        self._clock.now += 1 / FPS
        if self._gone_at <= self._clock.now < self._back_at:
            self._clock.now += 1 - 1 / FPS  # until it is tried again
            raise Trouble("The camera gives no more pictures.", "Check the cable.")

    def read_after(self, moment: float) -> Frame | None:
        return self.read()

    def close(self) -> None:
        pass


def watched_by_a_loose_camera(bench: Bench, seconds: float, monkeypatch: pytest.MonkeyPatch) -> Eye:
    """The real thread of the eye and the real desk, run until the frames end."""
    monkeypatch.setattr(eye_module, "TRY_AGAIN_SECONDS", 0.0)
    clock = Clock()
    desk = Desk(lambda referee: bench.states.append(referee.machine))
    desk.referee = bench.referee
    camera = Loose(clock, seconds)

    def in_step(frame: Frame, look: Look) -> None:
        desk.do(lambda: None)  # the camera is quicker than any real one: wait for the referee

    eye = Eye(camera.open, bench.watch, desk, in_step, clock)
    bench.states.clear()
    desk.start()
    eye.open()
    eye.start()
    assert eye.ended.wait(20)
    eye.close()
    desk.do(lambda: None)
    desk.close()
    assert not any(thread.name in ("eye", "referee") for thread in threading.enumerate())
    return eye


def test_a_camera_gone_for_a_second_is_shown_and_not_worth_a_word(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched_by_a_loose_camera(bench, 0.9, monkeypatch)
    assert State.BLIND in bench.states and bench.states[-1] is State.STABLE
    assert bench.heard == []


def test_a_camera_gone_for_ten_seconds_is_said_and_comes_back(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    watched_by_a_loose_camera(bench, 10.0, monkeypatch)
    assert bench.troubles() == ["The camera gives no more pictures. Check the cable.", "I can see again."]
    assert bench.states[-1] is State.STABLE


def test_a_camera_gone_for_good_leaves_the_game_to_touch(bench: Bench) -> None:
    blind = Blindness("Machine", 200.0, "The camera gives no more pictures.", "Check the cable.")
    for second in range(60):
        bench.referee.take(Look(200.0 + second, 0, State.BLIND, -1, blind=blind))
    assert bench.troubles() == ["The camera gives no more pictures. Check the cable."]
    for deed in ({"keep": "worm"}, {"roll": ["5", "5", "5", "5", "1", "1", "2"]}, {"keep": "5"}, {"stop": True}):
        bench.referee.take(c.Act(deed))
    assert bench.deeds()[-2:] == ["Ana takes tile 25: 2 worms.", "Ben, it is your turn."]
    told = bench.referee.snapshot()
    assert (told["machine"]["state"], told["turn_of"]) == ("BLIND", ["Ben"])


@pytest.mark.parametrize(("runs", "patience"), [(0.0, STARTS_SECONDS), (60.0, HANGS_SECONDS)])
def test_a_camera_that_hangs_is_noticed_by_others(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, runs: float, patience: float
) -> None:
    """It neither gives a frame nor fails: who looks after the table asks the eye, and the eye says so.

    At first the machine is busy starting: a frame that is late is no broken camera.
    """
    clock, asked, go_on = Clock(), threading.Event(), threading.Event()
    frames = [bench.frame()]

    class Hanging(Loose):
        def read(self) -> Frame | None:
            if frames:
                clock.now += runs
                return frames.pop()
            asked.set()
            go_on.wait(20)
            return None

    looks: list[Look] = []
    desk = Desk(lambda referee: None)
    monkeypatch.setattr(desk, "put", looks.append)
    eye = Eye(lambda: Hanging(clock, 0), bench.watch, desk, lambda frame, look: None, clock)
    eye.start()
    assert asked.wait(20)
    looks.clear()
    clock.now += patience - 1
    eye.mind()
    assert looks == [], "a camera that is only just starting is no broken one"
    clock.now += 1
    eye.mind()
    go_on.set()
    eye.close()
    assert [look.blind and look.blind.key for look in looks] == ["Blind"]
