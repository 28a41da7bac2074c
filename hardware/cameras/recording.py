"""A recording: frames with their own numbers and times in one zip file, written as they come."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import cv2
import numpy as np

from hardware.frame import Frame, Pixels
from hardware.trouble import Trouble
from hardware.wording import line

INDEX = "frames.jsonl"


class Recorder:
    """Writes frames as JPEG into one zip; the index is written last, the frames at once."""

    def __init__(self, path: Path, quality: int = 92) -> None:
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_STORED)  # JPEG does not get smaller
        self._quality = quality
        self._lines: list[str] = []

    def add(self, frame: Frame) -> None:
        name = f"{frame.number:06d}.jpg"
        jpeg = cv2.imencode(".jpg", frame.pixels, [cv2.IMWRITE_JPEG_QUALITY, self._quality])[1]
        self._zip.writestr(name, jpeg.tobytes())
        self._lines.append(json.dumps({"file": name, "number": frame.number, "taken_at": frame.taken_at}))

    def again(self, frame: Frame) -> None:
        """A frame that shows what the last one showed: its number and time are kept, its picture is not."""
        name = json.loads(self._lines[-1])["file"]
        self._lines.append(json.dumps({"file": name, "number": frame.number, "taken_at": frame.taken_at}))

    def attach(self, name: str, text: str) -> None:
        """Put a text beside the frames: settings, journal, verdicts."""
        self._zip.writestr(name, text)

    def close(self) -> None:
        self._zip.writestr(INDEX, "\n".join(self._lines) + "\n")
        self._zip.close()

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def recorded_frames(path: Path) -> Iterator[Frame]:
    """The frames of a recording, with the numbers and times they had."""
    try:
        with zipfile.ZipFile(path) as recording:
            for written in recording.read(INDEX).decode().splitlines():
                fact = json.loads(written)
                pixels = decoded(recording.read(fact["file"]), f"{path}: {fact['file']}")
                yield Frame(pixels, int(fact["number"]), float(fact["taken_at"]), str(path))
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError) as error:
        raise Trouble(
            line("{path} is not a whole recording.", path=path), line("Record again with companion run --record.")
        ) from error


def attached(path: Path, name: str) -> str | None:
    """A text that was put beside the frames, or none."""
    with zipfile.ZipFile(path) as recording:
        return recording.read(name).decode() if name in recording.namelist() else None


def decoded(image: bytes, name: str) -> Pixels:
    """The BGR pixels of an image file's bytes."""
    # From bytes, because OpenCV's own file reader prints to the terminal when a file is broken.
    pixels = cv2.imdecode(np.frombuffer(image, np.uint8), cv2.IMREAD_COLOR) if image else None
    if pixels is None:
        raise Trouble(line("{name} is no picture I can read.", name=name), line("Give me JPEG or PNG files."))
    return np.asarray(pixels, np.uint8)
