"""The voice that comes with the program: what is in it, how it sounds, and what it is the fallback for."""

from pathlib import Path

import numpy as np
import pytest

from companion.announcements import speech
from companion.announcements.announcement import Announcement
from companion.announcements.pack import nameless, pack, packed, sentences, unpacked
from companion.announcements.sounds import LOUDNESS, sound
from companion.announcements.speech import Voice
from companion.languages import languages
from hardware.ports import SAMPLE_RATE, Sound
from hardware.trouble import Trouble


@pytest.fixture
def no_espeak(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(text: str, voice: str) -> Sound:
        raise Trouble("I cannot speak: espeak-ng is not installed.", "Run: sudo apt install espeak-ng.")

    monkeypatch.setattr(speech, "render", missing)


def turn(spoken: str, player: str | None = None) -> Announcement:
    return Announcement("TurnBegun", "deed", "", spoken, spoken, "plain", 1, player)


@pytest.mark.parametrize("language", languages())
def test_nearly_every_sentence_without_a_name_comes_with_the_program(language: str) -> None:
    """What was worded since the last ``make voice`` is rendered at its first use."""
    wanted = sentences(language)
    there = [sentence for sentence in wanted if packed(sentence, language) is not None]
    assert len(wanted) > 40
    assert len(there) >= 0.8 * len(wanted), "run make voice"


@pytest.mark.parametrize("language", languages())
def test_a_packed_sentence_is_as_loud_and_as_long_as_speech_is(language: str) -> None:
    for sentence in sentences(language)[::10]:
        said = packed(sentence, language)
        if said is None:
            continue
        assert 0.3 < len(said) / SAMPLE_RATE < 12
        assert np.sqrt(np.mean((said / 32767.0) ** 2)) == pytest.approx(LOUDNESS, rel=0.1)
        assert np.abs(said).max() < 32767


def test_packing_keeps_the_words() -> None:
    """What is lost lies above the pitch of words, or is as faint as a whisper beside a shout."""
    before = sound("take").astype(np.float64)
    after = unpacked(pack(sound("take"))).astype(np.float64)
    count = min(len(before), len(after))
    assert abs(len(before) - len(after)) < SAMPLE_RATE / 10
    assert np.corrcoef(before[:count], after[:count])[0, 1] > 0.97


def test_a_sentence_of_the_pack_needs_no_espeak(tmp_path: Path, no_espeak: None) -> None:
    sentence = sentences("en")[0]
    said = Voice("en", tmp_path, jokes=False).say(turn(sentence))
    assert said is not None
    assert len(said)


def test_without_espeak_somebody_is_spoken_to_without_the_name(
    tmp_path: Path, no_espeak: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def look_up(sentence: str, language: str) -> Sound | None:
        asked.append(sentence)
        return np.ones(5, np.int16) if sentence == "It is your turn." else None

    monkeypatch.setattr(speech, "packed", look_up)
    voice = Voice("en", tmp_path, jokes=False)
    assert voice.say(turn("Ana, it is your turn.", "Ana")) is not None
    assert asked == ["Ana, it is your turn.", "It is your turn."]
    with pytest.raises(Trouble, match="espeak-ng is not installed"):
        voice.say(turn("Ana takes tile 24.", "Ana"))


def test_a_name_is_left_out_only_where_somebody_is_spoken_to() -> None:
    assert nameless("Ana, roll.", "Ana") == "Roll."
    assert nameless("Ana rolls.", "Ana") == "Ana rolls."
    assert nameless("Roll.", None) == "Roll."


def test_a_language_may_have_no_pack() -> None:
    assert packed("Yes.", "tlh") is None
