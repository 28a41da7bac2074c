"""The kiosk as a whole: it starts beside the referee, answers, and goes."""

import contextlib
import socket
import time

import httpx
import pytest
from kiosk_stage import StillTable

from companion.kiosk import connections
from companion.kiosk.connections import PER_DEVICE, Connection
from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.kiosk.server import serve
from companion.settings import KioskSettings
from hardware.trouble import Trouble


def test_it_answers_on_loopback_only_and_stops_cleanly() -> None:
    feed = Feed()
    feed.publish({"seq": 1, "game": "heckmeck"})
    kiosk = serve(StillTable(), KioskSettings(), feed, Preview(), port=0)
    try:
        with httpx.stream("GET", f"{kiosk.url}feed") as stream:
            lines = stream.iter_lines()
            while (line := next(lines)) and not line.startswith("data:"):
                pass
            assert httpx.get(f"{kiosk.url}table").status_code == 200
    finally:
        kiosk.stop()

    assert not kiosk.running
    with pytest.raises(httpx.ConnectError):
        httpx.get(kiosk.url)


def test_open_pages_do_not_keep_it_from_stopping() -> None:
    kiosk = serve(StillTable(), KioskSettings(), Feed(), Preview(), port=0)
    with httpx.stream("GET", f"{kiosk.url}feed"), httpx.stream("GET", f"{kiosk.url}preview.mjpg"):
        kiosk.stop()

    assert not kiosk.running


def test_a_port_in_use_is_a_sentence_and_a_cure() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        with pytest.raises(Trouble, match=f"Port {port} is in use"):
            serve(StillTable(), KioskSettings(port=port), Feed(), Preview())


def from_device(address: str, port: int) -> socket.socket:
    """All of 127.0.0.0/8 is this machine: each of its addresses stands for a device."""
    line = socket.socket()
    line.bind((address, 0))
    line.connect(("127.0.0.1", port))
    return line


def test_silent_sockets_of_one_device_keep_nobody_else_out() -> None:
    kiosk = serve(StillTable(), KioskSettings(), Feed(), Preview(), port=0)
    silent = [from_device("127.0.0.66", kiosk.port) for _ in range(400)]
    try:
        begun = time.monotonic()
        assert httpx.get(f"{kiosk.url}table").status_code == 200
        assert time.monotonic() - begun < 1
        assert sum(Connection.open_by.values()) <= PER_DEVICE + 2
    finally:
        for one in silent:
            one.close()
        kiosk.stop()


def test_a_request_that_never_ends_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "READ_SECONDS", 0.2)
    kiosk = serve(StillTable(), KioskSettings(), Feed(), Preview(), port=0)
    try:
        for beginning in (b"", b"GET /table HTTP/1.1\r\nHost: localhost\r\n", b"POST /api/do/undo HTTP/1.1\r\n"):
            with from_device("127.0.0.7", kiosk.port) as slow:
                slow.settimeout(5)
                slow.sendall(beginning)
                with contextlib.suppress(ConnectionError):
                    assert slow.recv(10) == b""
        with httpx.stream("GET", f"{kiosk.url}feed") as stream:  # what asked in time may listen for ever
            lines = stream.iter_lines()
            next(lines)
            time.sleep(0.4)
            kiosk.kiosk._feed.send("press", {})
            assert any(line == "event: press" for line in lines)
    finally:
        kiosk.stop()


def test_a_kiosk_that_died_answers_again_at_the_same_address() -> None:
    """Its loop ends in the middle of everything; the pages come back, and whoever knows the PIN still does."""
    feed = Feed()
    kiosk = serve(StillTable(), KioskSettings(), feed, Preview(), port=0)
    pin = kiosk.kiosk.door.pin
    try:
        with httpx.stream("GET", f"{kiosk.url}feed"):
            kiosk._server.should_exit = kiosk._server.force_exit = True
            kiosk._thread.join(10)
            assert not kiosk.running
            feed.publish({"seq": 1, "game": "heckmeck"})  # the referee goes on meanwhile
            kiosk.revive()
        assert kiosk.running
        assert httpx.get(f"{kiosk.url}health").json() == {"healthy": True, "parts": {"referee": "good"}}
        assert kiosk.kiosk.door.pin == pin
    finally:
        kiosk.stop()
