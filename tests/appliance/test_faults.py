"""No matrix, no pins, no sound, no ears: the table says so, each once, and plays on."""

import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from companion.assemble import RunningTable, Wanted
from companion.settings import KioskSettings, Settings
from hardware.frame import Frame
from hardware.settings import ButtonsSettings, CameraSettings, DisplaySettings, MicrophoneSettings, SpeakerSettings
from vision.observation import TableObservation

WIRED = Settings(
    kiosk=KioskSettings(),
    camera=CameraSettings(driver="playback", path="nowhere"),
    buttons=ButtonsSettings(driver="gpio"),
    display=DisplaySettings(driver="max7219"),
    speaker=SpeakerSettings(driver="alsa", voice=False),
    microphone=MicrophoneSettings(driver="portaudio"),
)


class Blind:
    def read(self, frame: Frame) -> TableObservation:
        return TableObservation(frame.number, frame.taken_at, 0, 0)


def test_a_table_without_its_parts_says_so_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.setitem(sys.modules, "spidev", None)
    monkeypatch.setitem(sys.modules, "sounddevice", None)

    table = RunningTable(replace(WIRED), Wanted(quiet=True), lambda table: Blind(), tmp_path / "table.toml")
    table._desk.start()
    try:
        told = list[str]()
        until = time.monotonic() + 30
        while len(told) < 4 and time.monotonic() < until:
            told = [event.decode() for _, event in tuple(table.feed._news) if b"event: news" in event]
            time.sleep(0.01)
        assert len(told) == 4
        cures = {
            "spidev": "python3-spidev",
            "GPIO": "python3-lgpio",
            "play sound": "alsa-utils",
            "listen": "libportaudio2",
        }
        for part, cure in cures.items():
            assert any(part in line and cure in line for line in told), part
        table.pulse()  # the referee's thread answers
    finally:
        table._desk.close()
        table._herald.close()
        table._matrix.close()
        table._voice.close()
        table.journal.close()
