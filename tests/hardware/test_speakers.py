"""Sound out of the real players into a captured sink, and what is said when there is none."""

import shutil
import time
from pathlib import Path

import numpy as np
import pytest
from ears import captured_sink, heard

from hardware.ports import SAMPLE_RATE, Sound
from hardware.settings import SpeakerSettings
from hardware.speakers import alsa
from hardware.speakers.alsa import AlsaSpeaker, open_speaker
from hardware.speakers.silent import SilentSpeaker
from hardware.trouble import Trouble

TONE: Sound = (9000 * np.sin(np.arange(SAMPLE_RATE) * 2 * np.pi * 440 / SAMPLE_RATE)).astype(np.int16)


def wait_until_quiet(speaker: AlsaSpeaker) -> None:
    until = time.monotonic() + 10
    while speaker.busy():
        assert time.monotonic() < until
        time.sleep(0.005)


@pytest.mark.skipif(shutil.which("aplay") is None, reason="aplay is not installed: apt install alsa-utils")
def test_what_is_played_arrives_at_the_sink_sample_by_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ALSA's own file device stands where the loudspeaker would be."""
    config, captured = captured_sink(tmp_path)
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(config))
    monkeypatch.setattr(alsa, "PLAYERS", (("aplay", "-q"),))
    speaker = open_speaker(SpeakerSettings())

    speaker.play(TONE, "tone")
    wait_until_quiet(speaker)

    np.testing.assert_array_equal(heard(captured), TONE[: np.flatnonzero(TONE)[-1] + 1])


def a_player(folder: Path, name: str, script: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def test_pipewire_goes_first_and_aplay_stands_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A system unit has no PipeWire: pw-play is there, and fails."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    a_player(tmp_path, "pw-play", f'cp "$1" {tmp_path}/by-pipewire')
    a_player(tmp_path, "aplay", f'cp "$2" {tmp_path}/by-aplay')
    speaker = open_speaker(SpeakerSettings())
    speaker.play(TONE)
    wait_until_quiet(speaker)
    assert (tmp_path / "by-pipewire").read_bytes() == alsa.wav(TONE)

    a_player(tmp_path, "pw-play", "exit 1")
    speaker = open_speaker(SpeakerSettings())
    speaker.play(TONE)
    wait_until_quiet(speaker)
    assert (tmp_path / "by-aplay").read_bytes() == alsa.wav(TONE)


def test_nobody_waits_for_a_player_that_will_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next sound may be the crow."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    a_player(tmp_path, "stubborn", f"trap '' TERM; touch {tmp_path}/playing; while :; do sleep 0.05; done")
    speaker = AlsaSpeaker(("stubborn",))
    speaker.play(TONE)
    while not (tmp_path / "playing").exists():
        time.sleep(0.005)
    speaker.stop()
    assert not speaker.busy()
    speaker.play(TONE)
    assert speaker.busy()
    speaker.close()
    assert not speaker.busy()


def test_no_sink_is_said_with_a_cure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    for name in ("pw-play", "aplay"):
        a_player(tmp_path, name, "exit 1")
    with pytest.raises(Trouble, match="no loudspeaker") as trouble:
        open_speaker(SpeakerSettings())
    assert "user service" in trouble.value.fix


def test_no_player_is_said_with_a_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Trouble, match="no program to play sound") as trouble:
        open_speaker(SpeakerSettings())
    assert "sudo apt install" in trouble.value.fix


def test_a_player_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alsa, "PROBE_SECONDS", 0.05)
    monkeypatch.setattr(alsa, "PLAYERS", (("sh", "-c", "exec sleep 60"),))
    with pytest.raises(Trouble, match="no loudspeaker"):
        open_speaker(SpeakerSettings())


def test_a_sink_lost_in_the_game_is_told_once() -> None:
    speaker = AlsaSpeaker(("false",))
    speaker.play(TONE)
    wait_until_gone = time.monotonic() + 5
    while any(player.poll() is None for player, _ in speaker._playing):
        assert time.monotonic() < wait_until_gone
    with pytest.raises(Trouble, match="does not play"):
        speaker.play(TONE)
    for _ in range(3):
        speaker.play(TONE)  # and the game goes on
    speaker.close()


def test_a_player_that_hangs_is_ended_told_once_and_the_next_sound_plays() -> None:
    """The sound server took the sound and went away: from then on there was silence, and nobody was told."""
    now = 0.0
    speaker = AlsaSpeaker(("sh", "-c", "exec sleep 60"), clock=lambda: now)
    for _ in range(alsa.TOGETHER):
        speaker.play(TONE)
    hanging = [player for player, _ in speaker._playing]
    now = 1 + alsa.HANGS_SECONDS + 0.1
    with pytest.raises(Trouble, match="does not play"):
        speaker.play(TONE)
    assert len(speaker._playing) == 1
    assert all(player.wait(5) for player in hanging)
    speaker.close()


def test_too_many_sounds_at_once_are_left_out() -> None:
    speaker = AlsaSpeaker(("sh", "-c", "exec sleep 60"))
    for _ in range(9):
        speaker.play(TONE)
    assert len(speaker._playing) == alsa.TOGETHER
    speaker.close()


def test_the_silent_speaker_remembers() -> None:
    now = [10.0]
    speaker = SilentSpeaker(lambda: now[0])
    speaker.play(TONE, "tone")
    assert [(played.name, played.at) for played in speaker.played] == [("tone", 10.0)]
    now[0] = 10.99
    assert speaker.busy()
    now[0] = 11.01
    assert not speaker.busy()
