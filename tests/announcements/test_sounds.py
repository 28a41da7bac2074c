"""Sounds, measured: how long, how loud, never clipped, and a crow that rises and falls."""

import shutil
import time
from pathlib import Path

import numpy as np
import pytest
from ears import captured_sink, heard, loudness, pitch
from kinds import event_kinds
from numpy.typing import NDArray

from companion.announcements.announcement import Announcement
from companion.announcements.sounds import HEARD, KINDS, LOUDNESS, SOUNDS, crow, loud, sound, sound_of
from hardware.ports import SAMPLE_RATE
from hardware.speakers.alsa import AlsaSpeaker


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_short_equally_loud_and_never_clipped(name: str) -> None:
    wave = sound(name)
    assert 0.03 <= len(wave) / SAMPLE_RATE <= 2.0
    assert loudness(wave) == pytest.approx(LOUDNESS, rel=0.2)
    assert int(np.abs(wave.astype(np.int32)).max()) < 0.95 * 32767
    assert abs(int(wave[0])) < 1000  # nothing clicks
    assert abs(int(wave[-1])) < 1000


def test_the_crow_hops_up_climbs_cracks_and_comes_down() -> None:
    """Cock-a-doodle-DOO."""
    crows_like_a_rooster(crow())


def crows_like_a_rooster(wave: NDArray[np.generic]) -> None:
    assert 1.5 < len(wave) / SAMPLE_RATE < 2.0
    last = len(wave) / SAMPLE_RATE - 1.15 - 0.025  # where the long syllable begins
    first_hops = [pitch(wave, 0.045), pitch(wave, 0.33), pitch(wave, 0.53)]
    assert first_hops == sorted(first_hops)
    climb = [pitch(wave, last + 1.15 * part) for part in (0.05, 0.15, 0.25, 0.35)]
    assert climb == sorted(climb)
    fall = [pitch(wave, last + 1.15 * part) for part in (0.55, 0.68, 0.8, 0.92)]
    assert fall == sorted(fall, reverse=True)
    top = pitch(wave, last + 1.15 * 0.4)
    assert top > 1.5 * climb[0]
    assert fall[-1] < 0.6 * top


@pytest.mark.skipif(shutil.which("aplay") is None, reason="aplay is not installed: apt install alsa-utils")
def test_the_crow_arrives_at_the_loudspeaker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the real player into ALSA's file device: its length, its level, unclipped, rising and falling."""
    config, captured = captured_sink(tmp_path)
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(config))
    speaker = AlsaSpeaker(("aplay", "-q"))
    speaker.play(sound("crow"), "crow")
    until = time.monotonic() + 10
    while speaker.busy() and time.monotonic() < until:
        time.sleep(0.01)
    arrived = heard(captured)
    crows_like_a_rooster(np.pad(arrived, (0, len(sound("crow")) - len(arrived))))
    assert loudness(arrived) == pytest.approx(LOUDNESS, rel=0.1)
    assert int(np.abs(arrived.astype(np.int32)).max()) < 0.95 * 32767


def test_the_crow_is_four_hops_and_a_long_one() -> None:
    strength = np.convolve(np.abs(crow()), np.ones(220) / 220, "same")
    loud_parts = np.flatnonzero(np.diff(np.concatenate([[0], (strength > 0.1 * strength.max()).astype(int), [0]])))
    lengths = np.diff(loud_parts.reshape(-1, 2), axis=1)[:, 0] / SAMPLE_RATE
    assert len(lengths) == 5
    assert lengths[-1] > 3 * lengths[:-1].max()


def test_every_event_of_every_game_is_heard() -> None:
    silent = [kind.__name__ for kind in event_kinds() if kind.__name__ not in HEARD and not hasattr(kind, "sound")]
    assert silent == []
    assert {kind.sound for kind in event_kinds() if hasattr(kind, "sound")} <= set(SOUNDS)


def test_every_sound_exists_and_none_is_in_vain() -> None:
    used = {*HEARD.values(), *KINDS.values(), "tick"}  # a countdown's
    used |= {kind.sound for kind in event_kinds() if hasattr(kind, "sound")}
    assert used == set(SOUNDS)


@pytest.mark.parametrize(
    ("key", "kind", "name"),
    [
        ("Hello", "celebration", "crow"),
        ("FaceAlreadyKept", "refusal", "buzz"),
        ("WhichFace", "question", "ask"),
        ("KeepFace", "prompt", None),
        ("Sees", "trouble", "done"),
    ],
)
def test_which_sound_for_which_news(key: str, kind: str, name: str | None) -> None:
    assert sound_of(Announcement(key, kind, "", "", "")) == name  # type: ignore[arg-type]


def test_a_wave_too_loud_is_bent_not_cut() -> None:
    spiky = np.zeros(2000)
    spiky[::100] = 1.0
    wave = loud(spiky)
    assert int(wave.max()) < 32000
    assert loudness(loud(np.zeros(100))) == 0
