"""A rendered game seen by a phone's camera, over Chromium, HTTPS and the line, has the verdicts it has by playback."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from browser import MISSING, Visitor, browser, installed
from kiosk_stage import StillTable
from turn_frames import FPS, frames_of
from turn_judge import companion, teach_all

from companion.kiosk import phone_eye
from companion.kiosk.feed import Feed
from companion.kiosk.phones import own_address
from companion.kiosk.preview import Preview
from companion.kiosk.server import serve
from companion.settings import KioskSettings
from hardware.cameras import phone
from hardware.cameras.recording import Recorder
from hardware.frame import Frame
from hardware.settings import CameraSettings
from hardware.trouble import Trouble

FOLDER = Path(__file__).parent / "heckmeck-bare"
SHARED = [Path(__file__).parents[3] / "shared" / "turns" / name for name in ("v1", "v2")]
CHROMIUM_FPS = 30  # of a film of pictures that it takes for a camera
START_SECONDS = 40.0
DARK_SECONDS = 4  # at its end, before it begins anew by itself
DARK = 12.0


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("folder", [FOLDER, *SHARED], ids=lambda folder: folder.name)
def test_a_game_seen_by_a_phone_is_refereed_as_by_playback(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not installed():
        pytest.skip(MISSING)
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here")
    plan = json.loads((folder / "shots.json").read_text())
    frames_of(plan, folder, tmp_path / "frames", seed=1)
    words = taught(plan, folder, tmp_path)
    pictures = sorted((tmp_path / "frames").iterdir())
    film = tmp_path / "camera.mjpeg"
    with film.open("wb") as out:
        for picture in pictures:
            out.write(picture.read_bytes() * (CHROMIUM_FPS // FPS))
        black = cv2.imencode(".jpg", np.zeros_like(cv2.imread(str(pictures[-1]))))[1].tobytes()
        out.write(black * (CHROMIUM_FPS * DARK_SECONDS))
    monkeypatch.setattr(phone_eye, "LINE", line := phone.Line())

    recording = tmp_path / "phone.zip"
    with Recorder(recording) as recorder:
        for frame in by_phone(line, film, tmp_path):
            recorder.add(frame)

    played = verdicts(words, tmp_path, tmp_path / "frames")
    assert len([kind for kind, _ in played if kind == "deed"]) >= 3
    assert verdicts(words, tmp_path, recording) == played


def taught(plan: dict[str, Any], folder: Path, home: Path) -> list[str]:
    """Teach what is on the pictures; the words that have it refereed."""
    config = plan["config"]
    if folder == FOLDER:
        sets = teach_all(plan, folder, home)
        return ["--game", config["game"], "--players", *config["players"], "--ground", config["ground"], "--set", *sets]
    photographs = folder.parent / "enroll"
    faces = ["--faces", "1", "2", "3", "4", "5", "worm"]
    companion(["teach", "dice", "--kind", "dice", "--from", str(photographs / config["dice"]), *faces], home)
    companion(["teach", "tiles", "--kind", "tiles", "--from", str(photographs / "tiles")], home)
    return ["--game", "heckmeck", "--players", "Ana", "Ben", "--set", "dice", "tiles"]


def by_phone(line: phone.Line, film: Path, folder: Path) -> Iterator[Frame]:
    """What the table sees until it gets dark; a busy machine shows the film more slowly."""
    flags = (
        "--use-fake-ui-for-media-stream --use-fake-device-for-media-stream --ignore-certificate-errors "
        f"--use-file-for-fake-video-capture={film}"
    )
    camera = phone.PhoneCamera(CameraSettings(fps=FPS), line)
    kiosk = serve(StillTable(folder), KioskSettings(secure_port=0), Feed(), Preview(), port=0)
    try:
        kiosk.kiosk.phone_eye.open()
        with browser(390, 844, flags=flags) as driver:
            held = Visitor(driver, f"https://{own_address()}:{kiosk._secure_port}")
            held.open(f"/camera#{kiosk.kiosk.door.pin}")
            held.touch(".own-camera button", "Be the camera")
            frame = first_of(camera)
            while frame.pixels.mean() > DARK:
                yield frame
                taken = camera.read()
                assert taken is not None
                frame = taken
    finally:
        camera.close()
        kiosk.stop()


def first_of(camera: phone.PhoneCamera) -> Frame:
    """A browser on a busy machine takes its time to open its camera."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            frame = camera.read()
            assert frame is not None
            return frame
        except Trouble:
            if time.monotonic() > deadline:
                raise


def verdicts(words: list[str], home: Path, frames: Path) -> list[tuple[str, Any]]:
    asked = ["run", *words, "--camera", f"playback:{frames}", "--fps", str(FPS), "--headless", "--json"]
    lines = [json.loads(line) for line in companion(asked, home).splitlines() if line.startswith("{")]
    return [
        (line["kind"], line.get("deed", line.get("key")))
        for line in lines
        if line["kind"] in ("deed", "refusal", "question")
    ]
