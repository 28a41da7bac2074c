"""What is heard, in which order, and that nothing waits for it."""

import shutil
import threading
import time
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.announcements import speech
from companion.announcements.announcement import Announcement
from companion.announcements.clips import read_wav, themed
from companion.announcements.sounds import LOUDNESS, sound
from companion.announcements.speech import KEPT, Voice, render
from companion.announcements.voice import VoiceChannel
from companion.languages import languages, phrases
from hardware.ports import SAMPLE_RATE, Sound
from hardware.settings import SpeakerSettings
from hardware.speakers.silent import SilentSpeaker
from hardware.speakers.themes import themes
from hardware.trouble import Trouble

espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
CALL = Announcement("CockadoodleCalled", "deed", ":rooster:", "", "Ana called!", "call", 3, "Ana", sound="crow")


def said(spoken: str, key: str = "DiceKept", kind: str = "deed", urgency: int = 1, **more: Any) -> Announcement:
    return Announcement(key, kind, "", "", spoken, urgency=urgency, **more)  # type: ignore[arg-type]


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An espeak-ng that needs no time and says a tenth of a second of every sentence."""
    heard: list[str] = []

    def quick(text: str, voice: str) -> Sound:
        heard.append(text)
        return np.full(SAMPLE_RATE // 10, 1000, np.int16)

    monkeypatch.setattr(speech, "render", quick)
    return heard


@pytest.fixture
def open_channel(tmp_path: Path) -> Iterator[Callable[..., tuple[VoiceChannel, SilentSpeaker]]]:
    opened: list[VoiceChannel] = []

    def open_one(**settings: Any) -> tuple[VoiceChannel, SilentSpeaker]:
        speaker = SilentSpeaker()
        opened.append(VoiceChannel(speaker, "en", SpeakerSettings(**settings), folder=tmp_path))
        return opened[-1], speaker

    yield open_one
    for channel in opened:
        channel.close()


def names(speaker: SilentSpeaker) -> list[str]:
    return [played.name for played in tuple(speaker.played)]


def wait_for(truth: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not truth():
        assert time.monotonic() < until
        time.sleep(0.002)


def test_a_deed_has_its_sound_and_then_its_sentence(open_channel: Any, spoken: list[str]) -> None:
    channel, speaker = open_channel()
    channel.tell(said("Twenty-four."))
    wait_for(lambda: len(speaker.played) == 2)
    assert names(speaker) == ["keep", "Twenty-four."]
    keep, sentence = speaker.played
    assert sentence.at - keep.at >= len(keep.sound) / SAMPLE_RATE - 0.01  # not over each other


def test_of_advice_only_the_newest_is_said(open_channel: Any, spoken: list[str]) -> None:
    channel, speaker = open_channel()
    channel.tell(said("Twenty-four."))
    for count in range(10):
        channel.tell(said(f"Roll the {count} left.", "RollRest", "prompt", 0))
    wait_for(lambda: len(speaker.played) == 3)
    assert names(speaker)[2] == "Roll the 9 left."


def test_new_advice_cuts_off_old_advice_and_nothing_else(open_channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = {"Roll all 8 dice.": 0.05, "Roll the 5 left.": 60.0, "Roll the 4 left.": 0.05}
    monkeypatch.setattr(speech, "render", lambda text, voice: np.ones(int(seconds[text] * SAMPLE_RATE), np.int16))
    channel, speaker = open_channel()
    stopped: list[float] = []
    monkeypatch.setattr(speaker, "stop", lambda: stopped.append(time.monotonic()))
    channel.tell(said("Roll all 8 dice.", "RollAll", "prompt", 0))
    wait_for(lambda: bool(speaker.played) and not speaker.busy())
    channel.tell(said("", "DiceKept"))
    channel.tell(said("Roll the 5 left.", "RollRest", "prompt", 0))
    assert stopped == []  # the old advice had ended; the sound of the deed rings on
    wait_for(lambda: len(speaker.played) == 3)
    channel.tell(said("Roll the 4 left.", "RollRest", "prompt", 0))
    assert len(stopped) == 1


def test_the_call_silences_everything(open_channel: Any, spoken: list[str]) -> None:
    channel, speaker = open_channel()
    for count in range(3):
        channel.tell(said(f"{count}."))
    channel.tell(CALL)
    wait_for(lambda: "Ana called!" in names(speaker))
    heard = names(speaker)
    assert heard[heard.index("crow") + 1 :] == ["Ana called!"]


def test_a_refusal_interrupts_idle_talk(open_channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "render", lambda text, voice: np.full(60 * SAMPLE_RATE, 1000, np.int16))
    channel, speaker = open_channel(sounds=False)
    channel.tell(said("A very long piece of advice.", "RollRest", "prompt", 0))
    wait_for(lambda: speaker.busy())
    channel.tell(said("The fours are already laid aside.", "FaceAlreadyKept", "refusal", 2))
    wait_for(lambda: len(speaker.played) == 2)
    assert speaker.played[1].at - speaker.played[0].at < 5


def test_telling_never_waits_for_a_slow_voice(open_channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stuck, rendered = threading.Event(), list[str]()

    def slow(text: str, voice: str) -> Sound:
        stuck.wait(30)
        rendered.append(text)
        return np.zeros(10, np.int16)

    monkeypatch.setattr(speech, "render", slow)
    channel, speaker = open_channel()
    for count in range(20):
        channel.tell(said(f"{count}."))
    channel.tell(CALL)
    assert not rendered, "telling has waited for the voice"
    assert names(speaker)[-1] == "crow"
    stuck.set()


def test_each_sound_can_be_silenced_and_so_can_the_voice(open_channel: Any, spoken: list[str]) -> None:
    channel, speaker = open_channel(silenced=("keep",), voice=False)
    channel.tell(said("Twenty-four."))
    channel.tell(said("Take tile 24.", "TileTaken", sound="take"))
    assert names(speaker) == ["take"]
    quiet, silent = open_channel(sounds=False, voice=False)
    quiet.tell(CALL)
    assert names(silent) == []


def test_volume_is_the_level_of_what_is_played(open_channel: Any, spoken: list[str]) -> None:
    levels = []
    for volume in (0.0, 0.5, 1.0):
        channel, speaker = open_channel(volume=volume, voice=False)
        channel.tell(CALL)
        levels.append(float(np.abs(speaker.played[0].sound.astype(float)).max()))
    assert levels[0] == 0
    assert levels[1] == pytest.approx(levels[2] / 2, rel=0.01)


def test_a_speaker_that_fails_is_told_once_and_the_game_goes_on(tmp_path: Path, spoken: list[str]) -> None:
    class Broken(SilentSpeaker):
        def play(self, sound: Sound, name: str = "") -> None:
            raise Trouble("The speaker does not play.", "Plug one in.")

    told: list[Trouble] = []
    channel = VoiceChannel(Broken(), "en", folder=tmp_path, report=told.append)
    for count in range(5):
        channel.tell(said(f"{count}."))
    channel.close()
    assert [trouble.say for trouble in told] == ["The speaker does not play."]


def test_without_espeak_there_are_still_sounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    told: list[Trouble] = []
    speaker = SilentSpeaker()
    channel = VoiceChannel(speaker, "en", folder=tmp_path, report=told.append)
    channel.tell(said("One."))
    wait_for(lambda: bool(told))
    channel.tell(said("Two."))
    channel.close()
    assert names(speaker) == ["keep", "keep"]
    assert [trouble.fix for trouble in told] == ["Run: sudo apt install espeak-ng"]


# --- the voice -------------------------------------------------------------------------------------------------------


def write_wav(path: Path, hertz: float = 440, rate: int = 44100, channels: int = 2, seconds: float = 0.5) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    at = np.arange(int(rate * seconds)) / rate
    tone = (12000 * np.sin(2 * np.pi * hertz * at)).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(np.repeat(tone, channels).tobytes())


def heard_hertz(sound: Sound) -> float:
    spectrum = np.abs(np.fft.rfft(sound))
    return float(np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE)[spectrum.argmax()])


def test_own_clips_go_first_from_the_most_special_to_the_plainest(tmp_path: Path, spoken: list[str]) -> None:
    """Ana's own clip; else the key's clips in turn; else the spoken sentence."""
    write_wav(tmp_path / "en" / "TileTaken_Ana.wav", 300)
    write_wav(tmp_path / "en" / "TileTaken.wav", 500)
    write_wav(tmp_path / "en" / "TileTaken+1.wav", 700)
    voice = Voice("en", tmp_path, jokes=False)

    def heard(key: str, player: str) -> float:
        sound = voice.say(said("Twenty-four.", key, player=player))
        assert sound is not None
        return round(heard_hertz(sound), -1)

    assert heard("TileTaken", "Ana") == 300
    assert sorted(heard("TileTaken", "Ben") for _ in range(4)) == [500, 500, 700, 700]
    assert spoken == []
    assert voice.say(said("Twenty-four.", "DiceKept", player="Ana")) is not None
    assert spoken == ["Twenty-four."]


def test_a_clip_of_any_rate_fits_and_is_as_loud_as_the_rest(tmp_path: Path) -> None:
    for rate, channels in ((8000, 1), (44100, 2), (48000, 1)):
        write_wav(tmp_path / "clip.wav", 440, rate, channels)
        sound = read_wav(tmp_path / "clip.wav")
        assert len(sound) / SAMPLE_RATE == pytest.approx(0.5, abs=0.01)
        assert heard_hertz(sound) == pytest.approx(440, abs=5)
        assert float(np.sqrt(np.mean((sound / 32767) ** 2))) == pytest.approx(LOUDNESS, rel=0.1)


def test_a_broken_clip_is_named(tmp_path: Path) -> None:
    (tmp_path / "clip.wav").write_bytes(b"no sound")
    with pytest.raises(Trouble, match=r"clip\.wav"):
        read_wav(tmp_path / "clip.wav")


def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path, spoken: list[str]) -> None:
    write_wav(tmp_path / "secret.wav")
    (tmp_path / "en" / "TileTaken_x").mkdir(parents=True)
    assert Voice("en", tmp_path).say(said("Hello.", "TileTaken", player="x/../../secret")) is not None
    assert spoken == ["Hello."]


def test_a_sentence_is_rendered_once(tmp_path: Path, spoken: list[str]) -> None:
    for _ in range(3):
        Voice("en", tmp_path).say(said("Twenty-four."))
    assert spoken == ["Twenty-four."]


def test_what_a_full_disk_left_of_a_sentence_is_rendered_anew(tmp_path: Path, spoken: list[str]) -> None:
    """The file is there and empty: that ended the voice for good."""
    voice = Voice("en", tmp_path)
    first = voice.sentence("Hello Ana")
    (kept,) = tmp_path.rglob("*.npy")
    for broken in (b"", b"\x93NUMPY", kept.read_bytes()[:-7]):
        kept.write_bytes(broken)
        assert (voice.sentence("Hello Ana") == first).all()
    assert spoken == ["Hello Ana"] * 4


def test_one_sentence_that_cannot_be_said_is_not_the_last(
    open_channel: Any, spoken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    channel, speaker = open_channel()
    monkeypatch.setattr(channel._voice, "say", lambda said: 1 / 0)
    channel.tell(said("This goes wrong."))
    time.sleep(0.05)
    monkeypatch.undo()
    monkeypatch.setattr(speech, "render", lambda text, voice: np.full(100, 9, np.int16))
    channel.tell(said("This is heard."))
    wait_for(lambda: "This is heard." in names(speaker))


def test_old_sentences_make_room(tmp_path: Path, spoken: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "KEPT", 5)
    assert KEPT >= 500
    voice = Voice("en", tmp_path)
    for count in range(12):
        voice.sentence(str(count))
    assert len(list((tmp_path / "en" / "rendered").iterdir())) <= 6


def test_jokes_come_with_every_third_take_and_can_be_switched_off(tmp_path: Path, spoken: list[str]) -> None:
    told = Voice("en", tmp_path)
    for _ in range(9):
        told.say(said("Take it.", "TileTaken"))
    jokes = {line for line in spoken if line != "Take it."}
    assert len(jokes) == 3
    spoken.clear()
    serious = Voice("en", tmp_path / "serious", jokes=False)
    for _ in range(9):
        serious.say(said("Take it.", "TileTaken"))
    assert spoken == ["Take it."]


@espeak
@pytest.mark.parametrize("language", languages())
def test_espeak_speaks_every_language_at_the_common_loudness(language: str) -> None:
    voice = phrases(language)["language"]["voice"]
    short = render("24.", voice)
    long = render("24. Ana, Jürgen, take tile 24, it is yours.", voice)
    assert 0.3 < len(short) / SAMPLE_RATE < 3 < len(long) / SAMPLE_RATE < 9
    for wav in (short, long):
        assert float(np.sqrt(np.mean((wav / 32767) ** 2))) == pytest.approx(
            LOUDNESS, rel=0.2
        )  # the peaks of French are high, and are not clipped
        assert int(np.abs(wav.astype(np.int32)).max()) < 0.95 * 32767


@espeak
def test_a_player_may_be_called_like_an_option() -> None:
    assert len(render("--version", "en-gb")) > SAMPLE_RATE / 4


def test_a_folder_of_sounds_is_a_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "cockadoodle" / "sounds" / "circus"
    write_wav(folder / "keep.wav", seconds=1.5)
    (folder / "take.wav").write_bytes(b"no wave at all")

    assert themes() == ("cockadoodle", "circus")
    assert len(themed("keep", "circus")) == pytest.approx(1.5 * SAMPLE_RATE, rel=0.01)
    for name in ("take", "crow"):  # spoiled, and not there: ours
        assert np.array_equal(themed(name, "circus"), sound(name))
    assert np.array_equal(themed("keep", "../circus"), sound("keep"))
