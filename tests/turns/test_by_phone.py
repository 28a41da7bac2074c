"""A rendered game seen by a phone's camera, over Chromium, HTTPS and the line, has the verdicts it has by playback."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
CHROMIUM_FPS = 30  # of a film of pictures that it takes for a camera
START_SECONDS = 40.0
TAIL_SECONDS = 6  # the film begins anew by itself: its last picture stays until nobody looks any more


@pytest.mark.slow
@pytest.mark.browser
def test_a_game_seen_by_a_phone_is_refereed_as_by_playback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not installed():
        pytest.skip(MISSING)
    plan = json.loads((FOLDER / "shots.json").read_text())
    frames_of(plan, FOLDER, tmp_path / "frames", seed=1)
    sets = teach_all(plan, FOLDER, tmp_path)
    pictures = sorted((tmp_path / "frames").iterdir())
    film = tmp_path / "camera.mjpeg"
    with film.open("wb") as out:
        for picture in pictures:
            out.write(picture.read_bytes() * (CHROMIUM_FPS // FPS))
        out.write(pictures[-1].read_bytes() * (CHROMIUM_FPS * TAIL_SECONDS))
    monkeypatch.setattr(phone_eye, "LINE", line := phone.Line())

    recording = tmp_path / "phone.zip"
    with Recorder(recording) as recorder:
        for frame in by_phone(line, film, tmp_path, len(pictures) / FPS + TAIL_SECONDS / 2):
            recorder.add(frame)

    played = verdicts(plan, sets, tmp_path, f"playback:{tmp_path / 'frames'}")
    assert len([kind for kind, _ in played if kind == "deed"]) >= 3
    assert verdicts(plan, sets, tmp_path, f"playback:{recording}") == played


def by_phone(line: phone.Line, film: Path, folder: Path, seconds: float) -> Iterator[Frame]:
    """What the table sees for so long."""
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
            begun = frame.taken_at
            while frame.taken_at - begun < seconds:
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


def verdicts(plan: dict[str, Any], sets: list[str], home: Path, camera: str) -> list[tuple[str, Any]]:
    config = plan["config"]
    words = ["run", "--game", config["game"], "--players", *config["players"], "--camera", camera, "--fps", str(FPS)]
    said = companion([*words, "--headless", "--json", "--set", *sets, "--ground", config["ground"]], home)
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    return [
        (line["kind"], line.get("deed", line.get("key")))
        for line in lines
        if line["kind"] in ("deed", "refusal", "question")
    ]
