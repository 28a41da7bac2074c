"""The computer's own speaker, through pw-play (PipeWire) or aplay (ALSA)."""

import io
import os
import shutil
import subprocess
import time
import wave
from collections.abc import Callable, Sequence

import numpy as np

from hardware.ports import SAMPLE_RATE, Sound
from hardware.settings import SpeakerSettings
from hardware.trouble import Trouble
from hardware.wording import line

PLAYERS = (("pw-play",), ("aplay", "-q"))
TOGETHER = 4  # more sounds at once are only noise
PROBE_SECONDS = 3.0
HANGS_SECONDS = 5.0  # a player that plays so much longer than its sound hangs


class AlsaSpeaker:
    """Each sound is a process of its own that nobody waits for; one that failed is told about once."""

    def __init__(self, command: Sequence[str], clock: Callable[[], float] = time.monotonic) -> None:
        self._command = tuple(command)
        self._playing: list[tuple[subprocess.Popen[bytes], float]] = []  # each with when it should have ended
        self._stopped: list[subprocess.Popen[bytes]] = []  # told to end; nobody waits for that either
        self._told = False
        self._clock = clock

    def play(self, sound: Sound, name: str = "") -> None:
        failed = self._sweep()
        if len(self._playing) < TOGETHER:
            due = self._clock() + len(sound) / SAMPLE_RATE + HANGS_SECONDS
            try:
                self._playing.append((_player(self._command, sound), due))
            except OSError:
                failed = True
        if failed and not self._told:
            self._told = True
            raise Trouble(line("The speaker does not play."), NO_SINK)

    def stop(self) -> None:
        for player, _ in self._playing:
            player.terminate()
            self._stopped.append(player)
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
        """Forget the players that are done, and end those that hang; true if one of them failed."""
        now, failed, still = self._clock(), False, []
        for player, due in self._playing:
            code = player.poll()
            if code is None and now < due:
                still.append((player, due))
            elif code is None:  # its sound server takes the sound and never plays it
                player.kill()
                self._stopped.append(player)
            failed = failed or bool(code) or (code is None and now >= due)
        self._playing = still
        self._stopped = [player for player in self._stopped if player.poll() is None]
        return failed


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


def lacks() -> str:
    if any(shutil.which(command[0]) for command in PLAYERS):
        return ""
    return line("There is no program to play sound.")
