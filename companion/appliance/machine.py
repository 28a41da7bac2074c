"""The computer we run on, as a few questions that a test can answer differently."""

import datetime
import grp
import importlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from hardware.drivers import open_camera, open_microphone
from hardware.frame import Share
from hardware.settings import CameraSettings, MicrophoneSettings, SpeakerSettings
from hardware.speakers import alsa
from hardware.trouble import Trouble


class Machine:
    """Asks the real computer."""

    def python(self) -> tuple[int, int]:
        return sys.version_info[:2]

    def architecture(self) -> str:
        return platform.machine()

    def read(self, path: str) -> str | None:
        """The text of a file, or none if there is none to read."""
        try:
            return Path(path).read_text(encoding="utf-8", errors="replace").strip("\x00\n ")
        except OSError:
            return None

    def exists(self, path: str) -> bool:
        return Path(path).exists()

    def may_write(self, path: str) -> bool:
        return os.access(path, os.R_OK | os.W_OK)

    def environment(self, name: str) -> str:
        return os.environ.get(name, "")

    def has_program(self, name: str) -> bool:
        return shutil.which(name) is not None

    def run(self, *command: str) -> str | None:
        """What a program printed, or none if it failed or is not there."""
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout.strip()

    def groups(self) -> set[str]:
        names = set()
        for group in {*os.getgroups(), os.getegid()}:
            try:
                names.add(grp.getgrgid(group).gr_name)
            except KeyError:
                continue
        return names

    def is_root(self) -> bool:
        return os.geteuid() == 0

    def package(self, name: str) -> str | None:
        """The installed version of a Python package."""
        try:
            return version(name)
        except PackageNotFoundError:
            return None

    def import_error(self, module: str) -> Exception | None:
        """Why a module cannot be imported; finding it is not enough, picamera2 is found where it cannot work."""
        try:
            importlib.import_module(module)
        except Exception as error:  # a broken binary module may raise anything
            return error
        return None

    def engine(self) -> str:
        """What runs the eye's networks."""
        from vision.network import engine

        return engine()

    def camera_sees(self, settings: CameraSettings) -> Share | Trouble | None:
        """The part of the sensor in the picture, or why there is no picture."""
        try:
            camera = open_camera(settings)
            try:
                frame = camera.read()
            finally:
                camera.close()
        except Trouble as trouble:
            return trouble
        return None if frame is None else frame.sees

    def sound_trouble(self) -> Trouble | None:
        """Why a moment of silence cannot be played."""
        try:
            alsa.open_speaker(SpeakerSettings()).close()
        except Trouble as trouble:
            return trouble
        return None

    def hearing_trouble(self, settings: MicrophoneSettings) -> Trouble | None:
        """Why the microphone cannot be opened."""
        try:
            open_microphone(settings).close()
        except Trouble as trouble:
            return trouble
        return None

    def free_bytes(self, path: Path) -> int:
        while not path.exists():
            path = path.parent
        return shutil.disk_usage(path).free

    def year(self) -> int:
        return datetime.date.today().year


def version_of(text: str) -> tuple[int, ...]:
    """A version as numbers: "2.0.1.post3" is (2, 0, 1, 3)."""
    parts: Sequence[str] = text.replace("post", "").split(".")
    return tuple(int("".join(filter(str.isdigit, part)) or 0) for part in parts)
