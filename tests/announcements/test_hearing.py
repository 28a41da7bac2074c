"""Who crowed: learnt from a few shouts, guessed, never decided."""

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from companion.announcements.announcement import Announcement
from companion.announcements.hearing import Crowd, shouts
from companion.announcements.listener import Listener
from companion.announcements.sounds import glide, loud
from companion.announcements.speech import render
from companion.announcements.wording import Wording
from companion.cli import main
from hardware.drivers import open_microphone
from hardware.microphones.recorded import RecordedMicrophone
from hardware.ports import SAMPLE_RATE, Sound
from hardware.settings import MicrophoneSettings
from hardware.trouble import Trouble

VOICES = {"Ana": "en-gb+f2", "Ben": "en-gb+m3", "Cleo": "de+f5", "Emil": "de+m7"}
CALLED = Announcement("CockadoodleCalled", "deed", ":rooster:", "", "", "call", 3, "Ben")


def shout(pitch: float, timbre: tuple[float, ...], variant: int = 0) -> Sound:
    """A made-up throat: a slide at its own pitch with its own overtones."""
    wobble = 1 + 0.04 * np.sin(variant * 2.4)
    return loud(glide(pitch * wobble, 1.6 * pitch * wobble, 0.7 + 0.05 * (variant % 3), timbre))


def ana(variant: int = 0) -> Sound:
    return shout(310, (1, 0.7, 0.5, 0.2), variant)


def ben(variant: int = 0) -> Sound:
    return shout(130, (0.6, 1, 0.3, 0.8, 0.5), variant)


def silence(seconds: float) -> Sound:
    return (40 * np.random.default_rng(1).standard_normal(int(seconds * SAMPLE_RATE))).astype(np.int16)


@pytest.fixture
def crowd(tmp_path: Path) -> Crowd:
    group = Crowd(tmp_path)
    group.learn("Ana", [ana(n) for n in range(6)])
    group.learn("Ben", [ben(n) for n in range(6)])
    return group


def test_shouts_are_the_loud_stretches(crowd: Crowd) -> None:
    cough = ana()[: SAMPLE_RATE // 10]
    heard = np.concatenate([silence(1), ana(), silence(0.6), cough, silence(0.6), ben(), silence(1)])
    found = shouts(heard)
    assert [round(len(one) / SAMPLE_RATE, 1) for one in found] == [pytest.approx(0.8, abs=0.2)] * 2
    assert shouts(silence(3)) == []
    assert shouts(np.zeros(0, np.int16)) == []


def test_a_voice_is_known_again_even_after_a_restart(crowd: Crowd, tmp_path: Path) -> None:
    again = Crowd(tmp_path)
    assert [again.who(ana(n)) for n in (7, 8, 9)] == ["Ana"] * 3
    assert [again.who(ben(n)) for n in (7, 8, 9)] == ["Ben"] * 3


def test_a_voice_of_which_a_full_disk_kept_nothing_is_left_out(crowd: Crowd, tmp_path: Path) -> None:
    """An empty file kept the whole program from starting."""
    known = set(Crowd(tmp_path).voices)
    (tmp_path / "Zoe.npy").write_bytes(b"")
    np.save(tmp_path / "Yan.npy", np.zeros(3))
    assert set(Crowd(tmp_path).voices) == known


def test_what_lies_between_two_voices_is_nobodys(crowd: Crowd) -> None:
    mixed = (ana().astype(np.int32)[: SAMPLE_RATE // 2] + ben().astype(np.int32)[: SAMPLE_RATE // 2]) // 2
    assert crowd.who(mixed.astype(np.int16)) in (None, "Ana", "Ben")
    crowd.forget("Ben")
    assert crowd.who(ana()) is None  # one voice alone can be told from nobody


def test_too_few_shouts_and_odd_names_are_refused(crowd: Crowd) -> None:
    with pytest.raises(Trouble, match="I heard 3 shouts of Cleo"):
        crowd.learn("Cleo", [ana()] * 3)
    with pytest.raises(Trouble, match="name"):
        crowd.learn("../Cleo", [ana()] * 6)


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_spoken_voices_are_mostly_told_apart(tmp_path: Path) -> None:
    """Five shouts each, other words to guess from; synthetic voices, so this says little about yours."""
    words = ["cock a doodle doo!", "cockadoodledoo!", "Kikeriki!", "cock-a-doodle-doooo!", "Kikerikiii!"]
    group = Crowd(tmp_path)
    for name, voice in VOICES.items():
        group.learn(name, [render(words[n % 5] + " " * n, voice) for n in range(5)])
    guesses = [(name, group.who(render("oh, " + words[n], voice))) for name, voice in VOICES.items() for n in range(3)]
    right = sum(name == guess for name, guess in guesses)
    wrong = sum(guess not in (name, None) for name, guess in guesses)
    print(f"right {right}, wrong {wrong} of {len(guesses)}")
    assert right >= 5  # most of the rest is left open
    assert wrong <= 2


def test_after_a_call_it_is_said_who_it_sounded_like(crowd: Crowd) -> None:
    """Ben pressed; Ana crowed. Ben has called, and everybody may laugh."""
    microphone, told = RecordedMicrophone(), list[Announcement]()
    listener = Listener(microphone, crowd, lambda: Wording("en"), told.append)
    microphone.hear(np.concatenate([silence(0.8), ana(), silence(0.4)]))
    listener.tell(Announcement("DiceKept", "deed", "", "", ""))
    assert told == []
    listener.tell(CALLED)
    assert [one.line for one in told] == ["It sounded like Ana. The button decides."]
    listener.close()


def test_silence_is_nobodys_crow(crowd: Crowd) -> None:
    microphone, told = RecordedMicrophone(), list[Announcement]()
    listener = Listener(microphone, crowd, lambda: Wording("de"), told.append)
    microphone.hear(silence(2))
    listener.tell(CALLED)
    listener.close()
    assert told == []


def test_no_microphone_has_a_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(Trouble, match="cannot listen") as trouble:
        open_microphone(MicrophoneSettings(driver="portaudio"))
    assert "libportaudio2" in trouble.value.fix


def test_the_verb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["crow", "list"]) == 0
    assert "nobody yet" in capsys.readouterr().out
    assert main(["crow", "learn"]) == 1
    assert "Whose voice" in capsys.readouterr().err
    assert main(["crow", "who"]) == 1
    assert "switched off" in capsys.readouterr().err

    (tmp_path / "cockadoodle").mkdir(exist_ok=True)
    (tmp_path / "cockadoodle" / "table.toml").write_text('[microphone]\ndriver = "recorded"\n')
    shouting = RecordedMicrophone()
    monkeypatch.setattr("companion.verbs.crow.open_microphone", lambda settings: shouting)
    for name, voice in (("Ana", ana), ("Ben", ben)):
        shouting.hear(np.concatenate([part for n in range(6) for part in (silence(0.6), voice(n))]))
        assert main(["crow", "learn", name, "--seconds", "0.05"]) == 0
        assert f"{name} from 6 shouts" in capsys.readouterr().out
    shouting.hear(np.concatenate([silence(0.6), ben(9), silence(0.6)]))
    assert main(["crow", "who", "--seconds", "0.05"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Ben"
    assert main(["crow", "forget", "Ben"]) == 0
    assert main(["crow", "list"]) == 0
    assert "Ana: 6 shouts" in capsys.readouterr().out
