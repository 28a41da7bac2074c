"""No matrix, no pins, no sound, no ears: the table says so, each once, and plays on."""

import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from gpiozero.pins.mock import MockFactory

from companion.assemble import RunningTable
from companion.referee.commands import Act
from companion.settings import KioskSettings, Settings, TableSettings
from companion.wanted import Wanted
from hardware.buttons import gpio
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


def busy_pins() -> Any:
    """Pins that another program holds."""

    def pin(name: object) -> object:
        raise OSError("GPIO busy")

    factory = MockFactory()
    factory.pin = pin
    return factory


class Locked:
    """An SPI bus that belongs to others."""

    def __init__(self) -> None:
        raise PermissionError(13, "Permission denied")


TOLD = {
    "en": (
        "I may not use SPI. Run: sudo usermod -aG spi",
        "GPIO 5 of the green button is in use by another program. Stop that program",
        "I find no loudspeaker to play on. Plug one in",
        "There is no file or folder 'nowhere' to play back. Set path",
        "I cannot speak: espeak-ng is not installed. Run: sudo apt install espeak-ng",
    ),
    "de": (
        "Ich darf SPI nicht benutzen. Führe aus: sudo usermod -aG spi",
        "GPIO 5 für den Taster Grün benutzt ein anderes Programm. Beende es",
        "Ich finde keinen Lautsprecher. Schließ einen an",
        "Es gibt keine Datei und keinen Ordner 'nowhere' zum Abspielen. Setze path",
        "Ich kann nicht sprechen: espeak-ng ist nicht installiert. Führe aus: sudo apt install espeak-ng",
    ),
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_permission_denied_pins_busy_no_sink_no_voice_and_the_game_goes_on(
    language: Literal["en", "de"], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that can be in the way at once: each is said once with its cure, and dice are still refereed."""
    player = tmp_path / "aplay"
    player.write_text("#!/bin/sh\nexit 1\n")
    player.chmod(0o755)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=Locked))
    monkeypatch.setattr(gpio, "_factory", busy_pins)
    wired = replace(
        WIRED,
        table=TableSettings(players=("Ana", "Ben"), language=language),
        speaker=SpeakerSettings(driver="alsa"),
        microphone=MicrophoneSettings(),
    )
    table = RunningTable(wired, Wanted(quiet=True), lambda table: Blind(), tmp_path / "table.toml")
    table.open()
    try:
        table.take(Act({"roll": ["1", "2", "3", "4", "5", "5", "5", "worm"]}))
        table.take(Act({"keep": "5"}))
        told = list[str]()
        until = time.monotonic() + 30
        while not all(any(said in line for line in told) for said in TOLD[language]) and time.monotonic() < until:
            told = [event.decode() for _, event in tuple(table.feed._news) if b'"kind":"trouble"' in event]
            time.sleep(0.01)
        for said in TOLD[language][:3] + TOLD[language][4:]:
            assert sum(said in line for line in told) == 1, said
        assert any(TOLD[language][3] in line for line in told)
        table.pulse()
        assert table.feed.snapshot["state"]["sum"] == 15
    finally:
        table.close()
