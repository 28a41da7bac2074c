"""The kiosk as a whole: it starts beside the referee, answers, and goes."""

import socket

import httpx
import pytest
from kiosk_stage import StillTable

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
