"""A kiosk of its own for each browser test; the browser is everybody's."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser import Visitor, complaints, resize
from kiosk_room import Room
from kiosk_stage import StillTable, TouchTable
from selenium.webdriver import Chrome

from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.kiosk.server import serve
from companion.settings import KioskSettings


@pytest.fixture
def room(chrome: Chrome, tmp_path: Path) -> Iterator[Callable[..., Room]]:
    """Opens rooms; after the test they are closed and the console must have been silent."""
    opened: list[Room] = []

    def enter(*, touch: bool = True, network: bool = False, port: int = 0) -> Room:
        feed, preview = Feed(), Preview()
        table = TouchTable(feed, tmp_path) if touch else StillTable(tmp_path)
        kiosk = serve(table, KioskSettings(serve_network=network), feed, preview, port=port)
        made = Room(kiosk, table, feed, preview, Visitor(chrome, kiosk.url))
        opened.append(made)
        return made

    resize(chrome, 1280, 720)
    chrome.execute_cdp_cmd("Network.clearBrowserCookies", {})  # also those of rooms that are closed by now
    complaints(chrome)
    yield enter
    said = complaints(chrome)
    chrome.get("about:blank")
    for one in opened:
        one.kiosk.stop()
    assert said == []
