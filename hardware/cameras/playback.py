"""A camera that plays frames back: numbered pictures in a folder, one photo, a video or a recording."""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from hardware.cameras.recording import decoded, recorded_frames
from hardware.frame import Frame
from hardware.settings import CameraSettings
from hardware.trouble import Trouble
from hardware.wording import line

PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp"}
VIDEOS = {".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v"}


class PlaybackCamera:
    """Gives each frame once, in order, then none; in real time it waits until each is due."""

    def __init__(
        self,
        frames: Iterable[Frame],
        real_time: bool = False,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._frames = iter(frames)
        self._real_time = real_time
        self._clock = clock
        self._sleep = sleep
        self._ahead: float | None = None  # how far our clock is ahead of the recording's

    def read(self) -> Frame | None:
        frame = next(self._frames, None)
        if frame is None or not self._real_time:
            return frame
        if self._ahead is None:
            self._ahead = self._clock() - frame.taken_at
        due = frame.taken_at + self._ahead
        self._sleep(max(0.0, due - self._clock()))
        return replace(frame, taken_at=due)

    def read_after(self, moment: float) -> Frame | None:
        while (frame := self.read()) is not None and frame.taken_at <= moment:
            pass
        return frame

    def close(self) -> None:
        self._frames = iter(())


def open_camera(settings: CameraSettings) -> PlaybackCamera:
    return PlaybackCamera(frames_of(Path(settings.path), settings.fps), settings.real_time)


def frames_of(path: Path, fps: float) -> Iterator[Frame]:
    """All frames of a folder, photo, video or recording; without times of their own they come at ``fps`` from 0."""
    suffix = path.suffix.lower()
    if path.is_dir():
        pictures = sorted((p for p in path.iterdir() if p.suffix.lower() in PICTURES), key=_number)
        if not pictures:
            raise Trouble(
                line("There are no pictures in {path}.", path=path),
                line("Give me a folder of numbered JPEG or PNG files."),
            )
        return _pictures(pictures, fps)
    if not path.is_file():
        raise Trouble(
            line("There is no file or folder {path!r} to play back.", path=str(path)),
            line("Set path under [camera] to one."),
        )
    if suffix in PICTURES:
        return _pictures([path], fps)
    if suffix in VIDEOS:
        return _video(path, fps)
    if suffix == ".zip":
        return recorded_frames(path)
    raise Trouble(
        line("I cannot play {name} back.", name=path.name),
        line("Give me a folder, a photo, a video or a recording (.zip)."),
    )


def _number(picture: Path) -> tuple[int, str]:
    """Frame 10 comes after frame 9, whether or not the numbers are padded."""
    figures = re.findall(r"\d+", picture.stem)
    return (int(figures[-1]) if figures else 0, picture.name)


def _pictures(pictures: list[Path], fps: float) -> Iterator[Frame]:
    for count, picture in enumerate(pictures):
        yield Frame(decoded(picture.read_bytes(), str(picture)), count, count / fps, str(picture))


def _video(path: Path, fps: float) -> Iterator[Frame]:
    video = cv2.VideoCapture(str(path))
    try:
        if not video.isOpened():
            raise Trouble(
                line("{name} is no video I can read.", name=path.name),
                line("Convert it to MP4 (H.264) or AVI (MJPEG)."),
            )
        # A video knows its own pace; the setting is only for what has none.
        own = float(video.get(cv2.CAP_PROP_FPS)) or fps
        count = 0
        while (taken := video.read())[0]:
            yield Frame(np.asarray(taken[1], np.uint8), count, count / own, path.name)
            count += 1
    finally:
        video.release()
