"""The computer's own speaker, through pw-play (PipeWire) or aplay (ALSA)."""

import io
import os
import shutil
import subprocess
import wave
from collections.abc import Sequence

import numpy as np

from hardware.ports import SAMPLE_RATE, Sound
from hardware.settings import SpeakerSettings
from hardware.trouble import Trouble
from hardware.wording import line

PLAYERS = (("pw-play",), ("aplay", "-q"))
TOGETHER = 4  # more sounds at once are only noise
PROBE_SECONDS = 3.0


class AlsaSpeaker:
    """Each sound is a process of its own that nobody waits for; one that failed is told about once."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._playing: list[subprocess.Popen[bytes]] = []
        self._stopped: list[subprocess.Popen[bytes]] = []  # told to end; nobody waits for that either
        self._told = False

    def play(self, sound: Sound, name: str = "") -> None:
        failed = self._sweep()
        if len(self._playing) < TOGETHER:
            try:
                self._playing.append(_player(self._command, sound))
            except OSError:
                failed = True
        if failed and not self._told:
            self._told = True
            raise Trouble(line("The speaker does not play."), NO_SINK)

    def stop(self) -> None:
        for player in self._playing:
            player.terminate()
        self._stopped += self._playing
        self._playing = []

    def busy(self) -> bool:
        self._sweep()
        return bool(self._playing)

    def close(self) -> None:
        self.stop()
        for player in self._stopped:
            try:
                player.wait(1)
            except subprocess.TimeoutExpired:
                player.kill()
                player.wait()
        self._stopped = []

    def _sweep(self) -> bool:
        """Forget the players that are done; true if one of them failed."""
        codes = [player.poll() for player in self._playing]
        self._playing = [player for player, code in zip(self._playing, codes, strict=True) if code is None]
        self._stopped = [player for player in self._stopped if player.poll() is None]
        return any(codes)


def open_speaker(settings: SpeakerSettings) -> AlsaSpeaker:
    """The first player that plays a moment of silence without complaint."""
    installed = [command for command in PLAYERS if shutil.which(command[0])]
    for command in installed:
        player = _player(command, np.zeros(SAMPLE_RATE // 50, np.int16))
        try:
            if player.wait(PROBE_SECONDS) == 0:
                return AlsaSpeaker(command)
        except subprocess.TimeoutExpired:
            player.kill()
            player.wait()
    if not installed:
        raise Trouble(
            line("There is no program to play sound."), line("Run: sudo apt install pipewire-bin alsa-utils.")
        )
    raise Trouble(line("I find no loudspeaker to play on."), NO_SINK)


def wav(sound: Sound) -> bytes:
    """The sound as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(SAMPLE_RATE)
        out.writeframes(np.ascontiguousarray(sound, "<i2").tobytes())
    return file.getvalue()


def _player(command: Sequence[str], sound: Sound) -> subprocess.Popen[bytes]:
    # A file in memory: a pipe would make us wait once it is full, and a real file would have to be cleaned away.
    memory = os.memfd_create("sound")
    try:
        with os.fdopen(os.dup(memory), "wb") as file:
            file.write(wav(sound))
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            [*command, f"/dev/fd/{memory}"], stdin=quiet, stdout=quiet, stderr=quiet, pass_fds=(memory,)
        )
    finally:
        os.close(memory)


NO_SINK = line("Plug one in (a Pi 5 needs HDMI, USB or I2S), check wpctl status, and start me as a user service.")
