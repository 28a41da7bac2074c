"""Each part broken on purpose: what is said, what goes on, and what is kept."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion import sight
from companion.assemble import RunningTable
from companion.cli import main
from companion.faults import FAULTS, Faults, fault
from companion.referee.commands import Act
from companion.settings import Settings, TableSettings
from companion.wanted import Wanted
from hardware.frame import Frame
from hardware.settings import CameraSettings, DisplaySettings, SpeakerSettings
from vision.observation import TableObservation

ROLL = {"roll": ["1", "2", "3", "4", "5", "5", "worm", "worm"]}
TABLE = Settings(
    table=TableSettings(players=("Ana", "Ben")),
    camera=CameraSettings(driver="webcam"),
    display=DisplaySettings(driver="recorded"),
    speaker=SpeakerSettings(voice=False),
)


class Sees:
    def read(self, frame: Frame) -> TableObservation:
        return TableObservation(frame.number, frame.taken_at, 0, 0)


class Webcam:
    """A camera at a table where nothing happens: only its noise changes."""

    def __init__(self) -> None:
        self._chance, self._number = np.random.default_rng(3), 0
        self._wood = self._chance.integers(90, 160, (240, 320, 3), dtype=np.uint8)

    def read(self) -> Frame:
        time.sleep(1 / 15)
        self._number += 1
        noisy = self._wood + self._chance.integers(0, 3, self._wood.shape, dtype=np.uint8)
        return Frame(np.asarray(noisy, np.uint8), self._number, time.monotonic(), "webcam")

    def read_after(self, moment: float) -> Frame:
        return self.read()

    def close(self) -> None:
        pass


class Evening:
    def __init__(self, folder: Path, *faults: str, settings: Settings = TABLE) -> None:
        wanted = Wanted(quiet=True, faults=Faults([fault(one) for one in faults]))
        self.table = RunningTable(settings, wanted, lambda table: Sees(), folder / "table.toml")
        self.table.open()

    def said(self) -> str:
        return b" ".join(event for _, event in tuple(self.table.feed._news)).decode()

    def times(self, words: str) -> int:
        """How often it was said."""
        return sum(words in event.decode() for _, event in tuple(self.table.feed._news))

    def deeds(self) -> int:
        journal = self.table.journal
        return len(journal.record(journal.matches()[0]).deeds)

    @property
    def sees(self) -> str:
        return str(self.table.feed.snapshot.get("machine", {}).get("state"))

    def goes_on(self) -> None:
        """By touch the next deed is done, and it is kept."""
        before = self.deeds()
        self.table.take(Act(ROLL if before == 0 else {"keep": "worm"}))
        until(lambda: self.deeds() == before + 1)
        self.table.pulse()


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Evening]]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(sight, "open_camera", lambda settings: Webcam())
    opened: list[Evening] = []

    def begin(*faults: str, settings: Settings = TABLE) -> Evening:
        opened.append(Evening(tmp_path, *faults, settings=settings))
        return opened[-1]

    yield begin
    for one in opened:
        one.table.close()


def until(done: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


class Clock:
    """Zero at first, then this."""

    def __init__(self, at: float) -> None:
        self._times = [at, 0.0]

    def __call__(self) -> float:
        return self._times.pop() if len(self._times) > 1 else self._times[0]


def test_every_fault_has_a_name_and_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    seen = []
    for at in (0.0, 5.0, 9.5):
        faults = Faults([fault(one) for one in ("camera-gone", "disk-full:5", "sound-gone:5:9.5")], Clock(at))
        seen.append([name for name in FAULTS if faults.now(name)])
    assert seen == [["camera-gone"], ["camera-gone", "disk-full", "sound-gone"], ["camera-gone", "disk-full"]]
    for wrong in ("camera", "camera-gone:x", "disk-full:1:2:3", ""):
        assert main(["run", "--fault", wrong]) == 1
    assert "camera-frozen" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "words"),
    [("camera-gone", "The camera has failed."), ("camera-frozen", ""), ("camera-empty", "")],
)
def test_a_camera_that_fails_is_said_the_game_goes_by_touch_and_it_is_seen_again(
    evening: Callable[..., Evening], name: str, words: str
) -> None:
    broken = evening(f"{name}:0.5:3")
    until(lambda: broken.sees == "BLIND" and words in broken.said())
    broken.goes_on()
    until(lambda: broken.sees not in ("BLIND", "None"))
    broken.goes_on()


def test_a_slow_camera_is_said_and_the_game_goes_by_touch(evening: Callable[..., Evening]) -> None:
    broken = evening("camera-slow")
    end = time.monotonic() + 20
    while broken.sees != "BLIND":
        broken.table.pulse()
        time.sleep(0.05)
        assert time.monotonic() < end
    broken.goes_on()


@pytest.mark.parametrize(
    ("name", "words"),
    [("disk-full", "disk is full"), ("disk-read-only", "readonly"), ("journal-locked", "locked")],
)
def test_a_deed_that_cannot_be_written_is_said_and_not_done_until_it_can(
    evening: Callable[..., Evening], name: str, words: str
) -> None:
    broken = evening(f"{name}:1:3")
    broken.goes_on()
    until(lambda: broken.table._wanted.faults.now(name))
    broken.table.take(Act({"keep": "worm"}))
    until(lambda: words in broken.said())
    assert broken.deeds() == 1, "nobody hears of a deed that is not on the disk"
    until(lambda: not broken.table._wanted.faults.now(name))
    broken.goes_on()
    assert broken.times(words) == 1


def test_a_table_that_cannot_write_at_first_says_so_and_begins_once_it_can(
    evening: Callable[..., Evening],
) -> None:
    broken = evening("disk-full:0:3")
    assert any("disk is full" in trouble.say for trouble in broken.table.troubles)
    assert broken.table.journal.matches() == ()
    until(lambda: not broken.table._wanted.faults.now("disk-full"))
    broken.table.start("heckmeck", ("Ana", "Ben"), {})
    broken.goes_on()


def test_lamps_that_are_gone_are_said_and_given_up_and_nothing_else_is(evening: Callable[..., Evening]) -> None:
    broken = evening("lamps-gone")
    until(lambda: "LED matrix stopped listening" in broken.said())
    broken.goes_on()
    assert broken.table.health["announcements"] == "good"


@pytest.mark.parametrize("name", ["sound-gone", "sound-hangs"])
def test_a_loudspeaker_that_fails_is_said_once(
    evening: Callable[..., Evening], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.speakers.alsa.HANGS_SECONDS", 0.1)
    broken = evening(name)
    tried = 0
    while "The speaker does not play." not in broken.said():
        broken.table.try_out("sound")
        time.sleep(0.1)
        tried += 1
        assert tried < 100
    broken.goes_on()
    assert broken.times("The speaker does not play.") == 1


def test_a_storm_of_presses_does_not_keep_the_referee_from_answering(evening: Callable[..., Evening]) -> None:
    broken = evening("button-storm:0:4")
    time.sleep(1)
    begun = time.monotonic()
    broken.table.take(Act(ROLL))
    until(lambda: broken.deeds() >= 1)
    assert time.monotonic() - begun < 20
    until(lambda: not broken.table._wanted.faults.now("button-storm"))
    broken.table.pulse()


def test_a_clock_that_jumps_changes_nothing(evening: Callable[..., Evening], monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi has no clock of its own: it starts in the past and jumps when it finds a network."""
    calm = evening()
    calm.goes_on()
    for years in (10, -40):
        monkeypatch.setattr(time, "time", lambda years=years: 1.8e9 + years * 3.15e7)
        calm.goes_on() if calm.deeds() < 2 else calm.table.pulse()
    assert calm.sees != "BLIND" and not calm.table.troubles


GREEDY = """
from companion.announcements.announcement import Announcement
from companion.announcements.herald import Herald
from companion.faults import Faults, fault
from companion.kiosk.feed import Feed

class Greedy:
    def tell(self, said):
        bytearray(10**9)

feed = Feed()
herald = Herald([Greedy(), feed])
Faults([fault("memory-low")]).memory()
herald.tell(Announcement("Welcome", "prompt", "", "Hello", ""))
herald.close()
print(len(feed._news), herald.lives)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks Linux how much there is")
def test_too_little_memory_is_survived(tmp_path: Path) -> None:
    """In a process of its own, for it cannot be given back."""
    done = subprocess.run([sys.executable, "-c", GREEDY], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "True"]


def test_what_is_said_of_a_fault_can_be_said_in_german(evening: Callable[..., Evening]) -> None:
    broken = evening("camera-gone", settings=replace(TABLE, table=replace(TABLE.table, language="de")))
    until(lambda: "Die Kamera" in broken.said())
