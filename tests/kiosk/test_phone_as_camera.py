"""A phone is the table's camera: it comes over HTTPS, knows the PIN, and what it sees is what the camera gives."""

import ssl
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest
from browser import MISSING, Visitor, browser, installed
from kiosk_stage import StillTable
from websocket import ABNF, WebSocket, WebSocketBadStatusException, create_connection

from companion.kiosk import phone_eye
from companion.kiosk.addresses import Kiosk
from companion.kiosk.certificate import certified
from companion.kiosk.feed import Feed
from companion.kiosk.phone_eye import REPLACED, STRANGER, UNFIT, sensible
from companion.kiosk.phones import own_address
from companion.kiosk.preview import Preview
from companion.kiosk.server import RunningKiosk, serve
from companion.settings import KioskSettings
from hardware.cameras import phone
from hardware.frame import Frame, Pixels
from hardware.settings import CameraSettings
from hardware.trouble import Trouble


def jpeg(level: int = 90) -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((180, 320, 3), level, np.uint8))[1].tobytes())


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Iterator[phone.PhoneCamera]:
    """The table's camera, that looks already."""
    monkeypatch.setattr(phone_eye, "LINE", line := phone.Line())
    opened = phone.PhoneCamera(CameraSettings(), line)
    yield opened
    opened.close()


@pytest.fixture
def kiosk(camera: phone.PhoneCamera, tmp_path: Path) -> Iterator[RunningKiosk[Kiosk]]:
    settings = KioskSettings(serve_network=True, secure_port=0)
    running = serve(StillTable(tmp_path), settings, Feed(), Preview(), port=0)
    yield running
    running.stop()


def line_to(kiosk: RunningKiosk[Kiosk], host: str = "127.0.0.1", origin: str | None = None) -> WebSocket:
    """A line as a page of this machine opens it, or as one elsewhere does."""
    at = f"{host}:{kiosk.port}"
    return create_connection(f"ws://{at}/camera/line", origin=origin or f"http://{at}", timeout=20)


def ended(line: WebSocket) -> int:
    """Why the line was ended."""
    try:
        while True:
            kind, data = line.recv_data()
            if kind == ABNF.OPCODE_CLOSE:
                return int.from_bytes(data[:2], "big")
    finally:
        line.shutdown()  # type: ignore[no-untyped-call]


def test_the_newest_picture_is_the_frame(camera: phone.PhoneCamera, kiosk: RunningKiosk[Kiosk]) -> None:
    line = line_to(kiosk)
    for level in (40, 120, 200):
        assert line.recv() == "look", "one picture is under way at a time"
        line.send_binary(jpeg(level))
    assert line.recv() == "look"
    frame = camera.read()
    line.close()

    assert frame is not None and frame.source == "phone"
    assert abs(int(frame.pixels.mean()) - 200) <= 2
    with pytest.raises(Trouble, match="No phone sends pictures"):
        camera.read()


def test_who_does_not_know_the_pin_is_no_camera(kiosk: RunningKiosk[Kiosk]) -> None:
    assert ended(line_to(kiosk, own_address())) == STRANGER


@pytest.mark.parametrize("origin", ["http://evil.example", "https://127.0.0.1:8443", "null"])
def test_a_page_from_elsewhere_reaches_no_line(kiosk: RunningKiosk[Kiosk], origin: str) -> None:
    with pytest.raises(WebSocketBadStatusException):
        line_to(kiosk, origin=origin)


def test_the_second_phone_takes_the_place_of_the_first(kiosk: RunningKiosk[Kiosk]) -> None:
    first = line_to(kiosk)
    assert first.recv() == "look"
    second = line_to(kiosk)
    assert second.recv() == "look"
    first.send_binary(jpeg())

    assert ended(first) == REPLACED
    second.close()


def test_what_is_no_picture_ends_the_line(kiosk: RunningKiosk[Kiosk]) -> None:
    line = line_to(kiosk)
    assert line.recv() == "look"
    line.send_binary(b"\xff\xd8 no picture")

    assert ended(line) == UNFIT


def test_a_line_is_none_of_a_devices_requests(kiosk: RunningKiosk[Kiosk]) -> None:
    """Sixty phones one after the other, and the page still answers this machine."""
    for _ in range(60):
        line_to(kiosk).close()
    assert httpx.get(f"{kiosk.url}api/camera", timeout=20).json()["wanted"] is True


def test_a_picture_larger_than_any_cameras_is_never_unpacked() -> None:
    assert sensible(jpeg())
    huge = bytearray(jpeg())
    at = huge.index(b"\xff\xc0") + 5
    huge[at : at + 4] = b"\xff\xff\xff\xff"  # 65535 by 65535, it says
    assert not sensible(bytes(huge))
    assert not sensible(b"")
    assert not sensible(cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1].tobytes())


def test_a_certificate_is_made_once_for_an_address_and_its_key_is_ours_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    certified("192.168.1.5")
    (key,) = tmp_path.rglob("*.key")
    before = key.read_bytes()
    assert isinstance(certified("192.168.1.5"), ssl.SSLContext)

    assert key.read_bytes() == before
    assert key.stat().st_mode & 0o077 == 0
    shown = ["openssl", "x509", "-noout", "-ext", "subjectAltName", "-in", str(key.with_suffix(".pem"))]
    assert "192.168.1.5" in subprocess.run(shown, capture_output=True, text=True, check=True).stdout
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(Trouble, match="openssl is missing") as trouble:
        certified("table.local")
    assert "openssl" in trouble.value.fix


# In a browser, with a camera that shows what it is given


def shown_to_chromium(folder: Path, pictures: list[Pixels]) -> str:
    """The flags for a Chromium whose camera shows these pictures, over and over."""
    film = folder / "camera.mjpeg"
    quality = [cv2.IMWRITE_JPEG_QUALITY, 95]
    film.write_bytes(b"".join(cv2.imencode(".jpg", one, quality)[1].tobytes() for one in pictures))
    return (
        "--use-fake-ui-for-media-stream --use-fake-device-for-media-stream --ignore-certificate-errors "
        f"--use-file-for-fake-video-capture={film}"
    )


@pytest.mark.browser
def test_a_phone_scans_allows_and_is_the_camera(
    camera: phone.PhoneCamera, kiosk: RunningKiosk[Kiosk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it over a real network, with a certificate made just now."""
    if not installed():
        pytest.skip(MISSING)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    painted = np.zeros((360, 640, 3), np.uint8)
    painted[:, :320] = (200, 40, 40)  # blue on the left
    painted[:, 320:] = (40, 40, 200)
    with browser(390, 844, flags=shown_to_chromium(tmp_path, [painted] * 4)) as driver:
        table = Visitor(driver, kiosk.url)
        table.open("/camera")
        table.touch(".invite button", "phone")
        address = table.sees(".invite .address").text
        assert address.startswith(f"https://{own_address()}:")
        assert httpx.get(f"{kiosk.url}qr-camera.svg").headers["content-type"] == "image/svg+xml"

        held = Visitor(driver, address.removesuffix("/camera"))
        held.open(f"/camera#{kiosk.kiosk.door.pin}")
        held.touch(".own-camera button", "Be the camera")
        frames = [frame for _ in range(3) if (frame := _patiently(camera.read)) is not None]

        assert [frame.number for frame in frames] == [1, 2, 3]
        left, right = frames[-1].pixels[:, :200].mean((0, 1)), frames[-1].pixels[:, -200:].mean((0, 1))
        assert left[0] > 150 > 100 > left[2]
        assert right[2] > 150 > 100 > right[0]
        held.touch(".own-camera button", "Stop")
        held.sees(".own-camera button", "Be the camera")


def _patiently(read: Callable[[], Frame | None]) -> Frame | None:
    """A browser on a busy machine takes its time to open its camera."""
    for _ in range(10):
        try:
            return read()
        except Trouble:
            continue
    return read()
