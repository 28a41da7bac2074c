"""The walk through the parts: what passes, and what is said when something does not."""

import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.announcements import speech
from companion.announcements.sounds import sound
from companion.announcements.speech import Voice
from companion.appliance.check import Person, check_buttons, check_camera, check_lamps, check_microphone, check_speaker
from companion.cli import main
from hardware.buttons.scripted import ScriptedButtons
from hardware.cameras.playback import PlaybackCamera
from hardware.displays.recorded import RecordedDisplay
from hardware.frame import Frame, Pixels
from hardware.microphones.recorded import RecordedMicrophone
from hardware.ports import SAMPLE_RATE, Press
from hardware.settings import ButtonsSettings, CameraSettings
from hardware.speakers.silent import SilentSpeaker
from hardware.trouble import Trouble


class Table:
    """A person with a clock of their own, who answers yes or no."""

    def __init__(self, says: bool = True) -> None:
        self.now = 0.0
        self.told: list[str] = []
        self.person = Person(self.told.append, lambda question: says, lambda: self.now, self.pass_time)

    def pass_time(self, seconds: float) -> None:
        self.now += seconds


def test_every_lamp_is_lit_once_and_dark_at_the_end() -> None:
    display = RecordedDisplay(32)
    verdict = check_lamps(display, Table().person)
    assert verdict.passed
    assert np.logical_or.reduce([picture > 0 for picture in display.pictures]).all()
    assert not display.pictures[-1].any()


def test_wrong_lamps_have_a_cure() -> None:
    verdict = check_lamps(RecordedDisplay(8), Table(says=False).person)
    assert not verdict.passed
    assert "orientation" in verdict.fix


@pytest.fixture
def quick_voice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Voice:
    monkeypatch.setattr(speech, "render", lambda text, voice: np.zeros(SAMPLE_RATE // 10, np.int16))
    return Voice("en", tmp_path)


@pytest.mark.parametrize("heard", [True, False])
def test_a_crow_and_a_number_are_played(quick_voice: Voice, heard: bool) -> None:
    speaker = SilentSpeaker()
    verdict = check_speaker(speaker, quick_voice, Table(says=heard).person)
    assert [played.name for played in speaker.played] == ["crow", "24."]
    assert verdict.passed is heard
    assert heard or "alsamixer" in verdict.fix


def test_a_speaker_that_raises_is_a_verdict(quick_voice: Voice) -> None:
    class Broken(SilentSpeaker):
        def play(self, sound: object, name: str = "") -> None:
            raise Trouble("The speaker does not play.", "Plug one in.")

    verdict = check_speaker(Broken(), quick_voice, Table().person)
    assert (verdict.passed, verdict.fix) == (False, "Plug one in.")


def test_each_button_passes_when_it_is_pressed() -> None:
    table, settings = Table(), ButtonsSettings(call_3=0, call_4=0, call_5=0, call_6=0)
    presses = [Press(button, 1 + n) for n, button in enumerate(settings.pins())]
    verdicts = list(check_buttons(ScriptedButtons(presses, lambda: table.now), settings, table.person, 5))
    assert [verdict.passed for verdict in verdicts] == [True] * 6
    assert table.told[0] == "Press green (GPIO 5)."


def test_swapped_wires_and_silent_buttons_are_named() -> None:
    table = Table()
    settings = ButtonsSettings(blue=0, yellow=0, call_1=0, call_2=0, call_3=0, call_4=0, call_5=0, call_6=0)
    buttons = ScriptedButtons([Press("red", 1.0)], lambda: table.now)
    green, red = check_buttons(buttons, settings, table.person, 3)
    assert green.say == "That was red, not green."
    assert "Swap" in green.fix
    assert "red was not pressed within 3 seconds" in red.say
    assert "GPIO 6 and ground" in red.fix


@pytest.mark.parametrize("loud", [True, False])
def test_a_crow_is_heard_or_the_cure_is_said(loud: bool) -> None:
    table, microphone = Table(), RecordedMicrophone()
    quiet = np.zeros(SAMPLE_RATE, np.int16)
    microphone.hear(np.concatenate([quiet, sound("crow") if loud else quiet, quiet]))
    verdict = check_microphone(microphone, table.person)
    assert table.told == ["Crow like a rooster, now."]
    assert verdict.passed is loud
    assert loud or "alsamixer" in verdict.fix


def test_a_microphone_that_is_switched_off_or_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.toml"
    table.write_text("")
    assert main(["check", "microphone", "--settings", str(table)]) == 0
    assert "switched off" in capsys.readouterr().out
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    table.write_text('[microphone]\ndriver = "portaudio"\n')
    assert main(["check", "microphone", "--settings", str(table)]) == 1
    assert "FAIL  I cannot listen" in capsys.readouterr().out


def noisy(level: int, spread: int) -> Pixels:
    noise = np.random.default_rng(3).integers(-spread, spread + 1, (120, 160, 3))
    return np.clip(level + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("pixels", "passed", "say"),
    [
        (lambda: noisy(120, 60), True, "The camera sees"),
        (lambda: noisy(8, 8), False, "too dark"),
        (lambda: noisy(245, 10), False, "too bright"),
        (lambda: cv2.GaussianBlur(noisy(120, 60), (31, 31), 12), False, "not sharp"),
    ],
)
def test_a_picture_must_be_bright_and_sharp(pixels: Callable[[], Pixels], passed: bool, say: str) -> None:
    table = Table()
    frames = [Frame(pixels(), n, n / 15) for n in range(30)]
    camera = PlaybackCamera(frames, True, clock=lambda: table.now, sleep=table.pass_time)
    verdict = check_camera(camera, CameraSettings(driver="playback"), table.person)
    assert verdict.passed is passed
    assert say in verdict.say
    assert passed or verdict.fix


def test_what_part_of_the_sensor_is_in_the_picture_is_said() -> None:
    table = Table()
    checks = np.kron(np.indices((18, 32)).sum(axis=0) % 2, np.ones((10, 10)))
    sharp = np.repeat((checks * 120 + 60).astype(np.uint8)[..., None], 3, axis=2)
    frames = [Frame(sharp, n, n / 15, sees=(0.0, 0.125, 1.0, 0.75)) for n in range(60)]
    camera = PlaybackCamera(frames, True, clock=lambda: table.now, sleep=table.pass_time)
    verdict = check_camera(camera, CameraSettings(), table.person)
    assert "100% of the sensor's width and 75% of its height" in verdict.say


def test_a_slow_camera_and_an_empty_one_are_named() -> None:
    table = Table()
    frames = [Frame(noisy(120, 60), n, n / 4) for n in range(9)]
    camera = PlaybackCamera(frames, True, clock=lambda: table.now, sleep=table.pass_time)
    verdict = check_camera(camera, CameraSettings(driver="webcam", fps=15), table.person)
    assert "slow" in verdict.say
    assert not check_camera(PlaybackCamera([]), CameraSettings(), table.person).passed


def test_the_verb_goes_on_after_a_part_that_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text('[camera]\ndriver = "playback"\npath = "nowhere"\n')
    assert main(["check", "camera", "speaker", "buttons", "--settings", str(tmp_path / "table.toml")]) == 1
    out = capsys.readouterr().out
    assert "FAIL  There is no file or folder" in out
    assert "pass  There is no speaker: the page makes the sounds." in out
    assert "pass  The buttons are on the page" in out


def test_the_verb_passes_a_folder_of_good_frames(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.tile(noisy(120, 60), (2, 2, 1)))
    (tmp_path / "table.toml").write_text(f'[camera]\ndriver = "playback"\npath = "{tmp_path}"\n')
    assert main(["check", "camera", "--settings", str(tmp_path / "table.toml")]) == 0
    assert "pass  The camera sees: 320 x 240" in capsys.readouterr().out


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "toaster"]) == 1
    assert "I can check lamps, speaker, microphone, buttons, camera." in capsys.readouterr().err
